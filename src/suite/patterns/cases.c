/* Cases: a list of values that lacks one.
 *
 *     c == 'a' || c == 'e' || c == 'o'        failing tests have been here with c = 'i':  ... || c == 'i'
 *     c != ' ' && c != '\t'                                           c = '\n':  ... && c != '\n'
 *
 * The values are those recorded at the place in failing tests, the most frequent first that passing tests have less
 * often. */
#include "suite/patterns/patterns.h"

#include <string.h>

enum { MOST_VALUES = 16 };

/* The members of one list. */
typedef struct {
  AfOp joint, relation; /* || and ==, or && and != */
  const AfExpr *last;   /* its last member */
  AfExpr *subject;      /* what is compared */
  GArray *known;        /* of gint64 */
  gboolean is_character;
} List;

static void collect (AfExpr *node, List *list)
{
  if (node->kind == AF_EXPR_BINARY && node->op == list->joint) {
    collect (node->args[0], list);
    collect (node->args[1], list);
    return;
  }
  if (node->kind != AF_EXPR_BINARY || node->op != list->relation || node->args[1]->kind != AF_EXPR_INT
      || (list->subject && !af_expr_equal (list->subject, node->args[0])) || af_range_is_none (node->range))
    return;
  list->subject = node->args[0];
  list->last = node;
  list->is_character |= node->args[1]->name && node->args[1]->name[0] == '\'';
  g_array_append_val (list->known, node->args[1]->value);
}

typedef struct {
  gint64 value;
  int weight; /* in failing tests, less those in passing ones */
} Value;

static int by_weight (gconstpointer a, gconstpointer b)
{
  const Value *x = a, *y = b;
  if (x->weight != y->weight)
    return x->weight > y->weight ? -1 : 1;
  return x->value < y->value ? -1 : x->value > y->value;
}

static void count (GArray *values, gint64 value, int weight)
{
  for (guint i = 0; i < values->len; i++)
    if (g_array_index (values, Value, i).value == value) {
      g_array_index (values, Value, i).weight += weight;
      return;
    }
  Value entry = { value, weight };
  g_array_append_val (values, entry);
}

/* What the subject was at the location: array of Value. */
static GArray *values_of (const AfPatternContext *context, guint location, const AfExpr *subject)
{
  const AfLocalization *localization = context->version->localizations->pdata[context->fault];
  const AfTrace *trace = localization->trace;
  GArray *values = g_array_new (FALSE, FALSE, sizeof (Value));
  guint column = 0;
  while (column < localization->columns->len && !af_expr_equal (localization->columns->pdata[column], subject))
    column++;
  for (guint row = 0; column < localization->columns->len && row < trace->location->len; row++) {
    gsize at = (gsize)row * trace->n_columns + column;
    if (g_array_index (trace->location, guint, row) != location || !g_array_index (trace->defined, guint8, at))
      continue;
    gboolean fails = g_array_index (trace->test, guint, row) < localization->n_failing;
    count (values, g_array_index (trace->values, gint64, at), fails ? 2 : -1);
  }
  g_array_sort (values, by_weight);
  return values;
}

static gboolean is_known (const List *list, gint64 value)
{
  for (guint i = 0; i < list->known->len; i++)
    if (g_array_index (list->known, gint64, i) == value)
      return TRUE;
  return FALSE;
}

static char *spelling (const List *list, gint64 value)
{
  if (!list->is_character || value < 0 || value > 127)
    return g_strdup_printf ("%" G_GINT64_FORMAT, value);
  if (value == '\n')
    return g_strdup ("'\\n'");
  if (value == '\t')
    return g_strdup ("'\\t'");
  if (value == '\'' || value == '\\')
    return g_strdup_printf ("'\\%c'", (char)value);
  return g_ascii_isprint ((char)value) ? g_strdup_printf ("'%c'", (char)value)
                                       : g_strdup_printf ("%" G_GINT64_FORMAT, value);
}

static void add_cases (AfMaker *maker, const List *list)
{
  const AfLocation *location = maker->question->location;
  g_autoptr (GArray) values = values_of (maker->data, location->id, list->subject);
  for (guint i = 0, n = 0; i < values->len && n < MOST_VALUES; i++) {
    gint64 value = g_array_index (values, Value, i).value;
    if (is_known (list, value))
      continue;
    g_autofree char *number = spelling (list, value);
    g_autofree char *text = g_strdup_printf (" %s %s %s %s", af_op_spelling (list->joint), list->subject->text,
                                             af_op_spelling (list->relation), number);
    g_autofree char *summary = g_strdup_printf ("... → ...%s", text);
    AfAction *action = af_maker_rewrite (maker, maker->row, list->subject, summary);
    af_maker_put_after (maker, action, list->last->range.end, text);
    n++;
  }
}

void af_pattern_cases (AfMaker *maker)
{
  const AfLocation *location = maker->question->location;
  if (!location->expr || !location->editable)
    return;
  for (guint i = 0; i < 2; i++) {
    List list = { i == 0 ? AF_OP_OR : AF_OP_AND, i == 0 ? AF_OP_EQ : AF_OP_NE, NULL, NULL, NULL, FALSE };
    list.known = g_array_new (FALSE, FALSE, sizeof (gint64));
    collect (location->expr, &list);
    if (list.known->len >= 2)
      add_cases (maker, &list);
    g_array_unref (list.known);
  }
}
