/* Source with the heat of suspicion.
 *
 * In:  a fault.   Out: the lines of its routine, and those around hot lines elsewhere, each with a bar that is as long
 * as the line is suspicious and with the number itself; the line of the violation is marked.  Heat is not told by
 * colour alone. */
#include "report/html/html.h"

#include <string.h>

#include "report/formats/markup.h"

#define AROUND 2 /* lines shown around what is shown for itself */
#define STEPS 10 /* classes h1 to h10 */

typedef struct {
  const AfSource *source;
  double *heat;    /* per line, from 1 */
  gboolean *shown; /* likewise */
  guint n_lines;
  double most;
} Sheet;

static void show_lines (Sheet *sheet, guint first, guint last)
{
  for (guint line = first; line <= MIN (last, sheet->n_lines); line++)
    sheet->shown[line] = TRUE;
}

static void warm_up (Sheet *sheet, JsonObject *fault)
{
  JsonObject *extent = af_stored_object (fault, "extent"), *location = af_stored_object (fault, "location");
  guint at = (guint)af_stored_int (location, "line");
  show_lines (sheet, at > AROUND ? at - AROUND : 1, at + AROUND);
  if (extent && strcmp (af_stored_text (extent, "file"), sheet->source->path) == 0)
    show_lines (sheet, MAX ((guint)af_stored_int (extent, "first"), 1), (guint)af_stored_int (extent, "last"));
  for (guint i = 0; i < af_stored_length (fault, "heat"); i++) {
    JsonObject *heat = af_stored_at (fault, "heat", i);
    guint line = (guint)af_stored_int (heat, "line");
    double susp = af_stored_real (heat, "susp");
    if (line < 1 || line > sheet->n_lines || strcmp (af_stored_text (heat, "file"), sheet->source->path) != 0)
      continue;
    sheet->heat[line] = susp;
    sheet->most = MAX (sheet->most, susp);
    show_lines (sheet, line > AROUND ? line - AROUND : 1, line + AROUND);
  }
}

static void put_line (GString *out, const Sheet *sheet, guint line, guint fault_line)
{
  g_autofree char *text = af_source_line (sheet->source, line);
  double heat = sheet->heat[line];
  guint step = heat > 0 && sheet->most > 0 ? (guint)(heat / sheet->most * STEPS + 0.5) : 0;
  g_string_append_printf (out, "<tr class=\"h%u%s\"><td class=\"no\">%u</td><td class=\"heat\">",
                          MIN (MAX (step, heat > 0), STEPS), line == fault_line ? " here" : "", line);
  if (heat > 0)
    g_string_append_printf (out, "<span class=\"bar\"></span>%.2f", heat);
  g_string_append (out, "</td><td class=\"line\">");
  af_markup_text (out, text);
  if (line == fault_line)
    g_string_append (out, "<span class=\"flag\">violated here</span>");
  g_string_append (out, "</td></tr>\n");
}

void af_html_source (GString *out, const AfStored *stored, JsonObject *fault)
{
  JsonObject *location = af_stored_object (fault, "location");
  const AfSource *source = af_stored_source (stored, af_stored_text (location, "file"));
  if (!source)
    return;
  guint n_lines = source->line_starts->len;
  g_autofree double *heat = g_new0 (double, n_lines + 1);
  g_autofree gboolean *shown = g_new0 (gboolean, n_lines + 1);
  Sheet sheet = { .source = source, .heat = heat, .shown = shown, .n_lines = n_lines };
  gboolean any = FALSE, gap = FALSE;
  warm_up (&sheet, fault);
  g_string_append (
    out, "<h3>Source and suspicion</h3>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"source\">"
         "<table class=\"source\"><thead><tr><th scope=\"col\">line</th>");
  af_html_term (out, "th scope=\"col\"", "heat");
  g_string_append (out, "<th scope=\"col\">");
  af_markup_text (out, source->path);
  g_string_append (out, "</th></tr></thead><tbody>\n");
  for (guint line = 1; line <= sheet.n_lines; line++) {
    if (shown[line] && any && gap)
      g_string_append (out, "<tr class=\"gap\"><td colspan=\"3\">&#8942;</td></tr>\n");
    if (shown[line])
      put_line (out, &sheet, line, (guint)af_stored_int (location, "line"));
    any |= shown[line];
    gap = !shown[line];
  }
  g_string_append (out, "</tbody></table></div>\n");
}
