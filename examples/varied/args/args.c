#include "args.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define SAFE	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+%@"

static void *need(void *p)
{
	if (!p)
		abort();
	return p;
}

static char *copy(const char *s)
{
	return strcpy(need(malloc(strlen(s) + 1)), s);
}

/* room for k more words */
static void room(Args *a, int k)
{
	if (a->n + k < a->max)
		return;
	while (a->n + k >= a->max)
		a->max *= 2;
	a->w = need(realloc(a->w, a->max * sizeof *a->w));
}

Args *args_new(void)
{
	ENSURE(RESULT->n == 0);
	Args *a = need(malloc(sizeof *a));

	a->n = 0, a->max = 4;
	*(a->w = need(malloc(a->max * sizeof *a->w))) = NULL;
	return a;
}

void args_free(Args *a)
{
	CONSUME(a);
	char **p;

	if (!a)
		return;
	for (p = a->w; *p; p++)
		free(*p);
	free(a->w);
	free(a);
}

bool args_ok(const Args *a)
{
	int i = 0;

	if (a->n < 0 || a->n >= a->max)
		return false;
	while (i < a->n && a->w[i])
		i++;
	return i == a->n && !a->w[i];
}

void args_add(Args *a, const char *s)
{
	REQUIRE(a && s);
	ENSURE(a->n == OLD(a->n) + 1);
	room(a, 1);
	a->w[a->n++] = copy(s);
	a->w[a->n] = NULL;
}

void args_insert(Args *a, int i, const char *s)
{
	REQUIRE(a && s && i >= 0 && i <= a->n);
	ENSURE(a->n == OLD(a->n) + 1);
	ENSURE(!strcmp(a->w[i], s));
	char *p = copy(s);

	room(a, 1);
	memmove(a->w + i + 1, a->w + i, (a->n - i + 1) * sizeof *a->w);
	a->w[i] = p, a->n++;
}

int args_drop(Args *a, int i, int k)
{
	REQUIRE(a && i >= 0 && i <= a->n && k >= 0);
	ENSURE(RESULT <= k && a->n == OLD(a->n) - RESULT);
	int j;

	if (k > a->n - i)
		k = a->n - i;
	for (j = i; j < i + k; j++)
		free(a->w[j]);
	memmove(a->w + i, a->w + i + k, (a->n - i - k + 1) * sizeof *a->w);
	a->n -= k;
	return k;
}

void args_splice(Args *a, int i, Args *b)
{
	REQUIRE(a && b && a != b && i >= 0 && i <= a->n);
	ENSURE(a->n == OLD(a->n) + OLD(b->n));
	ENSURE(b->n == 0);
	room(a, b->n);
	memmove(a->w + i + b->n, a->w + i, (a->n - i + 1) * sizeof *a->w);
	memcpy(a->w + i, b->w, b->n * sizeof *b->w);
	a->n += b->n;
	b->w[b->n = 0] = NULL;
}

/* Reads the word at s into out; returns what follows it, or null if a quote is open. */
static const char *word(const char *s, char *out)
{
	int c, q;

	for (q = 0; (c = (unsigned char)*s) && (q || !isspace(c)); s++)
		if (c == q)
			q = 0;
		else if (!q && (c == '"' || c == '\''))
			q = c;
		else if (c == '\\' && q != '\'' && s[1])
			*out++ = *++s;
		else
			*out++ = c;
	*out = 0;
	return q ? NULL : s;
}

int args_split(Args *a, const char *s)
{
	REQUIRE(a && s);
	ENSURE(a->n == OLD(a->n) + (RESULT == ARGS_BAD ? 0 : RESULT));
	int n = a->n, r = ARGS_BAD;
	char *buf = need(malloc(strlen(s) + 1));

	for (;;) {
		while (isspace((unsigned char)*s))
			s++;
		if (!*s || *s == '#')
			break;
		if (!(s = word(s, buf)))
			goto done;
		args_add(a, buf);
	}
	r = a->n - n;
done:
	if (r == ARGS_BAD)
		args_drop(a, n, a->n - n);
	free(buf);
	return r;
}

/* Character n of a text of which size bytes can be stored. */
static int put(char *buf, int size, int n, int c)
{
	if (n < size)
		buf[n] = c;
	return n + 1;
}

