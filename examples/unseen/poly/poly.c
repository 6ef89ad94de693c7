#include "poly.h"

#include <stdlib.h>
#include <string.h>

INVARIANT bool poly_is_valid(const Poly *p) {
    if (p->len < 0 || p->len > p->cap || (p->cap > 0 && p->coef == NULL))
        return false;
    for (int i = 0; i < p->len; i++)
        if (p->coef[i] < 0 || p->coef[i] >= POLY_P)
            return false;
    return p->len == 0 || p->coef[p->len - 1] != 0;
}

// x modulo POLY_P, also of x < 0
static int norm(int x) {
    x %= POLY_P;
    return x < 0 ? x + POLY_P : x;
}

static bool reserve(Poly *p, int n) {
    if (n <= p->cap)
        return true;
    int *coef = realloc(p->coef, (size_t) n * sizeof(int));
    if (!coef)
        return false;
    p->coef = coef;
    p->cap = n;
    return true;
}

static void trim(Poly *p) {
    while (p->len > 0 && p->coef[p->len - 1] == 0)
        p->len--;
}

// the inverse of 0 < c < POLY_P
static int inverse(int c) {
    CHECK(c > 0 && c < POLY_P);
    int i = 1;
    while (i * c % POLY_P != 1)
        i++;
    return i;
}

void poly_init(Poly *p) {
    REQUIRE(p != NULL);
    ENSURE(poly_is_zero(p));
    memset(p, 0, sizeof *p);
}

void poly_clear(Poly *p) {
    REQUIRE(p != NULL);
    ENSURE(poly_is_zero(p) && p->coef == NULL);
    free(p->coef);
    poly_init(p);
}

bool poly_is_zero(const Poly *p) {
    REQUIRE(p != NULL);
    return p->len == 0;
}

int poly_degree(const Poly *p) {
    REQUIRE(p != NULL);
    ENSURE((RESULT == -1) == poly_is_zero(p));
    return p->len - 1;
}

int poly_coef(const Poly *p, int i) {
    REQUIRE(p != NULL);
    REQUIRE(i >= 0);
    ENSURE(RESULT >= 0 && RESULT < POLY_P);
    return i < p->len ? p->coef[i] : 0;
}

int poly_lead(const Poly *p) {
    REQUIRE(p != NULL && !poly_is_zero(p));
    ENSURE(RESULT == poly_coef(p, poly_degree(p)));
    return p->coef[p->len - 1];
}

int poly_eval(const Poly *p, int x) {
    REQUIRE(p != NULL);
    ENSURE(0 <= RESULT && RESULT < POLY_P);
    int y = 0;
    x = norm(x);
    for (int i = p->len - 1; i >= 0; i--)
        y = norm(y * x + p->coef[i]);
    return y;
}

bool poly_equal(const Poly *a, const Poly *b) {
    REQUIRE(a != NULL && b != NULL);
    ENSURE(IMPLIES(RESULT, poly_degree(a) == poly_degree(b) && poly_eval(a, 2) == poly_eval(b, 2)));
    if (a->len != b->len)
        return false;
    return a->len == 0 || memcmp(a->coef, b->coef, (size_t) a->len * sizeof(int)) == 0;
}

bool poly_set_coef(Poly *p, int i, int c) {
    REQUIRE(p != NULL);
    REQUIRE(0 <= i && i <= POLY_MAX_DEGREE);
    ENSURE(IMPLIES(RESULT, poly_coef(p, i) == ((c % POLY_P) + POLY_P) % POLY_P));
    c = norm(c);
    if (i >= p->len) {
        if (c == 0)
            return true;
        if (!reserve(p, i + 1))
            return false;
        while (p->len <= i)
            p->coef[p->len++] = 0;
    }
    p->coef[i] = c;
    trim(p);
    return true;
}

bool poly_copy(Poly *p, const Poly *q) {
    REQUIRE(p != NULL && q != NULL);
    ENSURE(IMPLIES(RESULT, poly_equal(p, q)));
    if (p == q || q->len == 0) {
        p->len = q->len;
        return true;
    }
    if (!reserve(p, q->len))
        return false;
    memcpy(p->coef, q->coef, (size_t) q->len * sizeof(int));
    p->len = q->len;
    return true;
}

