/* Declarations written otherwise: beyond the paper.
 *
 * In:  a location.
 * Out: for the locals declared directly in front of it (or by it)
 *
 *     T x;             T x = 0;  NULL, false, { 0 }        where it has no initialiser
 *     char c = ...     unsigned char c = ..., int c = ...  a type that holds what is put in
 *     int x = a * b;   long long x = (long long)a * b;     a sum or product that an int does not hold; also all such
 *                                                          locals at once
 *     n = -n;          long long wide = n; wide = -wide;   a parameter that is reckoned with, in the whole routine
 *
 * A type changes only where the declaration has one declarator and no use of the variable would make a compiler
 * complain. */
#include "operators/operators-internal.h"

#include <string.h>

/* The location with the smallest start after @offset: where what is declared there comes into play. */
static const AfLocation *next_location (const AfRoutine *routine, guint offset)
{
  const AfLocation *next = NULL;
  for (guint i = 2; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    if (location->kind != AF_LOCATION_CHECK && location->range.start >= offset
        && (!next || location->range.start < next->range.start))
      next = location;
  }
  return next;
}

/* --- initialisers --- */

static char *initialiser_of (const AfQuestion *question, const AfVariable *variable)
{
  if (variable->type->kind == AF_TYPE_RECORD || (variable->type->kind == AF_TYPE_ARRAY && variable->type->length > 0))
    return g_strdup ("{ 0 }");
  g_autoptr (AfExpr) zero = af_operators_zero (question, variable->type);
  return zero ? g_strdup (zero->text) : NULL;
}

/* Within parentheses that open in the same statement: a macro's argument, in whatever the macro makes of it. */
static gboolean is_in_parentheses (const AfSource *source, guint offset)
{
  int depth = 0;
  for (guint at = offset; at > 0 && depth >= 0 && !strchr (";{}", source->text[at - 1]); at--)
    depth += (source->text[at - 1] == ')') - (source->text[at - 1] == '(');
  return depth < 0;
}

static void initialise (AfMaker *m, const AfVariable *variable)
{
  const AfSource *source = m->style->source;
  guint end = variable->scope.start, after = af_block_skip (source, end);
  g_autofree char *zero = initialiser_of (m->question, variable);
  gboolean ends_declarator = end > 0 && (source->text[end - 1] == ']' || variable->name_range.end == end);
  if (!zero || !ends_declarator || variable->is_static || after >= source->length || is_in_parentheses (source, end)
      || (source->text[after] != ';' && source->text[after] != ','))
    return;
  g_autofree char *text = g_strdup_printf (" = %s", zero);
  g_autofree char *summary = g_strdup_printf ("%s = %s at its declaration", variable->name, zero);
  g_autoptr (AfExpr) target = af_expr_var (variable->type, variable->name, variable->id);
  AfRange after_name = { .start = end, .end = end };
  af_maker_edit (m, af_maker_rewrite (m, ROW (INITIALISE), target, summary), after_name, text, 0);
}

/* --- types --- */

typedef struct {
  const AfVariable *variable;
  gboolean to_unsigned; /* the new type is an unsigned one as wide as int or wider */
  gboolean was_unsigned;
  gboolean complains;
} Uses;

static gboolean is_it (const Uses *uses, const AfExpr *expr)
{
  return expr->kind == AF_EXPR_VAR && expr->variable_id == uses->variable->id;
}

/* Its address, a format string, a comparison with the other signedness. */
static gboolean check_use (AfExpr *node, gpointer data)
{
  Uses *uses = data;
  gboolean is_format =
    node->kind == AF_EXPR_CALL && node->name && (strstr (node->name, "printf") || strstr (node->name, "scanf"));
  for (guint i = 0; i < node->n_args; i++) {
    gboolean inside = is_it (uses, node->args[i]);
    uses->complains = uses->complains || (node->kind == AF_EXPR_ADDRESS && inside)
                      || (is_format && af_expr_mentions (node->args[i], uses->variable->name));
  }
  gboolean compares = node->kind == AF_EXPR_BINARY && node->op >= AF_OP_LT && node->op <= AF_OP_NE;
  for (guint i = 0; compares && uses->to_unsigned != uses->was_unsigned && i < 2; i++)
    uses->complains =
      uses->complains
      || (af_expr_mentions (node->args[i], uses->variable->name)
          && (uses->to_unsigned ? !(node->args[1 - i]->kind == AF_EXPR_INT && node->args[1 - i]->value > 0)
                                    && (!node->args[1 - i]->type || node->args[1 - i]->type->is_signed)
                                : !(node->args[1 - i]->type && node->args[1 - i]->type->is_signed)));
  return !uses->complains;
}

