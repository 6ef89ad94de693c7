/* Expressions as C text with guards.
 *
 * In:  an expression of the model, to be evaluated inside of an AFRT_EVALUATE.
 * Out: text in which each dereference, index, division and signed operation is guarded, so that an undefined value ends
 * the evaluation instead of the program:
 *
 *          s->items[i] > OLD (s->n)     ((*AFRT_E (7, 7, (AFRT_P (7, 7, (s))->items), (i))) > AFRT_USE_OLD (afx_old_0))
 *
 * All guards carry the number of the clause that is being evaluated.  Every operation stands in parentheses of its own.
 */
#include "contracts/contracts.h"
#include "weave/weave-internal.h"

/* What a guard of @subject reports; false: it has none. */
static gboolean is_guarded (const AfRender *render, const AfExpr *subject, AfGuardKind guard, guint *low, guint *high)
{
  *low = *high = render->clause;
  return !render->expanded || af_expanded_clauses (render->expanded, subject, guard, low, high);
}

/* What *p and p->f, the @subject, follow. */
static void render_pointer (const AfRender *render, GString *out, const AfExpr *subject)
{
  const AfExpr *pointer = subject->args[0];
  guint low, high;

  if (af_type_is_pointer (pointer->type) && af_type_has_size (pointer->type->target)
      && is_guarded (render, subject, AF_GUARD_POINTER, &low, &high)) {
    guint head = subject->kind == AF_EXPR_FIELD ? af_type_reach (pointer->type->target, subject->name)
                 : !render->expanded            ? af_type_head (pointer->type->target)
                                                : 0;
    g_autofree char *size = head > 0 ? g_strdup_printf ("%u, ", head) : g_strdup ("");
    g_string_append_printf (out, "%s (%u, %u, %s(", head > 0 ? "AFRT_HEAD" : "AFRT_P", low, high, size);
    af_render (render, out, pointer);
    g_string_append (out, "))");
    return;
  }
  g_string_append (out, "(");
  af_render (render, out, pointer);
  g_string_append (out, ")");
}

void af_render_args (const AfRender *render, GString *out, const AfExpr *expr, guint first, guint last,
                     const char *separator)
{
  for (guint i = first; i < last; i++) {
    g_string_append (out, i > first ? separator : "");
    g_string_append (out, "(");
    af_render (render, out, expr->args[i]);
    g_string_append (out, ")");
  }
}

static void render_index (const AfRender *render, GString *out, const AfExpr *expr)
{
  const AfType *type = expr->args[0]->type;
  guint low, high;

  /* 2[a] */
  if (af_type_is_number (type)) {
    AfExpr *swapped[] = { expr->args[1], expr->args[0] };
    AfExpr plain = *expr;
    plain.args = swapped;
    render_index (render, out, &plain);
    return;
  }

  if (type && type->kind == AF_TYPE_ARRAY && type->length > 1
      && is_guarded (render, expr, AF_GUARD_LIMIT, &low, &high)) {
    af_render_args (render, out, expr, 0, 1, "");
    g_string_append_printf (out, "[AFRT_I (%u, %u, ", low, high);
    af_render_args (render, out, expr, 1, 2, "");
    g_string_append_printf (out, ", %" G_GINT64_FORMAT ")]", type->length);
    return;
  }
  if (!is_guarded (render, expr, AF_GUARD_ELEMENT, &low, &high)) {
    af_render_args (render, out, expr, 0, 1, "");
    g_string_append (out, "[");
    af_render_args (render, out, expr, 1, 2, "");
    g_string_append (out, "]");
    return;
  }
  g_string_append_printf (out, "(*AFRT_E (%u, %u, ", low, high);
  af_render_args (render, out, expr, 0, 2, ", ");
  g_string_append (out, "))");
}

/* Only the place counts, so the last step is not guarded. */
static void render_address (const AfRender *render, GString *out, const AfExpr *object)
{
  g_string_append (out, "(&");
  if (object->kind == AF_EXPR_FIELD) {
    g_string_append (out, "(");
    af_render (render, out, object->args[0]);
    g_string_append_printf (out, ")%s%s", object->arrow ? "->" : ".", object->name);
  } else if (object->kind == AF_EXPR_INDEX) {
    af_render_args (render, out, object, 0, 1, "");
    g_string_append (out, "[");
    af_render (render, out, object->args[1]);
    g_string_append (out, "]");
  } else if (object->kind == AF_EXPR_DEREF) {
    g_string_append (out, "*");
    af_render_args (render, out, object, 0, 1, "");
  } else
    af_render (render, out, object);
  g_string_append (out, ")");
}

static gboolean is_signed_operation (const AfExpr *expr)
{
  const AfType *type = expr->type;

  for (guint i = 0; i < expr->n_args; i++)
    if (!af_type_is_number (expr->args[i]->type))
      return FALSE;
  return af_type_is_number (type) && type->is_signed && type->bits >= 32 && type->bits <= 64;
}

static const char *overflow_name (AfOp op)
{
  return op == AF_OP_ADD ? "add" : op == AF_OP_SUB || op == AF_OP_NEG ? "sub" : op == AF_OP_MUL ? "mul" : NULL;
}

