#include "sexp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long state;
static int rnd(int n) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return (int)((state >> 20) % (unsigned)n); }
static void same(const char *w, long long a, long long b) { if (a != b) { fprintf(stderr, "%s: %lld, should be %lld\n", w, a, b); exit(1); } }

/* The model: trees. */
typedef struct node { int n; struct node *kid[8]; char word[12]; } node;          /* n is -1 for a word */
static node store[2000];
static int stored;
static char buf[100000];
static size_t at;
static void w(char c) { buf[at++] = c; buf[at] = '\0'; }

static void random_word(char *s)
{
	static const char letters[] = "ab-1\\n\"(); \n\t'nx\\";
	int n = rnd(3) == 0 ? rnd(2) : rnd(7), easy = rnd(2);
	for (int i = 0; i < n; i++)
		*s++ = easy ? (char)('a' + rnd(3)) : letters[rnd((int)sizeof letters - 1)];
	*s = '\0';
}

static node *tree(int level)
{
	node *t = &store[stored++];
	t->n = -1;
	if (level == 0 || rnd(5) < 2 || stored > 300) {
		random_word(t->word);
	} else {
		t->n = rnd(7);
		for (int i = 0; i < t->n; i++) t->kid[i] = tree(level - 1);
	}
	return t;
}

static int bare(const char *s) { return *s != '\0' && strpbrk(s, " \t\n()\";") == NULL; }

static void write_word(const char *s, int fancy)
{
	if (bare(s) && (!fancy || rnd(2))) {
		for (; *s; s++) w(*s);
		return;
	}
	w('"');
	for (; *s; s++) {
		if (*s == '\n' && !(fancy && rnd(2))) { w('\\'); w('n'); }
		else if (*s == '"' || *s == '\\') { w('\\'); w(*s); }
		else { if (fancy && *s != 'n' && rnd(4) == 0) w('\\'); w(*s); }
	}
	w('"');
}

static void some_blanks(int need)
{
	int n = rnd(3) + need;
	while (n-- > 0) {
		int k = rnd(8);
		if (k == 0) { w(';'); for (k = rnd(4); k > 0; k--) w("ab()\"; \\"[rnd(8)]); w('\n'); }
		else w(" \t\n"[k % 3]);
	}
}

static void write_tree(const node *t, int fancy)
{
	if (t->n < 0) { write_word(t->word, fancy); return; }
	w('(');
	for (int i = 0; i < t->n; i++) {
		if (fancy) some_blanks(i > 0); else if (i > 0) w(' ');
		write_tree(t->kid[i], fancy);
	}
	if (fancy) some_blanks(0);
	w(')');
}

static char *text_of(const node *t, int fancy)
{
	char *s;
	at = 0;
	buf[0] = '\0';
	if (fancy) some_blanks(0);
	write_tree(t, fancy);
	if (fancy) some_blanks(0);
	if (fancy && rnd(3) == 0) { w(';'); for (int k = rnd(3); k > 0; k--) w('('); }
	s = malloc(at + 1);
	memcpy(s, buf, at + 1);
	return s;
}

static int depth(const node *t)
{
	int d = 0;
	if (t->n < 0) return 0;
	for (int i = 0; i < t->n; i++) { int k = depth(t->kid[i]); if (k > d) d = k; }
	return d + 1;
}

/* Compares what f wrote with the wanted text (NULL: nothing), for several sizes. */
enum { PRINT, NTH, GET, QUOTE, UNQUOTE };
static void writes(const char *name, int f, const char *text, int n, const char *key, const char *want)
{
	int full = want ? (int)strlen(want) : -1;
	for (int t = 0; t < 5; t++) {
		size_t size = t == 0 ? 0 : t == 1 ? (size_t)full + 1 : t == 2 ? (size_t)rnd(4) : t == 3 && full > 0 ? (size_t)full : (size_t)rnd(60);
		char *dst = size ? malloc(size) : NULL;
		if (dst) memset(dst, '#', size);
		int r = f == PRINT ? sx_print(text, dst, size) : f == NTH ? sx_nth(text, n, dst, size) : f == GET ? sx_get(text, key, dst, size)
			: f == QUOTE ? sx_quote(text, dst, size) : sx_unquote(text, dst, size);
		same(name, r, full);
		if (size > 0) {
			size_t len = !want ? 0 : (size_t)full < size ? (size_t)full : size - 1;
			same("terminated", memchr(dst, '\0', size) != NULL, 1);
			same("length", (long long)strlen(dst), (long long)len);
			if (want && memcmp(dst, want, len) != 0) { fprintf(stderr, "%s: %s, should be %s\n", name, dst, want); exit(1); }
		}
		free(dst);
	}
}

