/* From a module to what a driver loads: weave, compile, link.
 *
 * In:  AfModule, what to weave, the user's flags.   Out: a shared object in work_dir, known by its content, and the
 * executable that loads it, which all builds of a flavour share.
 *
 * The folder of a build is named by the SHA-256 of everything that goes in: woven text, flags, the runtime library and
 * the files it is linked with.  A build that is there already is taken as it is, and so are the driver's tables.
 *
 * Candidates are written by machine and some do not compile.  The compiler names them (`#line 1 "afx-candidate-7"`),
 * but of those that share a clone not all: so their neighbours are woven alone and only read, which takes a tenth of
 * the time, and what is named then is left out, too. Where it names none, but a clone that several share, each gets its
 * own.  A file `dropped` beside the module remembers them for the next time.
 *
 * The same goes for the rest of woven text (weave/left.c): a clause, a column of a trace, the checks of a line or of a
 * routine that do not compile are left out alone, and a file `left` remembers them.  What a clone has of its routine's
 * text comes earlier as well, so the first error tells whether it is a candidate's own. */
#include "subject/subject-internal.h"

#include <glib/gstdio.h>
#include <string.h>

#include "util/error.h"
#include "util/files/read.h"
#include "util/jobs.h"

#define ROUNDS 12 /* of leaving out parts; each finds the errors that earlier ones hid */

typedef enum {
  ROUND_DONE,
  ROUND_AGAIN, /* candidates were dropped, or other parts left out */
  ROUND_FAILED /* error is set */
} RoundResult;

typedef struct {
  AfCompile compile;
  AfWeavePlan plan;
  GHashTable *dropped; /* candidates left out; owned */
  AfWeaveLeft *left;   /* other parts left out */
  GPtrArray *texts;    /* of char *: woven sources, then the driver's tables */
  char *folder;
} Builder;

static void builder_clear (Builder *builder)
{
  g_clear_pointer (&builder->dropped, g_hash_table_unref);
  g_clear_pointer (&builder->left, af_weave_left_free);
  g_clear_pointer (&builder->texts, g_ptr_array_unref);
  g_clear_pointer (&builder->folder, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Builder, builder_clear)

static void weave (Builder *builder)
{
  const AfModule *module = builder->compile.module;
  g_ptr_array_set_size (builder->texts, 0);
  for (guint i = 0; i < module->sources->len; i++)
    g_ptr_array_add (builder->texts, af_weave_source (module, (int)i, &builder->plan));
  g_ptr_array_add (builder->texts, af_weave_driver (module, &builder->plan));
}

static void digest_text (GChecksum *digest, const char *text)
{
  /* the NUL keeps "ab", "c" apart from "a", "bc" */
  g_checksum_update (digest, (const guchar *)text, (gssize)strlen (text) + 1);
}

static void digest_file (GChecksum *digest, const char *path)
{
  g_autofree char *contents = NULL;
  gsize length = 0;
  if ((contents = af_read_file (path, AF_READ_MOST, &length, NULL)))
    g_checksum_update (digest, (const guchar *)contents, (gssize)length);
}

static char *build_folder (const Builder *builder)
{
  const AfSubjectConfig *config = builder->compile.config;
  const AfModule *module = builder->compile.module;
  g_autoptr (GChecksum) digest = g_checksum_new (G_CHECKSUM_SHA256);
  g_auto (GStrv) flags = af_compile_flags (&builder->compile);
  for (guint i = 0; i < builder->texts->len; i++)
    digest_text (digest, g_ptr_array_index (builder->texts, i));
  for (guint i = 0; flags[i]; i++)
    digest_text (digest, flags[i]);
  for (guint i = 0; i < module->headers->len; i++)
    digest_file (digest, g_ptr_array_index (module->headers, i));
  for (guint i = 0; config->links && config->links[i]; i++) {
    digest_text (digest, config->links[i]);
    digest_file (digest, config->links[i]);
  }
  digest_file (digest, config->paths->runtime_lib);
  g_autofree char *name = g_strdup_printf ("build-%.20s", g_checksum_get_string (digest));
  return g_build_filename (config->work_dir, name, NULL);
}

/* --- parts left out earlier --- */

static int compare_ids (gconstpointer a, gconstpointer b)
{
  guint left = GPOINTER_TO_UINT (a), right = GPOINTER_TO_UINT (b);
  return left < right ? -1 : left > right;
}

static gboolean write_dropped (const Builder *builder, GError **error)
{
  g_autofree char *path = g_build_filename (builder->folder, "dropped", NULL);
  g_autofree char *left_path = g_build_filename (builder->folder, "left", NULL);
  g_autofree char *left = af_weave_left_store (builder->left);
  g_autoptr (GString) text = g_string_new (NULL);
  GList *ids = g_list_sort (g_hash_table_get_keys (builder->dropped), compare_ids);
  for (GList *id = ids; id; id = id->next)
    g_string_append_printf (text, "%u\n", GPOINTER_TO_UINT (id->data));
  g_list_free (ids);
  return g_file_set_contents (left_path, left, -1, error)
         && g_file_set_contents (path, text->str, (gssize)text->len, error);
}

static gboolean read_dropped (Builder *builder)
{
  g_autofree char *path = g_build_filename (builder->folder, "dropped", NULL);
  g_autofree char *left_path = g_build_filename (builder->folder, "left", NULL);
  g_autofree char *text = NULL, *left = NULL;
  if (!g_file_get_contents (path, &text, NULL, NULL) || !g_file_get_contents (left_path, &left, NULL, NULL))
    return FALSE;
  af_weave_left_restore (builder->left, left);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] && *lines[i]; i++)
    g_hash_table_add (builder->dropped, GUINT_TO_POINTER ((guint)g_ascii_strtoull (lines[i], NULL, 10)));
  return TRUE;
}

