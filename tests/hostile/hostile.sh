#!/bin/sh
# Hostile modules: each entry of deeds.txt as a module that `autofix test` runs.  Outside nothing may change: the file,
# its folder, the temporary folder, shared memory and queues, the processes.  Inside it is a fault, a refusal, or a
# clean end, within the entry's time.
#
#     hostile.sh [--quick] [NAME...]
#
# HOSTILE_SLOW=5 gives each five times its time and budget, on a machine that is busy.
# Where `unshare` can, all of it happens in process, network and IPC namespaces of its own.
set -u
. "$(dirname "$0")/../e2e/lib.sh"
deeds=$top/tests/hostile/deeds.txt

if [ -z "${HOSTILE_INSIDE:-}" ]; then
  export HOSTILE_INSIDE=1
  for how in "--pid --net --ipc --fork --mount --mount-proc --kill-child" \
    "--user --map-root-user --pid --net --ipc --fork --mount --mount-proc --kill-child"; do
    # shellcheck disable=SC2086
    unshare $how true 2> "$scratch/unshare" && { rm -rf "$scratch"; exec unshare $how sh "$0" "$@"; }
  done
  echo "hostile: no namespaces here: $(head -1 "$scratch/unshare")" >&2
fi

slow=${HOSTILE_SLOW:-1}
wanted=" "
quick=
for word in "$@"; do
  case $word in --quick) quick=1 ;; *) wanted="$wanted$word " ;; esac
done

mkdir "$scratch/tmp"
export TMPDIR="$scratch/tmp"

# All that a module could change.
outside() {
  (
    cd "$scratch/outside" && stat -c '%n %F %a %u %s %Y' . * && cat precious
    ls -A "$scratch/tmp" /dev/shm
    cat /proc/sysvipc/*
    ulimit -n; umask; hostname; kill -0 "$bystander" && echo "the bystander lives"
    [ -z "${isolated:-}" ] || cat /proc/[0-9]*/stat 2> "$scratch/gone" | awk '$3 != "Z" { print $2 }' \
      | grep -v -x '(sh)\|(sleep)\|(cat)\|(awk)\|(grep)'
  ) 2>&1
}

# module WHERE: deed.c, deed.h and, if it is a file of its own, more.c, from the text in $scratch/text.
module() {
  {
    echo '#define _GNU_SOURCE'
    for header in arpa/inet dlfcn errno fcntl link mqueue netdb netinet/in poll pthread sched setjmp signal spawn \
      stdint stdio stdlib string sys/ioctl sys/ipc sys/mman sys/mount sys/msg sys/prctl sys/ptrace sys/reboot \
      sys/resource \
      sys/sem sys/sendfile sys/shm sys/signalfd sys/socket sys/stat sys/swap sys/syscall sys/time sys/types sys/uio \
      sys/wait time unistd; do
      echo "#include <$header.h>"
    done
    printf '#define PRECIOUS "%s/outside/precious"\n#define BESIDE "%s/outside/beside"\n' "$scratch" "$scratch"
    printf '#define FIFO "%s/outside/fifo"\n' "$scratch"
  } > prelude.h
  echo 'int deed (int n);' > deed.h
  {
    printf '#include "prelude.h"\n#include "deed.h"\n#include <autofix/contract.h>\n'
    case $1 in
      call) echo 'static int hostile (void)'; echo '{'; cat "$scratch/text"; echo 'return 0;'; echo '}' ;;
      around) cat "$scratch/text" ;;
      file) echo 'static int hostile (void) { return 0; }' ;;
    esac
    printf 'int deed (int n)\n{\n  REQUIRE (n >= 0);\n'
    printf '  if (n == 3)\n    return hostile () * 0;\n  return n;\n}\n'
  } > deed.c
  [ "$1" != file ] || { printf '#include "prelude.h"\n'; cat "$scratch/text"; } > more.c
}

# try NAME WHERE END SECONDS
try() {
  folder=$scratch/work
  rm -rf "$folder"
  mkdir "$folder"
  cd "$folder" || exit 1
  module "$2"
  rm -rf "$scratch/outside"
  mkdir "$scratch/outside"
  echo precious > "$scratch/outside/precious"
  mkfifo "$scratch/outside/fifo"
  outside > "$scratch/before"
  got=0
  more=
  [ "$2" != file ] || more="--with more.c"
  # shellcheck disable=SC2086
  timeout -k 5 $(($4 * slow)) "$autofix" test --quiet --effort 1 -j1 --budget $((30 * slow))s deed.c $more \
    > output 2>&1 || got=$?
  for pause in 0 1 3; do
    sleep $pause
    outside > "$scratch/after"
    cmp -s "$scratch/before" "$scratch/after" && break
  done
  cmp -s "$scratch/before" "$scratch/after" \
    || { fail "$1: changed outside:"; diff "$scratch/before" "$scratch/after" >&2; }
  told=
  grep -q 'notice: \(undecided\|dropped\)\|: undecided: ' output && told=notice
  grep -q "fault: .*'\(deed\|hostile\|deeper\)'" output && told=fault
  case $3:$got:$told in
    fault:[23]:fault|told:[23]:fault|told:[03]:notice|any:[23]:fault|any:[03]:*|clean:0:) ;;
    load:4:|any:4:) grep -q 'the module cannot be loaded\|does not link' output || fail "$1: $(head -1 output)" ;;
    *) fail "$1: status $got, $3 expected: $(head -3 output)" ;;
  esac
}

run_entry() {
  [ -n "$name" ] || return 0
  [ "$wanted" = " " ] || case $wanted in *" $name "*) ;; *) return 0 ;; esac
  [ -z "$quick" ] || [ "$slice" = quick ] || return 0
  n=$((n + 1))
  try "$name" "$where" "$end" "$seconds"
}

sleep 100000 &
bystander=$!
trap 'kill "$bystander"; rm -rf "$scratch"' EXIT
[ ! -e /proc/1/comm ] || [ "$(cat /proc/1/comm)" != sh ] || isolated=1

n=0 name='' where='' end='' seconds='' slice=''
while IFS= read -r line <&3; do
  case $line in
    '== '[a-z]*)
      run_entry
      # shellcheck disable=SC2086
      set -- $line
      name=$2 where=$3 end=$4 seconds=$5 slice=${6:-}
      : > "$scratch/text" ;;
    *) printf '%s\n' "$line" >> "$scratch/text" ;;
  esac
done 3< "$deeds"
run_entry
[ "$n" -gt 0 ] || fail "no such entry"
echo "$n hostile modules"
finish
