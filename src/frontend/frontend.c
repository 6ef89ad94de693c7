/* af_frontend_load (): the order of the work, and what the compiler complains about.
 *
 *     each source:  parse -> write out macro calls that stand for statements, parse
 *                   -> instrument (find each `{`, write the declaration of the result variable)
 *                   parse again, with that text in memory -> errors are the user's
 *     survey all, then read the routines of all: a marker in any declaration counts for the definition. */
#include "frontend/frontend-internal.h"

#include <string.h>

#include "util/error.h"

/* --- diagnostics --- */

/* Whether @name is a macro of contract.h. */
static gboolean is_contract_macro (const char *name)
{
  static const char *const macros[] = {
    "REQUIRE", "ENSURE", "CHECK",    "LOOP_INVARIANT", "LOOP_VARIANT", "CONSUME", "OLD",   "RESULT",  "IMPLIES", "IFF",
    "FORALL",  "EXISTS", "READABLE", "WRITABLE",       "INVARIANT",    "QUERY",   "NODES", "REACHES", NULL
  };
  return g_strv_contains (macros, g_str_has_prefix (name, "AFX_") ? name + strlen ("AFX_") : name);
}

/* What to do about an error of libclang's that is about a header: one that is not found, or one that is not there;
 * null: nothing that we know. */
static const char *header_hint (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "'", 3);
  gboolean is_unknown = g_str_has_prefix (text, "call to undeclared function '")
                        || g_str_has_prefix (text, "use of undeclared identifier '")
                        || g_str_has_prefix (text, "unknown type name '");
  if (g_str_has_suffix (text, " file not found"))
    return "give the folder of the header after --: -- -I DIR; or, with -p DIR, that of compile_commands.json";
  return is_unknown && is_contract_macro (parts[1]) ? "#include <autofix/contract.h>" : NULL;
}

static void report (const AfUnit *unit, CXDiagnostic diagnostic, GError **error)
{
  CXSourceLocation location = clang_getDiagnosticLocation (diagnostic);
  CXFile file;
  unsigned line, column, offset;
  clang_getFileLocation (location, &file, &line, &column, NULL);
  g_autofree char *path = file ? af_clang_string (clang_getFileName (file)) : g_strdup (unit->source->path);
  g_autofree char *text = af_clang_string (clang_getDiagnosticSpelling (diagnostic));
  if (af_place_offset (unit, location, &offset))
    af_source_position (unit->source, offset, &line, &column);
  if (strstr (text, "'afx__result'"))
    af_error_at (error, AF_ERROR_SOURCE, path, line, column, "state what holds afterwards in terms of the parameters",
                 "'RESULT' in a function that returns nothing, or outside of a function");
  else
    af_error_at (error, AF_ERROR_SOURCE, path, line, column, header_hint (text), "%s", text);
}

/* With a part that is asked for, what is wrong elsewhere does not count. */
static gboolean is_in_part (const AfUnit *unit, CXDiagnostic diagnostic)
{
  AfRange part = unit->loader->part;
  guint offset;
  return part.end == 0
         || (af_place_offset (unit, clang_getDiagnosticLocation (diagnostic), &offset) && part.start <= offset
             && offset < part.end);
}

/* What libclang takes for an error and other compilers for a warning: the tree is whole.  Of a part that is asked for
 * much may be declared in headers that are missing. */
static gboolean is_let_pass (const AfUnit *unit, CXDiagnostic diagnostic)
{
  static const char *const names[] = { "-Wimplicit-function-declaration", "-Wimplicit-int", "-Wint-conversion",
                                       "-Wincompatible-function-pointer-types", NULL };
  g_autofree char *name = af_clang_string (clang_getDiagnosticOption (diagnostic, NULL));
  return (unit->loader->as_built || unit->loader->part.end > 0) && name && g_strv_contains (names, name);
}

