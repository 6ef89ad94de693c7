/* Groups: fixes that no test distinguishes are shown once.
 *
 * In:  fixes in rank order with their observations.   Out: group numbers; the first of each group represents it.
 *
 * What no caller sees at the end of a test, the data that the objects hold, counts too: it decides about later calls.
 *
 *     observations 3 8 8 | 3 8 9 | 3 8 8   ->   groups 1, 2, 1; the first two represent */
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
