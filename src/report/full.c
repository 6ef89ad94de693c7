/* A fault or a fix in full, as `autofix show ID` prints it.
 *
 * In:  a fault or a fix of results.json.   Out: text in the form of the report (text.c).
 *
 * Of a fault: its test call by call, the suspicious states, and all fixes, those that behave alike together, with a
 * test that tells each group from the ones before it. */
#include "report/report-internal.h"

#include "report/stored.h"

#define LISTED_STATES 10

static void put_steps (const AfPage *page, JsonObject *fault)
{
  for (guint i = 0; i < af_stored_length (fault, "steps"); i++) {
    g_autofree char *text = g_strdup_printf ("%s;", af_stored_text (af_stored_at (fault, "steps", i), "text"));
    af_page_line (page, i == 0 ? "calls" : "", text);
  }
  g_autofree char *program = g_strdup_printf ("tests/%s.c", af_stored_text (fault, "id"));
  if (af_stored_length (fault, "steps") > 0)
    af_page_line (page, "program", program);
}

static void put_states (const AfPage *page, JsonObject *fault)
{
  for (guint i = 0; i < MIN (af_stored_length (fault, "snapshots"), LISTED_STATES); i++) {
    JsonObject *snapshot = af_stored_at (fault, "snapshots", i);
    g_autofree char *text =
      g_strdup_printf ("%.2f  line %u when %s   (%u failing, %u passing)", af_stored_real (snapshot, "susp"),
                       (guint)af_stored_int (snapshot, "line"), af_stored_text (snapshot, "condition"),
                       (guint)af_stored_int (snapshot, "failing"), (guint)af_stored_int (snapshot, "passing"));
    af_page_line (page, i == 0 ? "states" : "", text);
  }
}

/* From the best of the others; @all: from each group before. */
static void put_distinctions (const AfPage *page, JsonObject *fix, gboolean all)
{
  for (guint i = 0; i < MIN (af_stored_length (fix, "distinguishing_tests"), all ? G_MAXUINT : 1); i++) {
    JsonObject *distinction = af_stored_at (fix, "distinguishing_tests", i);
    g_autofree char *text =
      g_strdup_printf ("from %s on: %s", af_stored_text (distinction, "from"), af_stored_text (distinction, "calls"));
    af_page_line (page, i == 0 ? "differs" : "", text);
    if (*af_stored_text (distinction, "here")) {
      g_autofree char *words =
        g_strdup_printf ("%s, with %s %s", af_stored_text (distinction, "here"), af_stored_text (distinction, "from"),
                         af_stored_text (distinction, "there"));
      af_page_line (page, "", words);
    }
  }
}

static void put_fix (const AfPage *page, JsonObject *fix)
{
  gint64 alike = af_stored_int (fix, "group_size") - 1;
  g_autofree char *more =
    alike > 0 ? g_strdup_printf ("   (%u more behave the same on every test)", (guint)alike) : g_strdup ("");
  g_autofree char *text = g_strdup_printf ("[%s]  %s confidence: %s%s", af_stored_text (fix, "id"),
                                           af_stored_text (fix, "confidence"), af_stored_text (fix, "summary"), more);
  af_page_line (page, "fix", text);
  af_page_line (page, "why", af_stored_text (af_stored_object (fix, "evidence"), "text"));
  af_page_line (page, "resort", af_stored_text (fix, "last_resort"));
}

/* Groups in the order of their best fix. */
static void put_groups (const AfPage *page, JsonObject *fault)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint n = af_stored_length (fault, "fixes"), number = 0;
  for (guint i = 0; i < n; i++) {
    JsonObject *first = af_stored_at (fault, "fixes", i);
    gint64 group = af_stored_int (first, "group");
    if (!g_hash_table_add (seen, GUINT_TO_POINTER ((guint)group)))
      continue;
    g_autofree char *head = g_strdup_printf ("\ngroup %u\n", ++number);
    af_page_colored (page, "1", head);
    for (guint j = i; j < n; j++)
      if (af_stored_int (af_stored_at (fault, "fixes", j), "group") == group)
        put_fix (page, af_stored_at (fault, "fixes", j));
    put_distinctions (page, first, FALSE);
  }
}

char *af_report_fault_full (JsonObject *fault, const AfTextStyle *style)
{
  AfPage page = { NULL, style };
  g_autofree char *report = af_report_fault (fault, style);
  page.out = g_string_new (report);
  g_autofree char *changes = af_stored_changes (fault);
  af_page_line (&page, "changed", changes);
  put_steps (&page, fault);
  put_states (&page, fault);
  if (af_stored_length (fault, "fixes") > 0)
    g_string_append (page.out, "\nall confirmed fixes\n");
  put_groups (&page, fault);
  return g_string_free (page.out, FALSE);
}

char *af_report_fix_full (JsonObject *fault, JsonObject *fix, const AfTextStyle *style)
{
  AfPage page = { g_string_new (NULL), style };
  const char *reasons = af_stored_text (fix, "reasons");
  g_autofree char *rank = g_strdup_printf ("%u of %u%s%s", (guint)af_stored_int (fix, "rank"),
                                           af_stored_length (fault, "fixes"), *reasons ? ": " : "", reasons);
  g_autofree char *apply = af_page_command (&page, "apply", af_stored_text (fix, "id"));
  af_page_fault (&page, fault);
  put_fix (&page, fix);
  af_page_diff (&page, af_stored_text (fix, "diff"));
  af_page_line (&page, "rank", rank);
  put_distinctions (&page, fix, TRUE);
  af_page_line (&page, "patch", af_stored_text (fix, "patch_file"));
  af_page_line (&page, "apply", apply);
  return g_string_free (page.out, FALSE);
}
