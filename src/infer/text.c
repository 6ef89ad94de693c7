/* Proposals as text: contracts at the head of a body, conjuncts of an invariant function, or a new one.
 *
 *     ENSURE (RESULT == OLD (s->n));          after the contracts that the routine has
 *     QUERY int set_size (const Set *s)       in front of a definition
 *     return a && b && it->n <= it->cap;      in the invariant function that the type has
 *     INVARIANT static bool set_holds (const Set *it) { return it->n <= it->cap; }      at the end of the file
 *
 * In a header stands what its users must know (header.c); then the function is not static. */
#include "infer/infer-internal.h"

#include <string.h>

#include "contracts/contracts.h"
#include "model/edit.h"

char *af_proposal_text (const AfProposal *proposal)
{
  if (proposal->is_query)
    return g_strdup_printf ("QUERY %s", proposal->expr->text);
  switch ((int)proposal->kind) {
  case AF_CLAUSE_PRECONDITION:
    return g_strdup_printf ("REQUIRE (%s)", proposal->expr->text);
  case AF_CLAUSE_POSTCONDITION:
    return g_strdup_printf ("ENSURE (%s)", proposal->expr->text);
  default:
    return g_strdup_printf ("INVARIANT (%s)", proposal->expr->text);
  }
}

static const AfRoutine *function_of (const AfModule *module, const AfProposal *proposal)
{
  return proposal->record ? af_module_invariant (module, proposal->record) : proposal->routine;
}

/* The source that it changes. */
static int file_of (const AfModule *module, const AfProposal *proposal)
{
  const AfRoutine *routine = function_of (module, proposal);
  return routine ? routine->definition.file : 0;
}

const char *af_proposal_path (const AfModule *module, const AfInference *inference, const AfProposal *proposal)
{
  int header = proposal->is_query ? af_header_of_mark (module, inference, proposal->routine) : -1;
  return header >= 0 ? module->headers->pdata[header] : af_module_source (module, file_of (module, proposal))->path;
}

/* --- at the head of a body --- */

/* After the last contract of the head; else where the first statement can be put. */
static guint place_of (const AfRoutine *routine)
{
  guint place = routine->inside;
  for (guint i = 0; i < routine->contracts->len; i++) {
    const AfContractCall *call = routine->contracts->pdata[i];
    if (call->at_head && !call->is_hook && call->location < 0 && call->range.file == routine->definition.file)
      place = MAX (place, call->range.end);
  }
  return place;
}

/* Indentation of the line that follows the brace. */
static char *indent_of (const AfSource *source, const AfRoutine *routine)
{
  const char *text = source->text + routine->inside, *line = strchr (text, '\n');
  gsize blanks = line ? strspn (line + 1, " \t") : 0;
  return blanks > 0 && line[1 + blanks] != '}' ? g_strndup (line + 1, blanks) : g_strdup ("  ");
}

static void add_head (const AfModule *module, const AfProposal *proposal, gboolean is_long, GPtrArray *edits)
{
  const AfRoutine *routine = proposal->routine;
  g_autofree char *indent = indent_of (af_module_source (module, routine->definition.file), routine);
  g_autofree char *contract = af_proposal_text (proposal);
  g_autofree char *spelled = af_contracts_spell (contract, is_long);
  g_autofree char *text = g_strdup_printf ("\n%s%s;", indent, spelled);
  af_edits_insert (edits, routine->definition.file, place_of (routine), text, (int)edits->len);
}

/* In front of the definition, with the type on its line. */
static void add_mark (const AfProposal *proposal, gboolean is_long, GPtrArray *edits)
{
  g_autofree char *mark = af_contracts_spell ("QUERY ", is_long);
  af_edits_insert (edits, proposal->routine->definition.file, proposal->routine->definition.start, mark,
                   (int)edits->len);
}

/* --- invariants --- */

/* The expression that the function returns at its end, or null. */
static const AfExpr *last_returned (const AfRoutine *function)
{
  const AfLocation *last = NULL;
  for (guint i = 0; i < function->locations->len; i++) {
    const AfLocation *location = function->locations->pdata[i];
    if (location->kind == AF_LOCATION_RETURN && (!last || location->range.start > last->range.start))
      last = location;
  }
  return last && last->expr && !af_range_is_none (last->expr->range) ? last->expr : NULL;
}

static AfExpr *about_param (const AfProposal *proposal, const AfRoutine *function)
{
  const AfVariable *param = function->variables->pdata[0];
  g_autoptr (AfExpr) it = af_expr_var (param->type, "it", 1);
  g_autoptr (AfExpr) object = af_expr_var (param->type, param->name, param->id);
  return af_expr_substitute (proposal->expr, it, object);
}

/* `a || b` needs parentheses beside `&&`; IMPLIES and its like do not. */
static gboolean needs_parentheses (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_CONDITIONAL || (expr->kind == AF_EXPR_BINARY && expr->op == AF_OP_OR);
}

/* As one of several conjuncts; owned by the caller. */
static char *conjunct (const AfExpr *expr)
{
  return needs_parentheses (expr) ? g_strdup_printf ("(%s)", expr->text) : g_strdup (expr->text);
}

