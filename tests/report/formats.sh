#!/bin/sh
# Each format against its validator, applied by the program it is for, and made anew from results.json with the same
# bytes.
set -eu
. "${AUTOFIX_SRCDIR:-.}/tests/e2e/lib.sh"
here=$top/tests/report
mkdir "$scratch/in"
cd "$scratch/in"
. "$here/module.sh"

expect 2 'fault: postcondition' "$autofix" run --quiet --records cell.c
out=autofix.out
fault=$(sed -n 's/.*"id" : "\(F-[0-9a-f]*\)".*/\1/p' $out/results.json | head -1)
fix=$(sed -n 's/.*"id" : "\(X-[0-9a-f]*-1\)".*/\1/p' $out/results.json | head -1)
[ -n "$fault" ] && [ -n "$fix" ] || fail "no fault or no fix"

# schema SCHEMA FILE
schema() {
  for python in python3 /usr/bin/python3; do
    command -v $python > /dev/null || continue
    status=0
    $python "$here/schema.py" "$1" "$2" > "$scratch/schema" 2>&1 || status=$?
    [ $status = 77 ] || break
  done
  case ${status:-77} in
    0) ;;
    77) echo "NOTE: python3-jsonschema is not installed: $2 is not validated" ;;
    *) fail "$2 is not valid"; cat "$scratch/schema" >&2 ;;
  esac
}
schema "$top/src/report/results.schema.json" $out/results.json
schema "$here/sarif-schema-2.1.0.json" $out/results.sarif
"$autofix" test --quiet --effort 1 --exit-zero --routine cell_create --output nothing cell.c > "$scratch/output" 2>&1 \
  || fail "a run that finds nothing"
schema "$top/src/report/results.schema.json" nothing/results.json
schema "$here/sarif-schema-2.1.0.json" nothing/results.sarif

# XML
if command -v xmllint > /dev/null; then
  for file in $out/results.junit.xml nothing/results.junit.xml; do
    xmllint --noout --nonet --relaxng "$here/junit.rng" $file 2> "$scratch/xml" \
      || { fail "$file is not valid"; cat "$scratch/xml" >&2; }
  done
  for file in $out/report.html nothing/report.html; do
    xmllint --noout --nonet $file 2> "$scratch/xml" || { fail "$file is not well-formed"; cat "$scratch/xml" >&2; }
  done
  # IDs once each, links to what is there
  xmllint --xpath '//@id' $out/report.html | sort | uniq -d | grep . && fail "an id stands twice in report.html"
  xmllint --xpath '//*[local-name()="a"]/@href' $out/report.html | tr ' ' '\n' | sed -n 's/^href="#\(.*\)"$/\1/p' \
    | sort -u |
    while read -r id; do grep -q "id=\"$id\"" $out/report.html || echo "$id"; done > "$scratch/dangling"
  [ ! -s "$scratch/dangling" ] || fail "report.html links to nothing: $(cat "$scratch/dangling")"
else
  echo "NOTE: xmllint is not installed: JUnit XML and HTML are not validated"
fi

# report.html: nothing that is fetched, everything that is said, nothing of the source read as markup
! grep -nE ' (src|srcset|data|action|poster)=|<(link|iframe|object|embed|img|base)|@import|url\([^#]|href="[^#]' \
  $out/report.html || fail "report.html is not self-contained"
[ "$(grep -o 'https\{0,1\}:' $out/report.html | wc -l)" = 1 ] \
  || fail "report.html names an address beside its namespace"
grep -q "default-src 'none'" $out/report.html || fail "report.html has no policy"
for text in "id=\"$fault\"" "id=\"$fix\"" 'cell_add(' 'c-&gt;value &lt;= c-&gt;limit' 'violated here' \
  'table class="sides"' 'größer' \
  '&lt;/script&gt; &lt;b title=' "autofix apply $fix" 'differs from'; do
  grep -qF "$text" $out/report.html || fail "report.html lacks: $text"
done
[ "$(grep -c '</script>' $out/report.html)" = 1 ] || fail "source text ends the script"

# SARIF: what the schema cannot know
grep -q "\"autofixFaultId/v1\" : \"$fault\"" $out/results.sarif || fail "no fingerprint"
grep -q '"codeFlows"' $out/results.sarif || fail "no code flow"
grep -q '"byteOffset"' $out/results.sarif || fail "no fix"

