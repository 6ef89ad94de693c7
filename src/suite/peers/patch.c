/* From edits of statements to edits of text.
 *
 * In:  edits, made one after the other.   Out: candidates that the weaver puts into one binary, and the patch.
 *
 *     delete 7; insert 3 after 9; replace 9 by 4; insert 5 after 9     7 is gone, 9 is `4; 5`
 *
 * What was done to a statement before it was replaced or deleted is gone, and so is what was done inside of it: nothing
 * but the user's own statements can be changed, as in GenProg. */
#include <string.h>

#include "suite/peers/peers.h"

/* What one statement has become. */
typedef struct {
  gboolean is_kept; /* it stands there, and what follows comes after it; else instead of it */
  GArray *texts;    /* of guint: statements that stand there */
} Place;

static const AfOperator operators[AF_N_PEER_OPS] = {
  [AF_PEER_DELETE] = { .id = "peer-delete", .prior = 9, .traits = AF_DISCARDS, .meaning = "a statement is left out" },
  [AF_PEER_REPLACE] = { .id = "peer-replace", .prior = 9, .meaning = "a statement is another one of the program" },
  [AF_PEER_INSERT] = { .id = "peer-insert", .prior = 9, .meaning = "a statement of the program is put in" },
};

/* --- what the statements become --- */

static void place_free (gpointer data)
{
  Place *place = data;
  g_array_unref (place->texts);
  g_free (place);
}

static Place *place_of (GPtrArray *places, guint target)
{
  Place *place = places->pdata[target];
  if (!place) {
    place = places->pdata[target] = g_new0 (Place, 1);
    place->is_kept = TRUE;
    place->texts = g_array_new (FALSE, FALSE, sizeof (guint));
  }
  return place;
}

static void free_place (gpointer place)
{
  if (place)
    place_free (place);
}

/* By statement: Place, or null where nothing changes. */
static GPtrArray *places_of (const AfPeers *peers, const GArray *edits)
{
  GPtrArray *places = g_ptr_array_new_with_free_func (free_place);
  g_ptr_array_set_size (places, (int)peers->statements->len);
  for (guint i = 0; i < edits->len; i++) {
    const AfPeerEdit *edit = &g_array_index (edits, AfPeerEdit, i);
    Place *place = place_of (places, edit->target);
    if (edit->op != AF_PEER_INSERT) {
      place->is_kept = FALSE;
      g_array_set_size (place->texts, 0);
    }
    if (edit->op != AF_PEER_DELETE)
      g_array_append_val (place->texts, edit->source);
  }
  return places;
}

/* Whether a statement around it is gone. */
static gboolean is_gone (const AfPeers *peers, const GPtrArray *places, guint number)
{
  AfRange own = af_peers_statement (peers, number)->range;
  for (guint i = 0; i < number; i++) {
    const Place *place = places->pdata[i];
    if (place && !place->is_kept && af_range_contains (af_peers_statement (peers, i)->range, own))
      return TRUE;
  }
  return FALSE;
}

/* --- text --- */

static const AfSource *source_of (const AfPeers *peers, const AfPeerStatement *statement)
{
  return af_module_source (peers->version->module, statement->range.file);
}

/* The text of @statement for another place: its lines are indented as they were beneath the first one. */
static char *moved_text (const AfPeers *peers, const AfPeerStatement *statement, const char *indent)
{
  g_autofree char *own = af_source_indent (source_of (peers, statement), statement->range.start);
  g_auto (GStrv) lines = g_strsplit (statement->text, "\n", -1);
  g_autoptr (GString) text = g_string_new (lines[0]);
  for (guint i = 1; lines[i]; i++) {
    const char *line = g_str_has_prefix (lines[i], own) ? lines[i] + strlen (own) : lines[i] + strspn (lines[i], " \t");
    g_string_append_printf (text, "\n%s%s", indent, line);
  }
  return g_strdup (text->str);
}

static char *joined_text (const AfPeers *peers, const Place *place, const char *indent)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < place->texts->len; i++) {
    g_autofree char *one =
      moved_text (peers, af_peers_statement (peers, g_array_index (place->texts, guint, i)), indent);
    if (i > 0)
      g_string_append_printf (text, "\n%s", indent);
    g_string_append (text, one);
  }
  return g_strdup (text->str);
}

/* The whole lines of a statement that has them for itself; else its range. */
static AfRange lines_of (const AfSource *source, AfRange range)
{
  guint start = af_source_line_start (source, range.start), end = af_source_line_end (source, range.end - 1);
  guint first = start + (guint)strspn (source->text + start, " \t");
  guint after = range.end + (guint)strspn (source->text + range.end, " \t\r");
  if (first == range.start && source->text[after] == '\n' && after < end)
    return (AfRange){ range.file, start, end };
  return range;
}

static void add_removal (const AfPeers *peers, const AfPeerStatement *target, gboolean is_tidy, GPtrArray *edits)
{
  if (is_tidy && target->location->braced)
    af_edits_replace (edits, lines_of (source_of (peers, target), target->range), "");
  else
    af_edits_replace (edits, target->range, ";");
}