static gboolean complains (const AfRoutine *routine, const AfVariable *variable, gboolean to_unsigned)
{
  Uses uses = { variable, to_unsigned, !variable->type->is_signed && variable->type->bits >= 32, FALSE };
  for (guint i = 2; i < routine->locations->len && !uses.complains; i++) {
    AfExpr *expr = af_routine_location (routine, i)->expr;
    if (expr)
      af_expr_walk (expr, check_use, &uses);
  }
  return uses.complains;
}

static gboolean is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Its scope starts after the whole declaration where that has initialisers. */
static guint declarator_end (const AfSource *source, const AfVariable *variable)
{
  guint end = variable->scope.start;
  return end > 0 && source->text[end - 1] == ';' ? end - 1 : end;
}

/* Start of the declaration that @variable's declarator belongs to, if that is `specifiers name` alone; 0 if not. */
static guint specifiers_of (const AfSource *source, const AfVariable *variable, guint *name)
{
  const char *text = source->text;
  guint end = declarator_end (source, variable), start = end, at = variable->name_range.start;
  while (start > 0 && text[start - 1] != ';' && text[start - 1] != '{' && text[start - 1] != '}')
    start--;
  start = af_block_skip (source, start);
  if (af_range_is_none (variable->name_range) || at <= start || at >= end || text[at - 1] != ' ')
    return 0;
  for (guint i = start; i < at; i++)
    if (!is_word (text[i]) && text[i] != ' ')
      return 0;
  *name = at;
  return start;
}

/* A comma between the name and the declaration's end, outside of parentheses. */
static gboolean declares_more (const AfSource *source, const AfVariable *variable, guint name)
{
  guint end = declarator_end (source, variable);
  int depth = 0;
  for (guint at = name; at <= end && at < source->length; at++) {
    char c = source->text[at];
    depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    if (c == ',' && depth == 0)
      return TRUE;
  }
  return FALSE;
}

static void change_type (AfMaker *m, const AfVariable *variable)
{
  const AfSource *source = m->style->source;
  const AfRoutine *routine = m->question->routine;
  const AfType *type = variable->type;
  guint name = 0, start = specifiers_of (source, variable, &name);
  if (type->kind != AF_TYPE_INT || variable->is_param || variable->is_static || variable->is_const || start == 0
      || declares_more (source, variable, name))
    return;
  static const struct {
    const char *type;
    gboolean is_unsigned;
  } narrow[] = { { "unsigned char", FALSE }, { "int", FALSE } },
    plain[] = { { "long long", FALSE }, { "unsigned int", TRUE } },
    natural[] = { { "int", FALSE }, { "unsigned long long", TRUE } }, wide[] = { { "long long", FALSE } };
  gboolean is_small = type->bits < 32, is_int = type->bits == 32 && type->is_signed,
           is_unsigned = type->bits == 32 && !type->is_signed;
  guint n = is_small          ? G_N_ELEMENTS (narrow)
            : is_int          ? G_N_ELEMENTS (plain)
            : is_unsigned     ? G_N_ELEMENTS (natural)
            : type->is_signed ? 0
                              : 1;
  g_autoptr (AfExpr) target = af_expr_var (variable->type, variable->name, variable->id);
  for (guint i = 0; i < n; i++) {
    const char *to = is_small ? narrow[i].type : is_int ? plain[i].type : is_unsigned ? natural[i].type : wide[i].type;
    gboolean to_unsigned = is_int ? plain[i].is_unsigned : is_unsigned && natural[i].is_unsigned;
    if (complains (routine, variable, to_unsigned) || (is_small && !type->is_char && i == 0))
      continue;
    g_autofree char *text = g_strdup_printf ("%s ", to);
    g_autofree char *summary = g_strdup_printf ("%s %s", to, variable->name);
    AfRange specifiers = { .start = start, .end = name };
    af_maker_edit (m, af_maker_rewrite (m, ROW (CHANGE_TYPE), target, summary), specifiers, text, 0);
  }
}

/* --- sums and products --- */

