/* `autofix cc --report`: the folder of faults, printed.
 *
 * In:  files as the runtime's recorder writes them (runtime/program/afrt-record.c), and the table of counts.
 * Out: the same texts by file and line, with how often each was seen; paths from here where they lie below.
 *
 *     ring.c:41:12: fault: precondition of 'ring_pop' violated by 'drain' [F-3a91c2]
 *       clause   ring->count > 0
 *       values   ring->count = 0
 *       command  cd /src/tests && ./test-ring --all
 *       seen     12 times */
#include "cc/cc-internal.h"

#include <stdio.h>
#include <string.h>

#include "runtime/afrt-counts.h"
#include "util/error.h"
#include "util/files/read.h"

#define SOURCE_LINE "  source   "

typedef struct {
  char *name, *text;
  char *path; /* of the first line; "" when that is none of ours */
  guint64 line;
  gboolean is_stale; /* the source is another one by now */
} Recorded;

static void recorded_free (gpointer data)
{
  Recorded *recorded = data;
  g_free (recorded->name);
  g_free (recorded->text);
  g_free (recorded->path);
  g_free (recorded);
}

static gint by_place (gconstpointer a, gconstpointer b)
{
  const Recorded *left = *(const Recorded *const *)a, *right = *(const Recorded *const *)b;
  int order = strcmp (left->path, right->path);
  if (order == 0)
    order = left->line < right->line ? -1 : left->line > right->line;
  return order != 0 ? order : strcmp (left->name, right->name);
}

/* Parts "PATH:LINE:" off the text. */
static void read_place (Recorded *recorded)
{
  const char *end = strstr (recorded->text, ": fault: ");
  const char *line = end;
  /* back over the column, then over the line */
  for (guint colons = 0; line && line > recorded->text && colons < 2;)
    colons += *--line == ':';
  recorded->path = line ? g_strndup (recorded->text, (gsize)(line - recorded->text)) : g_strdup ("");
  recorded->line = line ? g_ascii_strtoull (line + 1, NULL, 10) : 0;
}

/* Takes the last line, the hash of the text that was compiled, off, and holds it against the source as it is. */
static void read_source (Recorded *recorded)
{
  char *line = g_strrstr (recorded->text, SOURCE_LINE);
  gsize length = 0;
  if (!line)
    return;
  g_autofree char *compiled = g_strstrip (g_strdup (line + strlen (SOURCE_LINE)));
  g_autofree char *now = af_read_file (recorded->path, AF_READ_MOST, &length, NULL);
  g_autofree char *hash =
    now ? g_compute_checksum_for_data (G_CHECKSUM_SHA1, (const guchar *)now, length) : g_strdup ("");
  recorded->is_stale = !g_str_equal (hash, compiled);
  *line = '\0';
}

static GPtrArray *read_folder (const char *folder, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &cause);
  GPtrArray *list;
  const char *name;
  if (!dir) {
    af_error_at (error, AF_ERROR_IO, NULL, 0, 0, "without a path, autofix cc --report finds the folder itself", "%s",
                 cause->message);
    return NULL;
  }
  list = g_ptr_array_new_with_free_func (recorded_free);
  while ((name = g_dir_read_name (dir))) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_autofree char *text = g_str_has_prefix (name, "F-") ? af_read_file (path, AF_READ_MOST, NULL, NULL) : NULL;
    if (!text)
      continue;
    Recorded *recorded = g_new0 (Recorded, 1);
    recorded->name = g_strdup (name);
    recorded->text = g_steal_pointer (&text);
    read_place (recorded);
    read_source (recorded);
    g_ptr_array_add (list, recorded);
  }
  g_ptr_array_sort (list, by_place);
  return list;
}

static guint64 times_of (const struct afrt_record_table *table, const char *name)
{
  guint64 key = G_GUINT64_CONSTANT (0xcbf29ce484222325);
  for (const char *at = name; *at; at++)
    key = (key ^ (guchar)*at) * G_GUINT64_CONSTANT (0x100000001b3);
  key += key == 0;
  for (guint i = 0; table && i < AFRT_RECORD_COUNTS; i++) {
    const struct afrt_record_count *count = &table->counts[(key + i) % AFRT_RECORD_COUNTS];
    if (count->key == key)
      return count->times;
    if (count->key == 0)
      break;
  }
  return 0;
}

static void print (const Recorded *recorded, guint64 times)
{
  g_autofree char *here = g_get_current_dir ();
  const char *text = recorded->text;
  gsize length = strlen (here);
  if (strncmp (text, here, length) == 0 && text[length] == '/')
    text += length + 1;
  fputs (text, stdout);
  if (times > 0)
    printf ("  seen     %" G_GUINT64_FORMAT " time%s\n", times, times == 1 ? "" : "s");
  if (recorded->is_stale)
    puts ("  stale    the source has changed since: build it and run the tests again");
  putchar ('\n');
}

static guint count_current (const GPtrArray *list)
{
  guint n = 0;
  for (guint i = 0; i < list->len; i++)
    n += !((const Recorded *)list->pdata[i])->is_stale;
  return n;
}

/* Prints what @folder holds, in @list. */
static void print_folder (const char *folder, const GPtrArray *list)
{
  g_autofree char *table_path = g_build_filename (folder, AFRT_RECORD_TABLE, NULL);
  g_autoptr (GMappedFile) file = g_mapped_file_new (table_path, FALSE, NULL);
  const struct afrt_record_table *table = NULL;
  if (file && g_mapped_file_get_length (file) >= sizeof *table)
    table = (const struct afrt_record_table *)(gconstpointer)g_mapped_file_get_contents (file);
  for (guint i = 0; i < list->len; i++) {
    const Recorded *recorded = g_ptr_array_index (list, i);
    print (recorded, times_of (table, recorded->name));
  }
  guint n = count_current (list);
  printf ("%u fault%s recorded in %s", n, n == 1 ? "" : "s", folder);
  if (n < list->len)
    printf ("; %u stale record%s of sources that have changed", list->len - n, list->len - n == 1 ? "" : "s");
  putchar ('\n');
}

gboolean af_cc_report (const char *folder, guint *n_faults, GError **error)
{
  g_autofree char *place = folder ? g_strdup (folder) : af_cc_out_folder ();
  gboolean exists = g_file_test (place, G_FILE_TEST_IS_DIR);
  g_autoptr (GPtrArray) list = exists || folder ? read_folder (place, error) : NULL;
  if (folder && !list)
    return FALSE;
  *n_faults = list ? count_current (list) : 0;
  gboolean has_records = list && list->len > 0;
  if (has_records)
    print_folder (place, list);
  g_autoptr (GPtrArray) others = folder && has_records ? NULL : af_cc_out_folders_beside (place);
  for (guint i = 0; others && i < others->len; i++) {
    g_autoptr (GPtrArray) more = read_folder (others->pdata[i], NULL);
    if (more && more->len > 0)
      print_folder (others->pdata[i], more);
    *n_faults += more ? count_current (more) : 0;
    has_records |= more && more->len > 0;
  }
  if (!has_records && list)
    print_folder (place, list);
  else if (!has_records)
    printf ("0 faults recorded: there is no folder %s\n", place);
  return TRUE;
}
