/* One fix that somebody made, with what our operators make of the function.
 *
 * In:  a pair.   Out: the routine as read, the static candidates at all its locations, and whether one is the fix.
 *
 * A candidate is the fix if the function's tree, normalised (edits/normal.c), is that after the change.  A header
 * that is missing (of a library, or made by the build) is put down empty: what it would declare, the function may not
 * need. */
#include "learn/model/scene.h"

#include <string.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "natural/natural.h"
#include "util/tempdir.h"

enum {
  MOST_ROUNDS = 10,
  MOST_STAND_INS = 12,
  MOST_BYTES = 12000,
  ONE_OF = 4,
  NEAR_BYTES = 60,
  AROUND_BYTES = 100,
  SHARED_BYTES = 20,
  SAMPLED_STATES = 150,
  MORE_NEAR = 4
};

/* Spelt as when the first projects were divided: any other spelling would measure on some that were learnt from. */
gboolean af_learn_is_held_out (const char *project)
{
  g_auto (GStrv) parts = g_strsplit (project, "/", 2);
  g_autofree char *spelt = g_strdup_printf ("%s/repo", project);
  if (parts[0] && parts[1])
    spelt[strlen (parts[0])] = '+';
  return af_natural_id (spelt) % ONE_OF == 0;
}

/* An empty header in the folder of stubs; where the commit has a header of that name elsewhere (the build copies it),
 * one that includes it. */
static gboolean stub (const char *name, const char *folder)
{
  if (*name == '\0' || *name == '/' || strstr (name, ".."))
    return FALSE;
  g_autofree char *path = g_build_filename (folder, AF_SCENE_STUBS, name, NULL);
  g_autofree char *above = g_path_get_dirname (path), *base = g_path_get_basename (name);
  g_autofree char *other = af_scene_find_header (folder, base);
  g_autofree char *text = other ? g_strdup_printf ("#include \"%s\"\n", other) : g_strdup ("");
  return !g_file_test (path, G_FILE_TEST_EXISTS) && g_mkdir_with_parents (above, 0700) == 0
         && g_file_set_contents (path, text, -1, NULL);
}

/* Headers that were put down may include others. */
static void put_stubs (const AfFrontendOptions *options, const char *folder)
{
  gboolean goes_on = TRUE;
  for (guint i = 0; i < MOST_ROUNDS && goes_on; i++) {
    g_autoptr (GPtrArray) missing = af_frontend_missing_headers (options, NULL);
    goes_on = FALSE;
    for (guint k = 0; missing && k < missing->len; k++)
      goes_on = stub (missing->pdata[k], folder) || goes_on;
  }
}

/* Where the function stands; empty when it does not. */
static AfRange part_of (const char *path, const char *function)
{
  g_autofree char *text = NULL;
  const char *at = g_file_get_contents (path, &text, NULL, NULL) ? strstr (text, function) : NULL;
  guint start = at ? (guint)(at - text) : 0;
  return (AfRange){ .start = start, .end = at ? start + (guint)strlen (function) : 0 };
}

/* --- reading it --- */

typedef struct {
  const char *path, *folder, *include_dir;
  const AfTrainingPair *pair;
  GPtrArray *flags;   /* of char *: further ones */
  GString *stand_ins; /* what is declared for it */
  guint n_stand_ins;
} Reading;

static AfModule *load_once (const Reading *r, gboolean whole, GError **error)
{
  g_auto (GStrv) flags = af_scene_flags (r->folder, r->flags);
  const char *sources[] = { r->path, NULL };
  const AfFrontendOptions options = { sources, (const char *const *)flags, r->include_dir, NULL };
  if (whole)
    return af_frontend_load (&options, error);
  put_stubs (&options, r->folder);
  return af_frontend_load_part (&options, part_of (r->path, r->pair->before), error);
}

