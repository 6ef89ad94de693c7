/* From training pairs to patterns.
 *
 * In:  fixes from several projects.   Out: what those of at least so many projects have in common, without names.
 *
 * The edits of all fixes make a dendrogram; each of its clusters is a pattern if its edits come from enough projects,
 * and from a hundredth of all that are in its tree.  Names are left out after that, so patterns may become equal: they
 * are one, of all their changes. */
#include "learn/learn-internal.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "patterns/cluster.h"
#include "util/error.h"
#include "util/interrupt.h"

/* Of the changes in its tree a pattern must have. */
#define LEAST_SHARE 0.01

void af_learnt_patterns_free (AfLearntPatterns *patterns)
{
  if (!patterns)
    return;
  g_ptr_array_unref (patterns->patterns);
  g_free (patterns);
}

/* --- edits --- */

typedef struct {
  GPtrArray *edits; /* of AfPattern */
  GArray *sources;  /* of guint: the change of each */
  GArray *projects; /* of guint: the project of each change */
  GPtrArray *names; /* of the projects */
  gboolean keeps_apart;
  GCancellable *cancel;
} Reading;

static gboolean read_fix (const char *project, const char *rules, const char *steps, gpointer data, GError **error)
{
  Reading *r = data;
  if (af_interrupted (r->cancel, error))
    return FALSE;
  if (r->keeps_apart && af_learn_is_held_out (project))
    return TRUE;
  g_autoptr (AfTree) before = rules ? af_tree_from_rules (rules) : NULL;
  g_autoptr (AfTreeEdit) kept = steps ? af_tree_edit_from_text (steps) : NULL;
  g_autoptr (AfTree) after = before && kept ? af_tree_edit_replay (kept, before) : NULL;
  if (!after) {
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0, "make the file anew from the histories",
                 "a training pair of %s does not fit its tree", project);
    return FALSE;
  }
  if (r->names->len == 0 || strcmp (r->names->pdata[r->names->len - 1], project) != 0)
    g_ptr_array_add (r->names, g_strdup (project));
  guint source = r->projects->len, number = r->names->len - 1;
  g_array_append_val (r->projects, number);
  g_autoptr (AfMapping) mapping = af_mapping_new (before, after);
  g_autoptr (AfTreeEdit) script = af_tree_edit_new (mapping);
  g_autoptr (GPtrArray) edits = af_concrete_edits (mapping, script);
  for (guint i = 0; i < edits->len; i++)
    g_array_append_val (r->sources, source);
  g_ptr_array_extend_and_steal (r->edits, g_steal_pointer (&edits));
  return TRUE;
}

/* --- which clusters --- */

static guint n_projects (const GArray *sources, const GArray *projects)
{
  guint n = 0, last = G_MAXUINT;
  for (guint i = 0; i < sources->len; i++) { /* changes come project by project */
    guint project = g_array_index (projects, guint, g_array_index (sources, guint, i));
    n += project != last;
    last = project;
  }
  return n;
}

typedef struct {
  AfPattern *pattern; /* owned */
  GArray *sources;    /* of guint, ascending */
} Found;

static void found_free (gpointer data)
{
  Found *found = data;
  af_pattern_free (found->pattern);
  g_array_unref (found->sources);
  g_free (found);
}

static GArray *join (const GArray *a, const GArray *b)
{
  GArray *both = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0, j = 0; i < a->len || j < b->len;) {
    guint x = i < a->len ? g_array_index (a, guint, i) : G_MAXUINT;
    guint y = j < b->len ? g_array_index (b, guint, j) : G_MAXUINT;
    guint next = MIN (x, y);
    g_array_append_val (both, next);
    i += x == next;
    j += y == next;
  }
  return both;
}

/* For each cluster the root of its tree. */
static guint *find_roots (const AfDendrogram *d)
{
  guint *roots = g_new (guint, d->clusters->len + 1);
  for (guint i = 0; i < d->clusters->len; i++)
    roots[i] = i;
  for (guint i = d->clusters->len; i-- > 0;) {
    const AfCluster *cluster = d->clusters->pdata[i];
    if (!cluster->sources)
      roots[cluster->left] = roots[cluster->right] = roots[i];
  }
  return roots;
}

/* Both trees are equal: what was moved stands where other children are left out. */
static gboolean shows_nothing (const AfPattern *pattern)
{
  return pattern->nodes[0].hash == pattern->nodes[pattern->n_before].hash;
}

