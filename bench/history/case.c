/* One change that somebody made: is it among what our operators make of the function?
 *
 * In:  a pair.   Out: where the change stands among the static candidates at all locations, by the rows of
 * rank/features.def without evidence of tests: what an operator's prior and the size of the edit say.
 *
 * A candidate is the change if the function's tree, normalised (edits/normal.c), is that after the change.  A header
 * that is missing (of a library, or made by the build) is put down empty: what it would declare, the function may not
 * need. */
#include "bench/history/history.h"

#include <string.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "rank/rank.h"
#include "synthesize/synthesize.h"

/* Bounds that keep a case to seconds. */
static const AfStaticLimits limits = { .max_snapshots = 400, .max_per_snapshot = 30, .max_candidates = 12000 };
enum { MOST_STUBS = 40, MOST_BYTES = 12000 };

void af_history_case_clear (AfHistoryCase *result)
{
  g_clear_pointer (&result->why, g_free);
}

/* "...: 'zlib.h' file not found" -> an empty zlib.h in the folder of stubs; where the commit has a header of that name
 * elsewhere (the build copies it), one that includes it. */
static gboolean stub (const char *message, const char *folder)
{
  const char *end = strstr (message, "' file not found"), *start = end;
  while (start && start > message && start[-1] != '\'')
    start--;
  if (!start || start == message || start == end || *start == '/' || g_strstr_len (start, end - start, ".."))
    return FALSE;
  g_autofree char *name = g_strndup (start, (gsize)(end - start)),
                  *path = g_build_filename (folder, AF_HISTORY_STUBS, name, NULL);
  g_autofree char *above = g_path_get_dirname (path), *base = g_path_get_basename (name);
  g_autofree char *other = af_history_find_header (folder, base);
  g_autofree char *text = other ? g_strdup_printf ("#include \"%s\"\n", other) : g_strdup ("");
  return !g_file_test (path, G_FILE_TEST_EXISTS) && g_mkdir_with_parents (above, 0700) == 0
         && g_file_set_contents (path, text, -1, NULL);
}

static AfModule *load (const char *path, const char *folder, const char *include_dir, char **why)
{
  g_auto (GStrv) flags = af_history_flags (folder);
  for (guint i = 0; i < MOST_STUBS; i++) {
    g_autoptr (GError) error = NULL;
    const char *sources[] = { path, NULL };
    const AfFrontendOptions options = { sources, (const char *const *)flags, include_dir };
    AfModule *module = af_frontend_load (&options, &error);
    if (module && af_contracts_attach (module, &error))
      return module;
    g_clear_pointer (&module, af_module_free);
    if (!stub (error->message, folder)) {
      *why = g_strdup (error->message);
      return NULL;
    }
  }
  *why = g_strdup ("too many headers are missing");
  return NULL;
}

static const AfRoutine *find_routine (const AfModule *module, const char *name, char **why)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    if (!g_str_equal (routine->name, name))
      continue;
    if (routine->skipped)
      *why = g_strdup (routine->skipped);
    return routine->skipped ? NULL : routine;
  }
  *why = g_strdup ("no such routine");
  return NULL;
}

/* The tree of the only function in the text, normalised; null when there is another number of them. */
static AfTree *tree_of (const char *text, gsize length)
{
  g_autoptr (AfTokens) tokens = af_tokens_read (text, length);
  g_autoptr (GArray) functions = af_tokens_functions (tokens);
  if (functions->len != 1)
    return NULL;
  AfTree *tree = af_tree_parse (tokens, &g_array_index (functions, AfOutline, 0));
  af_tree_normalise (tree);
  return tree;
}

/* The function after the change. */
typedef struct {
  AfTree *tree; /* normalised */
  guint64 hard;
} Wanted;

/* Of the tokens that normalising neither adds nor takes away, in any order: texts that differ in it are not the same,
 * and most candidates need no tree. */
static guint64 hash_hard (const char *text, gsize length)
{
  static const char *const soft[] = { "(", ")",  "{",  "}",  "0",  "1",  "NULL", "false", "!", "<",
                                      ">", "<=", ">=", "==", "!=", "++", "--",   "+=",    "-=" };
  g_autoptr (AfTokens) tokens = af_tokens_read (text, length);
  guint64 sum = 0;
  for (guint i = 0; i < tokens->tokens->len; i++) {
    guint k = 0;
    while (k < G_N_ELEMENTS (soft) && !af_token_is (tokens, i, soft[k]))
      k++;
    if (k == G_N_ELEMENTS (soft))
      sum += af_tokens_hash (tokens, i, i + 1);
  }
  return sum;
}

static gboolean is_change (const AfModule *module, const AfRoutine *routine, const AfCandidate *candidate,
                           const Wanted *wanted)
{
  const AfSource *source = af_module_source (module, routine->definition.file);
  g_autofree char *text = af_edits_apply (source, candidate->edits);
  gsize after = source->length - routine->definition.end, start = routine->definition.start;
  gsize length = strlen (text) - after - start;
  if (hash_hard (text + start, length) != wanted->hard)
    return FALSE;
  g_autoptr (AfTree) tree = tree_of (text + start, length);
  return tree && tree->root->hash == wanted->tree->root->hash && af_tree_equal (tree, wanted->tree);
}

/* The order that the fixes would have with all evidence alike. */
static GPtrArray *ranked (const AfStatic *candidates)
{
  GPtrArray *fixes = g_ptr_array_new_with_free_func ((GDestroyNotify)af_fix_free);
  for (guint i = 0; i < candidates->candidates->len; i++)
    g_ptr_array_add (fixes, af_fix_new (candidates->candidates->pdata[i]));
  af_rank_fixes (fixes, candidates->fault, FALSE);
  return fixes;
}

static void look (const AfModule *module, const AfRoutine *routine, const AfTrainingPair *pair, AfHistoryCase *result)
{
  g_autoptr (AfTree) tree = tree_of (pair->after, strlen (pair->after));
  const Wanted wanted = { tree, hash_hard (pair->after, strlen (pair->after)) };
  g_autoptr (AfStatic) candidates = af_synthesize_static (module, routine, &limits);
  g_autoptr (GPtrArray) fixes = ranked (candidates);
  result->n_candidates = fixes->len;
  result->end = AF_CASE_MISSING;
  for (guint i = 0; tree && i < fixes->len && result->end == AF_CASE_MISSING; i++)
    if (is_change (module, routine, ((const AfFix *)fixes->pdata[i])->candidate, &wanted)) {
      result->end = AF_CASE_FOUND;
      result->rank = i + 1;
    }
}

void af_history_measure (const AfTrainingPair *pair, const char *repository, const char *include_dir,
                         AfHistoryCase *result)
{
  *result = (AfHistoryCase){ .pair = (AfTrainingPair *)pair, .end = AF_CASE_UNREAD };
  if (strlen (pair->before) > MOST_BYTES) {
    result->why = g_strdup ("function too long to be measured");
    return;
  }
  AfTempDir *dir = af_temp_dir_new (NULL);
  g_autofree char *path = af_history_put_down (pair, repository, af_temp_dir_path (dir));
  g_autoptr (AfModule) module = path ? load (path, af_temp_dir_path (dir), include_dir, &result->why) : NULL;
  const AfRoutine *routine = module ? find_routine (module, pair->function, &result->why) : NULL;
  if (module)
    result->end = AF_CASE_SKIPPED;
  if (routine)
    look (module, routine, pair, result);
  af_temp_dir_free (dir);
}
