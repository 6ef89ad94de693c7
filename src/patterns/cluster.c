/* From edits to dendrograms, by chains of nearest neighbours (Benzecri 1982).
 *
 * In:  concrete edits.   Out: what each two merged clusters have in common, down to where nothing is.
 *
 * A chain goes from a cluster to its nearest neighbour, from that to its own, and so on; two that are nearest to each
 * other are merged, and the chain goes on from what is left of it.  Near is what keeps much when merged (AfMerge).
 * Assessing all pairs takes the square of their number, so edits are parted twice: first by the kinds of all nodes that
 * changed, then what is left of each part by the kinds of the uppermost of them.  Edits that differ even there would
 * have one hole in common. */
#include "patterns/cluster.h"

#include <stdlib.h>

#include "util/interrupt.h"
#include "util/jobs.h"

#define NO_CLUSTER G_MAXUINT

static void cluster_free (gpointer data)
{
  AfCluster *cluster = data;
  af_pattern_free (cluster->pattern);
  if (cluster->sources)
    g_array_unref (cluster->sources);
  g_free (cluster);
}

static AfCluster *cluster_new (AfPattern *pattern, guint left, guint right)
{
  AfCluster *cluster = g_new0 (AfCluster, 1);
  *cluster = (AfCluster){ pattern, left, right, NULL };
  return cluster;
}

void af_dendrogram_free (AfDendrogram *dendrogram)
{
  if (!dendrogram)
    return;
  g_ptr_array_unref (dendrogram->clusters);
  g_array_unref (dendrogram->roots);
  g_free (dendrogram);
}

/* --- one part --- */

typedef struct {
  GArray *members;  /* of guint: clusters */
  GPtrArray *items; /* of AfPattern, not owned: the members, then what was made */
  GPtrArray *made;  /* of AfCluster, owned; left and right are indices of items */
  GArray *alive;    /* of guint: items */
  GArray *chain;    /* of guint: items */
} Part;

static void part_free (gpointer data)
{
  Part *part = data;
  g_array_unref (part->members);
  g_ptr_array_unref (part->items);
  g_ptr_array_unref (part->made);
  g_array_unref (part->alive);
  g_array_unref (part->chain);
  g_free (part);
}

static Part *part_new (void)
{
  Part *part = g_new0 (Part, 1);
  part->members = g_array_new (FALSE, FALSE, sizeof (guint));
  part->items = g_ptr_array_new ();
  part->made = g_ptr_array_new_with_free_func (cluster_free);
  part->alive = g_array_new (FALSE, FALSE, sizeof (guint));
  part->chain = g_array_new (FALSE, FALSE, sizeof (guint));
  return part;
}

static guint at (const GArray *array, guint i)
{
  return g_array_index (array, guint, i);
}

static void remove_item (GArray *from, guint item)
{
  for (guint i = 0; i < from->len; i++)
    if (at (from, i) == item) {
      g_array_remove_index (from, i); /* the order stays */
      return;
    }
}

/* The nearest neighbour of @item; the one before it in the chain wins a tie, else the first.  NO_CLUSTER: nothing has
 * something in common with it. */
static guint nearest (const Part *part, guint item)
{
  guint previous = part->chain->len > 1 ? at (part->chain, part->chain->len - 2) : NO_CLUSTER, best = previous;
  AfMerge best_merge = { 0 };
  if (best != NO_CLUSTER)
    best_merge = af_merge_assess (part->items->pdata[MIN (item, best)], part->items->pdata[MAX (item, best)]);
  for (guint i = 0; i < part->alive->len; i++) {
    guint other = at (part->alive, i);
    if (other == item || other == previous)
      continue;
    AfMerge merge = af_merge_assess (part->items->pdata[MIN (item, other)], part->items->pdata[MAX (item, other)]);
    if (!merge.is_edit || (best != NO_CLUSTER && af_merge_compare (&merge, &best_merge) <= 0))
      continue;
    best = other;
    best_merge = merge;
  }
  return best;
}