int args_quote(const char *s, char *buf, int size)
{
	REQUIRE(s && size >= 0 && WRITABLE(buf, size));
	ENSURE(RESULT >= (int)strlen(s) && RESULT > 0);
	ENSURE(IMPLIES(size > 0, (int)strlen(buf) == (RESULT < size ? RESULT : size - 1)));
	int n = 0, q = !*s || s[strspn(s, SAFE)];
	const char *p;

	if (q)
		n = put(buf, size, n, '\'');
	for (; *s; s++)
		if (*s == '\'')
			for (p = "'\\''"; *p; p++)
				n = put(buf, size, n, *p);
		else
			n = put(buf, size, n, *s);
	if (q)
		n = put(buf, size, n, '\'');
	if (size)
		buf[n < size ? n : size - 1] = 0;
	return n;
}

char *args_join(const Args *a)
{
	REQUIRE(a);
	ENSURE(RESULT && (a->n == 0 || (int)strlen(RESULT) >= 2 * a->n - 1));
	int i, len = 1;
	char *buf, *p;

	for (i = 0; i < a->n; i++)
		len += args_quote(a->w[i], NULL, 0) + 1;
	buf = p = need(malloc(len));
	for (i = 0; i < a->n; i++) {
		if (i)
			*p++ = ' ';
		p += args_quote(a->w[i], p, buf + len - p);
	}
	*p = 0;
	return buf;
}

/* Is c in the class that begins behind the [ at *pp?  Moves *pp behind it; -1 if it has no end. */
static int class(const char **pp, int c)
{
	const unsigned char *p = (const unsigned char *)*pp + 1;
	int not = *p == '!' ? p++, 1 : 0, in = 0, lo, hi;

	do {
		if (!(lo = hi = *p++))
			return -1;
		if (*p == '-' && p[1] && p[1] != ']')
			hi = p[1], p += 2;
		if (lo <= c && c <= hi)
			in = 1;
	} while (*p != ']');
	*pp = (const char *)p + 1;
	return in != not;
}

/* Does the pattern at *pp, which is no *, allow c next?  Moves *pp to what follows. */
static int one(const char **pp, int c)
{
	int r;

	switch (**pp) {
	case 0:
		return 0;
	case '?':
		return ++*pp, 1;
	case '[':
		if ((r = class(pp, c)) >= 0)
			return r;
		break;
	case '\\':
		if ((*pp)[1])
			++*pp;
		break;
	}
	return (unsigned char)*(*pp)++ == c;
}

int args_match(const char *pat, const char *s)
{
	REQUIRE(pat && s);
	ENSURE(RESULT == 0 || RESULT == 1);
	ENSURE(IMPLIES(!strpbrk(pat, "*?[\\"), RESULT == !strcmp(pat, s)));
	ENSURE(IMPLIES(!strcmp(pat, "*"), RESULT));
	const char *p = pat, *q, *star = NULL, *back = NULL;

	for (;;) {
		if (*p == '*') {
			star = ++p, back = s;
			continue;
		}
		if (!*s)
			break;
		if (q = p, one(&q, (unsigned char)*s)) {
			p = q, s++;
			continue;
		}
		if (!star)
			return 0;
		p = star, s = ++back;
	}
	return !*p;
}

int args_keep(Args *a, const char *pat)
{
	REQUIRE(a && pat);
	ENSURE(a->n == OLD(a->n) - RESULT);
	ENSURE(FORALL(i, 0, a->n, args_match(pat, a->w[i])));
	char **p = a->w, **out = a->w;
	int gone;

	for (; *p; p++)
		if (args_match(pat, *p))
			*out++ = *p;
		else
			free(*p);
	*out = NULL;
	return a->n -= gone = p - out, gone;
}

const char *args_value(const Args *a, const char *name)
{
	REQUIRE(a && name && *name);
	ENSURE(IMPLIES(a->n == 0, !RESULT));
	size_t n = strlen(name);
	const char *r = NULL;
	char **p;

	for (p = a->w; *p && strcmp(*p, "--"); p++)
		if (!strncmp(*p, name, n) && (*p)[n] == '=')
			r = *p + n + 1;
	return r;
}