static gboolean is_arithmetic (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_BINARY
         && (expr->op == AF_OP_ADD || expr->op == AF_OP_SUB || expr->op == AF_OP_MUL || expr->op == AF_OP_SHL);
}

/* Where `(long long)` comes, so that all of the arithmetic is done in the wide type; false where one operand cannot be
 * reached. */
static gboolean cast_operands (GArray *places, const AfExpr *expr)
{
  if (expr->in_macro || af_range_is_none (expr->range))
    return FALSE;
  if (!is_arithmetic (expr)) {
    g_array_append_val (places, expr->range.start);
    return expr->kind == AF_EXPR_VAR || expr->kind == AF_EXPR_FIELD || expr->kind == AF_EXPR_INDEX
           || expr->kind == AF_EXPR_CALL;
  }
  gboolean both = (expr->op == AF_OP_ADD || expr->op == AF_OP_SUB) && expr->args[1]->kind == AF_EXPR_BINARY
                  && is_arithmetic (expr->args[1]);
  return cast_operands (places, expr->args[0]) && (!both || cast_operands (places, expr->args[1]));
}

/* @range with @text at each of the places, which are in order: as one edit, as the old expression's overflow is no
 * longer one. */
static void insert_at (GPtrArray *edits, const AfSource *source, AfRange range, const GArray *places, guint skip,
                       const char *text)
{
  GString *whole = g_string_new (NULL);
  guint at = range.start;
  for (guint i = 0; i < places->len; i++) {
    guint place = g_array_index (places, guint, i);
    g_string_append_len (whole, source->text + at, place - at);
    g_string_append (whole, text);
    at = place + skip;
  }
  g_string_append_len (whole, source->text + at, range.end - at);
  g_ptr_array_add (edits, af_edit_new (range, whole->str, 0));
  g_string_free (whole, TRUE);
}

/* The edits that widen @variable, which is declared at @location; added to @edits. */
static gboolean widen_one (GPtrArray *edits, const AfSource *source, const AfRoutine *routine,
                           const AfLocation *location)
{
  const AfVariable *variable = location->declared;
  guint name = 0;
  if (location->kind != AF_LOCATION_DECLARATION || !variable || !location->expr || !location->editable
      || !is_arithmetic (location->expr) || variable->type->kind != AF_TYPE_INT || variable->type->bits != 32
      || !variable->type->is_signed || variable->is_static || !location->expr->type
      || location->expr->type->kind != AF_TYPE_INT || !location->expr->type->is_signed)
    return FALSE;
  guint start = specifiers_of (source, variable, &name);
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint));
  if (start == 0 || declares_more (source, variable, name) || complains (routine, variable, FALSE)
      || !cast_operands (places, location->expr))
    return FALSE;
  insert_at (edits, source, location->expr->range, places, 0, "(long long)");
  const char *type = variable->is_const ? "const long long " : "long long ";
  g_ptr_array_add (edits, af_edit_new ((AfRange){ variable->scope.file, start, name }, type, 0));
  return TRUE;
}

static void widen (AfMaker *m)
{
  const AfSource *source = m->style->source;
  const AfQuestion *question = m->question;
  const AfRoutine *routine = question->routine;
  const AfVariable *variable = question->location->declared;
  g_autofree char *summary = g_strdup_printf ("long long %s", variable && variable->name ? variable->name : "");
  g_autoptr (AfExpr) target = variable ? af_expr_var (variable->type, variable->name, variable->id) : NULL;
  AfAction *one = af_action_new_edits (AF_ACTION_REWRITE, ROW (WIDEN), target, summary);
  if (!variable || !widen_one (one->edits, source, routine, question->location)) {
    af_action_free (one);
    return;
  }
  af_maker_add (m, one);
  g_autofree char *all_summary = g_strdup_printf ("long long %s and the like", variable->name);
  AfAction *all = af_action_new_edits (AF_ACTION_REWRITE, ROW (WIDEN), target, all_summary);
  guint n = 0;
  for (guint i = 2; i < routine->locations->len; i++)
    n += widen_one (all->edits, source, routine, af_routine_location (routine, i));
  if (n > 1)
    af_maker_add (m, all);
  else
    af_action_free (all);
}

/* --- parameters --- */

typedef struct {
  const AfVariable *param;
  gboolean reckons;   /* its negative is taken, or it is multiplied */
  gboolean reachable; /* all its uses can be edited */
} Reckons;