/* Declares what @why says is unknown; false when there is no guess. */
static gboolean stand_in (Reading *r, const GError *why)
{
  g_autofree char *line = af_scene_stand_in (r->pair->before, why->message, r->n_stand_ins);
  g_autofree char *above = g_build_filename (r->folder, AF_SCENE_STUBS, NULL);
  g_autofree char *path = g_build_filename (above, "stand-ins.h", NULL);
  if (!line || r->n_stand_ins == MOST_STAND_INS)
    return FALSE;
  if (r->n_stand_ins++ == 0) {
    g_ptr_array_add (r->flags, g_strdup ("-include"));
    g_ptr_array_add (r->flags, g_strdup (path));
  }
  g_string_append (r->stand_ins, line);
  return g_mkdir_with_parents (above, 0700) == 0 && g_file_set_contents (path, r->stand_ins->str, -1, NULL);
}

/* With what is missing put down, and regardless of what is wrong outside of the function. */
static AfModule *load_part (Reading *r, GError **error)
{
  for (;;) {
    g_autoptr (GError) why = NULL;
    g_autoptr (AfModule) module = load_once (r, FALSE, &why);
    if (module)
      return g_steal_pointer (&module);
    if (stand_in (r, why))
      continue;
    g_propagate_error (error, g_steal_pointer (&why));
    return NULL;
  }
}

static const AfRoutine *find_routine (const AfModule *module, const char *name)
{
  for (guint i = 0; module && i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    if (g_str_equal (routine->name, name))
      return routine;
  }
  return NULL;
}

/* Where directives leave the function out, as they would not. */
static AfModule *load_switched (Reading *r, AfModule *without)
{
  g_autofree char *text = NULL;
  AfRange part = part_of (r->path, r->pair->before);
  guint n = r->flags->len;
  if (part.end == 0 || !g_file_get_contents (r->path, &text, NULL, NULL))
    return without;
  af_scene_add_switches (text, part.start, r->flags);
  AfModule *module = r->flags->len > n ? load_part (r, NULL) : NULL;
  if (!module)
    return without;
  af_module_free (without);
  return module;
}

/* Null with @why when it is not read. */
static AfModule *load (Reading *r, char **why)
{
  g_autoptr (GError) error = NULL;
  AfModule *module = load_once (r, TRUE, NULL);
  if (!module)
    module = load_part (r, &error);
  if (module && !find_routine (module, r->pair->function))
    module = load_switched (r, module);
  if (module && af_contracts_attach (module, &error))
    return module;
  g_clear_pointer (&module, af_module_free);
  *why = g_strdup (error->message);
  return NULL;
}

/* The routine, unless it is left out. */
static const AfRoutine *usable_routine (const AfModule *module, const char *name, char **why)
{
  const AfRoutine *routine = find_routine (module, name);
  if (routine && !routine->skipped)
    return routine;
  *why = g_strdup (routine ? routine->skipped : "no such routine");
  return NULL;
}

/* Of the tokens that normalising neither adds nor takes away, in any order: texts that differ in it are not the same,
 * and most candidates need no tree. */
static guint64 hash_hard (const char *text, gsize length)
{
  static const char *const soft[] = { "(", ")",  "{",  "}",  "0",  "1",  "NULL", "false", "!", "<",
                                      ">", "<=", ">=", "==", "!=", "++", "--",   "+=",    "-=" };
  g_autoptr (AfTokens) tokens = af_tokens_read (text, length);
  guint64 sum = 0;
  for (guint i = 0; i < tokens->tokens->len; i++) {
    gboolean may_be_soft = strchr ("(){}01!<>=+-Nf", text[af_token_at (tokens, i)->start]) != NULL;
    guint k = may_be_soft ? 0 : G_N_ELEMENTS (soft);
    while (k < G_N_ELEMENTS (soft) && !af_token_is (tokens, i, soft[k]))
      k++;
    if (k == G_N_ELEMENTS (soft))
      sum += af_tokens_hash (tokens, i, i + 1);
  }
  return sum;
}

/* The bytes of @a that @b has otherwise. */
static AfRange difference (const char *a, const char *b)
{
  guint start = 0, end = (guint)strlen (a), other = (guint)strlen (b);
  while (a[start] && a[start] == b[start])
    start++;
  while (end > start && other > start && a[end - 1] == b[other - 1]) {
    end--;
    other--;
  }
  return (AfRange){ 0, start, end };
}

