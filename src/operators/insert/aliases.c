/* One object given twice: beyond the paper.
 *
 * In:  the first location of a routine that takes two objects of one type.
 * Out: where both are the same, the work done with a copy that the module makes of the one, which is destroyed after:
 *
 *     void append (List *to, const List *from)
 *     {
 *       if (to == from) {
 *         List *copy = list_copy (from);
 *         if (copy == NULL)
 *           return;
 *         append (to, copy);
 *         list_destroy (copy);
 *         return;
 *       }
 *
 * A routine that copies takes such an object and gives a new one; one that destroys takes ownership of its only
 * parameter. */
#include "operators/operators-internal.h"

typedef struct {
  const AfStyle *style;
  const AfQuestion *question;
  const AfRoutine *copier, *destroyer;
  GString *text;
  char *indent; /* of the routine's statements */
} Aliases;

static const AfVariable *param (const AfRoutine *routine, guint i)
{
  return g_ptr_array_index (routine->variables, i);
}

static const AfRoutine *find_routine (const AfQuestion *question, const AfType *record, gboolean copies)
{
  for (guint i = 0; i < question->module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (question->module->routines, i);
    const AfType *taken = routine->n_params == 1 ? param (routine, 0)->type : NULL;
    if (!af_operators_is_declared (question, routine) || routine->is_variadic || !taken
        || taken->kind != AF_TYPE_POINTER || taken->target != record)
      continue;
    if (copies ? routine->result && routine->result->kind == AF_TYPE_POINTER && routine->result->target == record
                   && !routine->result->is_const && af_operators_copies (routine)
               : af_operators_destroys (routine))
      return routine;
  }
  return NULL;
}

/* Of two objects of one type the one that is only read, else the later one; its index, or the number of parameters. */
static guint copied_param (const AfRoutine *routine, guint *other)
{
  for (guint i = 0; i < routine->n_params; i++)
    for (guint k = i + 1; k < routine->n_params; k++) {
      const AfType *a = param (routine, i)->type, *b = param (routine, k)->type;
      if (!af_type_is_record_pointer (a) || b->kind != AF_TYPE_POINTER || a->target != b->target
          || (a->is_const && b->is_const))
        continue;
      *other = a->is_const ? k : i;
      return a->is_const ? i : k;
    }
  return routine->n_params;
}

static gboolean is_first (const AfQuestion *question)
{
  const AfLocation *location = question->location;
  for (guint i = 2; i < question->routine->locations->len; i++) {
    const AfLocation *other = g_ptr_array_index (question->routine->locations, i);
    if (other->kind != AF_LOCATION_CHECK && other->range.start < location->range.start)
      return FALSE;
  }
  const AfLocation *bearer = af_location_bearer (question->routine, location);
  return location->editable && bearer->braced && !bearer->has_label;
}

static void line (Aliases *a, guint depth, const char *text)
{
  g_autofree char *spaced = af_style_text (a->style, text);
  g_string_append (a->text, a->indent);
  for (guint i = 0; i < depth; i++)
    g_string_append (a->text, a->style->unit);
  g_string_append_printf (a->text, "%s\n", spaced);
}

static char *call_with (const AfRoutine *routine, guint copied)
{
  GString *call = g_string_new (routine->name);
  g_string_append_c (call, '(');
  for (guint i = 0; i < routine->n_params; i++)
    g_string_append_printf (call, "%s%s", i ? ", " : "", i == copied ? "copy" : param (routine, i)->name);
  g_string_append_c (call, ')');
  return g_string_free (call, FALSE);
}

static void write_body (Aliases *a, guint copied)
{
  const AfRoutine *routine = a->question->routine;
  gboolean gives = routine->result && routine->result->kind != AF_TYPE_VOID;
  g_autofree char *type = g_strdup (a->copier->result->spelling);
  g_autofree char *make = g_strdup_printf ("%scopy = %s(%s);", type, a->copier->name, param (routine, copied)->name);
  g_autofree char *leave = af_leave_failed (a->question);
  g_autofree char *call = call_with (routine, copied);
  const char *spelling = !gives ? "" : routine->result->kind == AF_TYPE_BOOL ? "bool" : routine->result->spelling;
  g_autofree char *work =
    gives ? g_strdup_printf ("%s%sresult = %s;", spelling, g_str_has_suffix (spelling, "*") ? "" : " ", call)
          : g_strdup_printf ("%s;", call);
  g_autofree char *destroy = g_strdup_printf ("%s(copy);", a->destroyer->name);
  line (a, 1, make);
  line (a, 1, a->style->braces && !a->style->allman ? "if (copy == NULL) {" : "if (copy == NULL)");
  if (a->style->braces && a->style->allman)
    line (a, 1, "{");
  line (a, 2, leave);
  if (a->style->braces)
    line (a, 1, "}");
  line (a, 1, work);
  line (a, 1, destroy);
  line (a, 1, gives ? "return result;" : "return;");
}

static gboolean uses_names (const AfRoutine *routine)
{
  for (guint i = 0; i < routine->variables->len; i++) {
    const char *name = param (routine, i)->name;
    if (!name || !name[0] || g_str_equal (name, "copy") || g_str_equal (name, "result"))
      return TRUE;
  }
  return FALSE;
}

void af_produce_alias_copies (AfMaker *m)
{
  const AfStyle *style = m->style;
  const AfQuestion *question = m->question;
  const AfRoutine *routine = question->routine;
  guint other = 0, copied = copied_param (routine, &other);
  if (copied == routine->n_params || !is_first (question) || uses_names (routine))
    return;
  const AfType *record = param (routine, copied)->type->target;
  Aliases a = { style, question, find_routine (question, record, TRUE), find_routine (question, record, FALSE),
                NULL,  NULL };
  guint at = af_location_bearer (routine, question->location)->statement.start;
  if (!a.copier || !a.destroyer || (routine->result && routine->result->kind == AF_TYPE_RECORD))
    return;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *indent = af_source_indent (style->source, at);
  g_autofree char *test =
    g_strdup_printf ("if (%s == %s)", param (routine, other)->name, param (routine, copied)->name);
  a.text = text;
  a.indent = indent;
  g_string_append (text, test);
  g_string_append (text, style->allman ? "\n" : " {\n");
  if (style->allman)
    line (&a, 0, "{");
  write_body (&a, copied);
  line (&a, 0, "}");
  g_string_append (text, indent);
  g_autofree char *summary = g_strdup_printf ("%s works with a copy", test);
  af_maker_put_before (m, af_maker_rewrite (m, ROW (ALIAS_COPY), NULL, summary), at, text->str);
}