static void merge (Part *part, guint a, guint b)
{
  AfPattern *pattern = af_anti_unify (part->items->pdata[MIN (a, b)], part->items->pdata[MAX (a, b)]);
  guint made = part->items->len;
  g_ptr_array_add (part->items, pattern);
  g_ptr_array_add (part->made, cluster_new (pattern, MIN (a, b), MAX (a, b)));
  remove_item (part->alive, a);
  remove_item (part->alive, b);
  g_array_append_val (part->alive, made);
}

static gboolean work (Part *part, GCancellable *cancel, GError **error)
{
  while (part->alive->len > 1) {
    if (af_interrupted (cancel, error))
      return FALSE;
    if (part->chain->len == 0)
      g_array_append_vals (part->chain, part->alive->data, 1);
    guint top = at (part->chain, part->chain->len - 1), next = nearest (part, top), place = 0;
    while (place < part->chain->len && at (part->chain, place) != next)
      place++;
    if (next == NO_CLUSTER) {
      remove_item (part->alive, top);
      g_array_set_size (part->chain, part->chain->len - 1);
    } else if (place == part->chain->len)
      g_array_append_val (part->chain, next);
    else {
      /* nearness is no metric, so that a merge may bring the chain back to an earlier link: it ends there */
      merge (part, top, next);
      g_array_set_size (part->chain, place);
    }
  }
  return TRUE;
}

/* --- parts --- */

static guint64 mix (guint64 hash, guint64 value)
{
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

/* Of how many nodes of each kind changed, before and after. */
static guint64 key_of_all (const AfPattern *pattern)
{
  guint counts[2][AF_N_NODE_KINDS + 1] = { { 0 } };
  for (guint i = 0; i < pattern->n; i++)
    if (!pattern->nodes[i].is_kept)
      counts[i >= pattern->n_before][pattern->nodes[i].kind]++;
  guint64 key = 0;
  for (guint side = 0; side < 2; side++)
    for (guint kind = 0; kind <= AF_N_NODE_KINDS; kind++)
      key = mix (key, counts[side][kind]);
  return key;
}

/* Of the kinds of the roots and of their children that changed. */
static guint64 key_of_top (const AfPattern *pattern)
{
  guint64 key = 0;
  for (guint root = 0; root < pattern->n; root += pattern->nodes[root].size) {
    key = mix (key, pattern->nodes[root].kind + 1);
    for (guint child = root + 1; child < root + pattern->nodes[root].size; child += pattern->nodes[child].size)
      if (!pattern->nodes[child].is_kept)
        key = mix (key, pattern->nodes[child].kind + 1);
  }
  return key;
}

/* The roots in parts, in the order in which their first ones come. */
static GPtrArray *make_parts (const AfDendrogram *d, guint64 (*key_of) (const AfPattern *))
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (part_free);
  g_autoptr (GHashTable) by_key = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < d->roots->len; i++) {
    guint root = at (d->roots, i);
    AfPattern *pattern = ((const AfCluster *)d->clusters->pdata[root])->pattern;
    gint64 key = (gint64)key_of (pattern);
    Part *part = g_hash_table_lookup (by_key, &key);
    if (!part) {
      part = part_new ();
      g_ptr_array_add (parts, part);
      g_hash_table_insert (by_key, g_memdup2 (&key, sizeof key), part);
    }
    guint item = part->members->len;
    g_array_append_val (part->members, root);
    g_array_append_val (part->alive, item);
    g_ptr_array_add (part->items, pattern);
  }
  return parts;
}

/* What a part has made becomes the dendrogram's. */
static void take_part (AfDendrogram *d, Part *part)
{
  guint n = part->members->len, first = d->clusters->len;
  g_autofree gboolean *merged = g_new0 (gboolean, part->items->len);
  for (guint i = 0; i < part->made->len; i++) {
    AfCluster *cluster = part->made->pdata[i];
    merged[cluster->left] = merged[cluster->right] = TRUE;
    cluster->left = cluster->left < n ? at (part->members, cluster->left) : first + cluster->left - n;
    cluster->right = cluster->right < n ? at (part->members, cluster->right) : first + cluster->right - n;
    g_ptr_array_add (d->clusters, cluster);
  }
  g_ptr_array_set_free_func (part->made, NULL);
  for (guint i = 0; i < part->items->len; i++) {
    guint root = i < n ? at (part->members, i) : first + i - n;
    if (!merged[i])
      g_array_append_val (d->roots, root);
  }
}

