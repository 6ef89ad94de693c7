#!/bin/sh
# The recording at the top of the README: recording.sh README.md > docs/recording.svg
# What is typed and printed there is the README's first sample, which tests/e2e/sorted-set.sh holds against the program;
# a line after the other appears, as in a terminal.  Without animation the last picture is shown.
set -eu
sed -n '/^    \$ autofix run/,/^[^ ]/p' "$1" | sed '$d; s/^    //; s/ *$//' | sed '$d' | awk '
  function escape(text) {
    gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text)
    return text
  }
  # columns beyond the last are left out; what is printed stays on its line
  function line(text, color, at) {
    if (length(text) > columns) text = substr(text, 1, columns - 1) "…"
    y += 18
    lines = lines sprintf("<text x=\"16\" y=\"%d\" fill=\"%s\" style=\"animation-delay:%.2fs\"", y, color, at)
    lines = lines sprintf(" xml:space=\"preserve\">%s</text>\n", escape(text))
  }
  BEGIN { columns = 118; y = 44; at = 0.5 }
  /^\$ / { line($0, "#f0f0f0", at); at += 1.5; next }
  /: fault: / { line($0, "#ff6b6b", at); at += 1; next }
  /^  fix 1/ { at += 0.6; line($0, "#7ee787", at); at += 0.2; next }
  /^    \+/ { line($0, "#7ee787", at); at += 0.15; next }
  /^    -/ { line($0, "#ff9b9b", at); at += 0.15; next }
  /^    / { line($0, "#8b949e", at); at += 0.05; next }
  { line($0, "#d0d7de", at); at += 0.2 }
  END {
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"960\" height=\"%d\"", y + 24
    printf " viewBox=\"0 0 960 %d\" role=\"img\">\n", y + 24
    print "<title>autofix run finds a fault in sorted_set.c and prints its fix</title>"
    print "<style>text{font:13px/18px ui-monospace,Menlo,Consolas,monospace;animation:show .01s both}"
    printf "@keyframes show{from{opacity:0}to{opacity:1}}"
    print "@media (prefers-reduced-motion:reduce){text{animation:none}}</style>"
    printf "<rect width=\"960\" height=\"%d\" rx=\"8\" fill=\"#0d1117\"/>\n", y + 24
    print "<circle cx=\"22\" cy=\"20\" r=\"6\" fill=\"#ff5f56\"/><circle cx=\"42\" cy=\"20\" r=\"6\" fill=\"#ffbd2e\"/>"
    print "<circle cx=\"62\" cy=\"20\" r=\"6\" fill=\"#27c93f\"/>"
    printf "%s</svg>\n", lines
  }'