/* The lines that hold @range; empty with what may run over the end of a line. */
static AfRange lines_of (const char *text, AfRange range)
{
  while (range.start > 0 && text[range.start - 1] != '\n')
    range.start--;
  range.end += (guint)strcspn (text + range.end, "\n");
  for (guint i = range.start; i < range.end; i++)
    if (strchr ("#\\*", text[i]) && (text[i] != '*' || text[i + 1] == '/' || (i > 0 && text[i - 1] == '/')))
      return (AfRange){ 0 };
  return range;
}

/* Whether the tokens that normalising leaves alone are those of the fix.  As a rule only the lines that differ from
 * those before are read. */
static gboolean has_hard_tokens (const AfScene *scene, const char *text)
{
  AfRange here = lines_of (text, difference (text, scene->before)),
          there = lines_of (scene->before, difference (scene->before, text));
  if (here.end == 0 || there.end == 0)
    return hash_hard (text, strlen (text)) == scene->hard;
  guint64 fresh = hash_hard (text + here.start, here.end - here.start),
          old = hash_hard (scene->before + there.start, there.end - there.start);
  return scene->hard_before - old + fresh == scene->hard;
}

/* Normalising moves little, and far fewer candidates change what is near than what is not. */
static gboolean is_near (const AfScene *scene, const char *text)
{
  AfRange range = difference (scene->before, text);
  return range.start <= scene->changed.end + NEAR_BYTES && scene->changed.start <= range.end + NEAR_BYTES;
}

gboolean af_scene_is_fix (const AfScene *scene, const char *text)
{
  if (!scene->wanted || !is_near (scene, text) || !has_hard_tokens (scene, text))
    return FALSE;
  g_autoptr (AfTree) tree = af_natural_tree (text, strlen (text));
  return tree && tree->root->hash == scene->wanted->root->hash && af_tree_equal (tree, scene->wanted);
}

void af_scene_want (AfScene *scene, const char *after)
{
  char *text = g_strdup (after);
  g_free (scene->after);
  g_clear_pointer (&scene->wanted, af_tree_free);
  scene->after = text;
  scene->wanted = af_natural_tree (text, strlen (text));
  scene->hard = hash_hard (text, strlen (text));
  scene->hard_before = hash_hard (scene->before, strlen (scene->before));
  scene->changed = difference (scene->before, text);
  scene->fresh = difference (text, scene->before);
}

/* Not by way of the file, which is many times as long. */
char *af_scene_text (const AfScene *scene, const AfCandidate *candidate)
{
  const AfRange range = scene->routine->definition;
  return af_edits_apply_in (af_module_source (scene->module, range.file), range, candidate->edits);
}

/* --- candidates that can be the fix --- */

typedef struct {
  AfRange window;    /* of the file: near the change */
  GHashTable *names; /* that the fix has there */
} Wanted;

static gboolean touches (AfRange range, AfRange window)
{
  return range.start <= window.end && window.start <= range.end;
}

static gboolean is_known (GHashTable *names, const AfPredicate *predicate)
{
  g_autoptr (GHashTable) own = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer name;
  af_text_add_names (predicate->expr->text, 0, (guint)strlen (predicate->expr->text), own);
  g_hash_table_iter_init (&iter, own);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (!g_hash_table_contains (names, name) && !g_str_equal (name, "NULL"))
      return FALSE;
  return TRUE;
}

static gboolean wants (const AfLocation *location, const AfPredicate *predicate, gconstpointer data)
{
  const Wanted *wanted = data;
  AfRange head = location->range, end = { 0, location->statement.end, location->statement.end };
  gboolean is_near = touches (head, wanted->window) || touches (end, wanted->window);
  return is_near && (predicate->id == 0 || is_known (wanted->names, predicate)); /* each location once at least */
}