/* Takes @sources. */
static void add_found (GPtrArray *all, GHashTable *known, const AfPattern *named, GArray *sources)
{
  AfPattern *pattern = af_pattern_without_names (named);
  g_autofree char *text = pattern && !shows_nothing (pattern) ? af_pattern_text (pattern) : NULL;
  Found *found = text ? g_hash_table_lookup (known, text) : NULL;
  if (found) {
    GArray *both = join (found->sources, sources);
    g_array_unref (found->sources);
    found->sources = both;
  } else if (text) {
    found = g_new0 (Found, 1);
    *found = (Found){ g_steal_pointer (&pattern), g_array_ref (sources) };
    g_ptr_array_add (all, found);
    g_hash_table_insert (known, g_steal_pointer (&text), found);
  }
  af_pattern_free (pattern);
  g_array_unref (sources);
}

static GPtrArray *choose (const AfDendrogram *d, const GArray *projects, guint least)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (found_free);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree guint *roots = find_roots (d);
  g_autofree guint *sizes = g_new0 (guint, d->clusters->len + 1); /* of trees, by root; 0: not known yet */
  for (guint i = d->clusters->len; i-- > 0;) {
    const AfCluster *cluster = d->clusters->pdata[i];
    g_autoptr (GArray) sources = af_cluster_sources (d, i);
    if (roots[i] == i)
      sizes[i] = sources->len;
    if (cluster->pattern->nodes[0].hole < 0 && n_projects (sources, projects) >= least
        && sources->len >= LEAST_SHARE * sizes[roots[i]])
      add_found (all, known, cluster->pattern, g_steal_pointer (&sources));
  }
  return all;
}

static gint compare_learnt (gconstpointer a, gconstpointer b)
{
  const AfLearntPattern *x = *(AfLearntPattern *const *)a, *y = *(AfLearntPattern *const *)b;
  if (x->n_changes != y->n_changes)
    return x->n_changes < y->n_changes ? 1 : -1;
  if (x->n_projects != y->n_projects)
    return x->n_projects < y->n_projects ? 1 : -1;
  g_autofree char *left = af_pattern_text (x->pattern), *right = af_pattern_text (y->pattern);
  return strcmp (left, right);
}

static AfLearntPatterns *make (Reading *r, const AfPatternOptions *options, GError **error)
{
  g_autoptr (AfLearntPatterns) made = g_new0 (AfLearntPatterns, 1);
  made->patterns = g_ptr_array_new_with_free_func ((GDestroyNotify)af_learnt_pattern_free);
  made->n_projects = r->names->len;
  made->n_changes = r->projects->len;
  made->n_edits = r->edits->len;
  if (!options->quiet && isatty (STDERR_FILENO))
    fprintf (stderr, "%u edits of %u changes are compared\n", made->n_edits, made->n_changes);
  g_autoptr (AfDendrogram) d =
    af_dendrogram_new (g_steal_pointer (&r->edits), r->sources, options->jobs, r->cancel, error);
  if (!d)
    return NULL;
  made->n_clusters = d->clusters->len;
  g_autoptr (GPtrArray) all = choose (d, r->projects, options->least_projects);
  for (guint i = 0; i < all->len; i++) {
    Found *found = all->pdata[i];
    AfLearntPattern *learnt = g_new0 (AfLearntPattern, 1);
    *learnt = (AfLearntPattern){ g_steal_pointer (&found->pattern), found->sources->len,
                                 n_projects (found->sources, r->projects) };
    g_ptr_array_add (made->patterns, learnt);
  }
  g_ptr_array_sort (made->patterns, compare_learnt);
  return g_steal_pointer (&made);
}

/* --- the file --- */

/* What is in the way is told before the work, and not after it; a file of the user's, the pairs among them, stays. */
static gboolean check_output (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  if (access (folder, W_OK) != 0) {
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0, NULL, "patterns: no file can be written in '%s'", folder);
    return FALSE;
  }
  gboolean is_ours = af_patterns_is_file (path);
  if (!is_ours)
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0,
                 "--output names a new file, or one that autofix learn --patterns wrote", "'%s' holds no patterns",
                 path);
  return is_ours;
}

AfLearntPatterns *af_learn_patterns (const AfPatternOptions *options, GCancellable *cancel, GError **error)
{
  if (!check_output (options->output, error))
    return NULL;
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) projects = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  Reading r = { g_ptr_array_new_with_free_func ((GDestroyNotify)af_pattern_free),
                sources,
                projects,
                names,
                options->keeps_apart,
                cancel };
  g_autoptr (AfLearntPatterns) made =
    af_learn_each_fix (options->pairs, read_fix, &r, error) ? make (&r, options, error) : NULL;
  g_clear_pointer (&r.edits, g_ptr_array_unref);
  return made && af_patterns_write (made->patterns, options->output, error) ? g_steal_pointer (&made) : NULL;
}
