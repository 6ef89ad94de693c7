#include "trie.h"

#include <stdlib.h>
#include <string.h>

#define LETTERS 26

typedef struct Node Node;
struct Node
{
	Node *next[LETTERS];
	int   times;        // the word that ends here
	int   below;        // different words that end here or below
};

struct Trie
{
	Node *root;
	int   total;
};

static bool NodeValid(const Node *node, int *total)
{
	int below = node->times > 0;

	if (node->times < 0)
		return false;
	*total += node->times;
	for (int i = 0; i < LETTERS; i++)
	{
		if (node->next[i] == NULL)
			continue;
		if (!NodeValid(node->next[i], total))
			return false;
		below += node->next[i]->below;
	}
	return below == node->below;
}

INVARIANT bool TrieValid(const Trie *t)
{
	int total = 0;

	return t->root != NULL && t->root->times == 0 && NodeValid(t->root, &total) && total == t->total;
}

static void NodeFree(Node *node)
{
	if (node == NULL)
		return;
	for (int i = 0; i < LETTERS; i++)
		NodeFree(node->next[i]);
	free(node);
}

// The node where the text ends, or null.
static Node *Walk(const Trie *t, const char *text)
{
	Node *node = t->root;

	for (; *text != '\0' && node != NULL; text++)
	{
		if (*text < 'a' || *text > 'z')
			return NULL;
		node = node->next[*text - 'a'];
	}
	return node;
}

// Adds d to the numbers of all nodes on the way of a word that is there.
static void CountWay(Trie *t, const char *word, int d)
{
	Node *node = t->root;

	node->below += d;
	for (; *word != '\0'; word++)
	{
		node = node->next[*word - 'a'];
		node->below += d;
	}
}

Trie *TrieNew(void)
{
	ENSURE(RESULT == NULL || TrieTotal(RESULT) == 0);
	Trie *t = calloc(1, sizeof *t);

	if (t == NULL)
		return NULL;
	t->root = calloc(1, sizeof *t->root);
	if (t->root == NULL)
	{
		free(t);
		return NULL;
	}
	return t;
}

void TrieFree(Trie *t)
{
	CONSUME(t);
	if (t != NULL)
		NodeFree(t->root);
	free(t);
}

bool TrieIsWord(const char *s)
{
	REQUIRE(s != NULL);
	if (*s == '\0')
		return false;
	for (; *s != '\0'; s++)
		if (*s < 'a' || *s > 'z')
			return false;
	return true;
}

int TrieDistinct(const Trie *t)
{
	REQUIRE(t != NULL);
	return t->root->below;
}

int TrieTotal(const Trie *t)
{
	REQUIRE(t != NULL);
	return t->total;
}

int TrieCount(const Trie *t, const char *word)
{
	REQUIRE(t != NULL && word != NULL);
	ENSURE(RESULT >= 0 && RESULT <= TrieTotal(t));
	const Node *node = Walk(t, word);

	return node == NULL ? 0 : node->times;
}

bool TrieHas(const Trie *t, const char *word)
{
	REQUIRE(t != NULL && word != NULL);
	return TrieCount(t, word) > 0;
}

int TrieWithPrefix(const Trie *t, const char *prefix)
{
	REQUIRE(t != NULL && prefix != NULL);
	ENSURE(RESULT <= TrieDistinct(t));
	ENSURE(IMPLIES(TrieHas(t, prefix), RESULT > 0));
	const Node *node = Walk(t, prefix);

	if (node == NULL)
		return 0;
	return node->below;
}

int TrieLongestPrefix(const Trie *t, const char *text)
{
	REQUIRE(t != NULL && text != NULL);
	ENSURE(RESULT >= 0 && RESULT <= (int)strlen(text));
	ENSURE(IMPLIES(TrieHas(t, text), RESULT == (int)strlen(text)));
	const Node *node = t->root;
	int best = 0;

	for (int i = 0; text[i] >= 'a' && text[i] <= 'z'; i++)
	{
		node = node->next[text[i] - 'a'];
		if (node == NULL)
			break;
		if (node->times > 0)
			best = i + 1;
	}
	return best;
}

