/* Loading a module, and snapshots that are marked in its text.
 *
 * A snapshot is written down as a CHECK in front of a statement: its condition is the state, and the location is the
 * next one after it (or the routine's exit, when nothing follows).  So the front end reads the condition in the right
 * scope. */
#pragma once

#include <check.h>
#include <stdlib.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "operators/operators-internal.h"
#include "synthesize/synthesize-internal.h"

static inline const char *support_srcdir (void)
{
  const char *dir = g_getenv ("AUTOFIX_SRCDIR");
  return dir ? dir : g_getenv ("srcdir") ? g_getenv ("srcdir") : ".";
}

static inline AfModule *support_load (const char *path)
{
  g_autofree char *include_dir = g_build_filename (support_srcdir (), "contracts", NULL);
  g_autofree char *include = g_strconcat ("-I", include_dir, NULL);
  const char *sources[] = { path, NULL }, *flags[] = { include, "-std=gnu11", NULL };
  AfFrontendOptions options = { sources, flags, include_dir, NULL };
  g_autoptr (GError) error = NULL;
  AfModule *module = af_frontend_load (&options, &error);
  ck_assert_msg (module != NULL, "%s: %s", path, error ? error->message : "");
  ck_assert_msg (af_contracts_attach (module, &error), "%s: %s", path, error ? error->message : "");
  return module;
}

static inline AfModule *support_load_corpus (const char *name)
{
  g_autofree char *file = g_strconcat (name, ".c", NULL);
  g_autofree char *path = g_build_filename (support_srcdir (), "examples", "corpus", name, file, NULL);
  return support_load (path);
}

/* The location on @line (from 1), the outermost that begins there. */
static inline const AfLocation *support_line (const AfRoutine *routine, guint line)
{
  for (guint i = 2; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    if (location->line == line)
      return location;
  }
  return NULL;
}

/* Location whose text begins with @text. */
static inline const AfLocation *support_find (const AfModule *module, const AfRoutine *routine, const char *text)
{
  const AfSource *source = af_module_source (module, routine->body.file);
  for (guint i = 2; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    if (g_str_has_prefix (source->text + location->range.start, text))
      return location;
  }
  return NULL;
}

static inline AfExpr *support_var (const AfRoutine *routine, const char *name)
{
  for (guint i = 0; i < routine->variables->len; i++) {
    const AfVariable *variable = g_ptr_array_index (routine->variables, i);
    if (g_str_equal (variable->name, name))
      return af_expr_var (variable->type, variable->name, variable->id);
  }
  ck_abort_msg ("no variable '%s'", name);
  return NULL;
}

/* `object->name` for a field of the record that the variable @object points to. */
static inline AfExpr *support_field (const AfRoutine *routine, const char *object, const char *name)
{
  g_autoptr (AfExpr) base = support_var (routine, object);
  const AfField *field = af_type_field (base->type->target, name);
  ck_assert_ptr_nonnull (field);
  return af_expr_field (base, name, field->type);
}

/* A localisation with one snapshot: @condition, true, at @location. */
static inline AfLocalization *support_localization (AfExpr *condition, guint location)
{
  AfLocalization *localization = af_localization_new ();
  AfPredicate *predicate = af_predicate_new (0, condition, "integer");
  AfSnapshot *snapshot = af_snapshot_new (predicate, location, TRUE);
  snapshot->failing = 3;
  snapshot->susp = 1;
  g_ptr_array_add (localization->predicates, predicate);
  g_ptr_array_add (localization->snapshots, snapshot);
  return localization;
}

static inline char *support_texts (const GPtrArray *expressions)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < expressions->len; i++)
    g_string_append_printf (text, "%s%s", i ? ", " : "", ((const AfExpr *)g_ptr_array_index (expressions, i))->text);
  return g_string_free (text, FALSE);
}

static inline AfFault *support_fault (const AfModule *module, const AfRoutine *routine, guint location)
{
  static AfClause clause = { .kind = AF_CLAUSE_CHECK, .text = (char *)"no clause", .routine = -1, .location = -1 };
  return af_fault_new (module, routine, location, &clause);
}
