/* Errors, random numbers, temporary folders, jobs, events, paths. */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/config.h"
#include "util/error.h"
#include "util/events.h"
#include "util/files/dictionary.h"
#include "util/files/read.h"
#include "util/files/replace.h"
#include "util/jobs.h"
#include "util/limits/limit.h"
#include "util/paths.h"
#include "util/random.h"
#include "util/tempdir.h"

START_TEST (error_reach)
{
  static const struct {
    AfErrorCode code;
    AfErrorReach reach;
  } rows[] = {
    { AF_ERROR_SOURCE, AF_REACH_CANDIDATE }, { AF_ERROR_BUILD, AF_REACH_CANDIDATE }, { AF_ERROR_USAGE, AF_REACH_FAULT },
    { AF_ERROR_IO, AF_REACH_FAULT },         { AF_ERROR_BUDGET, AF_REACH_FAULT },    { AF_ERROR_SUBJECT, AF_REACH_RUN },
    { AF_ERROR_INTERRUPTED, AF_REACH_RUN },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;
    af_error (&error, rows[i].code, "trouble");
    ck_assert_msg (af_error_reach (error) == rows[i].reach, "row %u", i);
  }
  g_autoptr (GError) foreign = g_error_new_literal (G_FILE_ERROR, G_FILE_ERROR_NOENT, "trouble");
  ck_assert (af_error_reach (foreign) == AF_REACH_RUN);
}
END_TEST

START_TEST (test_error)
{
  g_autoptr (GError) error = NULL;
  af_error_at (&error, AF_ERROR_SOURCE, "f.c", 12, 5, "drop the '++'", "'%s' has a side effect", "n++");
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_SOURCE));
  ck_assert_str_eq (error->message, "f.c:12:5: 'n++' has a side effect\n  hint: drop the '++'");
  g_clear_error (&error);
  af_error_at (&error, AF_ERROR_IO, "f.c", 0, 0, NULL, "gone");
  ck_assert_str_eq (error->message, "f.c: gone");
  g_clear_error (&error);
  af_error_at (&error, AF_ERROR_IO, "f.c", 3, 0, NULL, "gone");
  ck_assert_str_eq (error->message, "f.c:3: gone");
  g_clear_error (&error);
  af_error (&error, AF_ERROR_USAGE, "no such option: %d%%", 5);
  ck_assert_str_eq (error->message, "no such option: 5%");
  af_error (NULL, AF_ERROR_USAGE, "nobody listens");
}
END_TEST

