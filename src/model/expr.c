/* Making and sharing expressions.
 *
 * In:  a kind, children, a name; sometimes no type.
 * Out: an immutable node with its canonical text, counted by references (a GLib reference-counted box).
 *
 * A node is made in two steps, because the front end learns about operator and flags after it has the children:
 * af_expr_new derives what it can (an lvalue? an effect?), and af_expr_finish, which may be called again after a
 * change of flags, derives a missing type and the text.  Everything else here is a shorthand for these two.
 *
 * Example: af_expr_binary (AF_OP_GT, idx, af_expr_field (s, "index", int)) is `idx > s->index` of type int.
 *
 * A type that no child has (`int` for `p == q`) is one of two constants below, which belong to no module. */
#include "model/expr-internal.h"

static const AfType builtin_int = {
  .kind = AF_TYPE_INT, .id = G_MAXUINT, .spelling = (char *)"int", .bits = 32, .is_signed = TRUE
};
static const AfType builtin_long = {
  .kind = AF_TYPE_INT, .id = G_MAXUINT, .spelling = (char *)"long", .bits = 64, .is_signed = TRUE
};

static gboolean is_type (const AfType *type, AfTypeKind kind)
{
  return type && type->kind == kind;
}

static gboolean is_plain (const AfType *type, const AfType *builtin)
{
  return is_type (type, AF_TYPE_INT) && type->is_signed && !type->is_char && type->bits == builtin->bits
         && g_strcmp0 (type->spelling, builtin->spelling) == 0;
}

/* The module's own type of this name if it occurs below @expr, so that pointer equality stays type equality. */
static AfType *find_plain (const AfExpr *expr, const AfType *builtin)
{
  for (guint i = 0; i < expr->n_args; i++) {
    AfType *found = is_plain (expr->args[i]->type, builtin) ? expr->args[i]->type : find_plain (expr->args[i], builtin);
    if (found && found != builtin)
      return found;
  }
  return (AfType *)builtin;
}

static gboolean is_address (const AfType *type)
{
  return is_type (type, AF_TYPE_POINTER) || is_type (type, AF_TYPE_ARRAY);
}

/* Type of an operand after the integer promotions. */
static AfType *promoted (const AfExpr *expr, AfType *type)
{
  gboolean small = type && (type->kind == AF_TYPE_BOOL || (af_type_is_integer (type) && type->bits < 32));
  return small ? find_plain (expr, &builtin_int) : type;
}

/* The usual arithmetic conversions; a pointer wins, the difference of two is long. */
static AfType *arithmetic_type (const AfExpr *expr)
{
  AfType *left = expr->args[0]->type, *right = expr->args[1]->type;
  if (!left || !right)
    return left ? promoted (expr, left) : promoted (expr, right);
  if (is_address (left) && is_address (right))
    return find_plain (expr, &builtin_long);
  if (is_address (left) || is_address (right))
    return is_address (left) ? left : right;
  if (left->kind == AF_TYPE_FLOAT || right->kind == AF_TYPE_FLOAT) {
    if (left->kind != right->kind)
      return left->kind == AF_TYPE_FLOAT ? left : right;
    return left->bits >= right->bits ? left : right;
  }
  left = promoted (expr, left);
  right = promoted (expr, right);
  if (left->bits != right->bits)
    return left->bits > right->bits ? left : right;
  return left->is_signed ? right : left;
}

static AfType *operator_type (const AfExpr *expr)
{
  switch (expr->op) {
  case AF_OP_MUL:
  case AF_OP_DIV:
  case AF_OP_MOD:
  case AF_OP_ADD:
  case AF_OP_SUB:
  case AF_OP_BIT_AND:
  case AF_OP_BIT_XOR:
  case AF_OP_BIT_OR:
    return expr->n_args == 2 ? arithmetic_type (expr) : NULL;
  case AF_OP_SHL:
  case AF_OP_SHR:
  case AF_OP_NEG:
  case AF_OP_COMPL:
  case AF_OP_PLUS:
    return promoted (expr, expr->args[0]->type);
  case AF_OP_LT:
  case AF_OP_LE:
  case AF_OP_GT:
  case AF_OP_GE:
  case AF_OP_EQ:
  case AF_OP_NE:
  case AF_OP_AND:
  case AF_OP_OR:
  case AF_OP_NOT:
    return find_plain (expr, &builtin_int);
  case AF_OP_COMMA:
    return expr->args[expr->n_args - 1]->type;
  case AF_OP_NONE:
    return NULL;
  }
  return NULL;
}