static gboolean check_diagnostics (const AfUnit *unit, GError **error)
{
  unsigned n = clang_getNumDiagnostics (unit->tu);
  for (unsigned i = 0; i < n; i++) {
    CXDiagnostic diagnostic = clang_getDiagnostic (unit->tu, i);
    gboolean is_error = clang_getDiagnosticSeverity (diagnostic) >= CXDiagnostic_Error && is_in_part (unit, diagnostic)
                        && !is_let_pass (unit, diagnostic);
    if (is_error)
      report (unit, diagnostic, error);
    clang_disposeDiagnostic (diagnostic);
    if (is_error)
      return FALSE;
  }
  return TRUE;
}

/* --- the two passes --- */

/* A source with its text and unit, while the module is read. */
typedef struct {
  CXTranslationUnit tu;
  GArray *inserts;
  AfUnit unit;
} Pass;

static Pass *pass_new (AfLoader *loader, int source_index)
{
  Pass *pass = g_new0 (Pass, 1);
  pass->inserts = g_array_new (FALSE, FALSE, sizeof (AfInsert));
  af_unit_init (&pass->unit, loader, source_index, pass->inserts);
  return pass;
}

static void pass_free (Pass *pass)
{
  af_unit_clear (&pass->unit);
  g_clear_pointer (&pass->tu, clang_disposeTranslationUnit);
  g_array_unref (pass->inserts);
  g_free (pass);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Pass, pass_free)

static guint n_errors (CXTranslationUnit tu)
{
  guint n = 0;
  for (unsigned i = 0; i < clang_getNumDiagnostics (tu); i++) {
    CXDiagnostic diagnostic = clang_getDiagnostic (tu, i);
    n += clang_getDiagnosticSeverity (diagnostic) >= CXDiagnostic_Error ? 1 : 0;
    clang_disposeDiagnostic (diagnostic);
  }
  return n;
}

/* Makes @source that of the unit, in place of another one, which is not freed. */
static void set_source (Pass *pass, AfSource *source)
{
  pass->unit.source = source;
  pass->unit.loader->module->sources->pdata[pass->unit.source_index] = source;
}

/* Writes macro calls that stand for statements out, round by round, as long as the text stays as right as it was. */
static gboolean write_out (CXIndex index, Pass *pass, const GPtrArray *args, CXTranslationUnit *tu, GError **error)
{
  enum { MAX_ROUNDS = 4 };
  AfUnit *unit = &pass->unit;
  guint known = n_errors (*tu);
  if (unit->loader->as_built || unit->loader->part.end > 0)
    return TRUE;
  for (guint round = 0; round < MAX_ROUNDS; round++) {
    g_autoptr (GArray) writings = af_frontend_writings (unit);
    AfSource *source = af_unit_source (unit);
    g_autofree char *text = writings ? af_source_written_text (source, writings) : NULL;
    g_auto (CXTranslationUnit) next = text ? af_parse (index, unit, text, args, 0, error) : NULL;
    if (text && !next)
      return FALSE;
    if (!next || n_errors (next) > known)
      return TRUE;
    set_source (pass, af_source_write_out (source, writings));
    clang_disposeTranslationUnit (*tu);
    *tu = g_steal_pointer (&next);
    af_unit_set_tu (unit, *tu);
    af_unit_read_macros (unit, NULL);
  }
  return TRUE;
}

static gboolean parse_twice (CXIndex index, Pass *pass, const GPtrArray *args, GError **error)
{
  g_auto (CXTranslationUnit) first = af_parse (index, &pass->unit, pass->unit.source->text, args, 0, error);
  if (!first)
    return FALSE;
  af_unit_set_tu (&pass->unit, first);
  af_unit_read_macros (&pass->unit, NULL);
  if (!write_out (index, pass, args, &first, error))
    return FALSE;
  /* While positions are looked up the text is the user's own: the list stays empty until all are found. */
  g_autoptr (GArray) inserts = g_array_new (FALSE, FALSE, sizeof (AfInsert));
  gboolean has_hooks = FALSE;
  g_autofree char *text = af_frontend_instrument (&pass->unit, inserts, &has_hooks);
  /* Where no RESULT is named, which is not declared yet, once is enough. */
  if (!has_hooks && check_diagnostics (&pass->unit, NULL)) {
    pass->tu = g_steal_pointer (&first);
    af_unit_read_macros (&pass->unit, pass->unit.loader->module->quoted);
    return TRUE;
  }
  g_array_append_vals (pass->inserts, inserts->data, inserts->len);
  pass->tu = af_parse (index, &pass->unit, text, args, 0, error);
  if (!pass->tu)
    return FALSE;
  af_unit_set_tu (&pass->unit, pass->tu);
  af_unit_read_macros (&pass->unit, pass->unit.loader->module->quoted);
  return check_diagnostics (&pass->unit, error);
}

