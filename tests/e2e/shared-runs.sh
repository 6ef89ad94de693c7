#!/bin/sh
# Candidates that do the same in a test share its run: conditions, values of variables, guarded statements, what is
# returned.  Fixes, their order and all that is stored are the same as with a run for each.
set -eu
. "$(dirname "$0")/lib.sh"
mkdir "$scratch/program"
cd "$scratch/program"
cat > words.c <<'END'
#include <stdio.h>
#include <stdlib.h>

struct word {
    const char *text;
    struct word *next;
};

static int depth(int n)
{
    int below;

    if (n <= 0)
        return 0;
    below = depth(n - 1);
    return below + 1;
}

static int length(const struct word *word)
{
    int n = 0, i;

    for (i = 0; word->text[i] != '\0'; i++)
        n = n + 2;
    if (n > 100)
        n = 100;
    return n;
}

static int best(const struct word *word)
{
    int most = 0, n;

    while (word != NULL) {
        n = length(word);
        if (n > most)
            most = n;
        else
            n--;
        word = word->next;
    }
    return most;
}

int main(void)
{
    char text[20][20];
    struct word words[20] = { { NULL, NULL } }, *first = NULL;
    double mean = 0;
    int i;

    for (i = 0; i < 20 && scanf("%19s", text[i]) == 1; i++) {
        words[i].text = text[i];
        words[i].next = first;
        first = &words[i];
        mean += 1;
    }
    mean = mean / 2;
    printf("%d %d %.1f\n", best(first), depth(i), mean);
    return 0;
}
END
n=0
for case in "a:1 1 0.5" "::0 0 0.0" "ab c:2 2 1.0" "a bcd ef:3 3 1.5" "abcde:5 1 0.5"; do
  n=$((n + 1))
  echo "${case%:*}" | tr -d : > "$n.in"
  echo "${case##*:}" > "$n.out"
  printf 't%s\t./words\tinput=%s.in\toutput=%s.out\n' "$n" "$n" "$n" >> tests.tsv
done
both() {
  rm -rf autofix.out autofix.out.old
  expect "$1" "$2" "$autofix" run --jobs 1 --verbose --max-candidates 400 --tests tests.tsv "$3"
  shared=$(sed -n 's/.* \([0-9]*\) shared.*/\1/p' "$scratch/output" | head -1)
  runs=$(sed -n 's/.* \([0-9]*\) runs.*/\1/p' "$scratch/output" | head -1)
  cp -a autofix.out "$scratch/with"
  expect "$1" ", 0 shared, " "$autofix" run --jobs 1 --verbose --parts=-shared --max-candidates 400 \
    --tests tests.tsv "$3"
  cat autofix.out/patches/*.patch > "$scratch/alone.patches" 2> /dev/null || true
  cat "$scratch"/with/patches/*.patch > "$scratch/shared.patches" 2> /dev/null || true
  cmp -s "$scratch/alone.patches" "$scratch/shared.patches" || fail "$3: other fixes when runs are shared"
  cmp -s autofix.out/results.json "$scratch/with/results.json" || fail "$3: other results when runs are shared"
  rm -rf "$scratch/with"
}
both 2 "fix 1" words.c
[ $((2 * shared)) -gt "$runs" ] || fail "only $shared runs are shared, and $runs are not"

# a looked-at value that crashes, in another's process and in its own
cat > chain.c <<'END'
#include <stdio.h>

struct link {
    int value;
    struct link *next;
};

int main(void)
{
    struct link last = { 3, NULL }, first = { 0, &last }, *at = &first;
    int sum = 0, n;

    scanf("%d", &n);
    first.value = n;
    while (at->next != NULL) {
        sum += at->value;
        at = at->next;
    }
    sum = sum / (n + 1);
    printf("%d\n", sum + at->value);
    return 0;
}
END
rm tests.tsv
for case in "0 3" "1 4" "4 7" "-1 2"; do
  set -- $case
  echo "$1" > "c$1.in"
  echo "$2" > "c$1.out"
  printf 'c%s\t./chain\tinput=c%s.in\toutput=c%s.out\n' "$1" "$1" "$1" >> tests.tsv
done
both 2 "fix 1" chain.c
[ "$shared" -gt 0 ] || fail "nothing is shared where values crash"
finish