# patches: three programs take them, and the commit says why
git init -q tree && git -C tree config user.name tester && git -C tree config user.email tester@localhost
cp cell.c cell.h tree/ && git -C tree add . && git -C tree commit -q -m base
patches=$scratch/in/$out/patches
for patch in "$patches"/*.patch; do
  git -C tree apply --check -p1 "$patch" || fail "git apply does not take $patch"
  (cd tree && patch -s -p1 --dry-run < "$patch") || fail "patch does not take $patch"
  git -C tree am -q "$patch" 2> "$scratch/am" \
    || { fail "git am does not take $patch"; cat "$scratch/am" >&2; git -C tree am --abort; }
  git -C tree reset -q --hard HEAD~1
done
git -C tree am -q "$patches/$fix.patch"
git -C tree log -1 --format=%s | grep -qx "Fix cell_add: postcondition of 'cell_add' violated" \
  || fail "the commit's subject"
for line in "^    c->value <= c->limit" "^    cell_add(" "^Evidence: " "^Fault: $fault" "^Fix: $fix, "; do
  git -C tree log -1 --format=%B | grep -q "$line" || fail "the commit's message lacks: $line"
done
cp tree/cell.c applied.c
# where the file has moved on, git finds its way by the index line
git -C tree reset -q --hard HEAD~1
sed -i '1i /* a new first line */' tree/cell.c
git -C tree commit -q -a -m 'move on'
git -C tree apply --3way "$patches/$fix.patch" 2> /dev/null || fail "git apply --3way"

# replacements: the real program does the same as the patch
if command -v clang-apply-replacements > /dev/null; then
  cp cell.c kept.c
  clang-apply-replacements "$out/replacements/$fix" || fail "clang-apply-replacements"
  cmp -s cell.c applied.c || fail "clang-apply-replacements and git am differ"
  cp kept.c cell.c
else
  echo "NOTE: clang-apply-replacements is not installed"
fi

# made anew from results.json: the same bytes, on standard output and in the folder
cp -R $out before
# name:file of each format that has one, from the table
formats=$(sed -n 's/^AF_OUTPUT_FORMAT ([A-Z0-9_]*, "\([a-z0-9]*\)", [a-z0-9_]*, "\([^"]*\)".*/\1:\2/p' \
  "$top/src/report/formats/formats.def")
[ "$(echo "$formats" | wc -l)" -ge 3 ] || fail "no formats in the table"
for format in json:results.json $formats; do
  "$autofix" report --format=${format%%:*} > printed || fail "report --format=${format%%:*}"
  cmp -s printed $out/${format#*:} || fail "--format=${format%%:*} is not ${format#*:}"
done
"$autofix" report --format=text > printed && grep -q "^cell.c:[0-9]*:[0-9]*: fault" printed \
  || fail "report --format=text"
for format in $formats; do rm $out/"${format#*:}"; done
rm -r $out/patches $out/tests $out/replacements
expect 0 'reports of [0-9]+ faults? written' "$autofix" report
diff -r before $out || fail "report does not make the same files"
expect 1 "option --format: invalid value 'pdf'" "$autofix" report --format=pdf
expect 1 'no results' "$autofix" report --output nowhere
expect 1 'unexpected argument .autofix.out.' "$autofix" report autofix.out

# a source that is gone or has changed is no hindrance; an unwritable folder is
mv cell.c away.c
expect 0 'reports of [0-9]+ faults? written' "$autofix" report
diff -r before $out || fail "report depends on the source"
expect 1 'No such file' "$autofix" apply "$fix"
sed 's/int sum/long sum/' away.c > cell.c
expect 1 'has changed since the run' "$autofix" apply "$fix"
grep -q 'long sum' cell.c || fail "apply changed a file that it refused"
mv away.c cell.c
if [ -c /dev/full ] && [ "$(id -u)" != 0 ]; then
  chmod a-w $out && expect 1 'denied' "$autofix" report && chmod u+w $out
fi
rm $out/results.junit.xml && mkdir $out/results.junit.xml
expect 1 'results.junit.xml' "$autofix" report
rmdir $out/results.junit.xml

# broken results: a message and status 1, never more
cp $out/results.json good.json
n=0
while IFS= read -r change; do
  sed "$change" good.json > $out/results.json
  cmp -s good.json $out/results.json && fail "no change by: $change"
  for command in show "show $fault" "show $fix" report "apply $fix" "replay $fault"; do
    # shellcheck disable=SC2086 # words
    expect 1 'results.json' "$autofix" $command
    ! grep -qE 'CRITICAL|assert' "$scratch/output" || fail "$command on: $change"
  done
  n=$((n + 1))
done <<'END'
1s/{/[/
$s/}//
s/"version" : 6/"version" : 1/
s/"faults" :/"fault" :/
s/"line" : [0-9]*/"line" : "many"/
s/"start" : [0-9]*/"start" : 99999999/
s/"start" : [0-9]*/"start" : -1/
s/"edits" :/"changes" :/
s/"text" : ".*include.*"/"text" : ""/
END
[ "$n" = 9 ] || fail "only $n broken files were tried"
: > $out/results.json
expect 1 'results.json' "$autofix" show
cp good.json $out/results.json
sed -i 's/"id" : "X-[^"]*-1"/"id" : "X-..\/..\/oops"/' $out/results.json
expect 1 "member 'id' of .* wrong type" "$autofix" report
finish
