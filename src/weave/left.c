/* What of the woven text does not compile, and is left out.
 *
 * In:  the compiler's messages about a woven source.
 * Out: names of parts.  The weaver leaves these out the next time and keeps all others:
 *
 *     afx-clause-12:1:20: error: ...          clause-12       one clause of a wrapper
 *     afx-column-3:1:2: error: ...            column-3        one value of a probe
 *     afx-record-7:3:5: error: ...            record-7        the fields of a record type, which are then not followed
 *     ring.c:8:5: error: ...                  line-0-8        all marks and guards that line 8 of source 0 has a part
 * in ring.c:8:5: error: ..., once more       body-4          those of the whole routine, which keeps its contracts
 *     ring.c:8:5: error: ..., still           routine-4       it stays as the user wrote it
 *
 * An error in a macro, of the runtime or of the user's, is where the outermost macro was called: gcc says so in notes
 * after the error, the last of which is that.
 *
 *     afrt.h:245:11: error: invalid operands to binary +
 *     afx-column-3:1:30: note: in expansion of macro 'AFRT_E'  */
#include <string.h>

#include "weave/weave-internal.h"

struct AfWeaveLeft {
  GHashTable *messages; /* name of a part to what the compiler said; owned */
};

AfWeaveLeft *af_weave_left_new (void)
{
  AfWeaveLeft *left = g_new0 (AfWeaveLeft, 1);

  left->messages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return left;
}

void af_weave_left_free (AfWeaveLeft *left)
{
  if (!left)
    return;
  g_hash_table_unref (left->messages);
  g_free (left);
}

guint af_weave_left_count (const AfWeaveLeft *left, const char *kind)
{
  GHashTableIter iter;
  gpointer name;
  guint n = 0;

  g_hash_table_iter_init (&iter, left->messages);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    n += !kind || (g_str_has_prefix (name, kind) && ((const char *)name)[strlen (kind)] == '-');
  return n;
}

static gboolean has_name (const AfWeaveLeft *left, const char *name)
{
  return g_hash_table_contains (left->messages, name);
}

gboolean af_weave_left_has (const AfWeaveLeft *left, const char *kind, guint number)
{
  if (!left || g_hash_table_size (left->messages) == 0)
    return FALSE;
  g_autofree char *name = g_strdup_printf ("%s-%u", kind, number);
  return has_name (left, name);
}

static gboolean has_line (const AfWeaveLeft *left, int file, guint line)
{
  g_autofree char *name = g_strdup_printf ("line-%d-%u", file, line);

  return has_name (left, name);
}

gboolean af_left_has_lines (const AfWeaver *weaver, AfRange range)
{
  const AfWeaveLeft *left = weaver->plan->left;
  guint first, last;

  if (!left || g_hash_table_size (left->messages) == 0)
    return FALSE;
  af_source_position (weaver->source, range.start, &first, NULL);
  af_source_position (weaver->source, MAX (range.end, range.start + 1) - 1, &last, NULL);
  for (guint line = first; line <= last; line++)
    if (has_line (left, weaver->file, line))
      return TRUE;
  return FALSE;
}

static gboolean add (AfWeaveLeft *left, char *name, const char *message)
{
  return g_hash_table_insert (left->messages, name, g_strdup (message));
}

/* --- what the compiler says --- */

static void complaint_free (gpointer data)
{
  AfComplaint *complaint = data;

  g_free (complaint->file);
  g_free (complaint->text);
  g_free (complaint);
}

/* FILE:LINE:COLUMN: and what comes after it; false: the line is none. */
static gboolean split (const char *line, char **file, guint *number, const char **rest)
{
  for (const char *colon = strchr (line, ':'); colon; colon = strchr (colon + 1, ':')) {
    gsize digits = strspn (colon + 1, "0123456789");
    if (colon == line || digits == 0 || colon[1 + digits] != ':')
      continue;
    *number = (guint)g_ascii_strtoull (colon + 1, NULL, 10);
    *rest = colon + digits + 2;
    digits = strspn (*rest, "0123456789");
    *rest += digits > 0 && (*rest)[digits] == ':' ? digits + 1 : 0;
    *rest += strspn (*rest, " ");
    *file = g_strndup (line, (gsize)(colon - line));
    return TRUE;
  }
  return FALSE;
}