static const char *wanted_item(const node *t, char **hold) { free(*hold); return *hold = text_of(t, 0); }

static void check(const node *t)
{
	char *text = text_of(t, 1), *hold = NULL, key[12];
	same("wellformed", sx_wellformed(text), 1);
	same("depth", sx_depth(text), depth(t));
	same("length", sx_length(text), t->n);
	writes("print", PRINT, text, 0, NULL, wanted_item(t, &hold));
	for (int i = 0; i < 9; i++)
		writes("nth", NTH, text, i, NULL, i < t->n ? wanted_item(t->kid[i], &hold) : NULL);
	for (int k = 0; k < 6; k++) {
		int i = t->n > 0 ? rnd(t->n) : 0;
		const char *want = NULL;
		if (t->n > 0 && t->kid[i]->n < 0 && rnd(4)) strcpy(key, t->kid[i]->word);
		else random_word(key);
		for (i = 0; i + 1 < t->n && t->kid[i]->n < 0 && !want; i += 2)
			if (strcmp(t->kid[i]->word, key) == 0) want = wanted_item(t->kid[i + 1], &hold);
		writes("get", GET, text, 0, key, want);
	}
	random_word(key);
	same("is", sx_is(text, key), t->n < 0 && strcmp(t->word, key) == 0);
	same("is", sx_is(text, t->n < 0 ? t->word : ""), t->n < 0);
	writes("unquote", UNQUOTE, text, 0, NULL, t->n < 0 ? t->word : NULL);
	if (t->n < 0) writes("quote", QUOTE, t->word, 0, NULL, wanted_item(t, &hold));
	free(hold);
	free(text);
}

/* Well-formed? A machine with a counter. Number of items at each level is not needed. */
static int accepts(const char *s)
{
	int open = 0, items = 0;
	while (*s) {
		if (strchr(" \t\n", *s)) { s++; continue; }
		if (*s == ';') { s += strcspn(s, "\n"); continue; }
		if (*s == ')') { if (open == 0) return 0; open--; s++; continue; }
		if (open == 0 && items++ > 0) return 0;
		if (*s == '(') { if (++open > SX_MAX_DEPTH) return 0; s++; continue; }
		if (*s == '"') {
			for (s++; *s && *s != '"'; s++) if (*s == '\\' && *++s == '\0') return 0;
			if (*s++ == '\0') return 0;
			continue;
		}
		s += strcspn(s, " \t\n()\";");
	}
	return open == 0 && items == 1;
}

int main(int argc, char **argv)
{
	state = 0x9e3779b97f4a7c15u ^ (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 2654435761u;
	for (int round = 0; round < 1500; round++) {
		stored = 0;
		check(tree(rnd(4)));
	}
	for (int round = 0; round < 20000; round++) {
		int n = rnd(14), ok;
		char *s = malloc((size_t)n + 1), *d;
		for (int i = 0; i < n; i++) s[i] = "()()\"\\; \nab"[rnd(11)];
		s[n] = '\0';
		if (rnd(3) == 0 && n > 1) { s[0] = '('; s[n - 1] = ')'; }
		ok = accepts(s);
		same("wellformed", sx_wellformed(s), ok);
		same("depth", sx_depth(s) >= 0, ok);
		if (!ok) {
			d = malloc(5);
			same("length", sx_length(s), -1);
			same("is", sx_is(s, "a"), 0);
			writes("print", PRINT, s, 0, NULL, NULL);
			writes("nth", NTH, s, 0, NULL, NULL);
			writes("get", GET, s, 0, "a", NULL);
			writes("unquote", UNQUOTE, s, 0, NULL, NULL);
			free(d);
		}
		free(s);
	}
	for (int deep = SX_MAX_DEPTH - 1; deep <= SX_MAX_DEPTH + 1; deep++) {
		at = 0;
		for (int i = 0; i < deep; i++) w('(');
		for (int i = 0; i < deep; i++) w(')');
		same("deep", sx_depth(buf), deep <= SX_MAX_DEPTH ? deep : -1);
	}
	return 0;
}
