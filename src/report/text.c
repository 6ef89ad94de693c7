/* The report for people: one block per fault.
 *
 * In:  a fault of results.json.   Out: text whose first line is in compiler form, so that editors jump to it.
 *
 *     sorted_set.c:142:5: fault: precondition of 'set_go_i_th' violated by 'set_move_item' [F-3a91c2]
 *       clause   i <= set->count + 1
 *       ...
 *
 * A label stands in a column of nine; a line without anything to say is left out.  Colour and folding are added only
 * where asked for; diffs and the first line are never folded, because they are copied and jumped to. */
#include "report/report-internal.h"

#include <string.h>

#include "report/stored.h"
#include "util/error.h"

#define LISTED_FIXES 6 /* the one shown in full, and five more in a line each */
#define INDENT 11      /* two blanks and the label */
#define LISTED_ASSUMED 8
#define LISTED_PARTS 5
#define LEAST_ROOM 24 /* columns beside the label on the narrowest terminal */

void af_page_colored (const AfPage *page, const char *code, const char *text)
{
  if (page->style->color)
    g_string_append_printf (page->out, "\033[%sm%s\033[0m", code, text);
  else
    g_string_append (page->out, text);
}

static guint columns_of (const char *text)
{
  return g_utf8_validate (text, -1, NULL) ? (guint)g_utf8_strlen (text, -1) : (guint)strlen (text);
}

/* At blanks; a longer word stands alone. */
void af_page_folded (const AfPage *page, const char *text, guint indent)
{
  guint room = page->style->width > 0 ? MAX (page->style->width, indent + LEAST_ROOM) - indent : 0, column = 0;
  guint blanks = 0; /* before the word; where the line ends they fall away */
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  for (guint i = 0; words[i]; i++, blanks++) {
    guint width = columns_of (words[i]);
    if (width == 0)
      continue;
    if (column > 0 && room > 0 && column + blanks + width > room) {
      g_string_append_printf (page->out, "\n%*s", (int)indent, "");
      column = blanks = 0;
    }
    g_string_append_printf (page->out, "%*s%s", (int)blanks, "", words[i]);
    column += blanks + width;
    blanks = 0;
  }
  g_string_append_c (page->out, '\n');
}

void af_page_line (const AfPage *page, const char *label, const char *text)
{
  if (!text || !*text)
    return;
  g_string_append (page->out, "  ");
  if (*label)
    af_page_colored (page, "1", label);
  for (gsize i = strlen (label); i < INDENT - 2; i++)
    g_string_append_c (page->out, ' ');
  g_autofree char *printable = af_printable (text);
  af_page_folded (page, printable, INDENT);
}

char *af_page_command (const AfPage *page, const char *verb, const char *id)
{
  const char *folder = page->style->folder;
  gboolean is_plain = folder && strspn (folder, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "./_-+=@%") == strlen (folder);
  g_autofree char *word = !folder || is_plain ? g_strdup (folder) : g_shell_quote (folder);
  return g_strdup_printf ("autofix %s %s%s%s%s", verb, word ? "--output " : "", word ? word : "", word ? " " : "", id);
}

void af_page_diff (const AfPage *page, const char *diff)
{
  g_autofree char *printable = af_printable (diff);
  g_auto (GStrv) lines = g_strsplit (printable, "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    if (!*lines[i] && !lines[i + 1])
      break;
    gboolean is_change = i >= 2 && (*lines[i] == '+' || *lines[i] == '-');
    g_string_append (page->out, "    ");
    if (is_change)
      af_page_colored (page, *lines[i] == '+' ? "32" : "31", lines[i]);
    else
      g_string_append (page->out, lines[i]);
    g_string_append_c (page->out, '\n');
  }
}

static void put_test (const AfPage *page, JsonObject *fault)
{
  guint n = af_stored_length (fault, "steps");
  g_autofree char *test =
    n == 0 ? NULL : g_strdup_printf ("%u call%s: %s", n, n == 1 ? "" : "s", af_stored_text (fault, "calls"));
  af_page_line (page, "test", test);
}