typedef struct {
  GPtrArray *parts;
  GCancellable *cancel;
} Level;

static gboolean work_one (guint index, guint worker, gpointer data, GError **error)
{
  (void)worker;
  Level *level = data;
  return work (level->parts->pdata[index], level->cancel, error);
}

static gboolean merge_level (AfDendrogram *d, guint64 (*key_of) (const AfPattern *), guint jobs, GCancellable *cancel,
                             GError **error)
{
  g_autoptr (GPtrArray) parts = make_parts (d, key_of);
  Level level = { parts, cancel };
  if (!af_jobs_map (parts->len, jobs, work_one, &level, error))
    return FALSE;
  g_array_set_size (d->roots, 0);
  for (guint i = 0; i < parts->len; i++)
    take_part (d, parts->pdata[i]);
  return TRUE;
}

/* --- edits --- */

static void add_source (AfCluster *cluster, guint source)
{
  if (cluster->sources->len == 0 || at (cluster->sources, cluster->sources->len - 1) != source)
    g_array_append_val (cluster->sources, source);
}

static guint pattern_hash (gconstpointer pattern)
{
  return (guint)af_pattern_hash (pattern);
}

static gboolean pattern_equal (gconstpointer a, gconstpointer b)
{
  return af_pattern_equal (a, b);
}

static void add_edits (AfDendrogram *d, GPtrArray *edits, const GArray *sources)
{
  g_autoptr (GHashTable) known = g_hash_table_new (pattern_hash, pattern_equal); /* pattern -> cluster */
  for (guint i = 0; i < edits->len; i++) {
    AfCluster *cluster = g_hash_table_lookup (known, edits->pdata[i]);
    if (cluster)
      af_pattern_free (edits->pdata[i]);
    else {
      guint root = d->clusters->len;
      cluster = cluster_new (edits->pdata[i], NO_CLUSTER, NO_CLUSTER);
      cluster->sources = g_array_new (FALSE, FALSE, sizeof (guint));
      g_ptr_array_add (d->clusters, cluster);
      g_array_append_val (d->roots, root);
      g_hash_table_insert (known, cluster->pattern, cluster);
    }
    add_source (cluster, at (sources, i));
  }
  g_ptr_array_set_free_func (edits, NULL);
  g_ptr_array_unref (edits);
}

AfDendrogram *af_dendrogram_new (GPtrArray *edits, const GArray *sources, guint jobs, GCancellable *cancel,
                                 GError **error)
{
  g_autoptr (AfDendrogram) d = g_new0 (AfDendrogram, 1);
  d->clusters = g_ptr_array_new_with_free_func (cluster_free);
  d->roots = g_array_new (FALSE, FALSE, sizeof (guint));
  add_edits (d, edits, sources);
  if (!merge_level (d, key_of_all, jobs, cancel, error) || !merge_level (d, key_of_top, jobs, cancel, error))
    return NULL;
  return g_steal_pointer (&d);
}

static gint compare_numbers (gconstpointer a, gconstpointer b)
{
  guint x = *(const guint *)a, y = *(const guint *)b;
  return (x > y) - (x < y);
}

GArray *af_cluster_sources (const AfDendrogram *dendrogram, guint cluster)
{
  GArray *sources = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_val (open, cluster);
  while (open->len > 0) {
    const AfCluster *node = dendrogram->clusters->pdata[at (open, open->len - 1)];
    g_array_set_size (open, open->len - 1);
    if (node->sources)
      g_array_append_vals (sources, node->sources->data, node->sources->len);
    else {
      g_array_append_val (open, node->left);
      g_array_append_val (open, node->right);
    }
  }
  g_array_sort (sources, compare_numbers);
  guint n = 0;
  for (guint i = 0; i < sources->len; i++)
    if (n == 0 || at (sources, n - 1) != at (sources, i))
      g_array_index (sources, guint, n++) = at (sources, i);
  g_array_set_size (sources, n);
  return sources;
}
