#include "bst.h"

#include <limits.h>
#include <stdlib.h>

struct bst_node {
	int key;
	int size;			/* of the subtree below and with it */
	struct bst_node *parent;
	struct bst_node *left;
	struct bst_node *right;
};

struct bst {
	struct bst_node *root;
	struct bst_node *min;		/* leftmost */
	struct bst_node *max;		/* rightmost */
};

static int size_of(const struct bst_node *n)
{
	return n == NULL ? 0 : n->size;
}

static struct bst_node *leftmost(struct bst_node *n)
{
	while (n != NULL && n->left != NULL)
		n = n->left;
	return n;
}

static struct bst_node *rightmost(struct bst_node *n)
{
	while (n != NULL && n->right != NULL)
		n = n->right;
	return n;
}

/* Are all keys strictly between lo and hi, the links and the sizes right? */
static bool subtree_valid(const struct bst_node *n,
			  const struct bst_node *parent, long lo, long hi)
{
	if (n == NULL)
		return true;
	return lo < n->key && n->key < hi && n->parent == parent
		&& subtree_valid(n->left, n, lo, n->key)
		&& subtree_valid(n->right, n, n->key, hi)
		&& n->size == size_of(n->left) + size_of(n->right) + 1;
}

INVARIANT bool bst_valid(const struct bst *t)
{
	return subtree_valid(t->root, NULL, LONG_MIN, LONG_MAX)
		&& t->min == leftmost(t->root)
		&& t->max == rightmost(t->root);
}

static struct bst_node *new_node(int key, struct bst_node *parent)
{
	struct bst_node *n = malloc(sizeof *n);

	if (n == NULL)
		abort();
	n->key = key;
	n->size = 1;
	n->parent = parent;
	n->left = NULL;
	n->right = NULL;
	return n;
}

static struct bst_node *copy_subtree(const struct bst_node *n,
				     struct bst_node *parent)
{
	struct bst_node *copy;

	if (n == NULL)
		return NULL;
	copy = new_node(n->key, parent);
	copy->size = n->size;
	copy->left = copy_subtree(n->left, copy);
	copy->right = copy_subtree(n->right, copy);
	return copy;
}

static void free_subtree(struct bst_node *n)
{
	if (n == NULL)
		return;
	free_subtree(n->left);
	free_subtree(n->right);
	free(n);
}

struct bst *bst_create(void)
{
	ENSURE(RESULT != NULL && bst_is_empty(RESULT));
	struct bst *t = malloc(sizeof *t);

	if (t == NULL)
		abort();
	t->root = t->min = t->max = NULL;
	return t;
}

struct bst *bst_copy(const struct bst *t)
{
	REQUIRE(t != NULL);
	ENSURE(RESULT != NULL && RESULT != t && bst_equal(RESULT, t));
	ENSURE(bst_height(RESULT) == bst_height(t));
	struct bst *copy = bst_create();

	copy->root = copy_subtree(t->root, NULL);
	copy->min = leftmost(copy->root);
	copy->max = rightmost(copy->root);
	return copy;
}

void bst_destroy(struct bst *t)
{
	CONSUME(t);
	if (t == NULL)
		return;
	free_subtree(t->root);
	free(t);
}

int bst_count(const struct bst *t)
{
	REQUIRE(t != NULL);
	ENSURE(RESULT >= 0);
	return size_of(t->root);
}

bool bst_is_empty(const struct bst *t)
{
	REQUIRE(t != NULL);
	ENSURE(RESULT == (bst_count(t) == 0));
	return t->root == NULL;
}

static int subtree_height(const struct bst_node *n)
{
	int left, right;

	if (n == NULL)
		return 0;
	left = subtree_height(n->left);
	right = subtree_height(n->right);
	return (left > right ? left : right) + 1;
}

int bst_height(const struct bst *t)
{
	REQUIRE(t != NULL);
	ENSURE(IFF(RESULT == 0, bst_is_empty(t)));
	ENSURE(0 <= RESULT && RESULT <= bst_count(t));
	return subtree_height(t->root);
}

bool bst_contains(const struct bst *t, int key)
{
	REQUIRE(t != NULL);
	ENSURE(RESULT == EXISTS(i, 0, bst_count(t), bst_at(t, i) == key));
	return bst_find(t, key) != NULL;
}

