/* Which items of two versions correspond.
 *
 * A function keeps its name, a declaration the name that it defines, and the order of both versions that has most in
 * common stays.  A function whose name one version has and another whose name the other has are one that was renamed
 * when most of their tokens are the same (Dice's coefficient, at least 1/2, as for the containers of GumTree, Falleri
 * et al. 2014): its body is then compared, and is no function that goes and one that comes. */
#include "delta/delta-internal.h"

#include <string.h>

AfLikeness af_item_likeness (const AfItem *one, const AfItem *other)
{
  if (one->kind != other->kind)
    return AF_LIKENESS_NONE;
  if (one->hash == other->hash && one->end - one->first == other->end - other->first)
    return AF_LIKENESS_SAME;
  return *one->name && strcmp (one->name, other->name) == 0 ? AF_LIKENESS_NAMESAKE : AF_LIKENESS_NONE;
}

static void pair (AfPairing *p, guint i, guint k)
{
  p->to_after[i] = (int)k;
  p->to_before[k] = (int)i;
}

/* The order of both that has most in common, between both ends that are alike. */
static void pair_middle (AfPairing *p, guint first, guint n, guint m)
{
  gsize width = m + 1;
  if ((gsize)n * m > AF_MOST_PAIRS)
    return;
  g_autofree guint *best = g_new0 (guint, (n + 1) * width);
  for (guint i = n; i-- > 0;)
    for (guint k = m; k-- > 0;) {
      guint alike = af_item_likeness (&p->before[first + i], &p->after[first + k]);
      guint with = alike ? alike + best[(i + 1) * width + k + 1] : 0;
      best[i * width + k] = MAX (with, MAX (best[(i + 1) * width + k], best[i * width + k + 1]));
    }
  for (guint i = 0, k = 0; i < n && k < m;) {
    guint alike = af_item_likeness (&p->before[first + i], &p->after[first + k]);
    if (alike && best[i * width + k] == alike + best[(i + 1) * width + k + 1])
      pair (p, first + i++, first + k++);
    else if (best[i * width + k] == best[(i + 1) * width + k])
      i++;
    else
      k++;
  }
}

static void pair_items (AfPairing *p)
{
  guint first = 0, n = p->n_before, m = p->n_after;
  for (; first < MIN (n, m) && af_item_likeness (&p->before[first], &p->after[first]) == AF_LIKENESS_SAME; first++)
    pair (p, first, first);
  for (; n > first && m > first && af_item_likeness (&p->before[n - 1], &p->after[m - 1]) == AF_LIKENESS_SAME; n--, m--)
    pair (p, n - 1, m - 1);
  pair_middle (p, first, n - first, m - first);
}

AfPairing af_pairing_of (const GArray *before, const GArray *after)
{
  AfPairing p = { (const AfItem *)(gpointer)before->data,
                  (const AfItem *)(gpointer)after->data,
                  before->len,
                  after->len,
                  g_new (int, before->len + 1),
                  g_new (int, after->len + 1) };
  memset (p.to_after, 0xff, sizeof (int) * (before->len + 1));
  memset (p.to_before, 0xff, sizeof (int) * (after->len + 1));
  pair_items (&p);
  return p;
}

void af_pairing_clear (AfPairing *p)
{
  g_free (p->to_after);
  g_free (p->to_before);
}

/* --- renamed functions --- */

/* Token -> how often it stands in the item. */
static GHashTable *bag_of (const AfSide *side, const AfItem *item)
{
  GHashTable *bag = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = item->first; i < item->end; i++) {
    char *word = af_token_text (side->tokens, i);
    guint n = GPOINTER_TO_UINT (g_hash_table_lookup (bag, word));
    g_hash_table_replace (bag, word, GUINT_TO_POINTER (n + 1));
  }
  return bag;
}

static guint common (GHashTable *one, GHashTable *other)
{
  guint n = 0;
  GHashTableIter iter;
  gpointer word, count;
  g_hash_table_iter_init (&iter, one);
  while (g_hash_table_iter_next (&iter, &word, &count))
    n += MIN (GPOINTER_TO_UINT (count), GPOINTER_TO_UINT (g_hash_table_lookup (other, word)));
  return n;
}

static guint size_of (const AfItem *item)
{
  return item->end - item->first;
}

/* Names of functions. */
static GHashTable *names_of (const AfItem *items, guint n)
{
  GHashTable *names = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < n; i++)
    if (items[i].kind == AF_ITEM_FUNCTION)
      g_hash_table_add (names, items[i].name);
  return names;
}

/* The new one that is most like the old one @i, at least by half, among those of @from to @end that are new by name; or
 * @end. */
static guint most_alike (const AfSide *sides[2], const AfPairing *p, guint i, GHashTable *old_names,
                         const guint range[2])
{
  g_autoptr (GHashTable) bag = bag_of (sides[0], &p->before[i]);
  guint best = range[1], best_common = 0;
  for (guint k = range[0]; k < range[1]; k++) {
    const AfItem *other = &p->after[k];
    if (p->to_before[k] >= 0 || other->kind != AF_ITEM_FUNCTION || g_hash_table_contains (old_names, other->name))
      continue;
    g_autoptr (GHashTable) other_bag = bag_of (sides[1], other);
    guint n = common (bag, other_bag), all = size_of (&p->before[i]) + size_of (other);
    /* the same share of what both have, by cross products */
    if (4 * n < all
        || (best < range[1]
            && (gsize)n * (size_of (&p->before[i]) + size_of (&p->after[best])) <= (gsize)best_common * all))
      continue;
    best = k;
    best_common = n;
  }
  return best;
}

/* Those between the same neighbours that stay, in order. */
static void pair_renamed (const AfSide *sides[2], AfPairing *p)
{
  g_autoptr (GHashTable) old_names = names_of (p->before, p->n_before), new_names = names_of (p->after, p->n_after);
  guint k = 0;
  for (guint i = 0; i < p->n_before; i++) {
    if (p->to_after[i] >= 0) {
      k = (guint)p->to_after[i] + 1;
      continue;
    }
    if (p->before[i].kind != AF_ITEM_FUNCTION || g_hash_table_contains (new_names, p->before[i].name))
      continue;
    guint range[2] = { k, k };
    while (range[1] < p->n_after && p->to_before[range[1]] < 0)
      range[1]++;
    guint found = most_alike (sides, p, i, old_names, range);
    if (found == range[1])
      continue;
    pair (p, i, found);
    k = found + 1;
  }
}

AfPairing af_pairing_of_items (const AfSide *before, const AfSide *after)
{
  AfPairing p = af_pairing_of (before->items, after->items);
  const AfSide *sides[] = { before, after };
  pair_renamed (sides, &p);
  return p;
}
