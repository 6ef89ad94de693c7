/* The behavioural model as a picture: for each type of object its abstract states, and arrows for what commands do.
 *
 * In:  the member "behaviour" of results.json.
 * Out: an SVG drawing within the page, and a table that says the same and all that the drawing leaves out.
 *
 * The layout is our own, because it must be the same bytes everywhere and small: Graphviz measures text by the fonts
 * that happen to be installed, and its output changes with its version.  States stand on an ellipse, which grows until
 * no two overlap; arrows are bowed to the right, so that there and back are two, and none crosses a state but where
 * very many stand.  A drawing shows MAX_STATES states, those seen most; `--dump=model` gives all of them to Graphviz.
 */
#include "report/html/html.h"

#include <math.h>
#include <string.h>

#include "report/formats/markup.h"

enum { MAX_STATES = 12, MAX_TESTS = 8, MAX_LABELS = 8, LINE = 15, CHAR = 7, GAP = 34, MARGIN = 24 };

typedef struct {
  double x, y, width, height; /* centre and size */
} Box;

typedef struct {
  GString *out;
  JsonObject *type;
  guint number; /* of the type on the page, from 1 */
  guint n;      /* states that are drawn */
  Box boxes[MAX_STATES];
} Drawing;

/* --- states --- */

/* Test @i in state @state as text, owned by the caller; null where it tells nothing. */
static char *line_of (JsonObject *type, JsonObject *state, guint i)
{
  JsonObject *test = af_stored_at (type, "tests", i);
  const char *values = af_stored_text (state, "values");
  char value = i < strlen (values) ? values[i] : '?';
  if (!af_stored_bool (test, "telling"))
    return NULL;
  return g_strconcat (af_stored_text (test, value == '0' ? "fails" : "holds"), value == '?' ? " ?" : "", NULL);
}

/* What tells the state apart: array of char *. */
static GPtrArray *lines_of (JsonObject *type, JsonObject *state)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < af_stored_length (type, "tests") && lines->len < MAX_TESTS; i++) {
    char *line = line_of (type, state, i);
    if (line)
      g_ptr_array_add (lines, line);
  }
  return lines;
}

static void measure (Drawing *drawing)
{
  for (guint i = 0; i < drawing->n; i++) {
    g_autoptr (GPtrArray) lines = lines_of (drawing->type, af_stored_at (drawing->type, "states", i));
    glong longest = 12;
    for (guint j = 0; j < lines->len; j++)
      longest = MAX (longest, g_utf8_strlen (lines->pdata[j], -1));
    drawing->boxes[i].width = (double)(longest * CHAR + 20);
    drawing->boxes[i].height = (double)(lines->len * LINE + LINE + 14);
  }
}

static gboolean overlap (const Drawing *drawing)
{
  for (guint i = 0; i < drawing->n; i++)
    for (guint j = 0; j < i; j++) {
      const Box *a = &drawing->boxes[i], *b = &drawing->boxes[j];
      if (fabs (a->x - b->x) < (a->width + b->width) / 2 + 2 * GAP
          && fabs (a->y - b->y) < (a->height + b->height) / 2 + GAP)
        return TRUE;
    }
  return FALSE;
}

/* On an ellipse around the origin, from the top on clockwise. */
static void place (Drawing *drawing)
{
  double across = drawing->n > 1 ? 90 : 0, down = drawing->n > 1 ? 60 : 0;
  for (guint turn = 0; turn < 60; turn++, across *= 1.08, down *= 1.08) {
    for (guint i = 0; i < drawing->n; i++) {
      double angle = 2 * G_PI * i / drawing->n - G_PI / 2;
      drawing->boxes[i].x = round (across * cos (angle));
      drawing->boxes[i].y = round (down * sin (angle));
    }
    if (!overlap (drawing))
      return;
  }
}

