#include "sexp.h"

#include <stdlib.h>
#include <string.h>

struct out {
	char *dst;
	size_t size;
	size_t len;	/* of all that was put, whether it fitted or not */
};

static void put(struct out *o, char c)
{
	if (o->len < o->size)
		o->dst[o->len] = c;
	o->len++;
}

static int finish(struct out *o)
{
	if (o->len < o->size)
		o->dst[o->len] = '\0';
	else if (o->size > 0)
		o->dst[o->size - 1] = '\0';
	return (int)o->len;
}

static int nothing(struct out *o)
{
	if (o->size > 0)
		o->dst[0] = '\0';
	return -1;
}

static bool plain(char c)
{
	return c != '\0' && strchr(" \t\n()\";", c) == NULL;
}

/* Behind blanks and comments. */
static const char *blanks(const char *p)
{
	for (;;) {
		while (*p == ' ' || *p == '\t' || *p == '\n')
			p++;
		if (*p != ';')
			return p;
		while (*p != '\0' && *p != '\n')
			p++;
	}
}

/* Behind the word at p; NULL if there is none, or no end of it. */
static const char *word_end(const char *p)
{
	const char *start = p;

	if (*p == '"') {
		for (p++; *p != '"'; p++) {
			if (*p == '\\')
				p++;
			if (*p == '\0')
				return NULL;
		}
		return p + 1;
	}
	while (plain(*p))
		p++;
	return p > start ? p : NULL;
}

/* Behind the item that comes next; NULL if there is none. */
static const char *item_end(const char *p, int depth)
{
	p = blanks(p);
	if (*p != '(')
		return word_end(p);
	if (depth == SX_MAX_DEPTH)
		return NULL;
	for (p = blanks(p + 1); *p != ')'; p = blanks(p)) {
		p = item_end(p, depth + 1);
		if (p == NULL)
			return NULL;
	}
	return p + 1;
}

/* The word at p, in new memory. */
static char *word_copy(const char *p)
{
	char *copy = malloc(strlen(p) + 1);
	size_t n = 0;

	if (copy == NULL)
		abort();
	if (*p == '"') {
		for (p++; *p != '"'; p++) {
			bool escaped = *p == '\\';

			p += escaped;
			copy[n++] = escaped && *p == 'n' ? '\n' : *p;
		}
	} else {
		n = (size_t)(word_end(p) - p);
		memcpy(copy, p, n);
	}
	copy[n] = '\0';
	return copy;
}

static void put_word(struct out *o, const char *word)
{
	const char *p = word;

	while (plain(*p))
		p++;
	if (*p == '\0' && p > word) {
		for (p = word; *p != '\0'; p++)
			put(o, *p);
		return;
	}
	put(o, '"');
	for (p = word; *p != '\0'; p++) {
		if (*p == '"' || *p == '\\' || *p == '\n')
			put(o, '\\');
		put(o, *p == '\n' ? 'n' : *p);
	}
	put(o, '"');
}

/* Puts the item that comes next; returns what is behind it. */
static const char *put_item(struct out *o, const char *p)
{
	const char *first;

	p = blanks(p);
	if (*p != '(') {
		char *word = word_copy(p);

		put_word(o, word);
		free(word);
		return word_end(p);
	}
	put(o, '(');
	first = p = blanks(p + 1);
	while (*p != ')') {
		if (p != first)
			put(o, ' ');
		p = blanks(put_item(o, p));
	}
	put(o, ')');
	return p + 1;
}

bool sx_wellformed(const char *text)
{
	REQUIRE(text != NULL);
	const char *end = item_end(text, 0);

	return end != NULL && *blanks(end) == '\0';
}

/* Of the item at *at, which is moved behind it. */
static int depth_of(const char **at)
{
	const char *p = blanks(*at);
	int most = 0;

	if (*p != '(') {
		*at = word_end(p);
		return 0;
	}
	for (p = blanks(p + 1); *p != ')'; p = blanks(p)) {
		int depth = depth_of(&p);

		if (depth > most)
			most = depth;
	}
	*at = p + 1;
	return most + 1;
}