/* --- a round of compiling and linking --- */

static const char *source_path (const Builder *builder, guint i)
{
  const AfModule *module = builder->compile.module;
  return i < module->sources->len ? ((const AfSource *)g_ptr_array_index (module->sources, i))->path : NULL;
}

/* What the compiler said about a woven text. */
typedef struct {
  guint text;       /* its number */
  char *path;       /* where it was written; owned */
  char *messages;   /* owned; null: none */
  gboolean is_done; /* it compiles */
} Attempt;

static void attempt_clear (Attempt *attempt)
{
  g_clear_pointer (&attempt->path, g_free);
  g_clear_pointer (&attempt->messages, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Attempt, attempt_clear)

/* False, with error: nothing can be said of the text. */
static gboolean try_text (const Builder *builder, guint i, const char *object, Attempt *made, GError **error)
{
  const char *source = source_path (builder, i);
  g_autofree char *base = source ? g_path_get_basename (source) : g_strdup ("driver.c");
  g_autofree char *name = g_strdup_printf ("%u-%s", i, base);
  g_autofree char *source_dir = source ? g_path_get_dirname (source) : NULL;
  g_autoptr (GError) reason = NULL;
  made->text = i;
  made->path = g_build_filename (builder->folder, name, NULL);
  if (!g_file_set_contents (made->path, g_ptr_array_index (builder->texts, i), -1, &reason)) {
    af_error (error, AF_ERROR_IO, "%s", reason->message);
    return FALSE;
  }
  made->is_done = af_compile_file (&builder->compile, made->path, object, source_dir, &made->messages, error);
  return made->is_done || made->messages;
}

/* --- what does not compile is left out --- */

static gboolean drop_candidates (Builder *builder, const char *messages)
{
  g_autoptr (GHashTable) blamed = g_hash_table_new (NULL, NULL);
  guint before = g_hash_table_size (builder->dropped);
  GHashTableIter iter;
  gpointer id;
  af_diagnose_candidates (messages, blamed);
  g_hash_table_iter_init (&iter, blamed);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    g_hash_table_add (builder->dropped, id);
  return g_hash_table_size (builder->dropped) > before;
}

/* Has the compiler read the text once more, with the names of its parts. */
static gboolean leave_parts (Builder *builder, const Attempt *failed)
{
  const AfModule *module = builder->compile.module;
  g_auto (Attempt) named = { 0 };
  gboolean was_only_read = builder->compile.only_read;
  if (failed->text >= module->sources->len)
    return FALSE;
  builder->plan.named = builder->compile.only_read = TRUE;
  weave (builder);
  gboolean is_read = try_text (builder, failed->text, "/dev/null", &named, NULL);
  builder->plan.named = FALSE;
  builder->compile.only_read = was_only_read;
  const char *messages = is_read && named.messages ? named.messages : failed->messages;
  return af_weave_left_blame (builder->left, module, (int)failed->text, messages)
         || af_weave_left_give_up (builder->left, module, (int)failed->text, messages);
}

/* Where the first error is: what is wrong with a routine is wrong with its clones, too. */
static gboolean begins_in (const char *messages, const char *name)
{
  g_autoptr (GPtrArray) complaints = af_weave_complaints (messages);
  return complaints->len > 0 && g_str_has_prefix (((const AfComplaint *)complaints->pdata[0])->file, name);
}

static RoundResult judge (Builder *builder, const Attempt *failed, GError **error)
{
  if (strstr (failed->messages, "[-ferror-limit=]"))
    builder->compile.unlimited = TRUE;
  if (begins_in (failed->messages, "afx-candidate-") && drop_candidates (builder, failed->messages))
    return ROUND_AGAIN;
  /* what compiles alone does not compile beside its like: a name that may be there once only */
  if (!builder->plan.separate && begins_in (failed->messages, "afx-shared-")) {
    if (!drop_candidates (builder, failed->messages))
      builder->plan.separate = TRUE;
    return ROUND_AGAIN;
  }
  if (leave_parts (builder, failed) || drop_candidates (builder, failed->messages))
    return ROUND_AGAIN;
  af_diagnose_compile (failed->messages, failed->path, source_path (builder, failed->text), error);
  return ROUND_FAILED;
}

/* Has the compiler name the rest of those that do not compile. */
static gboolean sift (Builder *builder, GError **error)
{
  RoundResult result = ROUND_DONE;
  builder->plan.sift = builder->compile.only_read = TRUE;
  for (guint i = 0; i < builder->compile.module->sources->len && result != ROUND_FAILED; i++) {
    g_auto (Attempt) made = { 0 };
    weave (builder);
    result = !try_text (builder, i, "/dev/null", &made, error) ? ROUND_FAILED
             : made.is_done                                    ? ROUND_DONE
                                                               : judge (builder, &made, error);
  }
  builder->plan.sift = builder->compile.only_read = FALSE;
  weave (builder);
  return result != ROUND_FAILED;
}

/* As the driver's tables are compiled, whatever the build is for: they hold no code and nothing of the module's text.
 */
static Builder for_tables (const Builder *builder)
{
  Builder own = *builder;
  own.compile.flavor = AF_BUILD_FAST;
  own.compile.quick = TRUE;
  return own;
}

/* Known by its content, as a build is: most builds of a run have the same tables. */
static char *tables_object (const Builder *builder)
{
  const Builder own = for_tables (builder);
  g_autoptr (GChecksum) digest = g_checksum_new (G_CHECKSUM_SHA256);
  g_auto (GStrv) flags = af_compile_flags (&own.compile);
  digest_text (digest, g_ptr_array_index (builder->texts, builder->texts->len - 1));
  for (guint i = 0; flags[i]; i++)
    digest_text (digest, flags[i]);
  g_autofree char *name = g_strdup_printf ("tables-%.20s.o", g_checksum_get_string (digest));
  return g_build_filename (builder->compile.config->work_dir, name, NULL);
}

/* The driver, the woven sources, and the driver's tables. */
typedef struct {
  Builder *builder;
  Attempt *attempts;  /* of each text */
  GPtrArray *objects; /* of char *, of each text */
} Round;

static gboolean compile_tables (const Builder *builder, const char *object, Attempt *made, GError **error)
{
  const Builder own = for_tables (builder);
  made->is_done = g_file_test (object, G_FILE_TEST_EXISTS);
  if (made->is_done)
    return TRUE;
  /* several workers may want them at once */
  g_autofree char *unfinished = g_strdup_printf ("%s.%p", object, (gpointer)g_thread_self ());
  if (!try_text (&own, builder->texts->len - 1, unfinished, made, error))
    return FALSE;
  if (made->is_done && g_rename (unfinished, object) != 0) {
    af_error (error, AF_ERROR_IO, "%s: cannot be written", object);
    return FALSE;
  }
  return TRUE;
}

/* The driver comes first: what is wrong with the compiler shows there. */
static gboolean compile_one (guint index, guint worker, gpointer data, GError **error)
{
  const Round *round = data;
  const Builder *builder = round->builder;
  (void)worker;
  g_autofree char *driver = index == 0 ? af_compile_driver (&builder->compile, error) : NULL;
  if (index == 0)
    return driver != NULL;
  guint i = index - 1;
  const char *object = round->objects->pdata[i];
  return index < builder->texts->len ? try_text (builder, i, object, &round->attempts[i], error)
                                     : compile_tables (builder, object, &round->attempts[i], error);
}

/* All texts, several at a time; what does not compile is judged one after the other. */
static RoundResult compile_round (Builder *builder, GPtrArray *objects, GError **error)
{
  guint n = builder->texts->len;
  g_autofree Attempt *attempts = g_new0 (Attempt, n);
  Round round = { builder, attempts, objects };
  RoundResult result = ROUND_DONE;
  for (guint i = 0; i + 1 < n; i++) {
    g_autofree char *name = g_strdup_printf ("%u.o", i);
    g_ptr_array_add (objects, g_build_filename (builder->folder, name, NULL));
  }
  g_ptr_array_add (objects, tables_object (builder));
  if (!af_jobs_map (n + 1, builder->compile.config->jobs, compile_one, &round, error))
    result = ROUND_FAILED;
  for (guint i = 0; i < n; i++) {
    if (!attempts[i].is_done && result != ROUND_FAILED)
      result = judge (builder, &attempts[i], error);
    attempt_clear (&attempts[i]);
  }
  return result;
}

static RoundResult build_round (Builder *builder, const char *module, GError **error)
{
  g_autoptr (GPtrArray) objects = g_ptr_array_new_with_free_func (g_free);
  RoundResult result = compile_round (builder, objects, error);
  if (result != ROUND_DONE)
    return result;
  g_autofree char *messages = NULL;
  g_autofree char *unfinished = g_strconcat (module, ".new", NULL); /* a module that is there is whole */
  if (!af_compile_link (&builder->compile, objects, unfinished, &messages, error)) {
    if (messages)
      af_diagnose_link (messages, error);
    return ROUND_FAILED;
  }
  if (write_dropped (builder, NULL) && g_rename (unfinished, module) == 0)
    return ROUND_DONE;
  af_error (error, AF_ERROR_IO, "%s: cannot be written", module);
  return ROUND_FAILED;
}

static char *compile_alone (guint i, gpointer data, GError **error)
{
  const Builder *builder = data;
  g_auto (Attempt) made = { 0 };
  g_autofree char *object = g_strdup_printf ("%s/%u.o", builder->folder, i);
  return try_text (builder, i, object, &made, error) && made.is_done ? g_steal_pointer (&object) : NULL;
}

static gboolean build_all (Builder *builder, const char *module, GError **error)
{
  if (g_mkdir_with_parents (builder->folder, 0700) != 0) {
    af_error (error, AF_ERROR_IO, "%s: cannot be created", builder->folder);
    return FALSE;
  }
  if (!builder->compile.quick && !af_needs_met (&builder->compile, builder->folder, compile_alone, builder, error))
    return FALSE;
  for (guint i = 0; i < ROUNDS; i++) {
    switch (build_round (builder, module, error)) {
    case ROUND_DONE:
      return TRUE;
    case ROUND_FAILED:
      return FALSE;
    case ROUND_AGAIN:
      weave (builder);
      if (g_hash_table_size (builder->dropped) > 0 && !sift (builder, error))
        return FALSE;
      break;
    }
  }
  af_error (error, AF_ERROR_BUILD, "woven text keeps failing to compile");
  return FALSE;
}

AfBuild *af_subject_build (const AfSubjectConfig *config, const AfModule *module, const AfWeavePlan *plan,
                           AfBuildFlavor flavor, GHashTable *dropped, GError **error)
{
  g_auto (Builder) builder = { .compile = { .config = config, .module = module, .flavor = flavor } };
  GHashTableIter iter;
  gpointer id;
  builder.dropped = g_hash_table_new (NULL, NULL);
  builder.left = af_weave_left_new ();
  builder.texts = g_ptr_array_new_with_free_func (g_free);
  if (plan)
    builder.plan = *plan;
  builder.plan.left = builder.left;
  if (builder.plan.dropped) {
    g_hash_table_iter_init (&iter, (GHashTable *)builder.plan.dropped);
    while (g_hash_table_iter_next (&iter, &id, NULL))
      g_hash_table_add (builder.dropped, id);
  }
  builder.plan.dropped = builder.dropped;
  builder.compile.quick =
    builder.plan.traced || builder.plan.watches || (builder.plan.candidates && builder.plan.candidates->len > 0);
  weave (&builder);
  builder.folder = build_folder (&builder);
  g_autofree char *module_path = g_build_filename (builder.folder, "module.so", NULL);
  gboolean is_built = g_file_test (module_path, G_FILE_TEST_EXISTS) && read_dropped (&builder);
  if (!is_built && !build_all (&builder, module_path, error))
    return NULL;
  g_autofree char *driver = af_compile_driver (&builder.compile, error);
  if (!driver)
    return NULL;
  g_hash_table_iter_init (&iter, builder.dropped);
  while (dropped && g_hash_table_iter_next (&iter, &id, NULL))
    g_hash_table_add (dropped, id);
  AfBuild *build = g_new0 (AfBuild, 1);
  build->driver = g_steal_pointer (&driver);
  build->module = g_canonicalize_filename (module_path, NULL);
  build->left = g_steal_pointer (&builder.left);
  build->clauses = af_diagnose_clauses (module);
  return build;
}

const AfWeaveLeft *af_build_left (const AfBuild *build)
{
  return build->left;
}

void af_build_share (const AfBuild *build, AfBuild *copy)
{
  copy->driver = g_strdup (build->driver);
  copy->module = g_strdup (build->module);
  copy->clauses = build->clauses ? g_ptr_array_ref (build->clauses) : NULL;
}

void af_build_clear (AfBuild *build)
{
  g_free (build->driver);
  g_free (build->module);
  g_clear_pointer (&build->left, af_weave_left_free);
  g_clear_pointer (&build->clauses, g_ptr_array_unref);
}

void af_build_free (AfBuild *build)
{
  if (!build)
    return;
  af_build_clear (build);
  g_free (build);
}
