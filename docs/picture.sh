#!/bin/sh
# The picture of the report page in the README: picture.sh report.html docs/report.png
# Made by chromium, of the page that the README's first sample leaves in autofix.out.
set -eu
page=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$profile" \
  --window-size=1000,1060 --virtual-time-budget=8000 --screenshot="$2" "file://$page" 2> "$profile/log" \
  || { cat "$profile/log" >&2; exit 1; }
! command -v optipng > /dev/null || optipng -quiet -o5 "$2"