static void add_edit (const AfPeers *peers, guint number, const Place *place, gboolean is_tidy, GPtrArray *edits)
{
  const AfPeerStatement *target = af_peers_statement (peers, number);
  g_autofree char *indent = af_source_indent (source_of (peers, target), target->range.start);
  g_autofree char *text = joined_text (peers, place, indent);
  gboolean is_braced = target->location->braced;
  if (target->is_node) {
    gboolean is_word = text[strspn (text, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_")] == '\0';
    g_autofree char *value = is_word ? g_strdup (text) : g_strdup_printf ("(%s)", text);
    af_edits_replace (edits, target->range, value);
    return;
  }
  if (place->texts->len == 0) {
    if (!place->is_kept)
      add_removal (peers, target, is_tidy, edits);
    return;
  }
  g_autofree char *after = g_strdup_printf ("\n%s%s", indent, text), *closed = g_strdup_printf ("%s }", after),
                  *instead = is_braced ? g_strdup (text) : g_strdup_printf ("{ %s }", text);
  if (!place->is_kept)
    /* an else that follows belongs to the same if as before */
    af_edits_replace (edits, target->range, instead);
  else if (is_braced)
    af_edits_insert (edits, target->range.file, target->range.end, after, (int)target->depth);
  else
    af_edits_wrap (edits, target->range, "{ ", closed, target->depth);
}

/* --- candidates --- */

static char *summary_of (const AfPeers *peers, const AfPeerEdit *edit)
{
  const AfPeerStatement *target = af_peers_statement (peers, edit->target);
  if (edit->op == AF_PEER_DELETE)
    return g_strdup_printf ("no line %u", target->location->line);
  const AfPeerStatement *source = af_peers_statement (peers, edit->source);
  if (target->is_node)
    return g_strdup_printf ("`%s` → `%s` in line %u", target->text, source->text, target->location->line);
  return g_strdup_printf ("line %u %s line %u", source->location->line,
                          edit->op == AF_PEER_INSERT ? "also after" : "instead of", target->location->line);
}

static AfCandidate *candidate_new (const AfPeers *peers, const GArray *edits, guint number, guint id)
{
  const AfPeerStatement *first = af_peers_statement (peers, number);
  g_autoptr (GString) summary = g_string_new (NULL);
  for (guint i = 0; i < edits->len; i++) {
    g_autofree char *one = summary_of (peers, &g_array_index (edits, AfPeerEdit, i));
    g_string_append_printf (summary, "%s%s", i > 0 ? "; " : "", one);
  }
  const AfOperator *row = &operators[edits->len ? g_array_index (edits, AfPeerEdit, 0).op : AF_PEER_DELETE];
  AfAction *action = af_action_new_edits (AF_ACTION_REWRITE, row, NULL, summary->str);
  AfCandidate *candidate = af_candidate_new (id, peers->snapshots->pdata[number], AF_SCHEMA_A, action);
  candidate->routine = first->routine;
  candidate->file = first->range.file;
  candidate->summary = g_strdup (summary->str);
  return candidate;
}

GPtrArray *af_peers_candidates (const AfPeers *peers, const GArray *edits, guint id)
{
  GPtrArray *candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)af_candidate_free);
  g_autoptr (GPtrArray) places = places_of (peers, edits);
  AfCandidate *last = NULL;
  for (guint i = 0; i < places->len; i++) {
    if (!places->pdata[i] || is_gone (peers, places, i))
      continue;
    if (!last || last->routine != af_peers_statement (peers, i)->routine) {
      last = candidate_new (peers, edits, i, id);
      g_ptr_array_add (candidates, last);
    }
    add_edit (peers, i, places->pdata[i], FALSE, last->edits);
  }
  return candidates;
}

AfCandidate *af_peers_patch (const AfPeers *peers, const GArray *edits)
{
  g_autoptr (GPtrArray) places = places_of (peers, edits);
  AfCandidate *patch = NULL;
  for (guint i = 0; i < places->len; i++) {
    if (!places->pdata[i] || is_gone (peers, places, i))
      continue;
    if (!patch)
      patch = candidate_new (peers, edits, i, 1);
    if (patch->file != af_peers_statement (peers, i)->range.file) {
      af_candidate_free (patch);
      return NULL;
    }
    add_edit (peers, i, places->pdata[i], TRUE, patch->edits);
  }
  return patch;
}

char *af_peers_key (const AfPeers *peers, const GArray *edits)
{
  g_autoptr (GPtrArray) candidates = af_peers_candidates (peers, edits, 1);
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA1);
  for (guint i = 0; i < peers->version->module->sources->len; i++) {
    const AfSource *source = af_module_source (peers->version->module, (int)i);
    g_autoptr (GPtrArray) all = g_ptr_array_new ();
    for (guint c = 0; c < candidates->len; c++) {
      const AfCandidate *candidate = candidates->pdata[c];
      if (candidate->file == (int)i)
        g_ptr_array_extend (all, candidate->edits, NULL, NULL);
    }
    g_autofree char *text = af_edits_apply (source, all);
    for (const char *at = text; *at; at++)
      if (!g_ascii_isspace (*at))
        g_checksum_update (sum, (const guchar *)at, 1);
  }
  return g_strdup (g_checksum_get_string (sum));
}