int bst_rank(const struct bst *t, int key)
{
	REQUIRE(t != NULL);
	ENSURE(0 <= RESULT && RESULT <= bst_count(t));
	ENSURE(FORALL(i, 0, RESULT, bst_at(t, i) < key));
	ENSURE(FORALL(i, RESULT, bst_count(t), bst_at(t, i) >= key));
	const struct bst_node *n = t->root;
	int less = 0;

	while (n != NULL) {
		if (key <= n->key) {
			n = n->left;
		} else {
			less += size_of(n->left) + 1;
			n = n->right;
		}
	}
	return less;
}

int bst_at(const struct bst *t, int i)
{
	REQUIRE(t != NULL);
	REQUIRE(0 <= i && i < bst_count(t));
	ENSURE(bst_rank(t, RESULT) == i && bst_find(t, RESULT) != NULL);
	const struct bst_node *n = t->root;

	while (i != size_of(n->left)) {
		if (i < size_of(n->left)) {
			n = n->left;
		} else {
			i -= size_of(n->left) + 1;
			n = n->right;
		}
	}
	return n->key;
}

int bst_min(const struct bst *t)
{
	REQUIRE(!bst_is_empty(t));
	ENSURE(RESULT == bst_at(t, 0));
	return t->min->key;
}

int bst_max(const struct bst *t)
{
	REQUIRE(!bst_is_empty(t));
	ENSURE(RESULT == bst_at(t, bst_count(t) - 1));
	return t->max->key;
}

int bst_count_between(const struct bst *t, int lo, int hi)
{
	REQUIRE(t != NULL);
	ENSURE(IMPLIES(lo > hi, RESULT == 0));
	ENSURE(IMPLIES(lo <= hi, RESULT == bst_rank(t, hi) - bst_rank(t, lo)
					+ (bst_contains(t, hi) ? 1 : 0)));
	int n = 0;

	if (lo > hi)
		return 0;
	n = bst_rank(t, hi) - bst_rank(t, lo);
	return bst_find(t, hi) != NULL ? n + 1 : n;
}

static unsigned scramble(unsigned x)
{
	x += 0x9e3779b9u;
	x = (x ^ x >> 16) * 0x7feb352du;
	x = (x ^ x >> 15) * 0x846ca68bu;
	return x ^ x >> 16;
}

unsigned bst_checksum(const struct bst *t, int lo, int hi)
{
	REQUIRE(t != NULL);
	unsigned sum = 0;

	for (const struct bst_node *n = bst_lower_bound(t, lo);
	     n != NULL && n->key <= hi; n = bst_next(n))
		sum += scramble((unsigned)n->key);
	return sum;
}

bool bst_equal(const struct bst *a, const struct bst *b)
{
	REQUIRE(a != NULL && b != NULL);
	ENSURE(RESULT == (bst_count(a) == bst_count(b)
			  && FORALL(i, 0, bst_count(a),
				    bst_at(a, i) == bst_at(b, i))));
	const struct bst_node *p = a->min, *q = b->min;

	while (p != NULL && q != NULL && p->key == q->key) {
		p = bst_next(p);
		q = bst_next(q);
	}
	return p == NULL && q == NULL;
}

struct bst_node *bst_first(const struct bst *t)
{
	REQUIRE(t != NULL);
	ENSURE(IFF(RESULT == NULL, bst_is_empty(t)));
	ENSURE(IMPLIES(RESULT != NULL, bst_key(RESULT) == bst_at(t, 0)));
	return t->min;
}

struct bst_node *bst_find(const struct bst *t, int key)
{
	REQUIRE(t != NULL);
	ENSURE(IMPLIES(RESULT != NULL, bst_owns(t, RESULT)));
	ENSURE(IMPLIES(RESULT != NULL, bst_key(RESULT) == key));
	ENSURE(IMPLIES(RESULT == NULL, FORALL(i, 0, bst_count(t),
					      bst_at(t, i) != key)));
	struct bst_node *n = t->root;

	while (n != NULL && n->key != key)
		n = key < n->key ? n->left : n->right;
	return n;
}

struct bst_node *bst_lower_bound(const struct bst *t, int key)
{
	REQUIRE(t != NULL);
	ENSURE(IFF(RESULT == NULL, bst_rank(t, key) == bst_count(t)));
	ENSURE(IMPLIES(RESULT != NULL,
		       bst_key(RESULT) == bst_at(t, bst_rank(t, key))));
	struct bst_node *n = t->root, *best = NULL;