static AfType *derived_type (const AfExpr *expr)
{
  AfType *first = expr->n_args ? expr->args[0]->type : NULL;
  switch (expr->kind) {
  case AF_EXPR_UNARY:
  case AF_EXPR_BINARY:
    return expr->n_args ? operator_type (expr) : NULL;
  case AF_EXPR_DEREF:
  case AF_EXPR_INDEX:
    return first && is_address (first) ? first->target : NULL;
  case AF_EXPR_FIELD: {
    const AfType *record = is_type (first, AF_TYPE_POINTER) ? first->target : first;
    const AfField *field = is_type (record, AF_TYPE_RECORD) && expr->name ? af_type_field (record, expr->name) : NULL;
    return field ? field->type : NULL;
  }
  case AF_EXPR_ASSIGN:
  case AF_EXPR_STEP:
  case AF_EXPR_OLD:
  case AF_EXPR_FITS:
    return expr->kind == AF_EXPR_FITS ? find_plain (expr, &builtin_int) : first;
  case AF_EXPR_CONDITIONAL:
    return expr->n_args == 3 ? (expr->args[1]->type ? expr->args[1]->type : expr->args[2]->type) : NULL;
  case AF_EXPR_BOOL:
  case AF_EXPR_IMPLIES:
  case AF_EXPR_IFF:
  case AF_EXPR_FORALL:
  case AF_EXPR_EXISTS:
  case AF_EXPR_READABLE:
  case AF_EXPR_WRITABLE:
  case AF_EXPR_NODES:
  case AF_EXPR_REACHES:
    return find_plain (expr, &builtin_int);
  case AF_EXPR_INT:
  case AF_EXPR_NULL:
  case AF_EXPR_FLOAT:
  case AF_EXPR_STRING:
  case AF_EXPR_VAR:
  case AF_EXPR_FUNCTION:
  case AF_EXPR_RESULT:
  case AF_EXPR_ADDRESS:
  case AF_EXPR_CALL:
  case AF_EXPR_CALL_POINTER:
  case AF_EXPR_CAST:
  case AF_EXPR_OTHER:
    return NULL;
  }
  return NULL;
}

static gboolean names_object (const AfExpr *expr)
{
  const AfExpr *base = expr->n_args ? expr->args[0] : NULL;
  gboolean through_pointer = expr->kind == AF_EXPR_DEREF || (expr->kind == AF_EXPR_FIELD && expr->arrow)
                             || (expr->kind == AF_EXPR_INDEX && base && !is_type (base->type, AF_TYPE_ARRAY));
  if (expr->kind == AF_EXPR_VAR)
    return TRUE;
  if (through_pointer)
    return !(base && base->type && base->type->is_const);
  if (expr->kind == AF_EXPR_INDEX || expr->kind == AF_EXPR_FIELD)
    return base && base->is_lvalue && !(base->type && base->type->kind == AF_TYPE_ARRAY && base->type->is_const);
  return FALSE;
}

static gboolean field_is_const (const AfExpr *expr)
{
  const AfType *record = expr->kind == AF_EXPR_FIELD && expr->n_args ? expr->args[0]->type : NULL;
  if (is_type (record, AF_TYPE_POINTER))
    record = record->target;
  const AfField *field = is_type (record, AF_TYPE_RECORD) && expr->name ? af_type_field (record, expr->name) : NULL;
  return field && field->is_const;
}

AfExpr *af_expr_new (AfExprKind kind, AfType *type, const char *name, AfExpr *const *args, guint n_args)
{
  AfExpr *expr = g_atomic_rc_box_new0 (AfExpr);
  expr->kind = kind;
  expr->type = type;
  expr->name = g_strdup (name);
  expr->range = expr->op_range = expr->expansion = AF_RANGE_NONE;
  expr->n_args = n_args;
  expr->args = g_new0 (AfExpr *, n_args + 1);
  for (guint i = 0; i < n_args; i++)
    expr->args[i] = af_expr_ref (args[i]);
  expr->is_pure = kind != AF_EXPR_ASSIGN && kind != AF_EXPR_STEP && kind != AF_EXPR_CALL && kind != AF_EXPR_CALL_POINTER
                  && kind != AF_EXPR_OTHER;
  expr->arrow = kind == AF_EXPR_FIELD && n_args && is_address (args[0]->type);
  expr->is_lvalue = names_object (expr) && !field_is_const (expr);
  af_expr_finish (expr);
  return expr;
}

