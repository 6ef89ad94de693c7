/* Groups: fixes that no test distinguishes are shown once.
 *
 * In:  fixes in rank order with their observations.   Out: group numbers; the first of each group represents it.
 *
 * What no caller sees at the end of a test, the data that the objects hold, counts too: it decides about later calls.
 *
 *     observations 3 8 8 | 3 8 9 | 3 8 8   ->   groups 1, 2, 1; the first two represent
 *
 * Different candidates that do the same are more likely right than one that stands alone, so how many agree with a fix
 * is evidence for it: above, the tests that distinguish any two are the third alone, and the consensus of the first fix
 * is 2/3. */
#include "validate/validate-internal.h"

#include <string.h>

static guint hash_observations (gconstpointer data)
{
  const GArray *observations = ((const AfFix *)data)->observations, *insides = ((const AfFix *)data)->insides;
  guint64 hash = 14695981039346656037u;
  for (guint i = 0; i < observations->len; i++)
    hash = (hash ^ g_array_index (observations, guint64, i)) * 1099511628211u;
  for (guint i = 0; i < insides->len; i++)
    hash = (hash ^ g_array_index (insides, guint64, i)) * 1099511628211u;
  return (guint)(hash ^ hash >> 32);
}

static gboolean same_array (const GArray *left, const GArray *right)
{
  return left->len == right->len
         && (left->len == 0 || memcmp (left->data, right->data, left->len * sizeof (guint64)) == 0);
}

static gboolean same_observations (gconstpointer a, gconstpointer b)
{
  const AfFix *left = a, *right = b;
  return same_array (left->observations, right->observations) && same_array (left->insides, right->insides);
}

void af_validate_group (GPtrArray *fixes)
{
  g_autoptr (GHashTable) first = g_hash_table_new (hash_observations, same_observations);
  guint n_groups = 0;
  for (guint i = 0; i < fixes->len; i++) {
    AfFix *fix = fixes->pdata[i];
    const AfFix *leader = g_hash_table_lookup (first, fix);
    fix->representative = !leader;
    fix->group = leader ? leader->group : ++n_groups;
    if (!leader)
      g_hash_table_add (first, fix);
  }
  g_autofree guint *sizes = g_new0 (guint, n_groups + 1);
  for (guint i = 0; i < fixes->len; i++)
    sizes[((const AfFix *)fixes->pdata[i])->group]++;
  for (guint i = 0; i < fixes->len; i++)
    ((AfFix *)fixes->pdata[i])->group_size = sizes[((const AfFix *)fixes->pdata[i])->group];
}

/* The observations of one test: how many fixes have each. */
static GHashTable *count_observations (const GPtrArray *fixes, guint test)
{
  GHashTable *counts = g_hash_table_new (g_int64_hash, g_int64_equal);
  for (guint i = 0; i < fixes->len; i++) {
    guint64 *key = &g_array_index (((const AfFix *)fixes->pdata[i])->observations, guint64, test);
    guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key));
    g_hash_table_insert (counts, key, GUINT_TO_POINTER (n + 1));
  }
  return counts;
}

void af_validate_compare (GPtrArray *fixes)
{
  guint n_tests = fixes->len ? ((const AfFix *)fixes->pdata[0])->observations->len : 0, n_telling = 0;
  for (guint i = 0; i < fixes->len; i++)
    ((AfFix *)fixes->pdata[i])->consensus = ((AfFix *)fixes->pdata[i])->alive = 0;
  for (guint test = 0; test < n_tests; test++) {
    g_autoptr (GHashTable) counts = count_observations (fixes, test);
    if (g_hash_table_size (counts) < 2)
      continue;
    n_telling++;
    for (guint i = 0; i < fixes->len; i++) {
      AfFix *fix = fixes->pdata[i];
      const guint64 *key = &g_array_index (fix->observations, guint64, test);
      fix->consensus += (double)GPOINTER_TO_UINT (g_hash_table_lookup (counts, key)) / fixes->len;
      fix->alive += *key != AF_NO_TEST;
    }
  }
  for (guint i = 0; i < fixes->len; i++) {
    AfFix *fix = fixes->pdata[i];
    fix->consensus = n_telling ? fix->consensus / n_telling : 1;
    fix->alive = n_telling ? fix->alive / n_telling : 1;
  }
}
