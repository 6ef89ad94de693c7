#!/bin/sh
# csmith-one.sh ROOT BUILT INCLUDE WORK UNTIL SEED CC: one random program, plain and woven; prints a row for csmith.sh.
# After the time UNTIL (seconds since 1970; 0: no end) it does nothing.
# SEED <tab> same | skipped | different | does not build | ... <tab> where or why <tab> functions woven <tab> functions
# left
root=$1 built=$2 include=$3 work=$4 until=$5 seed=$6 cc=$7
[ "$until" = 0 ] || [ "$(date +%s)" -lt "$until" ] || exit 0
dir=$work/$seed
mkdir "$dir" && cd "$dir" || exit 1
trap 'rm -rf "$dir"' EXIT
say() { printf '%s\t%s\t%s\t%s\t%s\n' "$seed" "$1" "$2" "${woven:-0}" "${left:-0}"; exit 0; }

# run SECONDS PROGRAM: of processor time, so that a busy machine makes no difference; status 152 or 137 then.
run() { (ulimit -t "$1"; exec "./$2" > "$2.out" 2> "$2.err") 2> /dev/null; echo $? > "$2.status"; }
ended() { case $(cat "$1.status") in 137|152) return 1 ;; esac; }

# What csmith may use, by turns: many small programs show more than few large ones, and a text with probes takes 30
# times as long to compile as the program.  One in twenty is as large as csmith likes to have it.
small="--max-funcs 3 --max-block-depth 3 --max-block-size 3 --stop-by-stmt 40"
case $((seed % 20)) in
  0) shape= ;;
  1 | 5 | 9 | 13 | 17) shape="$small --inline-function --max-pointer-depth 3" ;;
  2 | 6 | 10 | 14 | 18) shape="$small --float" ;;
  3 | 7 | 11 | 15 | 19)
    shape="--max-funcs 5 --max-block-depth 2 --max-block-size 3 --max-expr-complexity 6 --stop-by-stmt 40" ;;
  *) shape="--max-funcs 2 --max-block-depth 4 --max-block-size 2 --max-array-dim 2 --stop-by-stmt 40" ;;
esac
# shellcheck disable=SC2086 # a shape is words
csmith --seed "$seed" $shape > program.c 2> /dev/null || say skipped "csmith makes no program"
flags="-w -I$include"
"$cc" $flags -O1 program.c -o plain 2> /dev/null || say skipped "does not compile plain"
run 1 plain
ended plain || say skipped "does not end within a second"

for what in checks probes; do
  "$built/tests/foreign/weave-program" program.c "$what.c" "$what" "-I$include" > "$what.routines" 2> "$what.weave" ||
    say "cannot be woven" "$what: $(head -1 "$what.weave")"
  level=-O1 more=
  [ "$what" = checks ] || level=-O0 more=$root/tests/foreign/tracer.c
  "$cc" $flags $level -iquote "$root/runtime" -include "$root/runtime/afrt-program.h" -DAUTOFIX_WOVEN "$what.c" $more \
    "$built/libafrt.a" -o "$what" 2> "$what.compile" \
      || say "does not build" "$what, $cc: $(grep -m 1 error "$what.compile")"
  run 100 "$what"
  ended "$what" || say "does not end" "$what, $cc: within 100 seconds"
  left=$(grep -v '^#' "$what.routines" | grep -c -v '	woven$') woven=$(grep -c '	woven$' "$what.routines")
  cmp -s plain.status "$what.status" \
    || say different "$what, $cc: exit status $(cat plain.status) and $(cat "$what.status")"
  cmp -s plain.out "$what.out" || say different "$what, $cc: output"
  cmp -s plain.err "$what.err" || say different "$what, $cc: $(head -1 "$what.err")"
done
say same ""