/* `add, (a), (b)` */
static void render_overflow_args (const AfRender *render, GString *out, const AfExpr *expr)
{
  g_string_append_printf (out, "%s, ", overflow_name (expr->op));
  if (expr->n_args == 1)
    g_string_append (out, "0, ");
  af_render_args (render, out, expr, 0, expr->n_args, ", ");
}

static void render_operation (const AfRender *render, GString *out, const AfExpr *expr)
{
  guint low, high;

  if (overflow_name (expr->op) && is_signed_operation (expr)
      && is_guarded (render, expr, AF_GUARD_OVERFLOW, &low, &high)) {
    g_string_append_printf (out, "AFRT_FITS (%u, ", low);
    render_overflow_args (render, out, expr);
    g_string_append (out, ")");
    return;
  }
  g_string_append (out, "(");
  if (expr->n_args == 1)
    g_string_append (out, af_op_spelling (expr->op));
  af_render_args (render, out, expr, 0, 1, "");
  if (expr->n_args == 2) {
    gboolean divides = (expr->op == AF_OP_DIV || expr->op == AF_OP_MOD) && af_type_is_number (expr->args[0]->type)
                       && af_type_is_number (expr->args[1]->type)
                       && is_guarded (render, expr, AF_GUARD_DIVISOR, &low, &high);
    g_string_append_printf (out, " %s ", af_op_spelling (expr->op));
    if (divides)
      g_string_append_printf (out, "AFRT_D (%u, ", low);
    af_render_args (render, out, expr, 1, 2, "");
    g_string_append (out, divides ? ")" : "");
  }
  g_string_append (out, ")");
}

static void render_argument (const AfRender *render, GString *out, const AfExpr *call, guint i)
{
  gboolean is_ours = af_module_routine (render->module, call->name) != NULL;
  AfDemand demand =
    is_ours ? (AfDemand){ .kind = AF_DEMAND_NONE, .size = -1, .string = -1 } : af_contracts_demand (call->name, i);

  if (render->expanded || demand.kind == AF_DEMAND_NONE || (demand.size >= 0 && (guint)demand.size >= call->n_args)) {
    af_render_args (render, out, call, i, i + 1, "");
    return;
  }
  const AfType *type = call->args[i]->type;
  gboolean is_string =
    demand.kind == AF_DEMAND_READ && demand.size < 0 && type && type->target && type->target->is_char;
  const char *macro = demand.kind == AF_DEMAND_FREE ? "AFRT_F" : is_string ? "AFRT_Z" : "AFRT_M";
  g_string_append_printf (out, "%s (%u, ", macro, render->clause);
  af_render_args (render, out, call, i, i + 1, "");
  if (demand.kind != AF_DEMAND_FREE && !is_string) {
    g_string_append (out, ", ");
    g_string_append (out, demand.is_prefix ? "!!" : "");
    if (demand.size >= 0)
      af_render_args (render, out, call, (guint)demand.size, (guint)demand.size + 1, "");
    else
      g_string_append (out, "1");
  }
  g_string_append (out, ")");
}

static void render_call (const AfRender *render, GString *out, const AfExpr *call)
{
  gboolean through_pointer = call->kind == AF_EXPR_CALL_POINTER;

  if (through_pointer)
    af_render_args (render, out, call, 0, 1, "");
  else
    g_string_append (out, call->name);
  g_string_append (out, " (");
  for (guint i = through_pointer ? 1 : 0; i < call->n_args; i++) {
    g_string_append (out, i > (through_pointer ? 1u : 0u) ? ", " : "");
    if (through_pointer)
      af_render_args (render, out, call, i, i + 1, "");
    else
      render_argument (render, out, call, i);
  }
  g_string_append (out, ")");
}

static void render_effect (const AfRender *render, GString *out, const AfExpr *expr)
{
  const char *step = expr->op == AF_OP_SUB ? "--" : "++";

  g_string_append (out, "(");
  if (expr->kind == AF_EXPR_STEP) {
    g_string_append (out, expr->is_prefix ? step : "");
    af_render_args (render, out, expr, 0, 1, "");
    g_string_append (out, expr->is_prefix ? "" : step);
  } else {
    af_render_args (render, out, expr, 0, 1, "");
    g_string_append_printf (out, " %s= ", expr->op == AF_OP_NONE ? "" : af_op_spelling (expr->op));
    af_render_args (render, out, expr, 1, 2, "");
  }
  g_string_append (out, ")");
}

static void render_field (const AfRender *render, GString *out, const AfExpr *field)
{
  if (field->arrow)
    render_pointer (render, out, field);
  else
    af_render_args (render, out, field, 0, 1, "");
  g_string_append_printf (out, "%s%s", field->arrow ? "->" : ".", field->name);
}

static void render_conditional (const AfRender *render, GString *out, const AfExpr *expr)
{
  g_string_append (out, "(");
  af_render_args (render, out, expr, 0, 1, "");
  g_string_append (out, " ? ");
  af_render_args (render, out, expr, 1, 3, " : ");
  g_string_append (out, ")");
}

