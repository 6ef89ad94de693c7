#!/bin/sh
# Makes a fresh checkout ready: installs what is missing (Debian and its kin, through apt), makes configure, runs it.
#
#   ./autogen.sh [--no-install] [--no-configure] [CONFIGURE-OPTION...]
#
# --no-install only lists the missing packages and ends (status 1 if any is missing).
set -eu
cd "$(dirname "$0")"

install=yes
configure=yes
while [ $# -gt 0 ]; do
  case $1 in
    --no-install) install=no ;;
    --no-configure) configure=no ;;
    -h|--help) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) break ;;
  esac
  shift
done

packages="gcc make patch git autoconf automake pkg-config libglib2.0-dev libjson-glib-dev libz3-dev
  libgit2-dev libxml2-dev libsqlite3-dev libseccomp-dev check python3-jsonschema libxml2-utils"
missing=
have() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

if command -v dpkg-query >/dev/null 2>&1; then
  for package in $packages; do
    have "$package" || { [ "$package" = pkg-config ] && have pkgconf; } || missing="$missing $package"
  done
  clang=
  for version in 22 21 20 19 18 17; do
    if have "libclang-$version-dev"; then clang=$version; break; fi
  done
  [ -n "$clang" ] || missing="$missing libclang-19-dev"
else
  echo "autogen.sh: no dpkg here; make sure that these are installed: $packages libclang (17 or newer)" >&2
fi

if [ "$install" = no ]; then
  if [ -n "$missing" ]; then
    echo "missing packages:$missing"
    exit 1
  fi
  echo "nothing is missing"
  exit 0
fi

if [ -n "$missing" ]; then
  echo "autogen.sh: installing$missing"
  sudo=
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null 2>&1 \
      || { echo "autogen.sh: not root and no sudo; install them yourself and run this again" >&2; exit 1; }
    sudo=sudo
  fi
  $sudo apt-get update -q
  # shellcheck disable=SC2086 # a list of words
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -q -y --no-install-recommends $missing
fi

autoreconf --force --install
if [ "$configure" = yes ]; then
  ./configure "$@"
fi