int sx_depth(const char *text)
{
	REQUIRE(text != NULL);
	ENSURE(RESULT >= -1 && RESULT <= SX_MAX_DEPTH);
	ENSURE(IFF(RESULT > 0, sx_length(text) >= 0));
	return sx_wellformed(text) ? depth_of(&text) : -1;
}

int sx_length(const char *text)
{
	REQUIRE(text != NULL);
	ENSURE(IMPLIES(!sx_wellformed(text), RESULT == -1));
	const char *p = blanks(text);
	int n = 0;

	if (*p != '(' || !sx_wellformed(text))
		return -1;
	for (p = blanks(p + 1); *p != ')'; p = blanks(item_end(p, 0)))
		n++;
	return n;
}

bool sx_is(const char *text, const char *word)
{
	REQUIRE(text != NULL && word != NULL);
	ENSURE(IMPLIES(RESULT, sx_depth(text) == 0));
	const char *p = blanks(text);
	char *copy;
	bool same;

	if (*p == '(' || !sx_wellformed(text))
		return false;
	copy = word_copy(p);
	same = strcmp(copy, word) == 0;
	free(copy);
	return same;
}

int sx_print(const char *text, char *dst, size_t size)
{
	REQUIRE(text != NULL && WRITABLE(dst, size));
	ENSURE(IFF(RESULT >= 0, sx_wellformed(text)));
	ENSURE(IMPLIES(size > 0, strlen(dst) < size));
	ENSURE(IMPLIES(RESULT >= 0 && (size_t)RESULT < size, sx_depth(dst) == sx_depth(text)));
	struct out o = { dst, size, 0 };

	if (!sx_wellformed(text))
		return nothing(&o);
	put_item(&o, text);
	return finish(&o);
}

int sx_nth(const char *text, int index, char *dst, size_t size)
{
	REQUIRE(text != NULL && index >= 0 && WRITABLE(dst, size));
	ENSURE(IFF(RESULT >= 0, index < sx_length(text)));
	ENSURE(IMPLIES(size > 0, strlen(dst) < size));
	struct out o = { dst, size, 0 };
	const char *p = blanks(text);

	if (sx_length(text) < 0)
		return nothing(&o);
	for (p = blanks(p + 1); *p != ')' && index > 0; index--)
		p = blanks(item_end(p, 0));
	if (*p == ')')
		return nothing(&o);
	put_item(&o, p);
	return finish(&o);
}

int sx_get(const char *text, const char *key, char *dst, size_t size)
{
	REQUIRE(text != NULL && key != NULL && WRITABLE(dst, size));
	ENSURE(IMPLIES(RESULT >= 0, sx_length(text) >= 2));
	ENSURE(IMPLIES(RESULT >= 0 && (size_t)RESULT < size, sx_wellformed(dst)));
	struct out o = { dst, size, 0 };
	const char *p = blanks(text);
	char *word;
	bool found;

	if (sx_length(text) < 0)
		return nothing(&o);
	for (p = blanks(p + 1); *p != ')'; p = blanks(item_end(p, 0))) {
		if (*p == '(')
			return nothing(&o);
		word = word_copy(p);
		p = blanks(word_end(p));
		if (*p == ')') {	/* a key without an item */
			free(word);
			return nothing(&o);
		}
		found = strcmp(word, key) == 0;
		free(word);
		if (found) {
			put_item(&o, p);
			return finish(&o);
		}
	}
	return nothing(&o);
}

int sx_quote(const char *word, char *dst, size_t size)
{
	REQUIRE(word != NULL && WRITABLE(dst, size));
	ENSURE(RESULT > 0);
	ENSURE(IMPLIES((size_t)RESULT < size, sx_is(dst, word)));
	struct out o = { dst, size, 0 };

	put_word(&o, word);
	return finish(&o);
}

int sx_unquote(const char *text, char *dst, size_t size)
{
	REQUIRE(text != NULL && WRITABLE(dst, size));
	ENSURE(IFF(RESULT >= 0, sx_depth(text) == 0));
	ENSURE(IMPLIES(size > 0, strlen(dst) < size));
	struct out o = { dst, size, 0 };
	char *word;

	if (sx_depth(text) != 0)
		return nothing(&o);
	word = word_copy(blanks(text));
	for (size_t i = 0; word[i] != '\0'; i++)
		put(&o, word[i]);
	free(word);
	return finish(&o);
}