static gboolean check_reckoning (AfExpr *node, gpointer data)
{
  Reckons *r = data;
  gboolean is_it = node->kind == AF_EXPR_VAR && node->variable_id == r->param->id;
  r->reachable = r->reachable && !(is_it && (node->in_macro || af_range_is_none (node->range)));
  gboolean computes = (node->kind == AF_EXPR_UNARY && node->op == AF_OP_NEG)
                      || ((node->kind == AF_EXPR_BINARY || node->kind == AF_EXPR_ASSIGN) && node->op == AF_OP_MUL);
  for (guint i = 0; computes && i < node->n_args; i++)
    r->reckons = r->reckons || (node->args[i]->kind == AF_EXPR_VAR && node->args[i]->variable_id == r->param->id);
  return TRUE;
}

/* The statement of the routine's own block that comes first, and no use outside of what can be edited; null where there
 * is one. */
static const AfLocation *first_statement (const AfRoutine *routine, const AfVariable *param)
{
  const AfLocation *first = NULL;
  for (guint i = 2; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    Reckons r = { param, FALSE, TRUE };
    if (location->kind == AF_LOCATION_CHECK)
      continue;
    af_location_walk (location, check_reckoning, &r);
    if (!r.reachable || (!location->editable && location->expr && af_expr_mentions (location->expr, param->name)))
      return NULL;
    if (!first || location->statement.start < first->statement.start)
      first = location;
  }
  return first && first->braced && !first->has_label ? first : NULL;
}

static int by_place (gconstpointer a, gconstpointer b)
{
  guint left = *(const guint *)a, right = *(const guint *)b;
  return left < right ? -1 : left > right;
}

/* A wide local takes the place of a parameter that the location reckons with. */
static void widen_param (AfMaker *m, const AfVariable *param)
{
  const AfStyle *style = m->style;
  const AfQuestion *question = m->question;
  const AfRoutine *routine = question->routine;
  Reckons here = { param, FALSE, TRUE };
  if (param->type->kind != AF_TYPE_INT || param->type->bits != 32 || !param->type->is_signed || !param->name
      || !question->location->expr)
    return;
  af_expr_walk (question->location->expr, check_reckoning, &here);
  const AfLocation *first =
    here.reckons && !complains (routine, param, FALSE) ? first_statement (routine, param) : NULL;
  static const char *const names[] = { "wide", NULL };
  if (!first || !af_operators_unused_name (routine, names))
    return;
  g_autofree char *summary = g_strdup_printf ("`%s` → `long long wide`", param->name);
  g_autofree char *indent = af_source_indent (style->source, first->statement.start);
  g_autofree char *line = g_strdup_printf ("long long wide = %s;\n%s", param->name, indent);
  g_autoptr (AfExpr) target = af_expr_var (param->type, param->name, param->id);
  AfAction *action = af_maker_rewrite (m, ROW (WIDEN), target, summary);
  af_maker_put_before (m, action, first->statement.start, line);
  for (guint i = 2; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    g_autoptr (GArray) occurrences = location->kind == AF_LOCATION_CHECK ? NULL : af_operators_occurrences (location);
    g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint));
    for (guint k = 0; occurrences && k < occurrences->len; k++) {
      const AfOccurrence *o = &g_array_index (occurrences, AfOccurrence, k);
      if (af_expr_equal (o->node, target))
        g_array_append_val (places, o->node->range.start);
    }
    g_array_sort (places, by_place);
    if (places->len > 0)
      insert_at (action->edits, style->source, location->expr->range, places, (guint)strlen (param->name), "wide");
  }
}

void af_produce_declarations (AfMaker *m)
{
  const AfQuestion *question = m->question;
  const AfRoutine *routine = question->routine;
  for (guint i = routine->n_params; i < routine->variables->len; i++) {
    const AfVariable *variable = g_ptr_array_index (routine->variables, i);
    if (!variable->name || !variable->name[0] || af_range_is_none (variable->scope)
        || variable->scope.file != m->style->file)
      continue;
    gboolean by_it = question->location->declared == variable;
    if (!by_it && next_location (routine, variable->scope.start) != question->location)
      continue;
    initialise (m, variable);
    if (by_it)
      widen (m);
    change_type (m, variable);
  }
  for (guint i = 0; question->location->editable && i < routine->n_params; i++)
    widen_param (m, g_ptr_array_index (routine->variables, i));
}