/* --- the module --- */

static GHashTable *name_set (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* Values may be null. */
static GHashTable *places (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, af_header_place_free);
}

static void loader_init (AfLoader *loader, AfModule *module, const AfFrontendOptions *options, AfRange part,
                         gboolean as_built)
{
  *loader = (AfLoader){
    .module = module,
    .options = options,
    .part = part,
    .as_built = as_built,
    .types = name_set (),
    .headers = name_set (),
    .queries = name_set (),
    .nonnull = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
    .invariants = name_set (),
    .typedef_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
    .declared_in_header = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
    .prototypes = places (),
    .records = places (),
    .typedefs = places (),
    .own_records = g_hash_table_new (NULL, NULL),
    .constants = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
  };
}

static void loader_clear (AfLoader *loader)
{
  GHashTable *const tables[] = { loader->types,
                                 loader->headers,
                                 loader->queries,
                                 loader->nonnull,
                                 loader->invariants,
                                 loader->typedef_names,
                                 loader->prototypes,
                                 loader->records,
                                 loader->typedefs,
                                 loader->constants,
                                 loader->declared_in_header,
                                 loader->own_records };
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    g_hash_table_unref (tables[i]);
  g_clear_pointer (&loader->hooks, g_hash_table_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfLoader, loader_clear)

static int by_value (gconstpointer a, gconstpointer b)
{
  gint64 left = *(const gint64 *)a, right = *(const gint64 *)b;
  return left < right ? -1 : left > right;
}

static void store_constants (AfLoader *loader)
{
  GHashTableIter iter;
  gpointer value;
  g_array_set_size (loader->module->constants, 0);
  g_hash_table_iter_init (&iter, loader->constants);
  while (g_hash_table_iter_next (&iter, &value, NULL))
    g_array_append_vals (loader->module->constants, value, 1);
  g_array_sort (loader->module->constants, by_value);
}

/* "examples/sorted_set.c" is the module sorted_set. */
static char *module_name (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  char *dot = strrchr (base, '.');
  return dot && dot != base ? g_strndup (base, (gsize)(dot - base)) : g_strdup (base);
}

static gboolean load_sources (AfModule *module, const AfFrontendOptions *options, GError **error)
{
  for (guint i = 0; options->sources[i]; i++) {
    if (g_str_has_suffix (options->sources[i], ".h")) {
      af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "its public functions are read with the .c file that includes it",
                   "'%s' is a header: name the .c file", options->sources[i]);
      return FALSE;
    }
    AfSource *source = af_source_load (options->sources[i], error);
    if (!source)
      return FALSE;
    g_ptr_array_add (module->sources, source);
  }
  for (guint i = 0; options->flags && options->flags[i]; i++)
    g_ptr_array_add (module->flags, g_strdup (options->flags[i]));
  return TRUE;
}