START_TEST (test_printable)
{
  static const struct {
    const char *text, *printed;
  } cases[] = {
    { "", "" },
    { "a\tb\n", "a\tb\n" },
    { "gr\303\266\303\237er", "gr\303\266\303\237er" },
    { "\033[31mred", "\\x1b[31mred" },
    { "\033]0;title\007", "\\x1b]0;title\\x07" },
    { "\177", "\\x7f" },
    { "one\r\ntwo\r", "one\ntwo" },
    { "over\rwritten", "over\\x0dwritten" },
    { "\302\233"
      "31m",
      "\\x9b31m" },
    { "\233"
      "31m",
      "\\x9b31m" },
    { "cut \303", "cut \\xc3" },
    { "\342\200\256turned", "\\u202eturned" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *printed = af_printable (cases[i].text);
    ck_assert_str_eq (printed, cases[i].printed);
  }
}
END_TEST

START_TEST (test_random_stable)
{
  /* xoshiro256** from a splitmix64 seed of 0: the first outputs of the authors' reference code. */
  AfRandom random;
  af_random_init (&random, 0);
  ck_assert_uint_eq (af_random_next (&random), G_GUINT64_CONSTANT (0x99ec5f36cb75f2b4));
  ck_assert_uint_eq (af_random_next (&random), G_GUINT64_CONSTANT (0xbf6e1f784956452a));
  guint64 seed = af_random_derive (1, "test:f", 0);
  ck_assert_uint_eq (seed, af_random_derive (1, "test:f", 0));
  ck_assert_uint_ne (seed, af_random_derive (2, "test:f", 0));
  ck_assert_uint_ne (seed, af_random_derive (1, "test:g", 0));
  ck_assert_uint_ne (seed, af_random_derive (1, "test:f", 1));
}
END_TEST

START_TEST (test_random_ranges)
{
  AfRandom random;
  af_random_init (&random, 42);
  guint seen[5] = { 0 }, hits = 0;
  for (guint i = 0; i < 5000; i++) {
    seen[af_random_below (&random, 5)]++;
    gint64 value = af_random_between (&random, -2, 2);
    ck_assert (value >= -2 && value <= 2);
    hits += af_random_chance (&random, 1, 4);
  }
  for (guint i = 0; i < 5; i++)
    ck_assert (seen[i] > 850 && seen[i] < 1150);
  ck_assert (hits > 1100 && hits < 1400);
  ck_assert_int_eq (af_random_between (&random, 7, 7), 7);
  gboolean negative = FALSE, positive = FALSE;
  for (guint i = 0; i < 64; i++) {
    gint64 value = af_random_between (&random, G_MININT64, G_MAXINT64);
    negative = negative || value < 0;
    positive = positive || value > 0;
  }
  ck_assert (negative && positive);
  ck_assert (!af_random_chance (&random, 0, 3));
  ck_assert (af_random_chance (&random, 3, 3));
}
END_TEST

START_TEST (test_temp_dir)
{
  g_autofree char *outside = g_dir_make_tmp ("outside-XXXXXX", NULL);
  g_autofree char *precious = g_build_filename (outside, "precious", NULL);
  ck_assert (g_file_set_contents (precious, "x", 1, NULL));
  AfTempDir *dir = af_temp_dir_new (NULL);
  g_autofree char *path = g_strdup (af_temp_dir_path (dir));
  ck_assert (g_path_is_absolute (path));
  struct stat status;
  ck_assert_int_eq (stat (path, &status), 0);
  ck_assert_uint_eq (status.st_mode & 0777, 0700);
  g_autofree char *deep = g_build_filename (path, "a", "b", "c", NULL);
  g_autofree char *file = g_build_filename (deep, "file", NULL), *locked = g_build_filename (path, "a", NULL);
  g_autofree char *link = g_build_filename (deep, "link", NULL), *dangling = g_build_filename (deep, "dangling", NULL);
  ck_assert_int_eq (g_mkdir_with_parents (deep, 0700), 0);
  ck_assert (g_file_set_contents (file, "x", 1, NULL));
  ck_assert_int_eq (symlink (outside, link), 0);
  ck_assert_int_eq (symlink ("/nonexistent", dangling), 0);
  ck_assert_int_eq (chmod (locked, 0500), 0);
  af_temp_dir_free (dir);
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
  ck_assert (g_file_test (precious, G_FILE_TEST_EXISTS));
  g_autofree char *alias = g_strconcat (outside, "-alias", NULL);
  ck_assert_int_eq (symlink (outside, alias), 0);
  ck_assert (af_remove_tree (alias, NULL));
  ck_assert (g_file_test (precious, G_FILE_TEST_EXISTS));
  ck_assert (af_remove_tree (outside, NULL));
  ck_assert (!g_file_test (outside, G_FILE_TEST_EXISTS));
  ck_assert (af_remove_tree (outside, NULL)); /* gone already: no error */
  af_temp_dir_free (NULL);
}
END_TEST

/* What a process has left that was killed goes; what has no lock, or a live owner, stays. */
START_TEST (test_temp_dirs_of_the_dead)
{
  g_autofree char *parent = g_dir_make_tmp ("parent-XXXXXX", NULL);
  g_autofree char *bare = g_build_filename (parent, "autofix-abcdef", NULL), *link = g_strconcat (bare, "", NULL);
  g_setenv ("TMPDIR", parent, TRUE);
  g_autoptr (AfTempDir) live = af_temp_dir_new (NULL);
  ck_assert_int_eq (mkdir (bare, 0700), 0);
  link[strlen (link) - 1] = 'x';
  ck_assert_int_eq (symlink ("/", link), 0);
  pid_t child = fork ();
  if (child == 0)
    _exit (af_temp_dir_new (NULL) ? 0 : 1);
  int status = 1;
  ck_assert_int_eq (waitpid (child, &status, 0), child);
  ck_assert_int_eq (status, 0);
  g_autoptr (GDir) before = g_dir_open (parent, 0, NULL), after = NULL;
  guint n = 0;
  while (g_dir_read_name (before))
    n++;
  ck_assert_uint_eq (n, 4);
  af_temp_dirs_remove_dead ();
  after = g_dir_open (parent, 0, NULL);
  for (n = 0; g_dir_read_name (after);)
    n++;
  ck_assert_uint_eq (n, 3);
  ck_assert (g_file_test (af_temp_dir_path (live), G_FILE_TEST_IS_DIR));
  af_temp_dirs_abandon ();
  ck_assert (!g_file_test (af_temp_dir_path (live), G_FILE_TEST_EXISTS));
  ck_assert (g_file_test (bare, G_FILE_TEST_IS_DIR));
  ck_assert (af_remove_tree (parent, NULL));
}
END_TEST

static gpointer free_folder (gpointer folder)
{
  af_temp_dir_free (folder);
  return NULL;
}

/* By name, as a compiler does. */
static gpointer fill_folder (gpointer path)
{
  for (guint i = 0; i < 100000; i++) {
    g_autofree char *name = g_strdup_printf ("%s/more-%u", (const char *)path, i);
    g_file_set_contents (name, "x", 1, NULL);
  }
  return NULL;
}

/* A process that gives up while another thread of it removes its folder, or writes to it: returns to nobody. */
static void end_in_the_middle (guint turn)
{
  AfTempDir *folder = af_temp_dir_new (NULL);
  for (guint i = 0; i < 150; i++) {
    g_autofree char *name = g_strdup_printf ("%s/file-%u", af_temp_dir_path (folder), i);
    g_file_set_contents (name, "x", 1, NULL);
  }
  g_autofree char *path = g_strdup (af_temp_dir_path (folder));
  g_thread_new ("other", turn % 2 ? free_folder : fill_folder, turn % 2 ? (gpointer)folder : path);
  g_usleep (turn * 150);
  af_temp_dirs_abandon ();
  _exit (0);
}

START_TEST (test_temp_dirs_busy)
{
  g_autofree char *parent = g_dir_make_tmp ("parent-XXXXXX", NULL);
  g_setenv ("TMPDIR", parent, TRUE);
  for (guint turn = 0; turn < 16; turn++) {
    pid_t child = fork ();
    if (child == 0)
      end_in_the_middle (turn);
    int status = 1;
    ck_assert_int_eq (waitpid (child, &status, 0), child);
    ck_assert_int_eq (status, 0);
    g_autoptr (GDir) left = g_dir_open (parent, 0, NULL);
    const char *name = g_dir_read_name (left);
    ck_assert_msg (!name, "turn %u: %s", turn, name);
  }
  ck_assert (af_remove_tree (parent, NULL));
}
END_TEST

/* --- reading --- */

START_TEST (test_read)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *file = g_build_filename (af_temp_dir_path (dir), "file", NULL);
  g_autofree char *fifo = g_build_filename (af_temp_dir_path (dir), "fifo", NULL);
  ck_assert (g_file_set_contents (file, "a\0bc", 4, NULL));
  ck_assert_int_eq (mkfifo (fifo, 0600), 0);
  gsize length = 0;
  g_autofree char *text = af_read_file (file, 4, &length, NULL);
  ck_assert_uint_eq (length, 4);
  ck_assert_mem_eq (text, "a\0bc", 5);
  static const struct {
    const char *why;
    gsize most;
  } refused[] = {
    { "file: larger than", 3 }, { "fifo: is no regular file", 9 }, { "/dev/zero: is no regular file", 9 },
    { ": is a folder", 9 },     { "/nowhere: No such file", 9 },
  };
  const char *paths[] = { file, fifo, "/dev/zero", af_temp_dir_path (dir), "/nowhere" };
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_autoptr (GError) error = NULL;
    ck_assert_ptr_null (af_read_file (paths[i], refused[i].most, NULL, &error));
    ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
    ck_assert_msg (strstr (error->message, refused[i].why) != NULL, "%s", error->message);
  }
}
END_TEST