	while (n != NULL) {
		if (n->key >= key) {
			best = n;
			n = n->left;
		} else {
			n = n->right;
		}
	}
	return best;
}

struct bst_node *bst_next(const struct bst_node *n)
{
	REQUIRE(n != NULL);
	ENSURE(IMPLIES(RESULT != NULL, n->key < RESULT->key));
	ENSURE(IMPLIES(n->right != NULL, RESULT == leftmost(n->right)));
	ENSURE(IMPLIES(n->right == NULL && RESULT != NULL,
		       n == rightmost(RESULT->left)));
	if (n->right != NULL)
		return leftmost(n->right);
	while (n->parent != NULL && n->parent->right == n)
		n = n->parent;
	return n->parent;
}

struct bst_node *bst_prev(const struct bst_node *n)
{
	REQUIRE(n != NULL);
	ENSURE(IMPLIES(RESULT != NULL, RESULT->key < n->key));
	ENSURE(IMPLIES(n->left != NULL, RESULT == rightmost(n->left)));
	ENSURE(IMPLIES(n->left == NULL && RESULT != NULL,
		       n == leftmost(RESULT->right)));
	if (n->left != NULL)
		return rightmost(n->left);
	while (n->parent != NULL && n->parent->left == n)
		n = n->parent;
	return n->parent;
}

int bst_key(const struct bst_node *n)
{
	REQUIRE(n != NULL);
	return n->key;
}

bool bst_owns(const struct bst *t, const struct bst_node *n)
{
	REQUIRE(t != NULL && n != NULL);
	while (n->parent != NULL)
		n = n->parent;
	return n == t->root;
}

bool bst_insert(struct bst *t, int key)
{
	REQUIRE(t != NULL);
	ENSURE(RESULT == OLD(!bst_contains(t, key)));
	ENSURE(bst_contains(t, key));
	ENSURE(bst_count(t) == OLD(bst_count(t)) + (RESULT ? 1 : 0));
	ENSURE(bst_checksum(t, INT_MIN, INT_MAX)
	       == OLD(bst_checksum(t, INT_MIN, INT_MAX))
		  + (RESULT ? bst_checksum(t, key, key) : 0));
	struct bst_node *parent = NULL, *n = NULL;
	struct bst_node **link = &t->root;

	while (*link != NULL) {
		parent = *link;
		if (parent->key == key)
			return false;
		link = key < parent->key ? &parent->left : &parent->right;
	}
	n = new_node(key, parent);
	*link = n;
	if (t->min == NULL || key < t->min->key)
		t->min = n;
	if (t->max == NULL || key > t->max->key)
		t->max = n;
	for (; parent != NULL; parent = parent->parent)
		parent->size++;
	return true;
}

/* Hangs a subtree, which may be empty, in the place of another one. */
static void replace_subtree(struct bst *t, struct bst_node *old,
			    struct bst_node *fresh)
{
	if (old->parent == NULL)
		t->root = fresh;
	else if (old->parent->left == old)
		old->parent->left = fresh;
	else
		old->parent->right = fresh;
	if (fresh != NULL)
		fresh->parent = old->parent;
}

struct bst_node *bst_erase(struct bst *t, struct bst_node *n)
{
	REQUIRE(bst_owns(t, n));
	CONSUME(n);
	ENSURE(bst_count(t) == OLD(bst_count(t)) - 1);
	ENSURE(!bst_contains(t, OLD(n->key)));
	ENSURE(bst_checksum(t, INT_MIN, INT_MAX)
	       == OLD(bst_checksum(t, INT_MIN, INT_MAX)
		      - bst_checksum(t, n->key, n->key)));
	ENSURE(RESULT == OLD(bst_next(n)));
	struct bst_node *next = bst_next(n);

	if (n == t->min)
		t->min = next;
	if (n == t->max)
		t->max = bst_prev(n);
	for (struct bst_node *p = n->parent; p != NULL; p = p->parent)
		p->size--;
	if (n->left == NULL) {
		replace_subtree(t, n, n->right);
	} else if (n->right == NULL) {
		replace_subtree(t, n, n->left);
	} else {
		/* next is below n on the right and has no left child. */
		for (struct bst_node *p = next->parent; p != n; p = p->parent)
			p->size--;
		if (next->parent != n) {
			replace_subtree(t, next, next->right);
			next->right = n->right;
			next->right->parent = next;
		}
		replace_subtree(t, n, next);
		next->left = n->left;
		next->left->parent = next;
		next->size = n->size - 1;
	}
	free(n);
	return next;
}

