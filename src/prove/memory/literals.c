/* Initialisers and texts.
 *
 * In:  `{ 0, 1 }`, `(Point){ x, y }`, `"abc"`.   Out: values in memory.  Elements without a value are 0; designators
 * are not followed. */
#include "prove/prove-internal.h"

#include <string.h>

static gboolean is_list (const AfExpr *expr)
{
  return expr->kind == AF_EXPR_OTHER && expr->name && expr->name[0] == '{';
}

/* A designator, `.x = 1` or `[2] = 1`, is of no type. */
static gboolean has_designator (const AfExpr *expr)
{
  for (guint i = 0; i < expr->n_args; i++)
    if (!expr->args[i]->type || expr->args[i]->type->kind == AF_TYPE_VOID)
      return TRUE;
  return FALSE;
}

static void set_element (AfProver *prover, AfFrame *frame, AfLvalue place, AfExpr *expr)
{
  if (is_list (expr))
    af_prove_initialise (prover, frame, place, expr);
  else {
    AfValue value = af_prove_value (prover, frame, expr);
    af_lvalue_write (prover, place, value);
  }
}

static void initialise_list (AfProver *prover, AfFrame *frame, AfCell *cell, AfExpr *list)
{
  if (has_designator (list)) {
    af_prover_give_up (prover, "an initialiser with designators");
    return;
  }
  af_cell_clear (prover, cell);
  for (guint i = 0; i < list->n_args && prover->stop == AF_STOP_NO; i++) {
    AfExpr *expr = list->args[i];
    if (cell->fields && i < cell->type->fields->len && cell->fields[i])
      set_element (prover, frame, (AfLvalue){ cell->fields[i], NULL, NULL }, expr);
    else if (cell->elements && i < cell->elements->room) {
      Z3_ast index = af_term_number (prover, i, 64);
      AfLvalue place = { NULL, cell->elements, index };
      if (!af_type_is_bit_vector (cell->elements->element))
        place = (AfLvalue){ af_block_cell (prover, cell->elements, index), NULL, NULL };
      set_element (prover, frame, place, expr);
    } else if (!cell->fields && !cell->elements)
      set_element (prover, frame, (AfLvalue){ cell, NULL, NULL }, expr);
    else
      af_prover_give_up (prover, "an unsupported initialiser");
  }
}

/* Whether the octal escape whose digits begin at @at (three at most) is a zero. */
static gboolean is_zero_escape (const char *at)
{
  gsize n = strspn (at, "01234567");
  return n > 0 && strspn (at, "0") >= MIN (n, 3);
}

/* The characters of a literal with the zero after them; null where it is written in a way that is not followed, and
 * where there is a zero among them. */
static char *text_of (const AfExpr *expr, gsize *length)
{
  gsize n = strlen (expr->name);
  if (n < 2 || expr->name[0] != '"' || expr->name[n - 1] != '"')
    return NULL;
  g_autofree char *inner = g_strndup (expr->name + 1, n - 2);
  for (const char *p = inner; *p; p++) {
    if (*p == '"')
      return NULL;
    /* what g_strcompress reads otherwise than C is not followed: \x41, \a, \e, \u... */
    if (*p == '\\' && (*++p == '\0' || !strchr ("bfnrtv\\\"'?01234567", *p) || is_zero_escape (p)))
      return NULL;
  }
  char *text = g_strcompress (inner);
  *length = strlen (text) + 1;
  return text;
}

static void fill_text (AfProver *prover, AfBlock *block, const char *text, gsize length)
{
  Z3_ast *terms = af_block_terms (prover, block, FALSE);
  for (guint i = 0; i < block->room; i++)
    terms[i] = af_term_number (prover, i < length ? text[i] : 0, 8);
}

void af_prove_initialise (AfProver *prover, AfFrame *frame, AfLvalue place, AfExpr *expr)
{
  gsize length = 0;
  if (prover->stop != AF_STOP_NO)
    return;
  if (is_list (expr) && place.cell)
    initialise_list (prover, frame, place.cell, expr);
  else if (expr->kind == AF_EXPR_STRING && place.cell && place.cell->elements) {
    g_autofree char *text = text_of (expr, &length);
    if (text)
      fill_text (prover, place.cell->elements, text, length);
    else
      af_prover_give_up (prover, "an unsupported string literal");
  } else {
    AfValue value = af_prove_value (prover, frame, expr);
    af_lvalue_write (prover, place, value);
  }
}

AfValue af_prove_literal (AfProver *prover, AfFrame *frame, AfExpr *expr)
{
  AfValue none = { .kind = AF_VALUE_VOID };
  gsize length = 0;
  if (expr->kind == AF_EXPR_STRING && expr->type && expr->type->target) {
    g_autofree char *text = text_of (expr, &length);
    if (text && length <= 64) {
      AfBlock *block =
        af_block_new (prover, expr->type->target, af_term_number (prover, (gint64)length, 64), (guint)length, FALSE);
      block->is_measured = TRUE;
      fill_text (prover, block, text, length);
      return af_value_of_block (prover, block);
    }
  }
  if (expr->kind == AF_EXPR_OTHER && expr->type && expr->type->kind == AF_TYPE_RECORD && expr->n_args > 0
      && is_list (expr->args[expr->n_args - 1])) {
    AfCell *cell = af_cell_new (prover, expr->type, FALSE);
    initialise_list (prover, frame, cell, expr->args[expr->n_args - 1]);
    return (AfValue){ .kind = AF_VALUE_RECORD, .cell = cell };
  }
  af_prover_give_up (prover, "'%s'", expr->name ? expr->name : "?");
  return none;
}