static void add_conjunct (const AfModule *module, const AfRoutine *function, const AfProposal *proposal,
                          gboolean is_long, GPtrArray *edits)
{
  const AfExpr *returned = last_returned (function);
  const AfSource *source = af_module_source (module, function->definition.file);
  g_autoptr (AfExpr) expr = about_param (proposal, function);
  if (!returned)
    return;
  g_autofree char *indent = af_source_indent (source, returned->range.start);
  g_autofree char *part = conjunct (expr);
  g_autofree char *spelled = af_contracts_spell (part, is_long);
  g_autofree char *text = g_strdup_printf ("\n%s       && %s", indent, spelled);
  gboolean is_first = TRUE;
  for (guint i = 0; i < edits->len; i++)
    is_first &= ((const AfEdit *)edits->pdata[i])->range.start != returned->range.end;
  if (is_first && needs_parentheses (returned)) {
    af_edits_insert (edits, function->definition.file, returned->range.start, "(", 0);
    af_edits_insert (edits, function->definition.file, returned->range.end, ")", 0);
  }
  af_edits_insert (edits, function->definition.file, returned->range.end, text, (int)edits->len + 1);
}

char *af_invariant_name (const AfModule *module, const AfInference *inference, const AfType *record)
{
  const char *tag = record->tag ? record->tag : record->spelling;
  const char *word = strrchr (tag, ' ');
  int header = af_header_of_type (module, inference, record);
  g_autofree char *lower = g_ascii_strdown (word ? word + 1 : tag, -1);
  char *name = g_strconcat (lower, "_holds", NULL);
  const AfSource *users = header >= 0 ? inference->headers->pdata[header] : NULL;
  for (guint i = 2; af_module_routine (module, name) || (users && af_text_has_word (users->text, name)); i++) {
    g_free (name);
    name = g_strdup_printf ("%s_holds_%u", lower, i);
  }
  return name;
}

/* All invariants of one type that has no function for them yet. */
static void add_function (const AfModule *module, const AfInference *inference, const GPtrArray *proposals,
                          const AfType *record, GPtrArray *edits)
{
  const AfSource *source = af_module_source (module, 0);
  g_autofree char *name = af_invariant_name (module, inference, record);
  gboolean is_shown = af_header_of_type (module, inference, record) >= 0;
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean ends_line = source->length > 0 && source->text[source->length - 1] == '\n';
  g_string_append_printf (
    text, "%s\nINVARIANT %s%s %s (const %s *it)\n{\n  return ", ends_line ? "" : "\n", is_shown ? "" : "static ",
    is_shown || af_source_include (source, "stdbool.h") ? "bool" : "_Bool", name, record->spelling);
  gboolean is_first = TRUE;
  for (guint i = 0; i < proposals->len; i++) {
    const AfProposal *proposal = proposals->pdata[i];
    if (proposal->record != record)
      continue;
    g_autofree char *part = conjunct (proposal->expr);
    g_string_append_printf (text, "%s%s", is_first ? "" : "\n         && ", part);
    is_first = FALSE;
  }
  g_string_append (text, ";\n}\n");
  g_autofree char *spelled = af_contracts_spell (text->str, af_contracts_are_long (module));
  af_edits_insert (edits, 0, (guint)source->length, spelled, (int)edits->len);
}

static GPtrArray *source_edits (const AfModule *module, const AfInference *inference, const GPtrArray *proposals,
                                int file)
{
  GPtrArray *edits = af_edits_new ();
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);
  const AfSource *source = af_module_source (module, file);
  gboolean is_long = proposals->len > 0 && af_contracts_are_long (module);
  for (guint i = 0; i < proposals->len; i++) {
    const AfProposal *proposal = proposals->pdata[i];
    const AfRoutine *function = function_of (module, proposal);
    if (file_of (module, proposal) != file
        || (proposal->is_query && af_header_of_mark (module, inference, proposal->routine) >= 0))
      continue;
    if (proposal->is_query)
      add_mark (proposal, is_long, edits);
    else if (!proposal->record)
      add_head (module, proposal, is_long, edits);
    else if (function)
      add_conjunct (module, function, proposal, is_long, edits);
    else if (g_hash_table_add (done, (gpointer)proposal->record))
      add_function (module, inference, proposals, proposal->record, edits);
  }
  if (edits->len > 0 && !af_source_include (source, AF_CONTRACT_HEADER))
    af_edits_insert (edits, file, 0, "#include <" AF_CONTRACT_HEADER ">\n", -1);
  return edits;
}

static void change_free (gpointer data)
{
  AfInferChange *change = data;
  g_ptr_array_unref (change->edits);
  g_free (change);
}

/* Takes @edits. */
static void add_change (GPtrArray *changes, const AfSource *source, GPtrArray *edits)
{
  AfInferChange *change = g_new0 (AfInferChange, 1);
  *change = (AfInferChange){ source, edits };
  g_ptr_array_add (changes, change);
  if (edits->len == 0)
    g_ptr_array_set_size (changes, (int)changes->len - 1);
}

GPtrArray *af_infer_changes (const AfModule *module, const AfInference *inference, const GPtrArray *proposals)
{
  GPtrArray *changes = g_ptr_array_new_with_free_func (change_free);
  for (guint i = 0; i < module->sources->len; i++)
    add_change (changes, module->sources->pdata[i], source_edits (module, inference, proposals, (int)i));
  for (guint i = 0; i < inference->headers->len; i++)
    add_change (changes, inference->headers->pdata[i], af_header_edits (module, inference, proposals, (int)i));
  return changes;
}