AfStatic *af_scene_near (const AfScene *scene, const GPtrArray *providers)
{
  guint offset = scene->routine->definition.start, start = offset + scene->changed.start;
  guint length = (guint)strlen (scene->after);
  guint from = scene->fresh.start - MIN (scene->fresh.start, SHARED_BYTES),
        to = MIN (scene->fresh.end + SHARED_BYTES, length);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const Wanted wanted = { { 0, start - MIN (start, AROUND_BYTES), offset + scene->changed.end + AROUND_BYTES }, names };
  const AfStaticLimits limits = {
    .max_snapshots = 4000, .max_per_snapshot = 60, .providers = providers, .wants = wants, .data = &wanted
  };
  af_text_add_names (scene->after, from, to, names);
  return af_synthesize_static (scene->module, scene->routine, &limits);
}

AfCandidate *af_scene_find (const AfScene *scene, const AfStatic *made)
{
  for (guint i = 0; i < made->candidates->len; i++) {
    g_autofree char *text = af_scene_text (scene, made->candidates->pdata[i]);
    if (af_scene_is_fix (scene, text))
      return made->candidates->pdata[i];
  }
  return NULL;
}

/* --- candidates beside it --- */

typedef struct {
  guint near; /* a location */
  guint one_of;
} Sample;

static gboolean is_in_sample (const AfLocation *location, const AfPredicate *predicate, gconstpointer data)
{
  const Sample *sample = data;
  guint64 hash = predicate->id * 0x9e3779b97f4a7c15u ^ location->id * 0xc2b2ae3d27d4eb4fu;
  hash = (hash ^ (hash >> 31)) * 0x9e3779b97f4a7c15u;
  hash ^= hash >> 29;
  return predicate->id == 0
         || hash % (location->id == sample->near ? sample->one_of / MORE_NEAR + 1 : sample->one_of) == 0;
}

AfStatic *af_scene_sample (const AfScene *scene, guint near)
{
  const AfStaticLimits one = { .max_snapshots = 1, .max_per_snapshot = 1, .max_candidates = 1 };
  g_autoptr (AfStatic) first = af_synthesize_static (scene->module, scene->routine, &one);
  guint n = 2 * first->localization->predicates->len * scene->routine->locations->len;
  const Sample sample = { near, MAX (n / SAMPLED_STATES, 1) };
  const AfStaticLimits limits = {
    .max_snapshots = 20000, .max_per_snapshot = 40, .wants = is_in_sample, .data = &sample
  };
  return af_synthesize_static (scene->module, scene->routine, &limits);
}

void af_scene_free (AfScene *scene)
{
  if (!scene)
    return;
  g_clear_pointer (&scene->wanted, af_tree_free);
  g_free (scene->before);
  g_free (scene->after);
  af_module_free (scene->module);
  g_free (scene);
}

/* Takes the module. */
static AfScene *make (AfModule *module, const AfRoutine *routine, const AfTrainingPair *pair)
{
  AfScene *scene = g_new0 (AfScene, 1);
  scene->module = module;
  scene->routine = routine;
  scene->before = af_source_slice (af_module_source (module, routine->definition.file), routine->definition);
  af_scene_want (scene, pair->after);
  return scene;
}

AfScene *af_scene_new (const AfTrainingPair *pair, const char *repository, const char *include_dir, AfSceneEnd *end,
                       char **why)
{
  *end = AF_SCENE_UNREAD;
  if (strlen (pair->before) > MOST_BYTES) {
    *why = g_strdup ("function too long to be measured");
    return NULL;
  }
  g_autoptr (GError) error = NULL;
  AfTempDir *dir = af_temp_dir_new (&error);
  if (!dir)
    *why = g_strdup (error->message);
  g_autofree char *path = dir ? af_scene_put_down (pair, repository, af_temp_dir_path (dir), why) : NULL;
  g_autoptr (GPtrArray) flags = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) stand_ins = g_string_new (NULL);
  Reading reading = { path, dir ? af_temp_dir_path (dir) : NULL, include_dir, pair, flags, stand_ins, 0 };
  AfModule *module = path ? load (&reading, why) : NULL;
  const AfRoutine *routine = module ? usable_routine (module, pair->function, why) : NULL;
  af_temp_dir_free (dir);
  if (module)
    *end = routine ? AF_SCENE_READ : AF_SCENE_SKIPPED;
  if (routine)
    return make (module, routine, pair);
  g_clear_pointer (&module, af_module_free);
  return NULL;
}
