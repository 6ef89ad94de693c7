#include "bitset.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define WORD_BITS	32
#define ALL_ONES	UINT32_MAX

struct BitSet {
	uint32_t	*words;		/* bits beyond the size are 0 */
	size_t		 nwords;
	size_t		 size;
};

static size_t
words_for(size_t size)
{
	return (size + WORD_BITS - 1) / WORD_BITS;
}

static uint32_t
mask_of(size_t bit)
{
	return (uint32_t)1 << bit % WORD_BITS;
}

/* Clears what is beyond the size in the last word. */
static void
trim(BitSet *b)
{
	if (b->size % WORD_BITS != 0)
		b->words[b->nwords - 1] &= mask_of(b->size) - 1;
}

INVARIANT bool
bs_valid(const BitSet *b)
{
	if (b->size > BS_MAX_SIZE || b->nwords != words_for(b->size) || b->words == NULL)
		return false;
	return b->size % WORD_BITS == 0 ||
	    b->words[b->nwords - 1] < mask_of(b->size);
}

BitSet *
bs_create(size_t size)
{
	REQUIRE(size <= BS_MAX_SIZE);
	ENSURE(IMPLIES(RESULT != NULL, bs_size(RESULT) == size && bs_none(RESULT)));
	BitSet *b;

	if ((b = malloc(sizeof *b)) == NULL)
		return NULL;
	b->size = size;
	b->nwords = words_for(size);
	/* One word more, as an empty block may be NULL. */
	b->words = calloc(b->nwords + 1, sizeof *b->words);
	if (b->words == NULL) {
		free(b);
		return NULL;
	}
	return b;
}

BitSet *
bs_copy(const BitSet *b)
{
	REQUIRE(b != NULL);
	ENSURE(IMPLIES(RESULT != NULL, bs_equal(RESULT, b)));
	BitSet *copy;

	if ((copy = bs_create(b->size)) != NULL)
		memcpy(copy->words, b->words, b->nwords * sizeof *b->words);
	return copy;
}

void
bs_destroy(BitSet *b)
{
	CONSUME(b);
	if (b == NULL)
		return;
	free(b->words);
	free(b);
}

size_t
bs_size(const BitSet *b)
{
	REQUIRE(b != NULL);
	return b->size;
}

bool
bs_test(const BitSet *b, size_t bit)
{
	REQUIRE(b != NULL && bit < b->size);
	return (b->words[bit / WORD_BITS] & mask_of(bit)) != 0;
}

size_t
bs_count(const BitSet *b)
{
	REQUIRE(b != NULL);
	ENSURE(RESULT == bs_count_range(b, 0, b->size));
	size_t n = 0;

	for (size_t k = 0; k < b->nwords; k++)
		for (uint32_t w = b->words[k]; w != 0; w &= w - 1)
			n++;
	return n;
}

size_t
bs_count_range(const BitSet *b, size_t from, size_t to)
{
	REQUIRE(b != NULL && from <= to && to <= b->size);
	ENSURE(RESULT <= to - from);
	size_t n = 0;

	for (size_t i = from; i < to; i++)
		n += bs_test(b, i);
	return n;
}

bool
bs_none(const BitSet *b)
{
	REQUIRE(b != NULL);
	ENSURE(RESULT == (bs_count(b) == 0));
	for (size_t k = 0; k < b->nwords; k++)
		if (b->words[k] != 0)
			return false;
	return true;
}

size_t
bs_next(const BitSet *b, size_t from)
{
	REQUIRE(b != NULL && from <= b->size);
	ENSURE(RESULT == b->size || (from <= RESULT && RESULT < b->size && bs_test(b, RESULT)));
	ENSURE(FORALL(i, from, RESULT, !bs_test(b, i)));
	size_t k = from / WORD_BITS, bit;
	uint32_t w;

	if (from == b->size)
		return b->size;
	w = b->words[k] & ~(mask_of(from) - 1);
	while (w == 0) {
		if (++k == b->nwords)
			return b->size;
		w = b->words[k];
	}
	for (bit = k * WORD_BITS; w % 2 == 0; w >>= 1)
		bit++;
	return bit;
}

