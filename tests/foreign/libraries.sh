#!/bin/sh
# Libraries that nobody wrote contracts for: `make check-libraries`, not part of `make check`, since it fetches the sources.
#
# For each library a complete run of `autofix test`, unattended; every fault that is reported must be replayed ten times out of
# ten.  How many faults there are is printed and not judged: without contracts a fault may be a misuse that nothing forbids.
# LIBRARIES="cjson http" limits the set; SEED and SECONDS_EACH change the runs; KEEP=DIR keeps sources between runs.
set -eu
. "$(dirname "$0")/../e2e/lib.sh"
sources=${KEEP:-$scratch/sources}
mkdir -p "$sources"

# name, Debian source package, folder below it, preparation, files, flags
table() {
  cat <<'ROWS'
cjson|cjson|.|:|cJSON.c|
http|http-parser|.|:|http_parser.c|
utf8proc|utf8proc|.|:|utf8proc.c|
jansson|jansson|src|sed "s/@json_inline@/inline/; s/@[a-z_]*@/1/" jansson_config.h.in > jansson_config.h; : > jansson_private_config.h|value.c memory.c hashtable.c strbuffer.c utf.c hashtable_seed.c dump.c strconv.c load.c error.c pack_unpack.c version.c|-I. -DHAVE_STDINT_H -DHAVE_STDLIB_H
ROWS
}

# apt with the source packages of the same archives, in a folder of its own.
prepare_apt() {
  apt=$scratch/apt
  mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/parts"
  : > "$apt/sources.list"
  for file in /etc/apt/sources.list.d/*.sources; do
    [ -f "$file" ] || continue
    sed 's/^Types:.*/Types: deb-src/' "$file" > "$apt/parts/$(basename "$file")"
  done
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -f "$file" ] || continue
    sed -n 's/^deb /deb-src /p' "$file" >> "$apt/sources.list"
  done
  cat > "$apt/apt.conf" <<CONF
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "$apt/parts";
Dir::State::lists "$apt/lists";
Dir::Cache "$apt/cache";
APT::Sandbox::User "";
CONF
  APT_CONFIG=$apt/apt.conf
  export APT_CONFIG
  apt-get update -qq > "$scratch/apt.log" 2>&1 || { echo "SKIP: no source packages can be fetched" >&2; exit 77; }
}

fetch() {
  [ -d "$sources/$1" ] && return 0
  [ -n "${APT_CONFIG:-}" ] || prepare_apt
  mkdir -p "$scratch/fetch"
  (cd "$scratch/fetch" && apt-get source -qq "$1" > "$scratch/apt.log" 2>&1) || return 1
  mv "$(find "$scratch/fetch" -mindepth 1 -maxdepth 1 -type d | head -1)" "$sources/$1"
  rm -rf "$scratch/fetch"
}

# Replays each fault of $1/results.json ten times.
replays() {
  sed -n 's/.*"id" *: *"\(F-[^"]*\)".*/\1/p' "$1/results.json" | sort -u > "$scratch/ids"
  while read -r id; do
    status=0
    "$autofix" replay "$id" --times 10 --output "$1" > "$scratch/replay" 2>&1 < /dev/null || status=$?
    [ "$status" = 2 ] || fail "$2: $id is not seen again in ten replays (status $status)"
  done < "$scratch/ids"
}

table > "$scratch/table"
n=0
while IFS='|' read -r name package folder prepare files flags; do
  case " ${LIBRARIES:-$name} " in *" $name "*) ;; *) continue ;; esac
  fetch "$package" || { echo "$name: left out, the sources cannot be fetched"; continue; }
  cd "$sources/$package/$folder" && sh -c "$prepare"
  n=$((n + 1))
  status=0
  # shellcheck disable=SC2086 # files and flags are words
  timeout 600 "$autofix" test --seed "${SEED:-1}" --budget "${SECONDS_EACH:-60}" --coverage --output "$scratch/$name.out" $files \
    -- $flags > "$scratch/$name.txt" 2> "$scratch/$name.err" < /dev/null || status=$?
  case $status in
    0|2|3) ;;
    *) fail "$name: status $status"; tail -3 "$scratch/$name.err" >&2; continue ;;
  esac
  echo "$name: $(tail -1 "$scratch/$name.txt" | sed 's/;.*//'); $(grep -a 'branches taken' "$scratch/$name.txt")"
  [ -z "${VERBOSE:-}" ] || cat "$scratch/$name.txt"
  replays "$scratch/$name.out" "$name"
done < "$scratch/table"
[ "$n" -gt 0 ] || { echo "SKIP: no library could be fetched" >&2; exit 77; }
finish
