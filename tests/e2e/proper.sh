#!/bin/sh
# proper.sh MODULE FAULT SEED [AUTOFIX-OPTION...]: runs the tool on a planted fault and judges its first ten fixes per
# reported fault with the module's oracle, which the run itself never sees.  Prints one line:
#   MODULE FAULT SEED faults=N valid=N proper=RANK|- seconds=S
set -eu
. "$(dirname "$0")/lib.sh"
module=$1; number=$2; seed=$3; shift 3
plant "$module" "$number" "$scratch/work"
start=$(date +%s.%N)
status=0
(cd "$scratch/work" && "$autofix" run --quiet --seed "$seed" "$@" "$module.c") > "$scratch/report" \
  2> "$scratch/errors" || status=$?
seconds=$(echo "$(date +%s.%N) $start" | awk '{ printf "%.1f", $1 - $2 }')
case $status in 0|2|3) ;; *) echo "$module $number $seed status=$status: $(head -1 "$scratch/errors")"; exit 1 ;; esac
faults=$(grep -c ': fault: ' "$scratch/report" || true)
valid=$(ls "$scratch/work/autofix.out/patches" 2>/dev/null | wc -l)
proper=-
for patch in $(ls "$scratch/work/autofix.out/patches" 2>/dev/null | sed 's/\.patch$//' | awk -F- '{ print $NF, $0 }' \
  | sort -n | awk '$1 <= 10 { print $2 }'); do
  rm -rf "$scratch/copy"
  mkdir "$scratch/copy"
  cp "$scratch/work/$module.c" "$scratch/work/$module.h" "$scratch/copy/"
  (cd "$scratch/copy" && patch -s -p1 < "../work/autofix.out/patches/$patch.patch") \
    || { echo "$patch does not apply" >&2; exit 1; }
  if oracle "$module" "$scratch/copy"; then
    proper=${patch##*-}
    break
  fi
done
[ -z "${KEEP_REPORT:-}" ] || cp "$scratch/report" "$KEEP_REPORT"
echo "$module $number $seed faults=$faults valid=$valid proper=$proper seconds=$seconds"