bool TrieAdd(Trie *t, const char *word)
{
	REQUIRE(t != NULL && word != NULL && TrieIsWord(word));
	ENSURE(TrieCount(t, word) == OLD(TrieCount(t, word)) + (RESULT ? 1 : 0));
	ENSURE(TrieTotal(t) == OLD(TrieTotal(t)) + (RESULT ? 1 : 0));
	Node *node = t->root;

	for (const char *p = word; *p != '\0'; p++)
	{
		Node **link = &node->next[*p - 'a'];
		if (*link == NULL)
			*link = calloc(1, sizeof **link);
		if (*link == NULL)
			return false;
		node = *link;
	}
	if (node->times++ == 0)
		CountWay(t, word, 1);
	t->total++;
	return true;
}

// Frees what is no longer needed of the way of a word that has gone.
static void Prune(Trie *t, const char *word)
{
	Node *node = t->root;

	for (; *word != '\0'; word++)
	{
		Node **link = &node->next[*word - 'a'];
		if ((*link)->below == 0)
		{
			NodeFree(*link);
			*link = NULL;
			return;
		}
		node = *link;
	}
}

int TrieDiscardAll(Trie *t, const char *word)
{
	REQUIRE(t != NULL && word != NULL);
	ENSURE(RESULT == OLD(TrieCount(t, word)));
	ENSURE(TrieTotal(t) == OLD(TrieTotal(t)) - RESULT);
	ENSURE(!TrieHas(t, word));
	Node *node = Walk(t, word);
	int times;

	if (node == NULL || node->times == 0)
		return 0;
	times = node->times;
	node->times = 0;
	t->total -= times;
	CountWay(t, word, -1);
	Prune(t, word);
	return times;
}

bool TrieDiscard(Trie *t, const char *word)
{
	REQUIRE(t != NULL && word != NULL);
	ENSURE(RESULT == (OLD(TrieCount(t, word)) > 0));
	ENSURE(TrieCount(t, word) == OLD(TrieCount(t, word)) - (RESULT ? 1 : 0));
	Node *node = Walk(t, word);

	if (node == NULL || node->times == 0)
		return false;
	if (node->times == 1)
	{
		TrieDiscardAll(t, word);
		return true;
	}
	node->times--;
	t->total--;
	return true;
}

int TrieNth(const Trie *t, int n, char *out, int room)
{
	REQUIRE(t != NULL && n >= 0 && n < TrieDistinct(t));
	REQUIRE(room > 0 && WRITABLE(out, room));
	ENSURE(RESULT > 0);
	ENSURE(IMPLIES(RESULT < room, (int)strlen(out) == RESULT && TrieHas(t, out)));
	const Node *node = t->root;
	int length = 0;

	for (;;)
	{
		int i = 0;

		if (node->times > 0 && n-- == 0)
			break;
		while (node->next[i] == NULL || n >= node->next[i]->below)
		{
			if (node->next[i] != NULL)
				n -= node->next[i]->below;
			i++;
		}
		if (length < room - 1)
			out[length] = (char)('a' + i);
		length++;
		node = node->next[i];
	}
	out[length < room ? length : room - 1] = '\0';
	return length;
}

// Adds the words of src, and all below it, to dst.
static bool NodeMerge(Node *dst, const Node *src, int *total)
{
	if (dst->times == 0 && src->times > 0)
		dst->below++;
	dst->times += src->times;
	*total += src->times;
	for (int i = 0; i < LETTERS; i++)
	{
		int before;
		bool ok;

		if (src->next[i] == NULL)
			continue;
		if (dst->next[i] == NULL)
			dst->next[i] = calloc(1, sizeof *dst);
		if (dst->next[i] == NULL)
			return false;
		before = dst->next[i]->below;
		ok = NodeMerge(dst->next[i], src->next[i], total);
		dst->below += dst->next[i]->below - before;
		if (!ok)
			return false;
	}
	return true;
}

bool TrieMerge(Trie *t, const Trie *from)
{
	REQUIRE(t != NULL && from != NULL && t != from);
	ENSURE(IMPLIES(RESULT, TrieTotal(t) == OLD(TrieTotal(t)) + TrieTotal(from)));
	ENSURE(IMPLIES(RESULT, TrieDistinct(t) >= TrieDistinct(from)));
	return NodeMerge(t->root, from->root, &t->total);
}