void af_expr_finish (AfExpr *expr)
{
  if (!expr->type)
    expr->type = derived_type (expr);
  g_free (expr->text);
  expr->text = af_expr_print (expr);
}

AfExpr *af_expr_ref (AfExpr *expr)
{
  return g_atomic_rc_box_acquire (expr);
}

static void clear (gpointer box)
{
  AfExpr *expr = box;
  for (guint i = 0; i < expr->n_args; i++)
    af_expr_unref (expr->args[i]);
  af_expr_unref (expr->operand);
  g_free (expr->args);
  g_free (expr->name);
  g_free (expr->text);
}

void af_expr_unref (AfExpr *expr)
{
  if (expr)
    g_atomic_rc_box_release_full (expr, clear);
}

AfExpr *af_expr_int (AfType *type, gint64 value)
{
  AfExpr *expr = af_expr_new (AF_EXPR_INT, type, NULL, NULL, 0);
  expr->value = value;
  af_expr_finish (expr);
  return expr;
}

AfExpr *af_expr_var (AfType *type, const char *name, guint variable_id)
{
  AfExpr *expr = af_expr_new (AF_EXPR_VAR, type, name, NULL, 0);
  expr->variable_id = variable_id;
  return expr;
}

AfExpr *af_expr_field (AfExpr *record, const char *name, AfType *type)
{
  return af_expr_new (AF_EXPR_FIELD, type, name, &record, 1);
}

static AfExpr *with_operator (AfExprKind kind, AfOp op, AfExpr *const *args, guint n_args)
{
  AfExpr *expr = af_expr_new (kind, NULL, NULL, args, n_args);
  expr->op = op;
  af_expr_finish (expr);
  return expr;
}

AfExpr *af_expr_unary (AfOp op, AfExpr *arg)
{
  return with_operator (AF_EXPR_UNARY, op, &arg, 1);
}

AfExpr *af_expr_binary (AfOp op, AfExpr *left, AfExpr *right)
{
  AfExpr *args[] = { left, right };
  return with_operator (AF_EXPR_BINARY, op, args, 2);
}

AfExpr *af_expr_call (AfType *type, const char *function, AfExpr *const *args, guint n_args, gboolean is_pure)
{
  AfExpr *expr = af_expr_new (AF_EXPR_CALL, type, function, args, n_args);
  expr->is_pure = is_pure;
  return expr;
}

AfExpr *af_expr_assign (AfExpr *target, AfExpr *value)
{
  AfExpr *args[] = { target, value };
  return af_expr_new (AF_EXPR_ASSIGN, target->type, NULL, args, 2);
}

AfExpr *af_expr_sizeof (AfType *type, AfExpr *operand)
{
  g_autofree char *text = af_expr_print_sizeof (operand);
  AfExpr *expr = af_expr_new (AF_EXPR_INT, type, text, NULL, 0);
  expr->trait = AF_TRAIT_SIZE;
  expr->operand = af_expr_ref (operand);
  return expr;
}

/* --- what only contracts have --- */

static gboolean visit_result (AfExpr *node, gpointer data)
{
  *(gboolean *)data |= node->kind == AF_EXPR_RESULT;
  return TRUE;
}

gboolean af_expr_mentions_result (AfExpr *expr)
{
  gboolean mentions = FALSE;
  af_expr_walk (expr, visit_result, &mentions);
  return mentions;
}

static gboolean find_old (AfExpr *node, gpointer data)
{
  if (node->kind == AF_EXPR_OLD && *(AfExpr **)data == NULL)
    *(AfExpr **)data = node;
  return *(AfExpr **)data == NULL;
}

AfExpr *af_expr_without_old (AfExpr *expr)
{
  g_autoptr (AfExpr) result = af_expr_ref (expr);
  for (;;) {
    AfExpr *old = NULL;
    af_expr_walk (result, find_old, &old);
    if (old == NULL)
      return g_steal_pointer (&result);
    AfExpr *next = af_expr_substitute (result, old, old->args[0]);
    af_expr_unref (result);
    result = next;
  }
}
