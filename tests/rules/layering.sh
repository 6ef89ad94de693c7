#!/bin/sh
# Include direction: an include points to a room further right, never left, and never into another room's
# *-internal.h; libclang and Z3 stay in their rooms (solver and prove know Z3); the runtime knows only libc and itself;
# no include cycle.
set -eu
cd "${AUTOFIX_SRCDIR:-.}"
fail=0
complain() { echo "layering: $*" >&2; fail=1; }

# Position in the chain; solver and frontend stand side by side and do not know each other.  The benchmark stands
# outside: it uses util and plan, and nothing uses it.  The measuring of speed and of finding stand at the end of the
# chain, as they take single steps of it, and what measures localisation on the corpus (pointing) after them.  The
# pipeline's findings are plain data that the report reads, so they stand right of it, apart from the room they lie in.
rank() {
  case $1 in
    pointing) echo 21 ;; main) echo 21 ;; commands) echo 20 ;; culprit) echo 19 ;;
    suite) echo 18 ;; speed) echo 18 ;; found) echo 18 ;;
    history) echo 18 ;; inferring) echo 18 ;;
    lsp) echo 17 ;;
    pipeline) echo 17 ;; nightly) echo 17 ;; report) echo 16 ;; store) echo 16 ;; commits) echo 16 ;; learn) echo 16 ;;
    finding) echo 15 ;; judge) echo 14 ;; infer) echo 13 ;; rank) echo 13 ;;
    validate) echo 12 ;; synthesize) echo 11 ;; operators) echo 10 ;;
    localize) echo 9 ;; testgen) echo 8 ;; subject) echo 7 ;;
    cc) echo 7 ;; weave) echo 6 ;;
    contracts) echo 5 ;; frontend) echo 4 ;; solver) echo 4 ;; prove) echo 4 ;; bench) echo 3 ;; model) echo 2 ;;
    plan) echo 2 ;; patterns) echo 3 ;; delta) echo 3 ;; natural) echo 3 ;; edits) echo 2 ;;
    util) echo 1 ;; *) echo 0 ;;
  esac
}
room_of() {
  case $1 in
    bench/speed/*) echo speed ;; bench/found/*) echo found ;; bench/pointing/*) echo pointing ;;
    bench/history/*) echo history ;; bench/infer/*) echo inferring ;;
    src/main.c) echo main ;;
    src/pipeline/finding/*) echo finding ;;
    src/*/*) f=${1#src/}; echo "${f%%/*}" ;;
    *) echo "${1%%/*}" ;;
  esac
}

edges=$(mktemp)
trap 'rm -f "$edges"' EXIT
for file in $(find src contracts testgen bench -name '*.[ch]' -o -name '*.def' | grep -v '^contracts/autofix/' \
  | sort); do
  room=$(room_of "$file")
  [ "$(rank "$room")" -gt 0 ] || complain "$file: unknown room '$room'"
  for include in $(sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*"\([^"]*\)".*/\1/p' "$file"); do
    case $include in
      config.h) continue ;;
      afrt-wire.h|runtime/afrt-wire.h) [ "$room" = subject ] || complain "$file includes the wire header"; continue ;;
      pipeline/finding/*) target=finding ;;
      bench/speed/*) target=speed ;;
      bench/found/*) target=found ;;
      bench/history/*) target=history ;;
      bench/infer/*) target=inferring ;;
      afrt-counts.h|runtime/afrt-counts.h) [ "$room" = cc ] \
        || complain "$file includes the table of counts"; continue ;;
      */*) target=${include%%/*} ;;
      *) complain "$file: include \"$include\" names no room"; continue ;;
    esac
    if [ "$target" != "$room" ]; then
      [ "$(rank "$target")" -gt 0 ] || complain "$file: include of unknown room '$target'"
      [ "$(rank "$target")" -lt "$(rank "$room")" ] || complain "$file: $room may not include $include"
      case $room:$target in bench:util|bench:plan|found:bench|pointing:*) ;;
      bench:*|*:bench|*:speed|*:found|*:history) complain "$file: $room and $target may not know each other" ;; esac
      case $include in *-internal.h) complain "$file: $include is private to $target" ;; esac
    fi
    case $target in contracts|testgen|bench|speed|found|history|inferring) path=$include ;; *) path=src/$include ;; esac
    echo "$file $path" >> "$edges"
  done
  if [ "$room" != frontend ] && grep -q '#include *<clang-c' "$file"; then complain "$file knows libclang"; fi
  if [ "$room" != solver ] && [ "$room" != prove ] \
    && grep -q '#include *<z3' "$file"; then complain "$file knows Z3"; fi
done

for file in runtime/*.[ch]; do
  for include in $(sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*"\([^"]*\)".*/\1/p' "$file"); do
    case $include in afrt*.h) [ -f "runtime/$include" ] || complain "$file: no runtime/$include" ;;
    *) complain "$file includes \"$include\"" ;; esac
    echo "$file runtime/$include" >> "$edges"
  done
  if grep -nE '#include *<(glib|gio|json|sqlite|git2|seccomp|z3|clang)' "$file"; \
    then complain "$file: only libc and the sanitizer's interface"; fi
done

# tsort names a cycle and fails.
tsort "$edges" > /dev/null || complain "there is an include cycle"
exit $fail
