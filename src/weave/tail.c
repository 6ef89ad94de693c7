/* What stands after the user's last line, with the macros as they were where each routine stands.
 *
 * In:  for each routine the text of its clones and its wrapper.
 * Out: all of it, to be put at the end of the file.
 *
 *     #define SIZE 4                     #define SIZE 4
 *     int f (void) { return SIZE; }      _Pragma ("push_macro(\"SIZE\")") int f (void) { return SIZE; }
 *     #undef SIZE                        #undef SIZE
 *                                        ...
 *                                        #pragma pop_macro("SIZE")
 *                                        static int f__afx_7 (void) { return SIZE + 1; }
 *
 * A routine keeps the macros that its text comes to and that the file changes later.  There is one stack for each name,
 * so that what was kept last comes back first: routines that keep nothing stand before the others, and those from the
 * last to the first. */
#include <string.h>

#include "model/directives.h"
#include "weave/weave-internal.h"

typedef struct {
  guint start; /* of the routine */
  char *text;
} Kept;

struct AfTail {
  const AfSource *source;
  int file;
  GArray *directives; /* of AfDirective */
  GString *plain;
  GPtrArray *kept; /* of Kept */
};

static void kept_free (gpointer data)
{
  Kept *kept = data;
  g_free (kept->text);
  g_free (kept);
}

/* --- what a routine keeps --- */

/* The names in @text, in the macros of the file that it uses, and so on. */
static GHashTable *list_names (const AfTail *tail, const char *text)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree gboolean *used = g_new0 (gboolean, tail->directives->len + 1);
  guint before = 0;
  af_text_add_names (text, 0, (guint)strlen (text), names);
  while (g_hash_table_size (names) > before) {
    before = g_hash_table_size (names);
    for (guint i = 0; i < tail->directives->len; i++) {
      const AfDirective *directive = &g_array_index (tail->directives, AfDirective, i);
      if (!used[i] && g_hash_table_contains (names, directive->name)) {
        used[i] = TRUE;
        af_text_add_names (tail->source->text, directive->from, directive->before, names);
      }
    }
  }
  return names;
}

static gboolean uses_stack (const AfSource *source)
{
  return strstr (source->text, "push_macro") || strstr (source->text, "pop_macro");
}

/* The macros that @text uses and the file changes after @start, each once. */
static GPtrArray *list_changed (const AfTail *tail, guint start, const char *text)
{
  GPtrArray *changed = g_ptr_array_new ();
  guint first = tail->directives->len;
  while (first > 0 && g_array_index (tail->directives, AfDirective, first - 1).start > start)
    first--;
  /* what a user's own stack holds would be taken from it */
  if (first == tail->directives->len || uses_stack (tail->source))
    return changed;
  g_autoptr (GHashTable) names = list_names (tail, text);
  for (guint i = first; i < tail->directives->len; i++) {
    const char *name = g_array_index (tail->directives, AfDirective, i).name;
    if (g_hash_table_contains (names, name) && !g_ptr_array_find_with_equal_func (changed, name, g_str_equal, NULL))
      g_ptr_array_add (changed, (gpointer)name);
  }
  return changed;
}

/* --- the text --- */

AfTail *af_tail_new (const AfSource *source, int file)
{
  AfTail *tail = g_new0 (AfTail, 1);
  tail->source = source;
  tail->file = file;
  tail->directives = af_directives_read (source);
  tail->plain = g_string_new (NULL);
  tail->kept = g_ptr_array_new_with_free_func (kept_free);
  return tail;
}

void af_tail_free (AfTail *tail)
{
  if (!tail)
    return;
  g_array_unref (tail->directives);
  g_string_free (tail->plain, TRUE);
  g_ptr_array_unref (tail->kept);
  g_free (tail);
}

GString *af_tail_plain (AfTail *tail)
{
  return tail->plain;
}

void af_tail_add (AfTail *tail, const AfRoutine *routine, const char *text, GPtrArray *groups)
{
  guint start = routine->definition.start;
  g_autoptr (GPtrArray) changed = list_changed (tail, start, text);
  if (changed->len == 0) {
    g_string_append (tail->plain, text);
    return;
  }
  g_autoptr (GString) pushes = g_string_new (NULL);
  GString *pops = g_string_new (NULL);
  for (guint i = 0; i < changed->len; i++) {
    const char *name = g_ptr_array_index (changed, i);
    g_string_append_printf (pushes, "_Pragma (\"push_macro(\\\"%s\\\")\") ", name);
    g_string_append_printf (pops, "#pragma pop_macro(\"%s\")\n", name);
  }
  af_group_insert (af_groups_add (groups, (AfRange){ tail->file, start, start }), start, pushes->str, AF_ORDER_CLOSE);
  g_string_append (pops, text);
  Kept *kept = g_new0 (Kept, 1);
  *kept = (Kept){ start, g_string_free (pops, FALSE) };
  g_ptr_array_add (tail->kept, kept);
}

static int by_start_backwards (gconstpointer a, gconstpointer b)
{
  guint left = (*(const Kept *const *)a)->start, right = (*(const Kept *const *)b)->start;
  return (left < right) - (left > right);
}

void af_tail_append (AfTail *tail, GString *out)
{
  g_string_append_printf (out, "\n%s", tail->plain->str);
  g_ptr_array_sort (tail->kept, by_start_backwards);
  for (guint i = 0; i < tail->kept->len; i++) {
    if (out->len > 0 && out->str[out->len - 1] != '\n')
      g_string_append_c (out, '\n');
    g_string_append (out, ((const Kept *)g_ptr_array_index (tail->kept, i))->text);
  }
}
