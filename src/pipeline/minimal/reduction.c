/* A candidate as operations, and the candidates that are parts of it.
 *
 * Both texts of the source are compared as trees (`src/delta`), so that each subset of the operations that keeps
 * together what needs each other is a change of its own that parses.  Blanks and comments are no operations here: they
 * stay as the candidate has them while all of it stays.
 *
 * What one action does is one operation where it changes expressions, however the trees differ, and so is the same
 * change at several places.  Halves of it are changes that no operator would make, and that few tests tell from a fix:
 *
 *     c < a  ->  a == b || c < a                  is not also c == a; or c < a || c < a
 *     if (a) x;  ->  if (b) y;                    is not also if (b) x;
 *
 * What people changed since a good revision, and a candidate takes back, is as many operations as the trees say. */
#include "pipeline/minimal/minimal.h"

#include <string.h>

#include "edits/tokens.h"
#include "operators/operators.h"
#include "pipeline/minimal/undo.h"

static void close_set (gpointer data, gboolean *set, const gboolean *within G_GNUC_UNUSED, gboolean adds)
{
  af_delta_close (data, set, adds);
}

static gboolean is_layout (const AfDelta *delta, guint number)
{
  return af_delta_operation (delta, number)->kind == AF_OPERATION_LAYOUT;
}

static gboolean *real_operations (const AfDelta *delta)
{
  gboolean *set = g_new0 (gboolean, delta->operations->len + 1);
  for (guint i = 1; i <= delta->operations->len; i++)
    set[i] = !is_layout (delta, i);
  return set;
}

/* --- what stays together --- */

/* Where @operation changes the text: byte of the source. */
static guint place_of (const AfDelta *delta, guint operation)
{
  g_autofree gboolean *none = g_new0 (gboolean, delta->operations->len + 1),
                      *alone = g_new0 (gboolean, delta->operations->len + 1);
  alone[operation] = TRUE;
  g_autoptr (GArray) changes = af_delta_changes (delta, 0, none, alone);
  return changes->len > 0 ? g_array_index (changes, AfDeltaChange, 0).start : G_MAXUINT;
}

/* Index of the edit in which @place is; @edits->len: of none. */
static guint edit_at (const GPtrArray *edits, guint place)
{
  guint i = 0;
  while (i < edits->len) {
    const AfRange range = ((const AfEdit *)edits->pdata[i])->range;
    if (range.start <= place && place <= range.end)
      break;
    i++;
  }
  return i;
}

/* A number for what made the operation: the action of the candidate, or that of its first or second half; of three
 * changes or more one after the other, the statement, as only the first was made in this text; where no action is known
 * (what a search made), the edit. */
static guint maker_of (const AfDelta *delta, const AfCandidate *candidate, guint operation)
{
  if (!candidate->action)
    return edit_at (candidate->edits, place_of (delta, operation));
  const AfCandidate *half = candidate->halves[0];
  if (!half || edit_at (half->edits, place_of (delta, operation)) < half->edits->len)
    return 0;
  return candidate->n_changes > 2 ? af_delta_operation (delta, operation)->statement : 1;
}

static gboolean changes_expression (const AfOperation *operation)
{
  return operation->kind == AF_OPERATION_REPLACE || operation->kind == AF_OPERATION_RELABEL;
}

/* Of what an action made all, where an expression of it changes; of an edit what changes in one statement. */
static void couple_expressions (AfDelta *delta, const AfCandidate *candidate)
{
  guint n = delta->operations->len;
  g_autofree guint *makers = g_new0 (guint, n + 1);
  g_autofree gboolean *statements = g_new0 (gboolean, delta->n_statements + 1); /* that have such an expression */
  g_autoptr (GHashTable) firsts = g_hash_table_new (NULL, NULL);                /* maker + 1 -> operation */
  for (guint i = 1; i <= n; i++) {
    const AfOperation *operation = af_delta_operation (delta, i);
    if (is_layout (delta, i))
      continue;
    makers[i] = maker_of (delta, candidate, i) + 1;
    if (!changes_expression (operation))
      continue;
    statements[operation->statement] = TRUE;
    if (!g_hash_table_contains (firsts, GUINT_TO_POINTER (makers[i])))
      g_hash_table_insert (firsts, GUINT_TO_POINTER (makers[i]), GUINT_TO_POINTER (i));
  }
  for (guint i = 1; i <= n; i++) {
    guint first = GPOINTER_TO_UINT (g_hash_table_lookup (firsts, GUINT_TO_POINTER (makers[i])));
    if (!first || first == i || !(candidate->action || statements[af_delta_operation (delta, i)->statement]))
      continue;
    af_delta_need (delta, first, i);
    af_delta_need (delta, i, first);
  }
}

/* --- reductions --- */

