/* A candidate's body, cut around the one statement that it changes.
 *
 * In:  the routine, its body with all edits, the candidate.
 * Out: text before, the changed statement, text after; or the whole, where nothing of the kind can stand in braces of
 * its own.
 *
 * That is what the candidate puts in if it is a statement by itself, else the smallest statement around its edits, else
 * the statements from the first to the last edit.  It is marked before the edits are applied, and the text is cut at
 * the marks.  What is between them must be text that may be moved into a block: brackets in pairs, no label, no
 * directive, no declaration. */
#include <string.h>

#include "weave/weave-internal.h"

#define FIRST_MARK '\1'
#define LAST_MARK '\2'

void af_variant_clear (AfVariant *variant)
{
  g_clear_pointer (&variant->before, g_free);
  g_clear_pointer (&variant->changed, g_free);
  g_clear_pointer (&variant->after, g_free);
}

/* --- the statement --- */

/* The text from the first to the last byte that the candidate changes. */
static AfRange hull_of (const AfCandidate *candidate)
{
  AfRange hull = ((const AfEdit *)g_ptr_array_index (candidate->edits, 0))->range;

  for (guint i = 1; i < candidate->edits->len; i++) {
    AfRange range = ((const AfEdit *)g_ptr_array_index (candidate->edits, i))->range;
    hull.start = MIN (hull.start, range.start);
    hull.end = MAX (hull.end, range.end);
  }
  return hull;
}

static gboolean is_statement (const AfLocation *location)
{
  return af_location_is_statement (location) && location->is_whole && !location->has_label;
}

static const AfLocation *statement_around (const AfRoutine *routine, AfRange hull)
{
  const AfLocation *best = NULL;

  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    AfRange range = location->statement;
    if (is_statement (location) && range.file == hull.file && range.start <= hull.start && hull.end <= range.end
        && (!best || range.end - range.start < best->statement.end - best->statement.start))
      best = location;
  }
  return best;
}

static gboolean declares_in (const AfRoutine *routine, AfRange range)
{
  for (guint i = routine->n_params; i < routine->variables->len; i++) {
    AfRange scope = ((const AfVariable *)g_ptr_array_index (routine->variables, i))->scope;
    if (range.start <= scope.start && scope.start <= range.end)
      return TRUE;
  }
  return FALSE;
}

/* The smallest statement around @hull, or the statements from the one that it begins in to the one that it ends in. */
static gboolean find_region (const AfRoutine *routine, AfRange hull, AfRange *region)
{
  const AfLocation *whole = statement_around (routine, hull);
  const AfLocation *first = statement_around (routine, (AfRange){ hull.file, hull.start, hull.start });
  const AfLocation *last = statement_around (routine, (AfRange){ hull.file, hull.end, hull.end });

  if (first && last && first->statement.start < last->statement.start
      && first->statement.end <= last->statement.start) {
    AfRange several = { hull.file, first->statement.start, last->statement.end };
    if (!declares_in (routine, several)
        && (!whole || several.end - several.start < whole->statement.end - whole->statement.start)) {
      *region = several;
      return TRUE;
    }
  }
  if (whole)
    *region = whole->statement;
  return whole != NULL;
}

/* --- the text --- */

/* The last tokens that were read; '\"' stands for a literal. */
typedef struct {
  const char *word; /* the latest name or number, or null */
  gsize length;
  char before_word, last; /* first characters of the token before it, and of the latest token */
} Scan;

static gboolean is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Whether a colon here ends a label: `name :` after a statement, as `default :` is not. */
static gboolean ends_label (const Scan *scan)
{
  return is_word (scan->last) && strchr (";{})", scan->before_word)
         && !(scan->length == strlen ("default") && strncmp (scan->word, "default", scan->length) == 0);
}