GPtrArray *af_weave_complaints (const char *messages)
{
  GPtrArray *complaints = g_ptr_array_new_with_free_func (complaint_free);
  g_auto (GStrv) lines = g_strsplit (messages, "\n", -1);
  AfComplaint *last = NULL;

  for (guint i = 0; lines[i]; i++) {
    g_autofree char *file = NULL;
    const char *rest = NULL;
    guint number = 0;
    if (!split (lines[i], &file, &number, &rest))
      continue;
    gboolean is_error = g_str_has_prefix (rest, "error: ") || g_str_has_prefix (rest, "fatal error: ");
    if (is_error) {
      last = g_new0 (AfComplaint, 1);
      last->text = g_strdup (strstr (rest, "error: ") + strlen ("error: "));
      g_ptr_array_add (complaints, last);
    } else if (!last || !strstr (rest, "in expansion of macro"))
      continue;
    g_free (last->file);
    last->file = g_steal_pointer (&file);
    last->line = number;
  }
  return complaints;
}

/* --- whose fault it is --- */

static const AfRoutine *routine_at (const AfModule *module, int file, guint line)
{
  const AfSource *source = af_module_source (module, file);

  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    guint first, last;
    if (routine->definition.file != file || af_range_is_none (routine->body))
      continue;
    af_source_position (source, routine->definition.start, &first, NULL);
    af_source_position (source, routine->body.end - 1, &last, NULL);
    if (first <= line && line <= last)
      return routine;
  }
  return NULL;
}

/* The next that can be left out for an error at a line of the user's; null: nothing. */
static char *next_at_line (const AfWeaveLeft *left, const AfModule *module, int file, guint line)
{
  const AfRoutine *routine = routine_at (module, file, line);

  if (!routine || af_weave_left_has (left, "routine", routine->id))
    return NULL;
  if (af_weave_left_has (left, "body", routine->id))
    return g_strdup_printf ("routine-%u", routine->id);
  if (has_line (left, file, line))
    return g_strdup_printf ("body-%u", routine->id);
  return g_strdup_printf ("line-%d-%u", file, line);
}

/* A part that carries its name; null: the file is none of these. */
static char *named_part (const char *file)
{
  static const char *const kinds[] = { "afx-clause-", "afx-column-", "afx-record-" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_prefix (file, kinds[i]))
      return g_strdup (file + strlen ("afx-"));
  return NULL;
}

gboolean af_weave_left_blame (AfWeaveLeft *left, const AfModule *module, int file, const char *messages)
{
  g_autoptr (GPtrArray) complaints = af_weave_complaints (messages);
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char *path = af_module_source (module, file)->path;
  GHashTableIter iter;
  gpointer name, text;
  gboolean is_new = FALSE;

  /* all judged by what was left out before */
  for (guint i = 0; i < complaints->len; i++) {
    const AfComplaint *complaint = g_ptr_array_index (complaints, i);
    char *part = g_str_equal (complaint->file, path) ? next_at_line (left, module, file, complaint->line)
                                                     : named_part (complaint->file);
    /* the first complaint of a part: the others come of it */
    if (part && !g_hash_table_contains (found, part))
      g_hash_table_insert (found, part, complaint->text);
    else
      g_free (part);
  }
  g_hash_table_iter_init (&iter, found);
  while (g_hash_table_iter_next (&iter, &name, &text))
    is_new |= !has_name (left, name) && add (left, g_strdup (name), text);
  return is_new;
}

gboolean af_weave_left_give_up (AfWeaveLeft *left, const AfModule *module, int file, const char *messages)
{
  g_autoptr (GPtrArray) complaints = af_weave_complaints (messages);
  const AfComplaint *first = complaints->len > 0 ? g_ptr_array_index (complaints, 0) : NULL;
  gboolean is_new = FALSE;

  for (guint i = 0; first && i < module->routines->len; i++) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, i);
    if (routine->definition.file == file && !af_weave_left_has (left, "routine", routine->id))
      is_new |= add (left, g_strdup_printf ("routine-%u", routine->id), first->text);
  }
  return is_new;
}

/* --- kept in a file, and told --- */