static void put_state (Drawing *drawing, guint i)
{
  const Box *box = &drawing->boxes[i];
  JsonObject *state = af_stored_at (drawing->type, "states", i);
  g_autoptr (GPtrArray) lines = lines_of (drawing->type, state);
  int left = (int)(box->x - box->width / 2), top = (int)(box->y - box->height / 2);
  g_string_append_printf (
    drawing->out,
    "<a class=\"state\" href=\"#behaviour-%u-%u\" data-state=\"%u\"><rect x=\"%d\" y=\"%d\" width=\"%d\""
    " height=\"%d\" rx=\"7\"/><text x=\"%d\" y=\"%d\" class=\"name\">state %u</text>",
    drawing->number, i + 1, i + 1, left, top, (int)box->width, (int)box->height, left + 10, top + LINE + 3, i + 1);
  for (guint j = 0; j < lines->len; j++) {
    g_string_append_printf (drawing->out, "<text x=\"%d\" y=\"%d\">", left + 10, top + 3 + LINE * ((int)j + 2));
    af_markup_text (drawing->out, lines->pdata[j]);
    g_string_append (drawing->out, "</text>");
  }
  g_string_append (drawing->out, "</a>\n");
}

/* --- arrows --- */

/* Where the line from the centre of @box to (x, y) leaves the box. */
static void leave (const Box *box, double x, double y, double *at_x, double *at_y)
{
  double dx = x - box->x, dy = y - box->y;
  double share =
    fmin (dx != 0 ? (box->width / 2 + 3) / fabs (dx) : 1e9, dy != 0 ? (box->height / 2 + 3) / fabs (dy) : 1e9);
  *at_x = box->x + dx * fmin (share, 1);
  *at_y = box->y + dy * fmin (share, 1);
}

/* All that leads from one state to another: its commands, the most frequent first, as one label; owned by the caller.
 */
static char *label_of (JsonObject *type, guint from, guint to, guint first, guint *n)
{
  JsonObject *best = NULL;
  *n = 0;
  for (guint i = first; i < af_stored_length (type, "transitions"); i++) {
    JsonObject *step = af_stored_at (type, "transitions", i);
    if (af_stored_int (step, "from") != from || af_stored_int (step, "to") != to)
      continue;
    if (!best || af_stored_int (step, "count") > af_stored_int (best, "count"))
      best = step;
    ++*n;
  }
  g_autofree char *more = *n > 1 ? g_strdup_printf (", %u more", *n - 1) : g_strdup ("");
  return best
           ? g_strdup_printf ("%s %u%s", af_stored_text (best, "command"), (guint)af_stored_int (best, "count"), more)
           : NULL;
}

static void put_arrow (Drawing *drawing, guint from, guint to, const char *label)
{
  const Box *a = &drawing->boxes[from], *b = &drawing->boxes[to];
  double dx = b->x - a->x, dy = b->y - a->y, bow = 0.14;
  double cx = (a->x + b->x) / 2 - dy * bow, cy = (a->y + b->y) / 2 + dx * bow, x1, y1, x2, y2;
  leave (a, cx, cy, &x1, &y1);
  leave (b, cx, cy, &x2, &y2);
  g_string_append_printf (
    drawing->out,
    "<g class=\"step\" data-from=\"%u\" data-to=\"%u\"><path d=\"M%d %dQ%d %d %d %d\" marker-end=\"url(#tip-%u)\"/>"
    "<text x=\"%d\" y=\"%d\">",
    from + 1, to + 1, (int)x1, (int)y1, (int)cx, (int)cy, (int)x2, (int)y2, drawing->number,
    (int)((x1 + 2 * cx + x2) / 4), (int)((y1 + 2 * cy + y2) / 4) + 4);
  af_markup_text (drawing->out, label);
  g_string_append (drawing->out, "</text></g>\n");
}

/* Transitions are sorted, so that those of one arrow follow each other. */
static guint put_arrows (Drawing *drawing, gboolean draw)
{
  guint n_arrows = 0, n = 1;
  for (guint i = 0; i < af_stored_length (drawing->type, "transitions"); i += MAX (n, 1)) {
    JsonObject *step = af_stored_at (drawing->type, "transitions", i);
    guint from = (guint)af_stored_int (step, "from"), to = (guint)af_stored_int (step, "to");
    g_autofree char *label = label_of (drawing->type, from, to, i, &n);
    if (from == to || from < 1 || to < 1 || from > drawing->n || to > drawing->n)
      continue;
    n_arrows++;
    if (draw)
      put_arrow (drawing, from - 1, to - 1, label);
  }
  return n_arrows;
}

