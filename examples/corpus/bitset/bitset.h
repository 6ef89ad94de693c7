#ifndef BITSET_H
#define BITSET_H

#include <stdbool.h>
#include <stddef.h>

#include <autofix/contract.h>

/*
 * Sets of bits with the numbers 0 .. size - 1.  The size is given when a set is
 * made and can be changed later; ranges include `from' and exclude `to'.
 */

#define BS_MAX_SIZE	4096

typedef struct BitSet BitSet;

INVARIANT bool	 bs_valid(const BitSet *);

/* Functions that return a new set return NULL when memory is short. */
BitSet		*bs_create(size_t size);		/* all bits 0 */
BitSet		*bs_copy(const BitSet *);
void		 bs_destroy(BitSet *);

QUERY size_t	 bs_size(const BitSet *);
QUERY bool	 bs_test(const BitSet *, size_t bit);
QUERY size_t	 bs_count(const BitSet *);
QUERY size_t	 bs_count_range(const BitSet *, size_t from, size_t to);
QUERY bool	 bs_none(const BitSet *);
/* The first bit set at or after `from', the last one before `end', or else the size. */
QUERY size_t	 bs_next(const BitSet *, size_t from);
QUERY size_t	 bs_prev(const BitSet *, size_t end);
/* Same size and same bits. */
QUERY bool	 bs_equal(const BitSet *, const BitSet *);
/* Is each bit of the first set in the second, whatever their sizes? */
QUERY bool	 bs_subset(const BitSet *, const BitSet *);

void		 bs_set(BitSet *, size_t bit);
void		 bs_clear(BitSet *, size_t bit);
bool		 bs_flip(BitSet *, size_t bit);		/* its new value */
void		 bs_set_range(BitSet *, size_t from, size_t to);
void		 bs_clear_range(BitSet *, size_t from, size_t to);
void		 bs_flip_all(BitSet *);
/* New bits are 0.  False, and no change, when memory is short. */
bool		 bs_resize(BitSet *, size_t size);

/* New sets; the size is that of the larger set, the smaller set, the first set. */
BitSet		*bs_union(const BitSet *, const BitSet *);
BitSet		*bs_intersection(const BitSet *, const BitSet *);
BitSet		*bs_difference(const BitSet *, const BitSet *);
/* New set of the same size: bits move n places up, or down; what leaves is lost. */
BitSet		*bs_shift_up(const BitSet *, size_t n);
BitSet		*bs_shift_down(const BitSet *, size_t n);

/* The first bits as text, "0110...": at most room - 1 of them and a NUL.  Returns how many. */
size_t		 bs_format(const BitSet *, char *out, size_t room);

#endif