static int compare_names (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *)a, *(const char *const *)b);
}

/* In the order of their names; not owned. */
static GPtrArray *list_names (const AfWeaveLeft *left)
{
  GPtrArray *names = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, left->messages);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (names, name);
  g_ptr_array_sort (names, compare_names);
  return names;
}

char *af_weave_left_store (const AfWeaveLeft *left)
{
  g_autoptr (GPtrArray) names = list_names (left);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++) {
    const char *name = g_ptr_array_index (names, i);
    g_string_append_printf (out, "%s\t%s\n", name, (const char *)g_hash_table_lookup (left->messages, name));
  }
  return g_string_free (out, FALSE);
}

void af_weave_left_restore (AfWeaveLeft *left, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i]; i++) {
    char *tab = strchr (lines[i], '\t');
    if (tab)
      add (left, g_strndup (lines[i], (gsize)(tab - lines[i])), tab + 1);
  }
}

static AfWeaveNotice *notice_new (const AfSource *source, guint offset, const char *message)
{
  AfWeaveNotice *notice = g_new0 (AfWeaveNotice, 1);

  notice->path = source->path;
  notice->message = g_strdup (message);
  af_source_position (source, offset, &notice->line, NULL);
  return notice;
}

static AfWeaveNotice *notice_of (const AfWeaveLeft *left, const AfModule *module, const char *name)
{
  const char *reason = g_hash_table_lookup (left->messages, name);
  guint number = (guint)g_ascii_strtoull (strchr (name, '-') + 1, NULL, 10);
  gboolean is_body = g_str_has_prefix (name, "body-");
  g_autofree char *message = NULL;

  if (is_body || g_str_has_prefix (name, "routine-")) {
    const AfRoutine *routine = g_ptr_array_index (module->routines, number);
    if (is_body && af_weave_left_has (left, "routine", number))
      return NULL;
    message = g_strdup_printf ("'%s' is left as it is%s, since with checks it does not compile: %s", routine->name,
                               is_body ? " inside, its contracts are checked" : " and not checked", reason);
    return notice_new (af_module_source (module, routine->definition.file), routine->definition.start, message);
  }
  if (g_str_has_prefix (name, "clause-")) {
    const AfClause *clause = g_ptr_array_index (module->clauses, number);
    message = g_strdup_printf ("'%s' is not checked, since the check does not compile: %s", clause->text, reason);
    return notice_new (af_module_source (module, clause->range.file), clause->range.start, message);
  }
  if (g_str_has_prefix (name, "line-")) {
    const AfSource *source = af_module_source (module, (int)number);
    guint line = (guint)g_ascii_strtoull (strrchr (name, '-') + 1, NULL, 10);
    const AfRoutine *routine = routine_at (module, (int)number, line);
    if (routine && (af_weave_left_has (left, "body", routine->id) || af_weave_left_has (left, "routine", routine->id)))
      return NULL;
    message = g_strdup_printf ("this line is not checked, since with checks it does not compile: %s", reason);
    AfWeaveNotice *notice = notice_new (source, 0, message);
    notice->line = line;
    return notice;
  }
  return NULL;
}

static void notice_free (gpointer data)
{
  AfWeaveNotice *notice = data;

  g_free (notice->message);
  g_free (notice);
}

static int compare_notices (gconstpointer a, gconstpointer b)
{
  const AfWeaveNotice *left = *(const AfWeaveNotice *const *)a, *right = *(const AfWeaveNotice *const *)b;
  int order = g_strcmp0 (left->path, right->path);

  return order != 0                  ? order
         : left->line != right->line ? (left->line < right->line ? -1 : 1)
                                     : g_strcmp0 (left->message, right->message);
}

GPtrArray *af_weave_left_notices (const AfWeaveLeft *left, const AfModule *module)
{
  GPtrArray *notices = g_ptr_array_new_with_free_func (notice_free);
  g_autoptr (GPtrArray) names = list_names (left);

  for (guint i = 0; i < names->len; i++) {
    AfWeaveNotice *notice = notice_of (left, module, g_ptr_array_index (names, i));
    if (notice)
      g_ptr_array_add (notices, notice);
  }
  g_ptr_array_sort (notices, compare_notices);
  return notices;
}