size_t
bs_prev(const BitSet *b, size_t end)
{
	REQUIRE(b != NULL && end <= b->size);
	ENSURE(RESULT == b->size || (RESULT < end && bs_test(b, RESULT)));
	ENSURE(FORALL(i, RESULT == b->size ? 0 : RESULT + 1, end, !bs_test(b, i)));
	size_t bit;

	if (end == 0)
		return b->size;
	for (bit = end - 1; !bs_test(b, bit); bit--)
		if (bit == 0)
			return b->size;
	return bit;
}

bool
bs_equal(const BitSet *a, const BitSet *b)
{
	REQUIRE(a != NULL && b != NULL);
	ENSURE(RESULT == (a->size == b->size &&
	    FORALL(i, 0, a->size, bs_test(a, i) == bs_test(b, i))));
	return a->size == b->size &&
	    memcmp(a->words, b->words, a->nwords * sizeof *a->words) == 0;
}

bool
bs_subset(const BitSet *a, const BitSet *b)
{
	REQUIRE(a != NULL && b != NULL);
	ENSURE(RESULT == FORALL(i, 0, a->size,
	    IMPLIES(bs_test(a, i), i < b->size && bs_test(b, i))));
	for (size_t k = 0; k < a->nwords; k++) {
		uint32_t allowed = k < b->nwords ? b->words[k] : 0;

		if ((a->words[k] & ~allowed) != 0)
			return false;
	}
	return true;
}

void
bs_set(BitSet *b, size_t bit)
{
	REQUIRE(b != NULL && bit < b->size);
	ENSURE(bs_test(b, bit));
	b->words[bit / WORD_BITS] |= mask_of(bit);
}

void
bs_clear(BitSet *b, size_t bit)
{
	REQUIRE(b != NULL && bit < b->size);
	ENSURE(!bs_test(b, bit));
	ENSURE(bs_count(b) == OLD(bs_count(b)) - (OLD(bs_test(b, bit)) ? 1 : 0));
	b->words[bit / WORD_BITS] &= ~mask_of(bit);
}

bool
bs_flip(BitSet *b, size_t bit)
{
	REQUIRE(b != NULL && bit < b->size);
	ENSURE(RESULT == bs_test(b, bit));
	ENSURE(RESULT != OLD(bs_test(b, bit)));
	b->words[bit / WORD_BITS] ^= mask_of(bit);
	return bs_test(b, bit);
}

void
bs_set_range(BitSet *b, size_t from, size_t to)
{
	REQUIRE(b != NULL && from <= to && to <= b->size);
	ENSURE(bs_count_range(b, from, to) == to - from);
	ENSURE(bs_count_range(b, 0, from) == OLD(bs_count_range(b, 0, from)));
	ENSURE(bs_count_range(b, to, b->size) == OLD(bs_count_range(b, to, b->size)));
	size_t i = from;

	while (i < to)
		if (i % WORD_BITS == 0 && to - i >= WORD_BITS) {
			b->words[i / WORD_BITS] = ALL_ONES;
			i += WORD_BITS;
		} else
			bs_set(b, i++);
}

void
bs_clear_range(BitSet *b, size_t from, size_t to)
{
	REQUIRE(b != NULL && from <= to && to <= b->size);
	ENSURE(bs_count_range(b, from, to) == 0);
	ENSURE(bs_count(b) == OLD(bs_count(b) - bs_count_range(b, from, to)));
	for (size_t i = bs_next(b, from); i < to; i = bs_next(b, i + 1))
		bs_clear(b, i);
}

void
bs_flip_all(BitSet *b)
{
	REQUIRE(b != NULL);
	ENSURE(bs_count(b) == b->size - OLD(bs_count(b)));
	for (size_t k = 0; k < b->nwords; k++)
		b->words[k] = ~b->words[k];
	trim(b);
}

bool
bs_resize(BitSet *b, size_t size)
{
	REQUIRE(b != NULL && size <= BS_MAX_SIZE);
	ENSURE(b->size == (RESULT ? size : OLD(b->size)));
	ENSURE(IMPLIES(RESULT, bs_count(b) ==
	    OLD(bs_count_range(b, 0, size < b->size ? size : b->size))));
	size_t nwords = words_for(size);
	uint32_t *words = realloc(b->words, (nwords + 1) * sizeof *words);

	if (words == NULL)
		return false;
	for (size_t k = b->nwords; k < nwords; k++)
		words[k] = 0;
	b->words = words;
	b->nwords = nwords;
	b->size = size;
	trim(b);
	return true;
}

