/* bench.html: the benchmark to look through.
 *
 * In:  a tally.   Out: one page that needs nothing else: a row per fault, linked to its fixes further down, each with
 * its diff, its evidence and the oracle's ruling.
 *
 * Whatever comes from modules and the tool is escaped; the page has no script and needs no network. */
#include <string.h>

#include "bench/figures/figures.h"

static const char style[] =
  ":root{color-scheme:light dark;--line:#8886;--good:#1a7f37;--bad:#b3261e;--dim:#777}"
  "body{font:15px/1.45 system-ui,sans-serif;max-width:76rem;margin:2rem auto;padding:0 1rem}"
  "table{border-collapse:collapse;margin:1rem 0;font-size:14px}th,td{padding:.2rem .6rem;border-bottom:1px solid "
  "var(--line);"
  "text-align:left;vertical-align:top}td.n,th.n{text-align:right}pre{border:1px solid var(--line);border-radius:4px;"
  "padding:.6rem;overflow-x:auto;font-size:13px}"
  ".good{color:var(--good)}.bad{color:var(--bad)}.dim{color:var(--dim)}summary{cursor:pointer}"
  "@media(prefers-color-scheme:dark){:root{--good:#57c46f;--bad:#ff8a80;--dim:#999}}";

char *af_html_escape (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  char *to = valid;
  for (const char *from = valid; *from; from++)
    if ((guchar)*from >= 0x20 || *from == '\n' || *from == '\t')
      *to++ = *from;
  *to = '\0';
  return g_markup_escape_text (valid, -1);
}

/* @before, then @text escaped (null: nothing), then @after. */
static void put (GString *page, const char *before, const char *text, const char *after)
{
  g_autofree char *escaped = text ? af_html_escape (text) : NULL;
  g_string_append (page, before);
  if (escaped)
    g_string_append (page, escaped);
  g_string_append (page, after);
}

static void put_number (GString *page, guint number)
{
  g_string_append_printf (page, "<td class=n>%u</td>", number);
}

/* "ring/03" and seed 2 -> "ring-03-s2", for links inside the page. */
static char *anchor (const AfPlant *plant, guint seed)
{
  g_autofree char *name = g_strdup_printf ("%s-s%u", plant->name, seed);
  for (char *c = name; *c; c++)
    if (!g_ascii_isalnum (*c) && *c != '-' && *c != '_')
      *c = '-';
  return g_steal_pointer (&name);
}

/* --- tables --- */

static void put_rows (GString *page, const char *heading, const GPtrArray *rows, const AfRow *total)
{
  put (page, "<table><tr><th>", heading, "</th><th class=n>faults</th>");
  for (guint k = 0; k < AF_N_OUTCOMES; k++)
    put (page, "<th class=n>", af_outcome_word ((AfBenchOutcome)k), "</th>");
  g_string_append (page, "<th class=n>high-right</th><th class=n>run s</th></tr>\n");
  for (guint i = 0; i < rows->len + (total != NULL); i++) {
    const AfRow *row = i < rows->len ? rows->pdata[i] : total;
    put (page, "<tr><td>", row->label, "</td>");
    put_number (page, row->faults);
    for (guint k = 0; k < AF_N_OUTCOMES; k++)
      put_number (page, row->count[k]);
    g_string_append_printf (page, "<td class=n>%u/%u</td><td class=n>%.1f</td></tr>\n", row->high_right, row->high,
                            row->seconds);
  }
  g_string_append (page, "</table>\n");
}

static void put_case_row (GString *page, const AfCase *one)
{
  AfReason reason = af_case_reason (one);
  put (page, "<tr><td>", one->plant->name, " ");
  put (page, "", one->plant->title, "</td>");
  put (page, "<td>", one->plant->kind, "</td>");
  for (guint k = 0; k < AF_N_OUTCOMES; k++)
    g_string_append_printf (page, "<td class=\"n %s\">%u/%u</td>",
                            af_case_has (one, (AfBenchOutcome)k) ? "good" : "dim", one->count[k], one->n);
  put (page, "<td>", reason == AF_REASON_FIXED ? NULL : af_reason_name (reason), "</td><td>");
  for (guint i = 0; i < one->n; i++) {
    g_autofree char *to = anchor (one->plant, one->sessions[i]->seed);
    g_string_append_printf (page, "<a href=\"#%s\">%u</a> ", to, one->sessions[i]->seed);
  }
  g_string_append (page, "</td></tr>\n");
}