static gpointer write_late (gpointer path)
{
  g_usleep (G_USEC_PER_SEC / 4);
  FILE *out = fopen (path, "w");
  fputs ("late", out);
  fclose (out);
  return NULL;
}

static gpointer cancel_late (gpointer cancel)
{
  g_usleep (G_USEC_PER_SEC / 4);
  g_cancellable_cancel (cancel);
  return NULL;
}

static const struct {
  const char *text;
  const char *words[4]; /* none: it cannot be read */
  const char *error;
} dictionaries[] = {
  { "# HTML\n\ntag=\"<a \"\n  \"b\"  \r\nname@2=\"<a \"\nk-1.2 = \"#\"\n", { "<a ", "b", "#" }, NULL },
  { "x=\"\\\\\\\"\\x0d\\x0A\"", { "\\\"\r\n" }, NULL },
  { "\"caf\xc3\xa9\"", { "caf\xc3\xa9" }, NULL },
  { "word\n", { NULL }, ":1: this is no word of a dictionary" },
  { "\"a\"\nx=\"a\n", { NULL }, ":2: this is no word" },
  { "x=\"a\" b", { NULL }, ":1: this is no word" },
  { "x=\"\"", { NULL }, ":1: this is no word" },
  { "x=\"\\x00\"", { NULL }, ":1: this is no word" },
  { "x=\"\\n\"", { NULL }, ":1: this is no word" },
  { "x=\"\\x0", { NULL }, ":1: this is no word" },
  { "f()=\"a\"", { NULL }, ":1: this is no word" },
};

