#include "spvec.h"

#include <stdlib.h>
#include <string.h>

spvec *spvec_new(void)
{
  ENSURE(RESULT->n == 0);
  spvec *v = calloc(1, sizeof *v);

  if (v == NULL)
    abort();
  return v;
}

void spvec_free(spvec *v)
{
  CONSUME(v);
  if (v == NULL)
    return;
  free(v->entry);
  free(v);
}

bool spvec_valid(const spvec *v)
{
  if (v->n < 0 || v->n > v->room)
    return false;
  for (int i = 0; i < v->n; i++) {
    if (v->entry[i].pos < 0 || v->entry[i].pos > SPVEC_MAX_POSITION)
      return false;
    if (v->entry[i].value == 0 || abs(v->entry[i].value) > SPVEC_MAX_VALUE)
      return false;
    if (i > 0 && v->entry[i - 1].pos >= v->entry[i].pos)
      return false;
  }
  return true;
}

/* Index of the first entry that is not before pos; n if there is none. */
static int lower_bound(const spvec *v, int pos)
{
  int lo = 0, hi = v->n;

  while (lo < hi) {
    int mid = lo + (hi - lo) / 2;

    if (v->entry[mid].pos < pos)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

static int limited(long long value)
{
  if (value > SPVEC_MAX_VALUE)
    return SPVEC_MAX_VALUE;
  if (value < -SPVEC_MAX_VALUE)
    return -SPVEC_MAX_VALUE;
  return (int)value;
}

static void erase(spvec *v, int k)
{
  memmove(v->entry + k, v->entry + k + 1, (size_t)(v->n - k - 1) * sizeof *v->entry);
  v->n--;
}

static void insert(spvec *v, int k, int pos, int value)
{
  if (v->n == v->room) {
    int room = v->room == 0 ? 4 : 2 * v->room;
    spvec_entry *entry = realloc(v->entry, (size_t)room * sizeof *entry);

    if (entry == NULL)
      abort();
    v->entry = entry;
    v->room = room;
  }
  memmove(v->entry + k + 1, v->entry + k, (size_t)(v->n - k) * sizeof *v->entry);
  v->entry[k].pos = pos;
  v->entry[k].value = value;
  v->n++;
}

int spvec_get(const spvec *v, int pos)
{
  REQUIRE(v != NULL && pos >= 0 && pos <= SPVEC_MAX_POSITION);
  ENSURE((RESULT != 0) == EXISTS(i, 0, v->n, v->entry[i].pos == pos));
  int k = lower_bound(v, pos);

  return k < v->n && v->entry[k].pos == pos ? v->entry[k].value : 0;
}

int spvec_nonzeros(const spvec *v)
{
  REQUIRE(v != NULL);
  return v->n;
}

int spvec_width(const spvec *v)
{
  REQUIRE(v != NULL);
  ENSURE(RESULT >= v->n);
  return v->n == 0 ? 0 : v->entry[v->n - 1].pos + 1;
}

long long spvec_dot(const spvec *a, const spvec *b)
{
  REQUIRE(a != NULL && b != NULL);
  ENSURE(IMPLIES(a == b, RESULT >= 0));
  long long sum = 0;
  int i = 0, j = 0;

  while (i < a->n && j < b->n) {
    if (a->entry[i].pos < b->entry[j].pos) {
      i++;
    } else if (a->entry[i].pos > b->entry[j].pos) {
      j++;
    } else {
      sum += (long long)a->entry[i].value * b->entry[j].value;
      i++;
      j++;
    }
  }
  return sum;
}

void spvec_set(spvec *v, int pos, int value)
{
  REQUIRE(v != NULL && pos >= 0 && pos <= SPVEC_MAX_POSITION);
  REQUIRE(value >= -SPVEC_MAX_VALUE && value <= SPVEC_MAX_VALUE);
  ENSURE(spvec_get(v, pos) == value);
  ENSURE(v->n <= OLD(v->n) + 1);
  int k = lower_bound(v, pos);
  bool there = k < v->n && v->entry[k].pos == pos;

  if (there && value == 0)
    erase(v, k);
  else if (there)
    v->entry[k].value = value;
  else if (value != 0)
    insert(v, k, pos, value);
}

void spvec_scale(spvec *v, int factor)
{
  REQUIRE(v != NULL);
  ENSURE(v->n == (factor == 0 ? 0 : OLD(v->n)));
  if (factor == 0) {
    v->n = 0;
    return;
  }
  for (int i = 0; i < v->n; i++)
    v->entry[i].value = limited((long long)v->entry[i].value * factor);
}

void spvec_add(spvec *a, const spvec *b)
{
  REQUIRE(a != NULL && b != NULL && a != b);
  ENSURE(spvec_width(a) <= OLD(spvec_width(a)) || spvec_width(a) == spvec_width(b));
  for (int j = 0; j < b->n; j++) {
    int pos = b->entry[j].pos;

    spvec_set(a, pos, limited((long long)spvec_get(a, pos) + b->entry[j].value));
  }
}

void spvec_truncate(spvec *v, int width)
{
  REQUIRE(v != NULL && width >= 0);
  ENSURE(spvec_width(v) <= width);
  ENSURE(v->n <= OLD(v->n));
  while (v->n > 0 && v->entry[v->n - 1].pos >= width)
    v->n--;
}