static void put_cases (GString *page, const AfTally *tally)
{
  g_string_append (page, "<table><tr><th>fault</th><th>kind</th>");
  for (guint k = 0; k < AF_N_OUTCOMES; k++)
    put (page, "<th class=n>", af_outcome_word ((AfBenchOutcome)k), "</th>");
  g_string_append (page, "<th>without a proper fix because</th><th>fixes of seed</th></tr>\n");
  for (guint i = 0; i < tally->cases->len; i++)
    put_case_row (page, tally->cases->pdata[i]);
  g_string_append (page, "</table>\n");
}

/* --- sessions --- */

static void put_fix (GString *page, const AfShownFix *fix)
{
  const char *colour = fix->ruling == AF_RULING_ACCEPTED ? "good" : fix->ruling == AF_RULING_NONE ? "dim" : "bad";
  g_string_append_printf (page, "<details%s><summary>%u. ", fix->ruling == AF_RULING_ACCEPTED ? " open" : "",
                          fix->rank);
  put (page, "<code>", fix->summary, "</code>, ");
  put (page, "", fix->confidence, " confidence, ");
  put (page, "schema ", fix->schema, ", oracle: ");
  g_string_append_printf (page, "<b class=%s>%s</b></summary>\n", colour,
                          fix->ruling == AF_RULING_NONE ? "not asked" : af_ruling_name ((AfRuling)fix->ruling));
  if (fix->remark)
    put (page, "<p class=dim>oracle: ", fix->remark, "</p>\n");
  if (fix->evidence)
    put (page, "<p class=dim>evidence: ", fix->evidence, "</p>\n");
  put (page, "<pre>", fix->diff, "</pre></details>\n");
}

static void put_fault (GString *page, const AfShownFault *fault)
{
  put (page, "<h4>", fault->title, " ");
  put (page, "<span class=dim>[", fault->id, "]</span></h4>\n");
  put (page, "<p>clause <code>", fault->clause, "</code>, ");
  g_string_append_printf (page, "line %u; %u candidates made, %u screened, %u valid, %u confirmed", fault->line,
                          fault->made, fault->screened, fault->valid, fault->confirmed);
  g_string_append (page,
                   fault->belongs ? "</p>\n" : "; <span class=dim>does not belong to the planted fault</span></p>\n");
  if (fault->no_fix)
    put (page, "<p>no fix: ", fault->no_fix, "</p>\n");
  for (guint i = 0; i < fault->fixes->len; i++)
    put_fix (page, fault->fixes->pdata[i]);
}

static void put_session (GString *page, const AfPlant *plant, const AfSession *session)
{
  g_autofree char *id = anchor (plant, session->seed);
  put (page, "<section id=\"", id, "\"><h3>");
  put (page, "", plant->name, " ");
  put (page, "", plant->title, "");
  g_string_append_printf (page, ", seed %u</h3>\n<p>%.1f s", session->seed, session->seconds);
  if (session->first_fault >= 0)
    g_string_append_printf (page, "; first fault after %.1f s", session->first_fault);
  if (session->first_fix >= 0)
    g_string_append_printf (page, "; first fix after %.1f s", session->first_fix);
  put (page, ". Planted in <code>", plant->routine, "</code>: ");
  put (page, "", plant->repair, "</p>\n");
  if (session->trouble)
    put (page, "<p class=bad>the tool failed: ", session->trouble, "</p>\n");
  if (session->reason != AF_REASON_FIXED)
    put (page, "<p>no proper fix: ", af_reason_name ((AfReason)session->reason), "</p>\n");
  for (guint i = 0; i < session->faults->len; i++)
    put_fault (page, session->faults->pdata[i]);
  g_string_append (page, "</section>\n");
}

char *af_tally_html (const AfTally *tally)
{
  g_autofree char *text = af_tally_text (tally);
  GString *page = g_string_new (
    "<!doctype html>\n<html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">"
    "<title>autofix benchmark</title>\n<style>");
  g_string_append_printf (
    page,
    "%s</style>\n<h1>autofix benchmark</h1>\n<p>%u faults, seeds 1 to %u, %s tool. A fault counts when its"
    " median session does.</p>\n",
    style, tally->cases->len, tally->n_seeds, tally->faithful ? "faithful" : "full");
  put_cases (page, tally);
  put_rows (page, "kind", tally->kinds, tally->total);
  put_rows (page, "class", tally->classes, NULL);
  put_rows (page, "contracts", tally->strengths, NULL);
  put (page, "<details><summary>all tables as text</summary><pre>", text, "</pre></details>\n<h2>Sessions</h2>\n");
  for (guint i = 0; i < tally->cases->len; i++) {
    const AfCase *one = tally->cases->pdata[i];
    for (guint k = 0; k < one->n; k++)
      put_session (page, one->plant, one->sessions[k]);
  }
  g_string_append (page, "</html>\n");
  return g_string_free (page, FALSE);
}
