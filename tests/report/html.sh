#!/bin/sh
# report.html in a real browser: a script clicks and types what a user would and looks at what comes of it, in a wide
# window and at the width of a phone; then pictures are taken for people to look at.  `make check-html`; pictures go to
# check-html.out.
set -eu
. "${AUTOFIX_SRCDIR:-.}/tests/e2e/lib.sh"
here=$top/tests/report
browser=
for name in chromium chromium-browser google-chrome; do
  if command -v "$name" > /dev/null; then browser=$name; break; fi
done
[ -n "$browser" ] || { echo "html: no chromium here, skipped"; exit 77; }
pictures=$build/check-html.out
mkdir -p "$pictures" "$scratch/in"
cd "$scratch/in"

# browse WIDTH HEIGHT OPTION... FILE: no window, no network, its own profile
browse() {
  width=$1 height=$2
  shift 2
  rm -rf "$scratch/profile"     # the page remembers light or dark
  timeout 120 "$browser" --headless=new --no-sandbox --disable-gpu --hide-scrollbars \
    --user-data-dir="$scratch/profile" \
    --proxy-server=127.0.0.1:9 --window-size="$width,$height" --virtual-time-budget=10000 "$@" 2> "$scratch/browser.log"
}

if [ -n "${REPORT:-}" ]; then
  cp "$REPORT" report.html
else
  . "$here/module.sh"
  expect 2 'fault: postcondition' "$autofix" run --quiet cell.c
  cp autofix.out/report.html report.html
fi

# The page with a script at its end that says what it found.  The page's policy allows scripts within it and nothing
# else.
sed '/<\/body>/d; /<\/html>/d' report.html > probe.html
{ echo '<script>//<![CDATA['; cat "$here/probe.js"; echo '//]]></script></body></html>'; } >> probe.html
browse 1280 900 --dump-dom "file://$PWD/probe.html" | sed -n 's/.*<pre id="probe">//; /^PROBE/p; s/<\/pre>.*//' > wide
grep -q '^PROBE done' wide || fail "the script did not come to its end"
grep '^PROBE FAIL' wide && fail "in a wide window"

# A phone is narrower than the narrowest window: the page in a frame.
phone() {
  printf '<!DOCTYPE html><html><body style="margin:0">'
  printf '<iframe src="%s" style="border:0;width:390px;height:%spx"></iframe><pre id="said"></pre>' "$1" "$2"
  printf '<script>%s</script></body></html>' \
    'onmessage = event => { document.getElementById("said").textContent += "\n" + event.data + "\n"; };'
}
phone probe.html 844 > phone.html
browse 600 900 --dump-dom "file://$PWD/phone.html" | grep '^PROBE' > narrow || true
grep -q '^PROBE done' narrow || fail "the script did not come to its end on a phone"
grep '^PROBE FAIL' narrow && fail "on a phone"
grep -q '^PROBE narrow' narrow || fail "the frame is not narrow"

# Pictures: a broken page is a small picture.
sed 's/<html /<html data-theme="dark" /' report.html > dark.html
sed 's/<details class="fix"/<details open="open" class="fix"/; s/open="open" \(.*\) open="open"/open="open" \1/' \
  report.html > open.html
phone report.html 3000 > phone.html
browse 1280 2400 --screenshot="$pictures/wide.png" "file://$PWD/open.html"
browse 1280 2400 --screenshot="$pictures/dark.png" "file://$PWD/dark.html"
browse 390 3000 --screenshot="$pictures/phone.png" "file://$PWD/phone.html"
for picture in wide dark phone; do
  [ "$(wc -c < "$pictures/$picture.png")" -gt 20000 ] || fail "$picture.png is empty"
done
echo "pictures: $pictures"
sed -n 's/^PROBE //p' wide | tail -1
finish
