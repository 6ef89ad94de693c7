#!/bin/sh
# Real mistakes: one tiny case, as it is and with contracts; resumed; verdicts of a person; what is malformed is said.
set -eu
. "${AUTOFIX_SRCDIR:-.}/tests/e2e/lib.sh"
bench=$build/bench/autofix-bench-real
mkdir -p "$scratch/tmp" "$scratch/in" "$scratch/cases/pile/before"
TMPDIR=$scratch/tmp; export TMPDIR
case_dir=$scratch/cases/pile
cd "$scratch/in"

cat > "$case_dir/case.ini" <<'I'
[case]
project = made/up
commit = 0123abc
category = postcondition
routine = pile_height
sources = pile.c
I
cat > "$case_dir/before/pile.h" <<'H'
#define PILE_MOST 3
typedef struct Pile { int height; int items[PILE_MOST]; } Pile;
Pile *pile_new(void);
void pile_free(Pile *p);
int pile_put(Pile *p, int item);
int pile_height(const Pile *p);
int pile_share(const Pile *p, int by);
H
cat > "$case_dir/before/pile.c" <<'C'
#include "pile.h"
#include <stdlib.h>

Pile *pile_new(void)
{
	return calloc(1, sizeof(Pile));
}

void pile_free(Pile *p)
{
	free(p);
}

int pile_put(Pile *p, int item)
{
	if (p->height > PILE_MOST)
		return 0;
	p->items[p->height++] = item;
	return 1;
}

int pile_height(const Pile *p)
{
	return p->height;
}

/* Another mistake, which the fix leaves: division by zero. */
int pile_share(const Pile *p, int by)
{
	return p->height / by;
}
C
cat > "$case_dir/fix.patch" <<'P'
--- a/pile.c
+++ b/pile.c
@@ -15,3 +15,3 @@
 {
-	if (p->height > PILE_MOST)
+	if (p->height >= PILE_MOST)
 		return 0;
P
cat > "$case_dir/contracts.txt" <<'R'
What a maintainer would write.
@@ pile.c after
#include "pile.h"
@@ insert
#include <autofix/contract.h>
@@ pile.c after
int pile_put(Pile *p, int item)
{
@@ insert
	REQUIRE(p != NULL);
	ENSURE(p->height <= PILE_MOST);
@@ pile.c after
int pile_share(const Pile *p, int by)
{
@@ insert
	REQUIRE(p != NULL && by > 0);
@@ pile.c after
int pile_height(const Pile *p)
{
@@ insert
	REQUIRE(p != NULL);
R

expect 0 '^\| pile \| no \| yes \| yes \|' "$bench" "$scratch/cases"
cp "$scratch/output" "$scratch/first"
grep -qE '^\| pile \| yes \| yes \| yes \| 1 \| [12] \| 0 \| 0 \| yes \|' "$scratch/first" \
  || fail "with contracts it is found first, and there is no noise"
grep -qE '^\| pile \| no \| yes \| yes \| [0-9]+ \| [0-9]+ \| [1-9][0-9]* \|' "$scratch/first" \
  || fail "the division that nobody repaired is no noise"
grep -qE 'pile with contracts, F-[0-9a-f]+, fix [0-9]+: proper: ' "$scratch/first" \
  || fail "no fix does what the human one does"
grep -q '"proper@10" : 1' bench.real/real.json || fail "no share in the JSON"
[ -z "$(ls "$scratch/tmp")" ] || fail "files are left over"

# what is done is not done again; a verdict is taken without a new run, and outweighs the comparison
fix=$(sed -nE 's/^([0-9a-f]{12})  pile with contracts.*: proper: .*/\1/p' "$scratch/first" | head -1)
echo "$fix wrong   drops what it should keep" > "$case_dir/verdicts"
touch "$scratch/stamp"
expect 0 "^$fix  pile .*: wrong: " "$bench" "$scratch/cases" --only pile
[ -z "$(find bench.real/sessions -newer "$scratch/stamp" -type f)" ] || fail "a session that is there was made again"
echo "$fix maybe" > "$case_dir/verdicts"
expect 1 'not a verdict' "$bench" "$scratch/cases"
rm "$case_dir/verdicts"

# a case that cannot be laid out is counted as one that does not build; a description that is wrong ends the run
sed -i 's/^int pile_share.*/int pile_shares(void)/' "$case_dir/contracts.txt"
rm "$case_dir"/before/pile.h
expect 0 'pile \(with contracts\): .*pile\.c has the lines of the rule 0 times' "$bench" "$scratch/cases"
grep -qE '^\| pile \| no \| no \| no \|' "$scratch/output" || fail "what does not build is said to build"
echo 'contract = none' >> "$case_dir/case.ini"
expect 1 "unknown key 'contract'" "$bench" "$scratch/cases"
expect 1 "no case 'heap'" "$bench" "$scratch/cases" --only heap
expect 1 'one folder of cases' "$bench"
finish
