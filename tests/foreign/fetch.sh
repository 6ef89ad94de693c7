#!/bin/sh
# fetch.sh FOLDER PACKAGE...: Debian's source of each package, unpacked to FOLDER/PACKAGE; what is there already stays.
#
# The sources' entries are made from the binary packages' ones in a configuration of our own; the system's is not
# touched.
set -eu
folder=$1; shift
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
apt=$folder/.apt
release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)

configure_apt() {
  mkdir -p "$apt/parts" "$apt/lists/partial" "$apt/cache/archives/partial"
  for file in /etc/apt/sources.list.d/*.sources; do
    [ -f "$file" ] && sed 's/^Types:.*/Types: deb-src/' "$file" > "$apt/parts/$(basename "$file")"
  done
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -f "$file" ] && sed -n 's/^deb /deb-src /p' "$file" > "$apt/parts/$(basename "$file").list"
  done
  get update
}
get() {
  apt-get -q -y -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$apt/parts" \
    -o Dir::State::Lists="$apt/lists" \
    -o Dir::Cache="$apt/cache" -o APT::Sandbox::User= "$@" > "$apt/log" 2>&1 \
    || { echo "fetch: apt-get $1 failed; its words are in $apt/log" >&2; return 1; }
}

for package; do
  [ -d "$folder/$package" ] && continue
  [ -d "$apt/parts" ] || configure_apt
  rm -rf "$folder/.new"
  mkdir "$folder/.new"
  # a mirror may lag behind with the newest version: then the release's own
  (cd "$folder/.new" && { get source --download-only "$package" 2> /dev/null \
    || get source --download-only "$package/$release"; } \
    && dpkg-source --no-check ${FETCH_FLAGS:-} -x ./*.dsc tree > "$apt/log" 2>&1) \
    || { echo "fetch: no source of $package" >&2; continue; }
  mv "$folder/.new/tree" "$folder/$package"
  rm -rf "$folder/.new"
done
