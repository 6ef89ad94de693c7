/* Facts about the text of an expression that libclang knows, for rooms that must not guess them from the text.
 *
 * In:  a node's cursor and place.
 * Out: where its operator stands, what `sizeof` is of, whether anything in it writes.
 *
 *      a /<comment with a +> + b      the `+` after the comment: the first token after the first operand
 *      PLUS (a, b)                    none: a macro's body has the operator
 *      sizeof *p                      a size, of the expression `*p`;   sizeof (T)   of a type that is written
 *
 * A place is only noted where the token stands in the file: what a macro's body brings has no place of its own. */
#include <string.h>

#include "frontend/expressions/frontend-exprs-internal.h"

/* --- operators --- */

/* Where the first token after @operand, with its parentheses, begins; 0 if that has no place. */
static guint token_after (const AfNode *node, CXCursor operand)
{
  AfPlace place = af_place_of (node->unit, operand);
  if (af_range_is_none (place.range))
    return 0;
  return af_text_skip_blanks (node->unit->source->text, place.range.end, node->place.range.end);
}

static gboolean is_written_at (const AfNode *node, guint offset, const char *spelling)
{
  return strncmp (node->unit->source->text + offset, spelling, strlen (spelling)) == 0;
}

gboolean af_node_operator_is_written (const AfNode *node, CXCursor operand, const char *spelling)
{
  if (node->place.in_macro || node->unit->expansions->len == 0)
    return !node->place.in_macro;
  guint offset = token_after (node, operand);
  return offset > 0 && is_written_at (node, offset, spelling);
}

static void note (const AfNode *node, AfExpr *expr, guint offset, const char *spelling)
{
  AfRange range = { node->place.range.file, offset, offset + (guint)strlen (spelling) };
  if (!expr->in_macro && af_range_contains (expr->range, range) && is_written_at (node, offset, spelling))
    expr->op_range = range;
}

void af_node_note_operator_after (const AfNode *node, AfExpr *expr, CXCursor operand, const char *spelling)
{
  guint offset = expr->in_macro ? 0 : token_after (node, operand);
  if (offset > 0)
    note (node, expr, offset, spelling);
}

void af_node_note_operator (const AfNode *node, AfExpr *expr, const char *spelling, gboolean is_prefix)
{
  guint length = (guint)strlen (spelling);
  if (!af_range_is_none (expr->range) && expr->range.end - expr->range.start > length)
    note (node, expr, is_prefix ? expr->range.start : expr->range.end - length, spelling);
}

/* --- sizeof --- */

static AfTypeTrait trait_of (const AfNode *node)
{
  static const struct {
    const char *word;
    AfTypeTrait trait;
  } words[] = { { "sizeof", AF_TRAIT_SIZE },
                { "_Alignof", AF_TRAIT_ALIGNMENT },
                { "alignof", AF_TRAIT_ALIGNMENT },
                { "__alignof", AF_TRAIT_ALIGNMENT },
                { "__alignof__", AF_TRAIT_ALIGNMENT } };
  if (clang_getCursorKind (node->cursor) != CXCursor_UnaryExpr)
    return AF_TRAIT_NONE;
  g_autofree char *word = af_clang_token (node->unit->tu, clang_getCursorLocation (node->cursor));
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (word, words[i].word))
      return words[i].trait;
  return AF_TRAIT_NONE;
}

/* The operand that is an expression: it ends where the whole does, and no parenthesis of a type follows it. */
static CXCursor operand_of (CXCursor cursor)
{
  g_autoptr (GArray) children = af_clang_children (cursor);
  CXCursor child = af_clang_last (children);
  gboolean is_last = children->len == 1 && clang_isExpression (clang_getCursorKind (child))
                     && clang_equalLocations (clang_getRangeEnd (clang_getCursorExtent (child)),
                                              clang_getRangeEnd (clang_getCursorExtent (cursor)));
  return is_last ? child : clang_getNullCursor ();
}

/* What is never evaluated brings neither constants nor variables to the routine. */
static AfExpr *read_operand (const AfNode *node, CXCursor operand)
{
  AfUnit *unit = node->unit;
  AfLoader *loader = unit->loader;
  g_autoptr (GHashTable) unused = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  GHashTable *constants = loader->constants;
  AfRoutine *routine = unit->routine;
  loader->constants = unused;
  unit->routine = NULL;
  AfExpr *expr = af_frontend_expr (unit, operand);
  loader->constants = constants;
  unit->routine = routine;
  return expr;
}

void af_node_note_trait (const AfNode *node, AfExpr *expr)
{
  expr->trait = trait_of (node);
  if (expr->trait == AF_TRAIT_NONE)
    return;
  CXCursor operand = operand_of (node->cursor);
  if (!clang_Cursor_isNull (operand))
    expr->operand = read_operand (node, operand);
}

/* --- effects --- */

static enum CXChildVisitResult find_write (CXCursor cursor, CXCursor parent, CXClientData data)
{
  gboolean *found = data;
  (void)parent;
  switch ((int)clang_getCursorKind (cursor)) {
  case CXCursor_UnaryOperator: {
    enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind (cursor);
    *found |= kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PostDec || kind == CXUnaryOperator_PreInc
              || kind == CXUnaryOperator_PreDec;
    break;
  }
  case CXCursor_BinaryOperator:
    *found |= clang_getCursorBinaryOperatorKind (cursor) == CXBinaryOperator_Assign;
    break;
  case CXCursor_CompoundAssignOperator:
  case CXCursor_GCCAsmStmt:
  case CXCursor_MSAsmStmt:
    *found = TRUE;
    break;
  case CXCursor_UnaryExpr:
    return CXChildVisit_Continue;
  default:
    break;
  }
  return *found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

gboolean af_clang_writes (CXCursor cursor)
{
  gboolean found = FALSE;
  clang_visitChildren (cursor, find_write, &found);
  return found;
}