void af_page_fault (const AfPage *page, JsonObject *fault)
{
  JsonObject *location = af_stored_object (fault, "location"), *cause = af_stored_object (fault, "cause");
  g_autofree char *path = af_printable (af_stored_text (location, "file"));
  g_autofree char *title = af_printable (af_stored_text (fault, "title"));
  g_autofree char *kind = g_strdup_printf ("fault: %s", title);
  g_autofree char *clause = g_strconcat (
    af_stored_text (fault, "clause"),
    af_stored_bool (fault, "undefined") ? "   (cannot be evaluated: null, freed, out of bounds or endless)" : "", NULL);
  g_string_append_printf (page->out, "%s:%u:%u: ", path, (guint)af_stored_int (location, "line"),
                          (guint)af_stored_int (location, "column"));
  af_page_colored (page, "1;31", kind);
  g_string_append_printf (page->out, " [%s]\n", af_stored_text (fault, "id"));
  af_page_line (page, "clause", clause);
  af_page_line (page, "values", af_stored_text (fault, "values"));
  put_test (page, fault);
  g_autofree char *why =
    !cause ? NULL
           : g_strdup_printf ("line %u when %s   (suspiciousness %.2f, in %u of %u failing and %u of %u passing tests)",
                              (guint)af_stored_int (cause, "line"), af_stored_text (cause, "condition"),
                              af_stored_real (cause, "susp"), (guint)af_stored_int (cause, "failing"),
                              (guint)af_stored_int (cause, "of_failing"), (guint)af_stored_int (cause, "passing"),
                              (guint)af_stored_int (cause, "of_passing"));
  af_page_line (page, "cause?", why);
}

/* Where the fixes after the first @listed are to be seen. */
static void put_rest (const AfPage *page, JsonObject *fault, guint listed)
{
  guint n = af_stored_length (fault, "fixes");
  g_autofree char *show = af_page_command (page, "show", af_stored_text (fault, "id"));
  g_autofree char *rest = n > listed ? g_strdup_printf ("%u more: %s", n - listed, show) : NULL;
  af_page_line (page, "", rest);
}

static void put_others (const AfPage *page, JsonObject *fault)
{
  guint n = af_stored_length (fault, "fixes"), listed = MIN (n, LISTED_FIXES);
  for (guint i = 1; i < listed; i++) {
    JsonObject *fix = af_stored_at (fault, "fixes", i);
    g_autofree char *text = g_strdup_printf ("[%s]  %s: %s", af_stored_text (fix, "id"),
                                             af_stored_text (fix, "confidence"), af_stored_text (fix, "summary"));
    af_page_line (page, i == 1 ? "others" : "", text);
  }
  put_rest (page, fault, listed);
}

static void put_first_fix (const AfPage *page, JsonObject *fault)
{
  JsonObject *fix = af_stored_at (fault, "fixes", 0);
  g_autofree char *apply = af_page_command (page, "apply", af_stored_text (fix, "id"));
  g_autofree char *head =
    g_strdup_printf ("[%s]  %s confidence", af_stored_text (fix, "id"), af_stored_text (fix, "confidence"));
  af_page_line (page, "fix 1", head);
  af_page_diff (page, af_stored_text (fix, "diff"));
  af_page_line (page, "why", af_stored_text (af_stored_object (fix, "evidence"), "text"));
  put_others (page, fault);
  af_page_line (page, "apply", apply);
}

/* Below the line that says there is no fix. */
static void put_last_resorts (const AfPage *page, JsonObject *fault)
{
  guint n = af_stored_length (fault, "fixes"), listed = MIN (n, LISTED_FIXES);
  for (guint i = 0; i < listed; i++) {
    JsonObject *fix = af_stored_at (fault, "fixes", i);
    g_autofree char *text =
      g_strdup_printf ("[%s]  %s: %s; %s", af_stored_text (fix, "id"), af_stored_text (fix, "confidence"),
                       af_stored_text (fix, "summary"), af_stored_text (fix, "last_resort"));
    af_page_line (page, i == 0 ? "resort" : "", text);
  }
  put_rest (page, fault, listed);
}

char *af_report_undecided (JsonObject *undecided, const AfTextStyle *style)
{
  AfPage page = { g_string_new (NULL), style };
  JsonObject *location = af_stored_object (undecided, "location");
  g_autofree char *path = af_printable (af_stored_text (location, "file"));
  g_autofree char *title = af_printable (af_stored_text (undecided, "title"));
  g_autofree char *kind = g_strdup_printf ("undecided: %s", title);
  g_string_append_printf (page.out, "%s:%u:%u: ", path, (guint)af_stored_int (location, "line"),
                          (guint)af_stored_int (location, "column"));
  af_page_colored (&page, "1;33", kind);
  g_string_append_printf (page.out, " [%s]\n", af_stored_text (undecided, "id"));
  af_page_line (&page, "why", af_stored_text (undecided, "why"));
  put_test (&page, undecided);
  return g_string_free (page.out, FALSE);
}