START_TEST (test_dictionary)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfTempDir) dir = af_temp_dir_new (&error);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "words.dict", NULL);
  ck_assert (g_file_set_contents (path, dictionaries[_i].text, -1, NULL));
  g_autoptr (GPtrArray) words = af_dictionary_read (path, &error);
  if (dictionaries[_i].error) {
    ck_assert_ptr_null (words);
    ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_USAGE));
    ck_assert_msg (strstr (error->message, dictionaries[_i].error), "%s", error->message);
    return;
  }
  ck_assert_ptr_null (error);
  for (guint i = 0; i < words->len; i++)
    ck_assert_str_eq (words->pdata[i], dictionaries[_i].words[i]);
  ck_assert_ptr_null (dictionaries[_i].words[words->len]);
  g_autofree char *none = g_build_filename (af_temp_dir_path (dir), "none", NULL);
  ck_assert_ptr_null (af_dictionary_read (none, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
}
END_TEST

START_TEST (test_read_stream)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autoptr (GCancellable) cancel = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *fifo = g_build_filename (af_temp_dir_path (dir), "fifo", NULL);
  ck_assert_int_eq (mkfifo (fifo, 0600), 0);
  GThread *writer = g_thread_new ("writer", write_late, fifo);
  g_autofree char *text = af_read_stream (fifo, 9, cancel, NULL, &error);
  g_thread_join (writer);
  ck_assert_str_eq (text, "late");
  writer = g_thread_new ("writer", write_late, fifo);
  ck_assert_ptr_null (af_read_stream (fifo, 3, cancel, NULL, &error));
  g_thread_join (writer);
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
  g_clear_error (&error);
  writer = g_thread_new ("cancel", cancel_late, cancel);
  ck_assert_ptr_null (af_read_stream (fifo, 9, cancel, NULL, &error));
  g_thread_join (writer);
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_INTERRUPTED));
}
END_TEST

/* --- the limit of work --- */

