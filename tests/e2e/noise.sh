#!/bin/sh
# Code in which nobody has written a contract, and nothing is wrong: what random tests do to it that no caller would is
# no fault, and mistakes in it are found.
set -eu
. "$(dirname "$0")/lib.sh"
cd "$scratch"
cat > deck.h <<'END'
#include <stddef.h>
typedef struct { int *cards; size_t n, room; } Deck;
typedef struct { const Deck *of; const int *at; size_t left; } Deal;
void deck_init (Deck *d);
void deck_done_ (Deck *d);
int deck_add (Deck *d, int card);
void deck_move (Deck *to, Deck *from);
int deck_top (const Deck *d);
int deck_at (const Deck *d, size_t i);
size_t deck_copy (const Deck *d, size_t from, int *to, size_t n);
void deck_deal (Deck *d, Deal *deal);
int deal_next (Deal *deal);
typedef struct { union { const void *p; size_t n; } places[2]; } Trail;
void trail_init (Trail *trail, const Deck *d);
int trail_next (Trail *trail);
void _deck_grow (Deck *d, size_t n);
size_t deck_text (const unsigned char *bytes, size_t n, char *out);
unsigned deck_key (const unsigned char from[4]);
int deck_number (const char **at);
END
cat > deck.c <<'END'
#include "deck.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
void deck_init (Deck *d) { memset (d, 0, sizeof *d); }
void deck_done_ (Deck *d) { free (d->cards); }
void _deck_grow (Deck *d, size_t n)
{
  if (n <= d->room)
    return;
  d->room = n * 2;
  d->cards = realloc (d->cards, d->room * sizeof *d->cards);
}
int deck_add (Deck *d, int card)
{
  _deck_grow (d, d->n + 1);
  d->cards[d->n] = card;
  return (int)d->n++;
}
void deck_move (Deck *to, Deck *from)
{
  free (to->cards);
  *to = *from;
  memset (from, 0, sizeof *from);
}
int deck_at (const Deck *d, size_t i)
{
  assert (i < d->n);
  return d->cards[i];
}
int deck_top (const Deck *d) { return deck_at (d, d->n - 1); }
size_t deck_copy (const Deck *d, size_t from, int *to, size_t n)
{
  size_t most = from < d->n ? d->n - from : 0;
  n = n < most ? n : most;
  if (n > 0)
    memcpy (to, d->cards + from, n * sizeof *to);
  return n;
}
void deck_deal (Deck *d, Deal *deal)
{
  deal->of = d;
  deal->at = d->cards;
  deal->left = d->n;
}
void trail_init (Trail *trail, const Deck *d)
{
  trail->places[0].p = d;
  trail->places[1].n = 0;
}
int trail_next (Trail *trail)
{
  const Deck *d = trail->places[0].p;
  if (trail->places[1].n >= d->n)
    return -1;
  return d->cards[trail->places[1].n++];
}
int deal_next (Deal *deal)
{
  if (deal->left == 0)
    return -1;
  deal->left--;
  return *deal->at++;
}
size_t deck_text (const unsigned char *bytes, size_t n, char *out)
{
  static const char digits[] = "0123456789abcdef";
  size_t k = 0;
  for (size_t i = 0; i < n; i++) {
    out[k++] = digits[bytes[i] >> 4];
    out[k++] = digits[bytes[i] & 15];
  }
  out[k] = '\0';
  return k;
}
unsigned deck_key (const unsigned char from[4])
{
  return (unsigned)(from[0] | from[1] << 8 | from[2] << 16 | from[3] << 24);
}
int deck_number (const char **at)
{
  int n = 0;
  while (**at >= '0' && **at <= '9' && n < 1000)
    n = n * 10 + (*(*at)++ - '0');
  return n;
}
END
tries='test --quiet --seed 1 --effort 2'
expect 0 'deck: 0 faults' "$autofix" $tries deck.c
for stated in 'to != from' 'to != NULL' '\*at != NULL' 'READABLE(from, 4)' 'd->n - 1 < d->n'; do
  grep -q "\"clause\" : \"$stated\"" autofix.out/results.json || fail "nobody is told of $stated"
done
grep -A4 '^.void trail_init' autofix.out/patches/preconditions.patch | grep -q 'REQUIRE (d != NULL)' \
  || fail 'nobody is told of what a trail keeps'
expect 2 'deck: .* faults' "$autofix" $tries --strict deck.c

# mistake FROM TO FAULT: with that in its place the fault is found
mistake () {
  mkdir -p wrong
  cp deck.h wrong
  sed "s/$1/$2/" deck.c > wrong/deck.c
  ! cmp -s deck.c wrong/deck.c || fail "nothing to change: $1"
  expect 2 "fault: $3" "$autofix" $tries wrong/deck.c
}
mistake '_deck_grow (d, d->n + 1)' '_deck_grow (d, d->n)' "null pointer dereferenced in 'deck_add'"
mistake 'n = n < most' 'n = n <= most + 1' "invalid memory access in 'deck_copy'"
mistake 'deal->left = d->n' 'deal->left = d->room + 1' "invalid memory access in 'deal_next'"
mistake 'from\[3\] << 24' 'from[4] << 24' "invalid memory access in 'deck_key'"
mistake "while (\*\*at >= '0' \&\& " "while (((*at)++)[1] >= ' ' \&\& " "invalid memory access in 'deck_number'"
# A record that ends in an array: a block for it need not have the padding that its size has.
cat > label.c <<'END'
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
typedef struct { size_t n; char kind, text[]; } Label;
typedef struct { const char *name; char more[1]; } Sign;
Label *label_new (const char *text)
{
  size_t n = text != NULL ? strlen (text) : 0;
  Label *label = malloc (offsetof (Label, text) + n + 1);
  if (label == NULL)
    return NULL;
  label->n = n;
  label->kind = 'a';
  memcpy (label->text, text != NULL ? text : "", n + 1);
  return label;
}
int label_last (const Label *label)
{
  return label != NULL && label->n > 0 ? label->text[label->n - 1] : -1;
}
void label_free (Label *label) { free (label); }
Sign *sign_new (const char *more)
{
  size_t n = more != NULL ? strlen (more) : 0;
  Sign *sign = malloc (offsetof (Sign, more) + n + 1);
  if (sign == NULL)
    return NULL;
  sign->name = "sign";
  memcpy (sign->more, more != NULL ? more : "", n + 1);
  return sign;
}
int sign_first (const Sign *sign) { return sign != NULL ? sign->name[0] + sign->more[0] : 0; }
void sign_free (Sign *sign) { free (sign); }
END
expect 0 'label: 0 faults' "$autofix" test --quiet --seed 1 --effort 2 label.c
mkdir -p wrong
for wrong in 's/text) + n + 1/text) + n/' 's/offsetof (Label, text) + n/n + 8/' 's/more) + n + 1/more) + n/'; do
  sed "$wrong" label.c > wrong/label.c
  expect 2 "fault: invalid (write|memory access) in '(label|sign)_new'" "$autofix" test --quiet --seed 1 --effort 2 \
    wrong/label.c
done
finish