/* "row.c:52:3: invalid write in 'row_add' [F-3a91c2]: X-... repairs it, too". */
static void put_part (const AfPage *page, JsonObject *part, gboolean is_first)
{
  JsonObject *location = af_stored_object (part, "location");
  const char *by = af_stored_text (part, "repaired_by");
  guint n_fixes = (guint)af_stored_int (part, "fixes");
  g_autofree char *repaired = *by ? g_strdup_printf (": %s repairs it, too", by) : g_strdup ("");
  g_autofree char *show = af_page_command (page, "show", af_stored_text (part, "id"));
  const char *same = af_stored_text (part, "same_change");
  g_autofree char *apply = *same ? af_page_command (page, "apply", same) : NULL;
  g_autofree char *alike = apply ? g_strdup_printf (": the same change repairs it: %s", apply) : g_strdup ("");
  g_autofree char *own = n_fixes > 0
                           ? g_strdup_printf ("; %u fix%s of its own: %s", n_fixes, n_fixes == 1 ? "" : "es", show)
                           : g_strdup ("");
  g_autofree char *text =
    g_strdup_printf ("%s:%u:%u: %s [%s]%s%s%s", af_stored_text (location, "file"),
                     (guint)af_stored_int (location, "line"), (guint)af_stored_int (location, "column"),
                     af_stored_text (part, "title"), af_stored_text (part, "id"), repaired, alike, own);
  af_page_line (page, is_first ? "also" : "", text);
}

/* The other places at which the same mistake shows. */
static void put_parts (const AfPage *page, JsonObject *fault)
{
  guint n = af_stored_length (fault, "parts"), listed = n > LISTED_PARTS + 1 ? LISTED_PARTS : n;
  for (guint i = 0; i < listed; i++)
    put_part (page, af_stored_at (fault, "parts", i), i == 0);
  g_autofree char *rest = n > listed ? g_strdup_printf ("%u more places", n - listed) : NULL;
  af_page_line (page, "", rest);
}

char *af_report_fault (JsonObject *fault, const AfTextStyle *style)
{
  AfPage page = { g_string_new (NULL), style };
  af_page_fault (&page, fault);
  put_parts (&page, fault);
  g_autofree char *changes = af_stored_changes (fault);
  af_page_line (&page, "changed", changes);
  const char *other = af_stored_text (fault, "repaired_by");
  guint n_fixes = af_stored_length (fault, "fixes");
  g_autofree char *also = *other && n_fixes > 0 ? g_strdup_printf ("%s repairs this fault, too", other) : NULL;
  if (af_stored_has_fix (fault)) {
    put_first_fix (&page, fault);
  } else {
    af_page_line (&page, *other && n_fixes == 0 ? "fix" : "no fix", af_stored_text (fault, "no_fix"));
    put_last_resorts (&page, fault);
  }
  af_page_line (&page, "see also", also);
  af_page_line (&page, "part of", af_stored_text (fault, "part_of"));
  af_page_line (&page, "contract", af_stored_text (fault, "contract_suspected"));
  return g_string_free (page.out, FALSE);
}

char *af_report_assumed (const AfStored *stored, const AfTextStyle *style)
{
  AfPage page = { g_string_new (NULL), style };
  JsonObject *assumed = af_stored_object (af_stored_root (stored), "assumed");
  guint n = af_stored_length (assumed, "clauses"), listed = n > LISTED_ASSUMED + 1 ? LISTED_ASSUMED : n;
  g_autofree char *head = g_strdup_printf ("preconditions nobody wrote (%u):", n);
  if (n == 0)
    return g_string_free (page.out, FALSE);
  af_page_colored (&page, "1", head);
  af_page_folded (&page,
                  *af_stored_text (assumed, "diff")
                    ? " what breaks them is no fault (--strict reports it). patches/" AF_ASSUMED_PATCH
                      ".patch in the output folder states those that can be said at the head of a function"
                    : " what breaks them is no fault (--strict reports it)",
                  2);
  for (guint i = 0; i < listed; i++) {
    JsonObject *each = af_stored_at (assumed, "clauses", i), *location = af_stored_object (each, "location");
    g_autofree char *text =
      g_strdup_printf ("%s:%u: %s: %s", af_stored_text (location, "file"), (guint)af_stored_int (location, "line"),
                       af_stored_text (each, "routine"), af_stored_text (each, "clause"));
    g_autofree char *printable = af_printable (text);
    g_string_append_printf (page.out, "  %s\n", printable);
  }
  if (n > listed)
    g_string_append_printf (page.out, "  and %u more\n", n - listed);
  return g_string_free (page.out, FALSE);
}
