#!/bin/sh
# weaving.sh [PACKAGE...]: Debian sources, read, woven as programs and compiled; not run.  Prints a table of what could
# not be woven.
#
# Each file that the compiler takes as it is, is woven with checks and with probes; a woven file that does not compile
# is a failure. Functions that stay as they are are counted by reason.  Sources are kept in ADOPTION_DIR, if that is
# set, for the next time. Exit status 1 when something woven does not compile or cannot be read, 2 when nothing can be
# fetched.
set -eu
root=$(cd "${AUTOFIX_SRCDIR:-.}" && pwd) built=$(cd "${AUTOFIX_BUILDDIR:-.}" && pwd)
export AUTOFIX_SRCDIR="$root"
cc=${CC:-gcc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
store=${ADOPTION_DIR:-$work/sources}
[ $# -gt 0 ] || set -- zlib bzip2 lz4 expat lua5.4 cjson libtommath jansson sqlite3

# --- what of a package, and how: FILES, FLAGS, PREPARE ---

describe() {
  files='*.c' flags='' prepare=:
  case $1 in
  lz4) files='lib/*.c' ;;
  lua5.4)
    files='src/*.c' flags='-DLUA_USE_POSIX -DLUA_COMPAT_5_3'
    # Debian's build makes it; it holds a folder's name
    prepare='echo "#define DEB_HOST_MULTIARCH \"any\"" > src/lua5.4-deb-multiarch.h' ;;
  zlib) flags='-DHAVE_UNISTD_H' ;;
  expat) files='expat/lib/xml*.c' flags='-DXML_DTD=1 -DXML_GE=1 -DXML_NS=1 -DXML_CONTEXT_BYTES=1024'
    flags="$flags -DHAVE_GETRANDOM -DXML_DEV_URANDOM" ;;
  bzip2) flags='-D_FILE_OFFSET_BITS=64' ;;
  jansson) files='src/*.c' flags='-DHAVE_CONFIG_H -Isrc -I.' prepare='autoreconf -fi && ./configure -q' ;;
  sqlite3) files=sqlite3.c prepare='./configure -q --disable-tcl && make -s sqlite3.c' \
    flags='-DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_RTREE' ;;
  esac
}

weave_file() {
  # shellcheck disable=SC2086 # flags are words
  "$cc" -w -fsyntax-only $flags -c "$2" 2> /dev/null || { echo "$1	$2	skipped" >> "$work/files"; return 0; }
  for what in checks probes; do
    if ! "$built/tests/foreign/weave-program" "$2" "$work/woven.c" "$what" $flags > "$work/routines" 2> "$work/err"; \
      then
      echo "$1	$2	cannot be read: $(head -1 "$work/err")" >> "$work/files"
      return 0
    fi
    if ! "$cc" -w -fsyntax-only $flags -iquote "$(dirname "$2")" -iquote "$root/runtime" -include \
      "$root/runtime/afrt-program.h" \
      -DAUTOFIX_WOVEN "$work/woven.c" 2> "$work/err"; then
      echo "$1	$2	does not compile with $what: $(grep -m 1 error "$work/err")" >> "$work/files"
      return 0
    fi
  done
  echo "$1	$2	woven" >> "$work/files"
  sed "s/^/$1	/" "$work/routines" >> "$work/all"
}

: > "$work/files" && : > "$work/all"
for package in "$@"; do
  sh "$root/tests/foreign/fetch.sh" "$store" "$package"
  [ -d "$store/$package" ] || { echo "$package	-	not available" >> "$work/files"; continue; }
  describe "$package"
  rm -rf "$work/copy" && cp -R "$store/$package" "$work/copy" && cd "$work/copy"
  (eval "$prepare") > /dev/null 2>&1 || true
  for file in $files; do
    [ -f "$file" ] && weave_file "$package" "$file"
  done
done

status=0
awk -F '\t' '
  FILENAME ~ /files$/ { if (!($1 in n)) { order[++packages] = $1; n[$1] = 0 } n[$1]++
    if ($3 == "woven") good[$1]++; else if ($3 == "skipped") skipped[$1]++
    else { bad[$1]++; message[++messages] = $1 "/" $2 ": " $3 } next }
  $2 == "#" { if ($4 > memory[$1]) memory[$1] = $4; time[$1] += $3; next }
  { functions[$1]++; total++; if ($3 != "woven") { left[$1]++; all_left++; why[$3]++ } }
  END {
    printf "%-12s %6s %6s %8s %7s %10s %6s %8s %8s\n", "package", "files", "woven", "not C", "failed", "functions",
      "left", "seconds", "MB"
    for (i = 1; i <= packages; i++) { p = order[i]
      printf "%-12s %6d %6d %8d %7d %10d %6d %8.1f %8d\n", p, n[p], good[p], skipped[p], bad[p], functions[p], left[p],
        time[p] / 1000, memory[p] / 1024
      failed += bad[p] }
    printf "%d of %d functions left as they are (%.2f %%)\n", all_left, total, total ? 100 * all_left / total : 0
    for (w in why) printf "%8d %s\n", why[w], w
    for (i = 1; i <= messages; i++) print message[i]
    exit failed > 0
  }' "$work/files" "$work/all" > "$work/table" || status=$?
cat "$work/table"
sh "$root/tests/foreign/publish.sh" weaving "$work/table"
exit $status
