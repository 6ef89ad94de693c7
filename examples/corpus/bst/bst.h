#ifndef BST_H
#define BST_H

#include <stdbool.h>

#include <autofix/contract.h>

/*
 * A set of ints in an unbalanced binary search tree.
 *
 * Keys are also numbered 0 .. count - 1 in ascending order.  A node is a
 * position in the tree; it stays good until its key is removed.
 */
struct bst;
struct bst_node;

struct bst *bst_create(void);			/* empty */
struct bst *bst_copy(const struct bst *t);	/* same keys, same shape */
void bst_destroy(struct bst *t);		/* ignores null */

INVARIANT bool bst_valid(const struct bst *t);

QUERY int bst_count(const struct bst *t);
QUERY bool bst_is_empty(const struct bst *t);
QUERY int bst_height(const struct bst *t);	/* nodes on the longest path */
QUERY bool bst_contains(const struct bst *t, int key);
QUERY int bst_rank(const struct bst *t, int key);	/* how many are less? */
QUERY int bst_at(const struct bst *t, int i);		/* the key number i */
QUERY int bst_min(const struct bst *t);
QUERY int bst_max(const struct bst *t);
/* How many keys are there from lo to hi, both included? */
QUERY int bst_count_between(const struct bst *t, int lo, int hi);
/* A checksum of the keys from lo to hi; that of two parts is their sum. */
QUERY unsigned bst_checksum(const struct bst *t, int lo, int hi);
QUERY bool bst_equal(const struct bst *a, const struct bst *b);

/*
 * Walking, in order:
 *	for (n = bst_first(t); n != NULL; n = bst_next(n)) ...
 * All of these answer NULL when there is no such node.
 */
struct bst_node *bst_first(const struct bst *t);
struct bst_node *bst_find(const struct bst *t, int key);
struct bst_node *bst_lower_bound(const struct bst *t, int key);	/* >= key */
struct bst_node *bst_next(const struct bst_node *n);
struct bst_node *bst_prev(const struct bst_node *n);
QUERY int bst_key(const struct bst_node *n);
QUERY bool bst_owns(const struct bst *t, const struct bst_node *n);

/* Was the key new? */
bool bst_insert(struct bst *t, int key);
/* Removes a node and returns the one behind it. */
struct bst_node *bst_erase(struct bst *t, struct bst_node *n);
/* Was there such a key? */
bool bst_remove(struct bst *t, int key);
/* Removes the keys from lo to hi, both included; returns how many. */
int bst_remove_range(struct bst *t, int lo, int hi);
/* Takes the smallest key out; false when there is none. */
bool bst_pop_min(struct bst *t, int *key);
/* Puts the key `to` in the place of `from`.  Changes nothing and answers false
 * when there is no `from`, or `to` is there already (unless they are equal). */
bool bst_rekey(struct bst *t, int from, int to);
/* Adds all keys of src; returns how many were new. */
int bst_merge(struct bst *dst, const struct bst *src);
void bst_clear(struct bst *t);

#endif