/* Whether the text can stand in a block of its own, also several times in one function. */
static gboolean can_be_moved (const char *text)
{
  guint length = (guint)strlen (text), next;
  Scan scan = { .before_word = ';', .last = ';' };
  gboolean line_start = TRUE;

  for (guint at = 0; at < length; at = next) {
    char c = text[at];
    next = af_text_skip_token (text, at, length);
    if ((c == '#' && line_start) || (c == ':' && ends_label (&scan)))
      return FALSE;
    line_start = c == '\n' || (line_start && g_ascii_isspace (c));
    if (g_ascii_isspace (c) || (c == '/' && next > at + 1))
      continue;
    if (is_word (c)) {
      scan.word = text + at;
      scan.length = next - at;
      scan.before_word = scan.last;
    }
    scan.last = c;
  }
  return af_text_is_complete (text, 0, length) && (scan.last == ';' || scan.last == '}');
}

/* --- cutting --- */

static AfEdit *mark_new (int file, guint at, char mark, int order)
{
  const char text[] = { mark, '\0' };

  return af_edit_new ((AfRange){ file, at, at }, text, order);
}

/* Cuts @text, which is taken over, at the marks; false, with the marks gone, where it cannot be cut. */
static gboolean cut (AfVariant *variant, char *text)
{
  char *first = strchr (text, FIRST_MARK), *last = strchr (text, LAST_MARK);

  variant->before = text;
  /* a guard that replaces the text around swallows a mark */
  if (first && last && first < last) {
    *first = *last = '\0';
    variant->changed = g_strdup (first + 1);
    if (can_be_moved (variant->changed)) {
      variant->after = g_strdup (last + 1);
      return TRUE;
    }
    g_clear_pointer (&variant->changed, g_free);
    *first = FIRST_MARK;
    *last = LAST_MARK;
  }
  g_strdelimit (text, "\1\2", ' ');
  return FALSE;
}

/* An else belongs to the `if` before it. */
static gboolean continues_statement (const char *text)
{
  text += strspn (text, " \t\n");
  return g_str_has_prefix (text, "else") && !is_word (text[strlen ("else")]);
}

/* The whole `if` that ends where an else is put in. */
static gboolean find_condition (const AfRoutine *routine, AfRange at, AfRange *region)
{
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    AfRange range = location->statement;
    if (is_statement (location) && location->kind == AF_LOCATION_IF && range.file == at.file && range.end == at.start) {
      *region = range;
      return TRUE;
    }
  }
  return FALSE;
}

/* What is put in, if it is a statement by itself. */
static gboolean cut_insertion (AfVariant *variant, const AfSource *body, GPtrArray *edits)
{
  const AfEdit *edit = g_ptr_array_index (edits, edits->len - 1);
  AfRange range = edit->range;
  int order = edit->order;

  if (range.start != range.end || continues_statement (edit->text) || !can_be_moved (edit->text))
    return FALSE;
  g_ptr_array_insert (edits, (gint)edits->len - 1, mark_new (range.file, range.start, FIRST_MARK, order));
  g_ptr_array_add (edits, mark_new (range.file, range.start, LAST_MARK, order));
  return cut (variant, af_edits_apply (body, edits));
}

AfVariant af_variant_cut (const AfRoutine *routine, const AfSource *body, GPtrArray *edits,
                          const AfCandidate *candidate, guint origin)
{
  AfVariant variant = { .candidate = candidate->id };
  AfRange region;

  if (candidate->edits->len == 1 && cut_insertion (&variant, body, edits))
    return variant;
  if (variant.before)
    return variant;
  const AfEdit *last = g_ptr_array_index (candidate->edits, candidate->edits->len - 1);
  gboolean found = continues_statement (last->text) ? find_condition (routine, last->range, &region)
                                                    : find_region (routine, hull_of (candidate), &region);
  if (!found) {
    variant.before = af_edits_apply (body, edits);
    return variant;
  }
  g_ptr_array_insert (edits, 0, mark_new (region.file, region.start - origin, FIRST_MARK, G_MININT));
  g_ptr_array_add (edits, mark_new (region.file, region.end - origin, LAST_MARK, G_MAXINT));
  cut (&variant, af_edits_apply (body, edits));
  return variant;
}