static gboolean read_module (AfLoader *loader, GError **error)
{
  g_auto (CXIndex) index = clang_createIndex (0, 0);
  g_autoptr (GPtrArray) args = af_compiler_args (loader), units = g_ptr_array_new ();
  g_autoptr (GPtrArray) passes = g_ptr_array_new_with_free_func ((GDestroyNotify)pass_free);
  for (guint i = 0; i < loader->module->sources->len; i++) {
    Pass *pass = pass_new (loader, (int)i);
    g_ptr_array_add (passes, pass);
    g_ptr_array_add (units, &pass->unit);
    if (!parse_twice (index, pass, args, error))
      return FALSE;
  }
  for (guint i = 0; i < units->len; i++)
    af_frontend_survey (units->pdata[i]);
  for (guint i = 0; i < units->len; i++)
    af_frontend_routines (units->pdata[i]);
  af_frontend_lend_elsewhere (loader, units, args);
  store_constants (loader);
  af_frontend_headers (loader);
  if (!loader->as_built)
    af_frontend_publish (loader);
  return TRUE;
}

/* Of all sources. */
static const AfRange whole = { 0 };

static AfModule *load (const AfFrontendOptions *options, const AfModule *original, AfRange part, gboolean as_built,
                       GError **error)
{
  g_return_val_if_fail (options->sources && options->sources[0], NULL);
  g_autofree char *name = module_name (options->sources[0]);
  g_autoptr (AfModule) module = af_module_new (name);
  g_auto (AfLoader) loader;
  g_autofree char *why = NULL;
  loader_init (&loader, module, options, part, as_built);
  loader.original = original;
  if (!load_sources (module, options, error) || !af_hooks_init (&loader, original ? original->hooks : NULL, error)
      || !read_module (&loader, error))
    return NULL;
  if (af_module_verify (module, &why))
    return g_steal_pointer (&module);
  if (part.end == 0)
    g_error ("the module that the front end read is inconsistent: %s", why);
  af_error_at (error, AF_ERROR_SOURCE, options->sources[0], 0, 0, NULL, "too much of this file is wrong");
  return NULL;
}

AfModule *af_frontend_load (const AfFrontendOptions *options, GError **error)
{
  return load (options, NULL, whole, FALSE, error);
}

AfModule *af_frontend_load_part (const AfFrontendOptions *options, AfRange part, GError **error)
{
  return load (options, NULL, part, FALSE, error);
}

AfModule *af_frontend_load_copy (const AfFrontendOptions *options, const AfModule *original, GError **error)
{
  return load (options, original, whole, FALSE, error);
}

AfModule *af_frontend_load_as_built (const AfFrontendOptions *options, GError **error)
{
  return load (options, NULL, whole, TRUE, error);
}

static void note_missing (const Pass *pass, GPtrArray *missing)
{
  unsigned n = clang_getNumDiagnostics (pass->tu);
  for (unsigned i = 0; i < n; i++) {
    CXDiagnostic diagnostic = clang_getDiagnostic (pass->tu, i);
    g_autofree char *text = af_clang_string (clang_getDiagnosticSpelling (diagnostic));
    clang_disposeDiagnostic (diagnostic);
    char *end = strstr (text, "' file not found");
    if (*text != '\'' || !end)
      continue;
    *end = '\0';
    if (!g_ptr_array_find_with_equal_func (missing, text + 1, g_str_equal, NULL))
      g_ptr_array_add (missing, g_strdup (text + 1));
  }
}

GPtrArray *af_frontend_missing_headers (const AfFrontendOptions *options, GError **error)
{
  g_autoptr (AfModule) module = af_module_new ("headers");
  g_autoptr (GPtrArray) missing = g_ptr_array_new_with_free_func (g_free);
  g_auto (AfLoader) loader;
  loader_init (&loader, module, options, whole, FALSE);
  if (!load_sources (module, options, error) || !af_hooks_init (&loader, NULL, error))
    return NULL;
  g_auto (CXIndex) index = clang_createIndex (0, 0);
  g_autoptr (GPtrArray) args = af_compiler_args (&loader);
  for (guint i = 0; i < module->sources->len; i++) {
    g_autoptr (Pass) pass = pass_new (&loader, (int)i);
    pass->tu =
      af_parse (index, &pass->unit, pass->unit.source->text, args, CXTranslationUnit_SkipFunctionBodies, error);
    if (!pass->tu)
      return NULL;
    note_missing (pass, missing);
  }
  return g_steal_pointer (&missing);
}