AfReduction *af_reduction_new (const AfModule *module, const AfCandidate *candidate)
{
  if (candidate->action && candidate->action->row == af_operator (AF_OPERATOR_EVERYWHERE))
    return NULL;
  const AfSource *source = af_module_source (module, candidate->file);
  AfDelta *delta = af_delta_new (AF_DELTA_TREES);
  char *text = af_edits_apply (source, candidate->edits);
  g_autoptr (GBytes) before = g_bytes_new_static (source->text, source->length),
                     after = g_bytes_new_take (text, strlen (text));
  af_delta_add (delta, "fix.c", before, after);
  af_delta_couple (delta);
  if (!af_past_made (candidate))
    couple_expressions (delta, candidate);
  AfReduction *reduction = g_new0 (AfReduction, 1);
  *reduction = (AfReduction){ .candidate = candidate,
                              .source = source,
                              .delta = delta,
                              .problem = { .n = delta->operations->len, .close = close_set, .data = delta },
                              .needed = real_operations (delta) };
  reduction->search = af_ddmin_search_new (&reduction->problem, reduction->needed);
  if (af_ddmin_search_sets (reduction->search))
    return reduction;
  af_reduction_free (reduction);
  return NULL;
}

void af_reduction_free (AfReduction *reduction)
{
  af_ddmin_search_free (reduction->search);
  af_delta_free (reduction->delta);
  g_free (reduction->needed);
  g_free (reduction);
}

/* The set with the layout of the candidate, if it is all of it. */
static gboolean *with_layout (const AfReduction *reduction, const gboolean *set)
{
  guint n = reduction->problem.n;
  gboolean *made = g_memdup2 (set, (n + 1) * sizeof (gboolean)), all = TRUE;
  for (guint i = 1; i <= n; i++)
    all = all && (set[i] || is_layout (reduction->delta, i));
  for (guint i = 1; i <= n && all; i++)
    made[i] = TRUE;
  return made;
}

static gboolean is_inside (const AfCandidate *candidate)
{
  for (guint i = 0; candidate->routine && i < candidate->edits->len; i++)
    if (!af_range_contains (candidate->routine->body, ((const AfEdit *)candidate->edits->pdata[i])->range))
      return FALSE;
  return candidate->routine != NULL;
}

/* The brace that closes @open, if these two hold one plain statement after a condition, else 0: with and without them
 * it is the same program. */
static guint spare_brace (const AfTokens *tokens, guint open)
{
  static const char *const words[] = {
    "{", "}", "if", "else", "for", "while", "do", "switch", "case", "default", NULL
  };
  guint at = open + 1;
  gboolean may_be = af_token_is (tokens, open, "{") && open > 0
                    && (af_token_is (tokens, open - 1, ")") || af_token_is (tokens, open - 1, "else"));
  for (; may_be && at < tokens->tokens->len && !af_token_is (tokens, at, ";"); at++)
    for (guint i = 0; words[i]; i++)
      may_be = may_be && !af_token_is (tokens, at, words[i]);
  return may_be && af_token_is (tokens, at + 1, "}") ? at + 1 : 0;
}

char *af_reduction_key (const AfModule *module, const AfCandidate *candidate)
{
  const AfSource *source = af_module_source (module, candidate->file);
  gboolean inside = is_inside (candidate);
  const AfRange body = inside ? candidate->routine->body : (AfRange){ candidate->file, 0, (guint)source->length };
  g_autofree char *whole = af_edits_apply (source, candidate->edits);
  const char *text = whole + body.start;
  g_autoptr (AfTokens) tokens = af_tokens_read (text, body.end - body.start + strlen (whole) - source->length);
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA1);
  for (guint i = 0, close = 0; i < tokens->tokens->len; i++) {
    const AfToken *token = af_token_at (tokens, i);
    guint other = i > 0 ? spare_brace (tokens, i) : 0;
    close = other ? other : close;
    if (other || (close > 0 && i == close))
      continue;
    g_checksum_update (sum, (const guchar *)text + token->start, (gssize)(token->end - token->start));
    g_checksum_update (sum, (const guchar *)"\n", 1);
  }
  return inside ? g_strdup_printf ("%u %s", candidate->routine->id, g_checksum_get_string (sum))
                : g_strdup_printf ("file %d %s", candidate->file, g_checksum_get_string (sum));
}

GPtrArray *af_reduction_edits (const AfDelta *delta, int source, const gboolean *from, const gboolean *to)
{
  g_autoptr (GArray) changes = af_delta_changes (delta, (guint)source, from, to);
  GPtrArray *edits = af_edits_new ();
  for (guint i = 0; i < changes->len; i++) {
    const AfDeltaChange *change = &g_array_index (changes, AfDeltaChange, i);
    g_ptr_array_add (edits, af_edit_new ((AfRange){ source, change->start, change->end }, change->text, 0));
  }
  return edits;
}

/* What it is ranked by is that of the whole: kind of action, schema, state. */
AfCandidate *af_reduction_part (const AfReduction *reduction, const gboolean *set)
{
  const AfCandidate *whole = reduction->candidate;
  g_autofree gboolean *made = with_layout (reduction, set), *none = g_new0 (gboolean, reduction->problem.n + 1);
  AfAction *action = whole->action ? af_action_copy (whole->action) : NULL;
  AfCandidate *part = af_candidate_new (0, whole->snapshot, whole->schema, action);
  part->routine = whole->routine;
  part->file = whole->file;
  part->summary = af_delta_describe (reduction->delta, 0, set, FALSE);
  g_ptr_array_unref (part->edits);
  part->edits = af_reduction_edits (reduction->delta, 0, none, made);
  for (guint i = 0; i < part->edits->len; i++)
    ((AfEdit *)part->edits->pdata[i])->range.file = whole->file;
  return part;
}