static void put_drawing (Drawing *drawing)
{
  double left = 0, top = 0, right = 0, bottom = 0;
  for (guint i = 0; i < drawing->n; i++) {
    const Box *box = &drawing->boxes[i];
    left = fmin (left, box->x - box->width / 2 - MARGIN);
    right = fmax (right, box->x + box->width / 2 + MARGIN);
    top = fmin (top, box->y - box->height / 2 - MARGIN);
    bottom = fmax (bottom, box->y + box->height / 2 + MARGIN);
  }
  g_string_append_printf (drawing->out,
                          "<div class=\"wide\" tabindex=\"0\"><svg role=\"group\" class=\"%s\" viewBox=\"%d %d %d %d\""
                          " width=\"%d\" height=\"%d\"",
                          put_arrows (drawing, FALSE) > MAX_LABELS ? "dense" : "sparse", (int)left, (int)top,
                          (int)(right - left), (int)(bottom - top), (int)(right - left), (int)(bottom - top));
  af_markup_attribute (drawing->out, "aria-label", af_stored_text (drawing->type, "type"));
  g_string_append_printf (
    drawing->out,
    ">\n<defs><marker id=\"tip-%u\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\""
    " orient=\"auto\"><path class=\"tip\" d=\"M0 0L8 4L0 8Z\"/></marker></defs>\n",
    drawing->number);
  put_arrows (drawing, TRUE);
  for (guint i = 0; i < drawing->n; i++)
    put_state (drawing, i);
  g_string_append (drawing->out, "</svg></div>\n");
}

/* --- the table --- */

static void put_number (GString *out, guint value)
{
  g_string_append_printf (out, "<td class=\"n\">%u</td>", value);
}

static void put_table (Drawing *drawing)
{
  GString *out = drawing->out;
  guint n = af_stored_length (drawing->type, "transitions");
  gint64 last = 0;
  g_string_append_printf (out,
                          "<details class=\"steps-table\"><summary>all %u transitions</summary><div "
                          "class=\"wide\"><table class=\"sortable\"><thead><tr>"
                          "<th scope=\"col\" class=\"n\"><button type=\"button\">from</button></th><th "
                          "scope=\"col\"><button type=\"button\">command</button></th>"
                          "<th scope=\"col\" class=\"n\"><button type=\"button\">to</button></th>"
                          "<th scope=\"col\" class=\"n\"><button type=\"button\" title=\"calls in passing "
                          "tests\">calls</button></th></tr></thead><tbody>\n",
                          n);
  for (guint i = 0; i < n; i++) {
    JsonObject *step = af_stored_at (drawing->type, "transitions", i);
    if (af_stored_int (step, "from") != last)
      g_string_append_printf (out, "<tr id=\"behaviour-%u-%u\">", drawing->number, (guint)af_stored_int (step, "from"));
    else
      g_string_append (out, "<tr>");
    last = af_stored_int (step, "from");
    put_number (out, (guint)last);
    af_html_element (out, "td class=\"code\"", af_stored_text (step, "command"));
    put_number (out, (guint)af_stored_int (step, "to"));
    put_number (out, (guint)af_stored_int (step, "count"));
    g_string_append (out, "</tr>\n");
  }
  g_string_append (out, "</tbody></table></div></details>\n");
}

void af_html_behaviour (GString *out, const AfStored *stored)
{
  guint n = af_stored_length (af_stored_root (stored), "behaviour");
  for (guint i = 0; i < n; i++) {
    JsonObject *type = af_stored_at (af_stored_root (stored), "behaviour", i);
    guint n_states = af_stored_length (type, "states");
    Drawing drawing = { .out = out, .type = type, .number = i + 1, .n = MIN (n_states, MAX_STATES) };
    g_string_append_printf (out, "<section class=\"model\"%s><h2>How ", i == 0 ? " id=\"behaviour\"" : "");
    af_html_element (out, "code", af_stored_text (type, "type"));
    g_string_append_printf (
      out,
      " behaves</h2>\n<p class=\"quiet\">%u state%s seen in passing tests%s; arrows are commands, with the number of "
      "calls. "
      "Commands that leave a state as it is are in the table only. Go to a state to see what leads out of it.</p>\n",
      n_states, n_states == 1 ? "" : "s", n_states > MAX_STATES ? ", the most frequent ones drawn" : "");
    measure (&drawing);
    place (&drawing);
    put_drawing (&drawing);
    put_table (&drawing);
    g_string_append (out, "</section>\n");
  }
}