bool poly_add(Poly *p, const Poly *q) {
    REQUIRE(p != NULL && q != NULL);
    ENSURE(IMPLIES(RESULT, poly_eval(p, 1) == (OLD(poly_eval(p, 1)) + OLD(poly_eval(q, 1))) % POLY_P));
    ENSURE(IMPLIES(RESULT, poly_eval(p, 7) == (OLD(poly_eval(p, 7)) + OLD(poly_eval(q, 7))) % POLY_P));
    if (!reserve(p, q->len))
        return false;
    while (p->len < q->len)
        p->coef[p->len++] = 0;
    for (int i = 0; i < q->len; i++)
        p->coef[i] = norm(p->coef[i] + q->coef[i]);
    trim(p);
    return true;
}

bool poly_sub(Poly *p, const Poly *q) {
    REQUIRE(p != NULL && q != NULL);
    ENSURE(IMPLIES(RESULT && p == q, poly_is_zero(p)));
    ENSURE(IMPLIES(RESULT, poly_coef(p, 0) == (OLD(poly_coef(p, 0)) - OLD(poly_coef(q, 0)) + POLY_P) % POLY_P));
    if (!reserve(p, q->len))
        return false;
    while (p->len < q->len)
        p->coef[p->len++] = 0;
    for (int i = 0, n = q->len; i < n; i++)
        p->coef[i] = norm(p->coef[i] - q->coef[i]);
    trim(p);
    return true;
}

bool poly_mul(Poly *p, const Poly *a, const Poly *b) {
    REQUIRE(p != NULL && a != NULL && b != NULL);
    REQUIRE(a->len + b->len <= POLY_MAX_DEGREE);
    ENSURE(IMPLIES(RESULT, poly_eval(p, 3) == OLD(poly_eval(a, 3)) * OLD(poly_eval(b, 3)) % POLY_P));
    ENSURE(IMPLIES(RESULT && p != a && p != b, poly_is_zero(p) == (poly_is_zero(a) || poly_is_zero(b))));
    if (a->len == 0 || b->len == 0) {
        p->len = 0;
        return true;
    }
    int len = a->len + b->len - 1;
    int *coef = calloc((size_t) len, sizeof(int));
    if (!coef)
        return false;
    for (int i = 0; i < a->len; i++)
        for (int j = 0; j < b->len; j++)
            coef[i + j] = norm(coef[i + j] + a->coef[i] * b->coef[j]);
    free(p->coef);
    p->coef = coef;
    p->len = p->cap = len;
    return true;
}

bool poly_shift(Poly *p, int k) {
    REQUIRE(p != NULL);
    REQUIRE(k >= 0 && k <= POLY_MAX_DEGREE - poly_degree(p));
    ENSURE(IMPLIES(RESULT && !poly_is_zero(p), poly_degree(p) == OLD(poly_degree(p)) + k));
    ENSURE(IMPLIES(RESULT, poly_coef(p, k) == OLD(poly_coef(p, 0))));
    if (p->len == 0)
        return true;
    if (!reserve(p, p->len + k))
        return false;
    memmove(p->coef + k, p->coef, (size_t) p->len * sizeof(int));
    memset(p->coef, 0, (size_t) k * sizeof(int));
    p->len += k;
    return true;
}

void poly_scale(Poly *p, int c) {
    REQUIRE(p != NULL);
    ENSURE(poly_eval(p, 1) == OLD(poly_eval(p, 1)) * (((c % POLY_P) + POLY_P) % POLY_P) % POLY_P);
    c = norm(c);
    for (int i = 0; i < p->len; i++)
        p->coef[i] = p->coef[i] * c % POLY_P;
    trim(p);
}

void poly_derive(Poly *p) {
    REQUIRE(p != NULL);
    ENSURE(poly_degree(p) < OLD(poly_degree(p)) || poly_is_zero(p));
    ENSURE(poly_coef(p, 0) == OLD(poly_coef(p, 1)));
    if (p->len == 0)
        return;
    for (int i = 1; i < p->len; i++)
        p->coef[i - 1] = norm(i * p->coef[i]);
    p->len--;
    trim(p);
}

bool poly_rem(Poly *p, const Poly *q) {
    REQUIRE(p != NULL && q != NULL && !poly_is_zero(q));
    ENSURE(IMPLIES(RESULT && p != q, poly_degree(p) < poly_degree(q)));
    ENSURE(IMPLIES(RESULT && p != q, IMPLIES(poly_eval(q, 5) == 0, poly_eval(p, 5) == OLD(poly_eval(p, 5)))));
    if (p == q) {
        p->len = 0;
        return true;
    }
    int inv = inverse(poly_lead(q));
    while (p->len >= q->len) {
        int f = p->coef[p->len - 1] * inv % POLY_P;
        int off = p->len - q->len;
        for (int i = 0; i < q->len; i++)
            p->coef[off + i] = norm(p->coef[off + i] - f * q->coef[i]);
        trim(p);
    }
    return true;
}
