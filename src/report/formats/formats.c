/* The formats by name: a row each in formats.def, of which the options, their help and the files of a run are made. */
#include "report/formats/formats.h"

static const struct {
  const char *name;
  char *(*make) (const AfStored *stored, const AfTextStyle *style);
  const char *file; /* nullable */
  const char *meaning;
} rows[] = {
#define AF_OUTPUT_FORMAT(id, name, function, file, meaning) [AF_FORMAT_##id] = { name, function, file, meaning },
#include "report/formats/formats.def"
#undef AF_OUTPUT_FORMAT
};

const char af_format_names[] =
#define AF_OUTPUT_FORMAT(id, name, function, file, meaning) " " name
#include "report/formats/formats.def"
#undef AF_OUTPUT_FORMAT
  ;

G_STATIC_ASSERT (G_N_ELEMENTS (rows) == AF_N_FORMATS);

int af_format_parse (const char *name)
{
  for (guint i = 0; i < AF_N_FORMATS; i++)
    if (g_strcmp0 (rows[i].name, name) == 0)
      return (int)i;
  return -1;
}

char *af_format_help (void)
{
  GString *help = g_string_new ("Formats:\n");
  for (guint i = 0; i < AF_N_FORMATS; i++)
    g_string_append_printf (help, "  %-8s %s%s%s\n", rows[i].name, rows[i].meaning, rows[i].file ? "; " : "",
                            rows[i].file ? rows[i].file : "");
  return g_string_free (help, FALSE);
}

const char *af_format_file (AfFormat format)
{
  return rows[format].file;
}

char *af_report_format (const AfStored *stored, AfFormat format, const AfTextStyle *style)
{
  return rows[format].make (stored, style);
}

char *af_format_text (const AfStored *stored, const AfTextStyle *style)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GPtrArray) reports = af_stored_reports (stored);
  for (guint i = 0; i < reports->len; i++) {
    g_autofree char *block = af_report_fault (reports->pdata[i], style);
    g_string_append_printf (text, "%s\n", block);
  }
  for (guint i = 0; i < af_stored_length (af_stored_root (stored), "undecided"); i++) {
    g_autofree char *block = af_report_undecided (af_stored_at (af_stored_root (stored), "undecided", i), style);
    g_string_append_printf (text, "%s\n", block);
  }
  g_autofree char *assumed = af_report_assumed (stored, style);
  g_string_append_printf (text, "%s%s", assumed, *assumed ? "\n" : "");
  return g_string_free (text, FALSE);
}

char *af_format_json (const AfStored *stored, const AfTextStyle *style G_GNUC_UNUSED)
{
  return af_stored_json (stored);
}