static void render_fits (const AfRender *render, GString *out, const AfExpr *operation)
{
  gboolean divides = operation->op == AF_OP_DIV, shifts = operation->op == AF_OP_SHL;

  if ((!overflow_name (operation->op) && !divides && !shifts) || !is_signed_operation (operation)) {
    g_string_append (out, "1");
    return;
  }
  if (divides || shifts) {
    g_string_append (out, divides ? "AFRT_DOES_DIVIDE (" : "AFRT_DOES_SHIFT (");
    af_render_args (render, out, operation, 0, 2, ", ");
    g_string_append (out, ")");
    return;
  }
  g_string_append (out, "AFRT_DOES_FIT (");
  render_overflow_args (render, out, operation);
  g_string_append (out, ")");
}

/* By value: the spelling may need a header or a variable that is not there (`sizeof *p`). */
static void render_integer (GString *out, const AfExpr *expr)
{
  gboolean is_int = !expr->type || (expr->type->bits == 32 && expr->type->is_signed) || !expr->type->spelling;
  const char *type = expr->type && expr->type->spelling ? expr->type->spelling : "long long";

  if (is_int && expr->value >= 0 && expr->value <= G_MAXINT32)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, expr->value);
  else if (expr->value == G_MININT64)
    g_string_append_printf (out, "((__typeof__ (%s))(-%" G_GINT64_FORMAT "LL - 1))", type, G_MAXINT64);
  else
    g_string_append_printf (out, "((__typeof__ (%s))%" G_GINT64_FORMAT "LL)", type, expr->value);
}

static void render_dereference (const AfRender *render, GString *out, const AfExpr *expr)
{
  g_string_append (out, "(*");
  render_pointer (render, out, expr);
  g_string_append (out, ")");
}

void af_render (const AfRender *render, GString *out, const AfExpr *expr)
{
  if (render->expanded && af_expanded_text (render->expanded, out, expr))
    return;
  switch (expr->kind) {
  case AF_EXPR_BOOL:
    g_string_append (out, expr->value ? "1" : "0");
    break;
  case AF_EXPR_INT:
    render_integer (out, expr);
    break;
  case AF_EXPR_NULL:
    /* The user need not have NULL to say nonnull. */
    g_string_append (out, "AFRT_NULL");
    break;
  case AF_EXPR_FLOAT:
  case AF_EXPR_STRING:
  case AF_EXPR_VAR:
  case AF_EXPR_FUNCTION:
    g_string_append (out, expr->text);
    break;
  case AF_EXPR_OTHER:
    g_string_append_printf (out, "(%s)", expr->name);
    break;
  case AF_EXPR_FIELD:
    render_field (render, out, expr);
    break;
  case AF_EXPR_INDEX:
    render_index (render, out, expr);
    break;
  case AF_EXPR_DEREF:
    render_dereference (render, out, expr);
    break;
  case AF_EXPR_ADDRESS:
    render_address (render, out, expr->args[0]);
    break;
  case AF_EXPR_UNARY:
  case AF_EXPR_BINARY:
    render_operation (render, out, expr);
    break;
  case AF_EXPR_ASSIGN:
  case AF_EXPR_STEP:
    render_effect (render, out, expr);
    break;
  case AF_EXPR_CONDITIONAL:
    render_conditional (render, out, expr);
    break;
  case AF_EXPR_CALL:
  case AF_EXPR_CALL_POINTER:
    render_call (render, out, expr);
    break;
  case AF_EXPR_CAST:
    g_string_append_printf (out, "((__typeof__ (%s))", expr->type->spelling);
    af_render_args (render, out, expr, 0, 1, "");
    g_string_append (out, ")");
    break;
  case AF_EXPR_RESULT:
  case AF_EXPR_OLD:
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF:
  case AF_EXPR_FORALL:
  case AF_EXPR_EXISTS:
  case AF_EXPR_READABLE:
  case AF_EXPR_WRITABLE:
  case AF_EXPR_NODES:
  case AF_EXPR_REACHES:
    af_render_contract (render, out, expr);
    break;
  case AF_EXPR_FITS:
    render_fits (render, out, expr->args[0]);
    break;
  }
}

char *af_render_new (const AfRender *render, const AfExpr *expr)
{
  GString *out = g_string_new (NULL);

  af_render (render, out, expr);
  return g_string_free (out, FALSE);
}

char *af_render_notes (const AfRender *render, const AfClause *clause)
{
  g_autoptr (GPtrArray) operands = af_clause_operands (clause);
  GString *out = g_string_new ("{");

  for (guint i = 0; i < operands->len; i++) {
    const AfExpr *operand = g_ptr_array_index (operands, i);
    g_autofree char *text = af_render_new (render, operand);
    g_string_append_printf (out, " AFRT_NOTE (%u, (%s));", i, text);
  }
  g_string_append (out, " }");
  return g_string_free (out, FALSE);
}

char *af_weave_guarded (const AfModule *module, AfExpr *expr)
{
  AfRender render = { module, 0, NULL, NULL };

  return af_render_new (&render, expr);
}