BitSet *
bs_union(const BitSet *a, const BitSet *b)
{
	REQUIRE(a != NULL && b != NULL);
	ENSURE(IMPLIES(RESULT != NULL,
	    bs_size(RESULT) == (a->size > b->size ? a->size : b->size)));
	ENSURE(IMPLIES(RESULT != NULL, FORALL(i, 0, RESULT->size, bs_test(RESULT, i) ==
	    ((i < a->size && bs_test(a, i)) || (i < b->size && bs_test(b, i))))));
	const BitSet *large = a->size > b->size ? a : b;
	const BitSet *small = large == a ? b : a;
	BitSet *u;

	if ((u = bs_copy(large)) == NULL)
		return NULL;
	for (size_t k = 0; k < small->nwords; k++)
		u->words[k] |= small->words[k];
	return u;
}

BitSet *
bs_intersection(const BitSet *a, const BitSet *b)
{
	REQUIRE(a != NULL && b != NULL);
	ENSURE(IMPLIES(RESULT != NULL,
	    bs_size(RESULT) == (a->size < b->size ? a->size : b->size)));
	ENSURE(IMPLIES(RESULT != NULL, FORALL(i, 0, RESULT->size,
	    bs_test(RESULT, i) == (bs_test(a, i) && bs_test(b, i)))));
	BitSet *both;

	if ((both = bs_create(a->size < b->size ? a->size : b->size)) == NULL)
		return NULL;
	for (size_t k = 0; k < both->nwords; k++)
		both->words[k] = a->words[k] & b->words[k];
	return both;
}

BitSet *
bs_difference(const BitSet *a, const BitSet *b)
{
	REQUIRE(a != NULL && b != NULL);
	ENSURE(IMPLIES(RESULT != NULL, bs_size(RESULT) == a->size));
	ENSURE(IMPLIES(RESULT != NULL, FORALL(i, 0, RESULT->size, bs_test(RESULT, i) ==
	    (bs_test(a, i) && !(i < b->size && bs_test(b, i))))));
	BitSet *rest;

	if ((rest = bs_copy(a)) == NULL)
		return NULL;
	for (size_t k = 0; k < a->nwords && k < b->nwords; k++)
		rest->words[k] &= ~b->words[k];
	return rest;
}

BitSet *
bs_shift_up(const BitSet *b, size_t n)
{
	REQUIRE(b != NULL);
	ENSURE(IMPLIES(RESULT != NULL, bs_size(RESULT) == b->size));
	ENSURE(IMPLIES(RESULT != NULL, FORALL(i, 0, RESULT->size,
	    bs_test(RESULT, i) == (i >= n && bs_test(b, i - n)))));
	size_t whole = n / WORD_BITS, part = n % WORD_BITS;
	BitSet *up;

	if ((up = bs_create(b->size)) == NULL)
		return NULL;
	for (size_t k = whole; k < up->nwords; k++) {
		uint32_t w = b->words[k - whole] << part;

		if (part > 0 && k > whole)
			w |= b->words[k - whole - 1] >> (WORD_BITS - part);
		up->words[k] = w;
	}
	trim(up);
	return up;
}

BitSet *
bs_shift_down(const BitSet *b, size_t n)
{
	REQUIRE(b != NULL);
	ENSURE(IMPLIES(RESULT != NULL, bs_size(RESULT) == b->size));
	ENSURE(IMPLIES(RESULT != NULL, FORALL(i, 0, RESULT->size,
	    bs_test(RESULT, i) == (n < b->size - i && bs_test(b, i + n)))));
	BitSet *down;

	if ((down = bs_create(b->size)) == NULL)
		return NULL;
	if (n < b->size)
		for (size_t i = bs_next(b, n); i < b->size; i = bs_next(b, i + 1))
			bs_set(down, i - n);
	return down;
}

size_t
bs_format(const BitSet *b, char *out, size_t room)
{
	REQUIRE(b != NULL);
	REQUIRE(room > 0 && WRITABLE(out, room));
	ENSURE(RESULT == (b->size < room ? b->size : room - 1));
	ENSURE(out[RESULT] == '\0');
	ENSURE(FORALL(i, 0, RESULT, out[i] == (bs_test(b, i) ? '1' : '0')));
	size_t n = 0;

	while (n < b->size && n + 1 < room) {
		out[n] = bs_test(b, n) ? '1' : '0';
		n++;
	}
	out[n] = '\0';
	return n;
}