START_TEST (test_limit)
{
  g_autoptr (GCancellable) user = g_cancellable_new ();
  AfLimitEnd end = { .cancel = user, .deadline = g_get_monotonic_time () + G_USEC_PER_SEC / 5, .grace_ms = 10000 };
  AfLimit *limit = af_limit_new (&end);
  GCancellable *cancel = g_object_ref (af_limit_cancellable (limit));
  ck_assert (!g_cancellable_is_cancelled (cancel));
  g_usleep (G_USEC_PER_SEC / 2);
  ck_assert (g_cancellable_is_cancelled (cancel));
  ck_assert (af_limit_is_late (limit));
  ck_assert (!g_cancellable_is_cancelled (user));
  af_limit_free (limit);
  g_object_unref (cancel);
  end.deadline = 0;
  limit = af_limit_new (&end);
  g_cancellable_cancel (user);
  ck_assert (g_cancellable_is_cancelled (af_limit_cancellable (limit)));
  ck_assert (!af_limit_is_late (limit));
  af_limit_free (limit);
  af_limit_free (NULL);
}
END_TEST

/* After the user's cancellation the work may have a moment, which can be taken back. */
START_TEST (test_limit_gives_a_moment)
{
  g_autoptr (GCancellable) user = g_cancellable_new ();
  g_autoptr (AfLimit) limit = af_limit_new (&(AfLimitEnd){ .cancel = user });
  GCancellable *cancel = af_limit_cancellable (limit);
  af_limit_set_moment (limit, 300);
  g_cancellable_cancel (user);
  ck_assert (!g_cancellable_is_cancelled (cancel));
  g_usleep (G_USEC_PER_SEC / 2);
  ck_assert (g_cancellable_is_cancelled (cancel));
  g_autoptr (GCancellable) other = g_cancellable_new ();
  g_autoptr (AfLimit) longer = af_limit_new (&(AfLimitEnd){ .cancel = other });
  af_limit_set_moment (longer, 1000000);
  g_cancellable_cancel (other);
  ck_assert (!g_cancellable_is_cancelled (af_limit_cancellable (longer)));
  af_limit_set_moment (longer, 0);
  ck_assert (g_cancellable_is_cancelled (af_limit_cancellable (longer)));
  ck_assert (!af_limit_is_late (longer));
}
END_TEST