bool bst_remove(struct bst *t, int key)
{
	REQUIRE(t != NULL);
	ENSURE(RESULT == OLD(bst_contains(t, key)));
	ENSURE(!bst_contains(t, key));
	ENSURE(bst_count(t) == OLD(bst_count(t)) - (RESULT ? 1 : 0));
	ENSURE(bst_checksum(t, INT_MIN, INT_MAX)
	       == OLD(bst_checksum(t, INT_MIN, INT_MAX)
		      - bst_checksum(t, key, key)));
	struct bst_node *n = bst_find(t, key);

	if (n == NULL)
		return false;
	bst_erase(t, n);
	return true;
}

int bst_remove_range(struct bst *t, int lo, int hi)
{
	REQUIRE(t != NULL);
	ENSURE(RESULT == OLD(bst_count_between(t, lo, hi)));
	ENSURE(bst_count_between(t, lo, hi) == 0);
	ENSURE(bst_count(t) == OLD(bst_count(t)) - RESULT);
	ENSURE(bst_checksum(t, INT_MIN, INT_MAX)
	       == OLD(bst_checksum(t, INT_MIN, INT_MAX)
		      - bst_checksum(t, lo, hi)));
	struct bst_node *n = bst_lower_bound(t, lo), *next;
	int removed = 0;

	while (n != NULL && n->key <= hi) {
		next = bst_next(n);
		bst_erase(t, n);
		n = next;
		removed++;
	}
	return removed;
}

bool bst_pop_min(struct bst *t, int *key)
{
	REQUIRE(t != NULL && WRITABLE(key, 1));
	ENSURE(RESULT == OLD(!bst_is_empty(t)));
	ENSURE(IMPLIES(RESULT, *key == OLD(bst_is_empty(t) ? 0 : bst_min(t))));
	ENSURE(IMPLIES(!RESULT, *key == OLD(*key)));
	ENSURE(bst_count(t) == OLD(bst_count(t)) - (RESULT ? 1 : 0));
	ENSURE(bst_checksum(t, INT_MIN, INT_MAX)
	       == OLD(bst_checksum(t, INT_MIN, INT_MAX)
		      - (bst_is_empty(t) ? 0 :
			 bst_checksum(t, bst_min(t), bst_min(t)))));
	struct bst_node *n = t->min;

	if (n == NULL)
		return false;
	*key = n->key;
	bst_erase(t, n);
	return true;
}

bool bst_rekey(struct bst *t, int from, int to)
{
	REQUIRE(t != NULL);
	ENSURE(RESULT == OLD(bst_contains(t, from)
			     && (from == to || !bst_contains(t, to))));
	ENSURE(bst_count(t) == OLD(bst_count(t)));
	ENSURE(IMPLIES(RESULT, bst_contains(t, to)));
	ENSURE(IMPLIES(RESULT && from != to, !bst_contains(t, from)));
	ENSURE(bst_checksum(t, INT_MIN, INT_MAX)
	       == OLD(bst_checksum(t, INT_MIN, INT_MAX))
		  + (RESULT ? bst_checksum(t, to, to)
			      - OLD(bst_checksum(t, from, from)) : 0));
	struct bst_node *n = bst_find(t, from);

	if (n == NULL)
		return false;
	if (from == to)
		return true;
	if (!bst_insert(t, to))
		return false;
	bst_erase(t, n);
	return true;
}

int bst_merge(struct bst *dst, const struct bst *src)
{
	REQUIRE(dst != NULL && src != NULL);
	ENSURE(FORALL(i, 0, bst_count(src), bst_contains(dst, bst_at(src, i))));
	ENSURE(bst_count(dst) == OLD(bst_count(dst)) + RESULT);
	ENSURE(IMPLIES(dst == src, RESULT == 0));
	int added = 0;

	for (const struct bst_node *n = src->min; n != NULL; n = bst_next(n))
		if (bst_insert(dst, n->key))
			added++;
	return added;
}

void bst_clear(struct bst *t)
{
	REQUIRE(t != NULL);
	ENSURE(bst_is_empty(t));
	free_subtree(t->root);
	t->root = t->min = t->max = NULL;
}
