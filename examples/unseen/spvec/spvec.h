#ifndef SPVEC_H
#define SPVEC_H

#include <stdbool.h>

#include <autofix/contract.h>

/* Positions are 0 .. SPVEC_MAX_POSITION; values stay within +-SPVEC_MAX_VALUE. */
#define SPVEC_MAX_POSITION 9999
#define SPVEC_MAX_VALUE 1000000

typedef struct {
  int pos;
  int value;    /* never 0 */
} spvec_entry;

typedef struct {
  spvec_entry *entry;   /* by ascending pos */
  int n;
  int room;
} spvec;

spvec *spvec_new(void);
void spvec_free(spvec *v);
INVARIANT bool spvec_valid(const spvec *v);

QUERY int spvec_get(const spvec *v, int pos);
QUERY int spvec_nonzeros(const spvec *v);
/* One more than the last position that is not 0. */
QUERY int spvec_width(const spvec *v);
QUERY long long spvec_dot(const spvec *a, const spvec *b);

void spvec_set(spvec *v, int pos, int value);
/* Multiplies all values; what would be too large becomes the largest (or smallest) value. */
void spvec_scale(spvec *v, int factor);
/* Adds b to a; limits values likewise. */
void spvec_add(spvec *a, const spvec *b);
/* Sets all positions from width on to 0. */
void spvec_truncate(spvec *v, int width);

#endif