/* A temporary folder that becomes another one stays, without its lock. */
START_TEST (test_temp_dir_becomes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AfTempDir) parent = af_temp_dir_new (&error);
  g_autofree char *target = g_build_filename (af_temp_dir_path (parent), "kept", NULL);
  g_autofree char *lock = g_build_filename (target, ".lock", NULL);
  g_autofree char *nowhere = g_build_filename (target, "no", "such", NULL);
  g_autoptr (AfTempDir) dir = af_temp_dir_new_in (af_temp_dir_path (parent), &error);
  ck_assert_ptr_nonnull (dir);
  ck_assert (!af_temp_dir_become (dir, nowhere, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
  g_clear_error (&error);
  ck_assert (af_temp_dir_become (dir, target, &error));
  g_clear_pointer (&dir, af_temp_dir_free);
  ck_assert (g_file_test (target, G_FILE_TEST_IS_DIR));
  ck_assert (!g_file_test (lock, G_FILE_TEST_EXISTS));
}
END_TEST

/* Who does not look at the clock is ended by it. */
START_TEST (test_limit_is_enforced)
{
  const AfLimitEnd end = {
    .deadline = g_get_monotonic_time () + G_USEC_PER_SEC / 10, .grace_ms = 100, .status = 3, .last_word = "over"
  };
  af_limit_new (&end);
  g_usleep (20 * G_USEC_PER_SEC);
}
END_TEST

START_TEST (test_temp_dir_failures)
{
  g_autoptr (GError) error = NULL;
  ck_assert (!af_remove_tree ("/proc/self/status", &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
  g_clear_error (&error);
  g_setenv ("TMPDIR", "/nonexistent/folder", TRUE);
  ck_assert_ptr_null (af_temp_dir_new (&error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
}
END_TEST

/* --- jobs --- */

typedef struct {
  guint results[100];
  guint busy[8];  /* per worker: no two items at once */
  guint fails[3]; /* items that fail, 0 none */
  gint done;
} Work;

static gboolean square (guint index, guint worker, gpointer data, GError **error)
{
  Work *work = data;
  g_assert (work->busy[worker]++ == 0);
  g_usleep (index % 7 * 100);
  work->busy[worker]--;
  g_atomic_int_inc (&work->done);
  for (guint i = 0; i < G_N_ELEMENTS (work->fails); i++)
    if (work->fails[i] && index == work->fails[i]) {
      af_error (error, AF_ERROR_IO, "item %u", index);
      return FALSE;
    }
  work->results[index] = index * index;
  return TRUE;
}

static const guint job_counts[] = { 0, 1, 2, 5, 8 };

START_TEST (test_jobs_order)
{
  Work work = { 0 };
  ck_assert (af_jobs_map (100, job_counts[_i], square, &work, NULL));
  for (guint i = 0; i < 100; i++)
    ck_assert_uint_eq (work.results[i], i * i);
  ck_assert (af_jobs_map (0, job_counts[_i], square, &work, NULL));
  ck_assert_int_eq (work.done, 100);
}
END_TEST

START_TEST (test_jobs_first_error)
{
  for (guint round = 0; round < 20; round++) {
    Work work = { .fails = { 13, 12, 60 } };
    g_autoptr (GError) error = NULL;
    ck_assert (!af_jobs_map (100, job_counts[_i], square, &work, &error));
    ck_assert_str_eq (error->message, "item 12");
  }
}
END_TEST

/* Doing all 20,000 items takes 2.5 s even on eight threads: time enough for the first one to be noticed on a busy
 * machine. */
static gboolean fail_at_once (guint index, G_GNUC_UNUSED guint worker, gpointer done, GError **error)
{
  g_atomic_int_inc ((gint *)done);
  if (index == 0) {
    af_error (error, AF_ERROR_IO, "item 0");
    return FALSE;
  }
  g_usleep (1000);
  return TRUE;
}

START_TEST (test_jobs_stop)
{
  gint done = 0;
  g_autoptr (GError) error = NULL;
  ck_assert (!af_jobs_map (20000, job_counts[_i], fail_at_once, &done, &error));
  ck_assert_str_eq (error->message, "item 0");
  ck_assert_int_lt (done, 20000);
}
END_TEST

/* --- events --- */

/* Groups of modules are left out, and only they, wherever they stand; the file is found as for all of it. */
START_TEST (test_config_general)
{
  static const struct {
    const char *text, *keys;
  } rows[] = {
    { "[run]\nseed = 1\n", "seed" },
    { "[module a]\nseed = 9\nlist = [x]\n[run]\nseed = 1\njobs = 2\n", "seed jobs" },
    { "[run]\nseed = 1\n[module a]\nsources = a.c\n  [module b]\nflags = -I[\n", "seed" },
    { "# top\n[module a]\nx = 1\n[run]\nseed = 1\n[module b]\ny = 2\n[run]\njobs = 2", "seed jobs" },
    { "[module a]\nx = 1", "" },
  };
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *source = g_build_filename (af_temp_dir_path (dir), "a.c", NULL);
  g_autofree char *file = g_build_filename (af_temp_dir_path (dir), ".autofix.conf", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *path = NULL;
    ck_assert (g_file_set_contents (file, rows[i].text, -1, NULL));
    g_autoptr (GKeyFile) general = af_config_load_general (source, &path, NULL);
    g_auto (GStrv) keys = g_key_file_get_keys (general, "run", NULL, NULL),
                   groups = g_key_file_get_groups (general, NULL);
    g_autofree char *list = keys ? g_strjoinv (" ", keys) : g_strdup ("");
    ck_assert_msg (strcmp (list, rows[i].keys) == 0, "row %u: %s", i, list);
    ck_assert_uint_eq (g_strv_length (groups), *rows[i].keys ? 1 : 0);
    ck_assert_str_eq (path, file);
    g_autoptr (GKeyFile) all = af_config_load (source, NULL, NULL);
    ck_assert (all != NULL);
  }
}
END_TEST

START_TEST (test_events)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "log.jsonl", NULL), *text = NULL;
  AfEvents *events = af_events_new (path, NULL);
  af_events_stage_begin (events, "test");
  g_usleep (20000);
  af_events_stage_end (events);
  af_events_stage_begin (events, "trace");
  af_events_stage_end (events);
  af_events_stage_begin (events, "test");
  g_usleep (20000);
  ck_assert (af_events_stage_seconds (events, "test") >= 0.04);
  af_events_stage_end (events);
  af_events_stage_end (events);
  ck_assert (af_events_stage_seconds (events, "none") < 1e-9);
  ck_assert_uint_eq (af_events_stages (events)->len, 2);
  ck_assert_str_eq (af_events_stages (events)->pdata[1], "trace");
  ck_assert (af_events_elapsed (events) >= 0.04);
  g_autoptr (JsonObject) members = json_object_new ();
  json_object_set_int_member (members, "tests", 7);
  json_object_set_string_member (members, "at", "\t\x01\"\\");
  json_object_set_double_member (members, "seconds", 0.1);
  json_object_set_boolean_member (members, "is", TRUE);
  af_events_note (events, "odd \"name\"\n", members);
  af_events_note (events, "plain", NULL);
  /* what happened before the log began has a negative time: the hour makes it exact enough to read */
  af_events_note_at (events, g_get_monotonic_time () - G_TIME_SPAN_HOUR, "early", NULL);
  af_events_free (events);
  ck_assert (g_file_get_contents (path, &text, NULL, NULL));
  ck_assert_ptr_nonnull (strstr (text,
                                 "\"event\": \"odd \\\"name\\\"\\n\", \"tests\": 7, \"at\": \"\\t\\u0001\\\"\\\\\", "
                                 "\"seconds\": 0.100000, \"is\": true}\n"));
  ck_assert_ptr_nonnull (strstr (text, "\"event\": \"plain\"}\n"));
  const char *early = strstr (text, "{\"t\": -3");
  ck_assert (early && strstr (early, "\"event\": \"early\"}\n"));
  ck_assert_ptr_nonnull (strstr (text, "\"event\": \"stage-end\", \"stage\": \"trace\"}\n"));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  ck_assert_uint_eq (g_strv_length (lines), 10);
  g_autoptr (GError) error = NULL;
  ck_assert_ptr_null (af_events_new ("/nonexistent/log", &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
  g_autoptr (AfEvents) silent = af_events_new (NULL, NULL);
  af_events_note (silent, "x", NULL);
}
END_TEST

/* --- paths --- */

static void touch (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL), *parent = g_path_get_dirname (path);
  ck_assert_int_eq (g_mkdir_with_parents (parent, 0700), 0);
  ck_assert (g_file_set_contents (path, "", 0, NULL));
}

START_TEST (test_paths_installed)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  const char *prefix = af_temp_dir_path (dir);
  g_autofree char *bin = g_build_filename (prefix, "bin", NULL);
  g_autoptr (GError) error = NULL;
  ck_assert_ptr_null (af_paths_new_in (bin, &error));
  ck_assert (g_error_matches (error, AF_ERROR, AF_ERROR_IO));
  ck_assert_ptr_nonnull (strstr (error->message, "contract.h' is missing\n  hint: "));
  touch (prefix, "include/autofix/contract.h");
  touch (prefix, "include/autofix/runtime/afrt.h");
  g_clear_error (&error);
  ck_assert_ptr_null (af_paths_new_in (bin, &error));
  touch (prefix, "lib/autofix/libafrt.a");
  g_autoptr (AfPaths) paths = af_paths_new_in (bin, NULL);
  g_autofree char *expected = g_build_filename (prefix, "lib/autofix/libafrt.a", NULL);
  ck_assert_str_eq (paths->runtime_lib, expected);
}
END_TEST

START_TEST (test_paths_uninstalled)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  const char *folder = af_temp_dir_path (dir);
  g_autofree char *file = g_build_filename (folder, "autofix.uninstalled", NULL);
  g_autoptr (GError) error = NULL;
  ck_assert (g_file_set_contents (file, "[autofix]\ninclude_dir=/x\n", -1, NULL));
  ck_assert_ptr_null (af_paths_new_in (folder, &error));
  ck_assert_ptr_nonnull (strstr (error->message, "runtime_dir"));
  g_clear_error (&error);
  ck_assert (g_file_set_contents (file, "no key file", -1, NULL));
  ck_assert_ptr_null (af_paths_new_in (folder, &error));
  touch (folder, "i/autofix/contract.h");
  touch (folder, "r/afrt.h");
  touch (folder, "libafrt.a");
  g_autofree char *text = g_strdup_printf ("[autofix]\ninclude_dir=%s/i\nruntime_dir=%s/r\nruntime_lib=%s/libafrt.a\n",
                                           folder, folder, folder);
  ck_assert (g_file_set_contents (file, text, -1, NULL));
  g_autoptr (AfPaths) paths = af_paths_new_in (folder, NULL);
  ck_assert_ptr_nonnull (paths);
  ck_assert (g_str_has_suffix (paths->include_dir, "/i"));
}
END_TEST

/* What is no file stays what it is: as root a new file would take the place of a device. */
START_TEST (test_write_wanted)
{
  g_autofree char *folder = g_dir_make_tmp ("autofix-XXXXXX", NULL);
  g_autofree char *pipe = g_build_filename (folder, "pipe", NULL), *file = g_build_filename (folder, "file", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  struct stat status;
  char read_back[8] = "";
  ck_assert_int_eq (mkfifo (pipe, 0600), 0);
  int end = open (pipe, O_RDWR);
  ck_assert_int_ge (end, 0);
  ck_assert (af_write_wanted (pipe, "abc", &error));
  ck_assert_int_eq (read (end, read_back, sizeof read_back - 1), 3);
  ck_assert_str_eq (read_back, "abc");
  ck_assert_int_eq (stat (pipe, &status), 0);
  ck_assert (S_ISFIFO (status.st_mode));
  close (end);
  ck_assert (af_write_wanted (file, "old", &error) && af_write_wanted (file, "new", &error));
  ck_assert (g_file_get_contents (file, &text, NULL, NULL));
  ck_assert_str_eq (text, "new");
  ck_assert (!af_write_wanted (folder, "abc", &error));
  ck_assert_ptr_nonnull (error);
  unlink (pipe);
  unlink (file);
  rmdir (folder);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("util");
  TCase *tests = tcase_create ("util");
  tcase_add_test (tests, test_error);
  tcase_add_test (tests, error_reach);
  tcase_add_test (tests, test_printable);
  tcase_add_test (tests, test_random_stable);
  tcase_add_test (tests, test_random_ranges);
  tcase_add_test (tests, test_temp_dir);
  tcase_add_test (tests, test_temp_dir_failures);
  tcase_add_test (tests, test_temp_dirs_of_the_dead);
  tcase_add_test (tests, test_temp_dirs_busy);
  tcase_add_test (tests, test_read);
  tcase_add_test (tests, test_read_stream);
  tcase_add_loop_test (tests, test_dictionary, 0, G_N_ELEMENTS (dictionaries));
  tcase_add_test (tests, test_limit);
  tcase_add_test (tests, test_limit_gives_a_moment);
  tcase_add_test (tests, test_temp_dir_becomes);
  tcase_add_exit_test (tests, test_limit_is_enforced, 3);
  tcase_add_loop_test (tests, test_jobs_order, 0, G_N_ELEMENTS (job_counts));
  tcase_add_loop_test (tests, test_jobs_first_error, 0, G_N_ELEMENTS (job_counts));
  tcase_add_loop_test (tests, test_jobs_stop, 0, G_N_ELEMENTS (job_counts));
  tcase_add_test (tests, test_config_general);
  tcase_add_test (tests, test_events);
  tcase_add_test (tests, test_write_wanted);
  tcase_add_test (tests, test_paths_installed);
  tcase_add_test (tests, test_paths_uninstalled);
  suite_add_tcase (suite, tests);
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
