#ifndef BOOKIDX_H
#define BOOKIDX_H

#include <stdbool.h>
#include <stddef.h>

#include <autofix/contract.h>

#define BX_LAST_PAGE 9999   /* pages are 1 .. BX_LAST_PAGE */

/* The index of a book: terms, each with the pages on which it occurs, ascending and without duplicates. A term without pages does not exist. */
typedef struct bx bx;

typedef enum {
  BX_OK,
  BX_NOT_FOUND,
  BX_EXISTS,
  BX_RANGE,
  BX_NO_MEMORY
} bx_result;

/* Negative, zero or positive where term a comes before, is the same as or comes after b; must be a total order. */
typedef int (*bx_compare)(const char *a, const char *b);
/* Called in order; answers false to end the visit. */
typedef bool (*bx_visitor)(void *ctx, const char *term, const int *pages, size_t n);

int bx_exact(const char *a, const char *b);
int bx_nocase(const char *a, const char *b);

/* On success *out is an empty index; on failure it is null. */
bx_result bx_create(bx **out, bx_compare compare);
void bx_destroy(bx *index);
INVARIANT bool bx_valid(const bx *index);

QUERY size_t bx_terms(const bx *index);
/* Of all terms together. */
QUERY size_t bx_entries(const bx *index);
QUERY bool bx_has(const bx *index, const char *term, int page);
/* Highest page of all; 0 if the index is empty. */
QUERY int bx_last(const bx *index);

/* *pages and *n are those of the term until the index is changed. If it is not found they are null and 0. */
bx_result bx_pages(const bx *index, const char *term, const int **pages, size_t *n);
/* Returns how many terms were visited. */
size_t bx_visit(const bx *index, bx_visitor visit, void *ctx);

/* BX_EXISTS if the term already has this page. */
bx_result bx_add(bx *index, const char *term, int page);
bx_result bx_remove_page(bx *index, const char *term, int page);
bx_result bx_remove_term(bx *index, const char *term);
/* The pages from `from' on get numbers higher by `by'. If one of them would come after BX_LAST_PAGE: BX_RANGE, and nothing is changed. */
bx_result bx_shift(bx *index, int from, int by);

#endif
