/* The summary of a night as one HTML file that needs nothing else.
 *
 * In:  the night, decided.   Out: the blocks of the text, coloured, and a table of all faults that the history knows.
 *
 * The markup is a fixed frame; GLib's g_markup functions escape what goes into it.
 */
#include "nightly/nightly-internal.h"
#include "util/error.h"

static const char head[] =
  "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
  "content=\"width=device-width\">\n"
  "<title>autofix night</title><style>\n"
  ":root{color-scheme:light dark;--line:#8884;--back:#8881}\n"
  "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}\n"
  "h1{font-size:1.3rem}h2{font-size:1.1rem;margin-top:2rem}\n"
  "pre{background:var(--back);border-left:.3rem solid "
  "#888;padding:.6rem;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.85rem}\n"
  "pre.regression,pre.new{border-color:#c33}pre.fixed{border-color:#393}pre.flaky,pre.unknown{border-color:#c80}\n"
  ".wide{overflow-x:auto}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid "
  "var(--line);padding:.3rem .5rem;text-align:left}\n"
  "</style></head><body>\n";

static void append (GString *html, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Arguments are escaped; they must be UTF-8, for GLib takes a stray byte and what follows it for one character. */
static void append (GString *html, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_markup_vprintf_escaped (format, arguments);
  va_end (arguments);
  g_string_append (html, text);
}

static void append_block (const AfNight *night, const AfUnit *unit, const AfCase *item, gpointer data)
{
  g_autofree char *raw = af_summary_case (night, unit, item), *block = af_printable (raw);
  append (data, "<h2>%s: %s</h2>\n<pre class=\"%s\">%s</pre>\n", af_state_name (item->state), unit->settings->name,
          af_state_name (item->state), block);
}

static void append_table (GString *html, const AfNight *night)
{
  g_string_append (
    html, "<h2>all faults</h2>\n<div class=\"wide\"><table><tr><th>fault</th><th>module</th><th>state</th><th>what</th>"
          "<th>last seen at</th></tr>\n");
  for (guint i = 0; i < night->units->len; i++) {
    const AfUnit *unit = night->units->pdata[i];
    for (guint k = 0; k < unit->cases->len; k++) {
      const AfCase *item = unit->cases->pdata[k];
      AfState state = item->state != AF_STATE_NONE || !item->history ? item->state : item->history->state;
      append (html, "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n", item->id,
              unit->settings->name,
              af_case_is_open (item) ? af_state_name (state) : af_mark_name (item->history->verdict), item->title,
              item->position);
    }
  }
  g_string_append (html, "</table></div>\n");
}

static void append_modules (GString *html, const AfNight *night)
{
  g_string_append (
    html, "<h2>modules</h2>\n<div class=\"wide\"><table><tr><th>module</th><th>calls</th><th>remark</th></tr>\n");
  for (guint i = 0; i < night->units->len; i++) {
    const AfUnit *unit = night->units->pdata[i];
    g_autofree char *trouble = unit->trouble ? af_printable (unit->trouble) : NULL;
    append (html, "<tr><td>%s</td><td>%" G_GINT64_FORMAT "</td><td>%s</td></tr>\n", unit->settings->name, unit->calls,
            unit->is_missing        ? "not done"
            : trouble               ? trouble
            : unit->is_skipped      ? "unchanged, not tested"
            : !unit->is_complete    ? "the budget ended before the plan was done"
            : unit->n_undecided > 0 ? "a test did not end in its time"
            : unit->n_uncalled > 0  ? "a routine was never called"
                                    : "");
  }
  g_string_append (html, "</table></div>\n");
}

char *af_summary_html (const AfNight *night, const AfSummary *summary)
{
  GString *html = g_string_new (head);
  append (html, "<h1>%s</h1>\n", summary->headline);
  g_autofree char *raw = af_summary_tests (night), *tests = raw ? af_printable (raw) : NULL;
  if (tests)
    append (html, "<h2>tests</h2>\n<pre class=\"flaky\">%s</pre>\n", tests);
  if (night->gaps)
    append (html, "<p>%s</p>\n", night->gaps);
  if (night->n_cut > 0)
    append (html, "<p>Earlier nights that did not finish: %u; what they found is reported here.</p>\n", night->n_cut);
  af_summary_visit (night, append_block, html);
  append_table (html, night);
  append_modules (html, night);
  g_string_append (html, "</body></html>\n");
  return g_string_free (html, FALSE);
}
