/* One case, with or without contracts, from the run of the tool to the rulings on its fixes.
 *
 *     TEMP/case                 the module before the fix: the tool runs here, and leaves autofix.out
 *     TEMP/fixed                the same after the human fix
 *     TEMP/human.patch          the fix as a patch to the former, contracts included
 *     TEMP/tmp, TEMP/trace      the tool's TMPDIR and event log
 *
 * The tool gets the folder `case` alone.  Each test that it stores is replayed on both versions; a fault belongs when
 * its test fails on the first and passes on the second, and its first ten fixes are compared with the human one.  All
 * foreign code runs in the tool's sandbox, and each process has a deadline. */
#include <glib/gstdio.h>
#include <string.h>

#include "bench/reading.h"
#include "bench/real/real.h"
#include "util/error.h"
#include "util/tempdir.h"

#define TESTS "2000" /* held-out ones, on which two repairs must agree */
#define SHOWN 10     /* fixes of a fault that are compared */
#define COMPARED 3   /* faults that belong whose fixes are compared */
#define GRACE_MS 10000
#define REPLAY_MS 120000
#define DIFF_MS 20000
#define PASSES 0
#define FAILS 2
#define CANNOT_TELL 125

void af_real_session_free (AfRealSession *session)
{
  g_clear_pointer (&session->session, af_session_free);
  g_free (session);
}

void af_real_clear (AfReal *real)
{
  af_bench_clear (&real->bench);
  g_clear_pointer (&real->cases, g_ptr_array_unref);
}

/* A session that is being made. */
typedef struct {
  const AfReal *real;
  const AfRealCase *which;
  gboolean contracted;
  AfTempDir *temp;
  char *before, *after, *human, *trace; /* paths */
  AfSession *session;
} Desk;

static void desk_clear (Desk *desk)
{
  g_clear_pointer (&desk->temp, af_temp_dir_free);
  g_clear_pointer (&desk->before, g_free);
  g_clear_pointer (&desk->after, g_free);
  g_clear_pointer (&desk->human, g_free);
  g_clear_pointer (&desk->trace, g_free);
  g_clear_pointer (&desk->session, af_session_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Desk, desk_clear)

/* The human fix as a patch from one version to the other. */
static gboolean write_human (const Desk *desk, GError **error)
{
  const char *argv[] = { "diff", "-r", "-u", "-N", "case", "fixed", NULL };
  g_auto (AfProcessResult) result = { 0 };
  if (!af_process_run (argv, af_temp_dir_path (desk->temp), DIFF_MS, desk->real->bench.cancel, &result, error))
    return FALSE;
  if (result.end == AF_PROCESS_EXITED && result.exit_status == 1)
    return af_write_text (desk->human, result.out, error);
  af_error_at (error, AF_ERROR_USAGE, desk->which->folder, 0, 0, NULL, "the fix changes nothing");
  return FALSE;
}

static gboolean prepare (Desk *desk, GError **error)
{
  desk->temp = af_temp_dir_new (error);
  if (!desk->temp)
    return FALSE;
  const char *folder = af_temp_dir_path (desk->temp);
  g_autofree char *tmp = g_build_filename (folder, "tmp", NULL);
  desk->before = g_build_filename (folder, "case", NULL);
  desk->after = g_build_filename (folder, "fixed", NULL);
  desk->human = g_build_filename (folder, "human.patch", NULL);
  desk->trace = g_build_filename (folder, "trace", NULL);
  if (g_mkdir (tmp, 0700) != 0) {
    af_error (error, AF_ERROR_IO, "cannot write in '%s'", folder);
    return FALSE;
  }
  return af_real_lay_out (desk->which, desk->contracted, desk->before, desk->after, desk->real->bench.cancel, error)
         && write_human (desk, error);
}

/* --- the tool --- */

static void add_words (GPtrArray *argv, const char *option, char *const *words)
{
  for (guint i = 0; words && words[i]; i++)
    g_ptr_array_add (argv, g_strconcat (option, words[i], NULL));
}

/* `env VARIABLES tool`, to which a command and its options are added. */
static GPtrArray *tool_words (const Desk *desk, const char *command)
{
  GPtrArray *argv = g_ptr_array_new_with_free_func (g_free);
  static const char *const begin[] = { "env", "-u", "OLDPWD", "-u", "MAKEFLAGS", "-u", "MFLAGS" };
  for (guint i = 0; i < G_N_ELEMENTS (begin); i++)
    g_ptr_array_add (argv, g_strdup (begin[i]));
  g_ptr_array_add (argv, g_strconcat ("PWD=", desk->before, NULL));
  g_ptr_array_add (argv, g_strdup_printf ("TMPDIR=%s/tmp", af_temp_dir_path (desk->temp)));
  if (strcmp (command, "run") == 0)
    g_ptr_array_add (argv, g_strconcat ("AUTOFIX_TRACE=", desk->trace, NULL));
  g_ptr_array_add (argv, g_strdup (desk->real->bench.tool));
  g_ptr_array_add (argv, g_strdup (command));
  return argv;
}

static gboolean start (const Desk *desk, GPtrArray *argv, guint deadline_ms, AfProcessResult *result, GError **error)
{
  const AfProcessTime time = { deadline_ms, GRACE_MS };
  g_ptr_array_add (argv, NULL);
  return af_process_run_gently ((const char *const *)argv->pdata, desk->before, &time, desk->real->bench.cancel, result,
                                error);
}

static gboolean run_tool (Desk *desk, GError **error)
{
  const AfRealCase *which = desk->which;
  g_autoptr (GPtrArray) argv = tool_words (desk, "run");
  g_auto (AfProcessResult) result = { 0 };
  g_autofree char *output = g_build_filename (desk->before, "autofix.out", NULL);
  gint64 begin = g_get_monotonic_time ();
  g_ptr_array_add (argv, g_strdup ("--quiet"));
  g_ptr_array_add (argv, g_strdup ("--color=never"));
  g_ptr_array_add (argv, g_strdup_printf ("--seed=%u", desk->session->seed));
  g_ptr_array_add (argv, g_strdup_printf ("--jobs=%u", desk->real->bench.workers));
  add_words (argv, "--with=", which->with);
  add_words (argv, "--link=", which->links);
  add_words (argv, "--factory=", which->factories);
  add_words (argv, "", desk->real->bench.passed);
  add_words (argv, "", which->sources);
  g_ptr_array_add (argv, g_strdup ("--"));
  add_words (argv, "", which->flags);
  if (!start (desk, argv, desk->real->seconds * 1000, &result, error))
    return FALSE;
  desk->session->seconds = (double)(g_get_monotonic_time () - begin) / G_USEC_PER_SEC;
  af_tool_note_end (desk->session, &result);
  af_tool_read_results (desk->session, output);
  return TRUE;
}

/* --- which faults belong --- */

/* What @fault's test says of the module that is in `case` now. */
static gboolean replay (const Desk *desk, const AfShownFault *fault, int *said, GError **error)
{
  g_autoptr (GPtrArray) argv = tool_words (desk, "replay");
  g_auto (AfProcessResult) result = { 0 };
  g_ptr_array_add (argv, g_strdup (fault->id));
  if (!start (desk, argv, REPLAY_MS, &result, error))
    return FALSE;
  *said = result.end == AF_PROCESS_EXITED ? result.exit_status : CANNOT_TELL;
  /* a second mistake that the same test meets: it has not become a test that passes */
  if (*said == CANNOT_TELL && strstr (result.out, "fails differently"))
    *said = FAILS;
  return TRUE;
}

static gboolean swap (const Desk *desk, GError **error)
{
  g_autofree char *aside = g_build_filename (af_temp_dir_path (desk->temp), "aside", NULL);
  g_autofree char *results = g_build_filename (desk->before, "autofix.out", NULL);
  g_autofree char *other = g_build_filename (desk->after, "autofix.out", NULL);
  if (g_rename (results, other) == 0 && g_rename (desk->before, aside) == 0 && g_rename (desk->after, desk->before) == 0
      && g_rename (aside, desk->after) == 0)
    return TRUE;
  af_error (error, AF_ERROR_IO, "cannot rename the folders in '%s'", af_temp_dir_path (desk->temp));
  return FALSE;
}

static gboolean is_called_real (const AfRealCase *which, const AfShownFault *fault)
{
  for (guint i = 0; which->real[i]; i++) {
    const char *colon = strchr (which->real[i], ':');
    g_autofree char *routine =
      g_strndup (which->real[i], colon ? (gsize)(colon - which->real[i]) : strlen (which->real[i]));
    if (g_strcmp0 (routine, fault->routine) != 0)
      continue;
    g_autofree char *clause = g_strstrip (g_strdup (colon ? colon + 1 : ""));
    if (!*clause || (fault->clause && strstr (fault->clause, clause)))
      return TRUE;
  }
  return FALSE;
}

/* Replays all tests on the repaired module, and those that pass there on the module as it was. */
static gboolean replay_all (Desk *desk, GError **error)
{
  GPtrArray *faults = desk->session->faults;
  if (faults->len == 0)
    return TRUE;
  if (!swap (desk, error))
    return FALSE;
  for (guint i = 0; i < faults->len; i++) {
    AfShownFault *fault = faults->pdata[i];
    fault->real = is_called_real (desk->which, fault);
    if (!fault->id || !replay (desk, fault, &fault->repaired, error))
      return FALSE;
  }
  if (!swap (desk, error))
    return FALSE;
  for (guint i = 0; i < faults->len; i++) {
    AfShownFault *fault = faults->pdata[i];
    int said = PASSES;
    if (fault->repaired == PASSES && !replay (desk, fault, &said, error))
      return FALSE;
    fault->belongs = said == FAILS;
  }
  return TRUE;
}

/* --- which fixes do what the human one does --- */

static void take_ruling (AfShownFix *fix, JsonObject *patch)
{
  JsonObject *row = af_member_at (patch, "faults", 0);
  const char *alike = af_member_text (row, "alike"), *test = af_member_text (row, "distinguishing_test");
  fix->ruling = alike                                       ? AF_RULING_ACCEPTED
                : row && !af_member_text (patch, "trouble") ? AF_RULING_REFUSED
                                                            : AF_RULING_NONE;
  g_free (fix->remark);
  fix->remark =
    alike  ? g_strdup_printf ("agrees on %d tests", af_member_int (row, "tests") + af_member_int (row, "held_out"))
    : test ? g_strdup (test)
           : g_strdup (af_member_text (patch, "trouble"));
}

static gboolean compare (const Desk *desk, AfShownFault *fault, GError **error)
{
  g_autoptr (GPtrArray) argv = tool_words (desk, "judge");
  g_auto (AfProcessResult) result = { 0 };
  g_autoptr (JsonParser) parser = json_parser_new ();
  static const char *const options[] = { "--quiet", "--format=json", ("--held-out=" TESTS) };
  guint n = MIN (fault->fixes->len, SHOWN);
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    g_ptr_array_add (argv, g_strdup (options[i]));
  g_ptr_array_add (argv, g_strdup_printf ("--jobs=%u", desk->real->bench.workers));
  g_ptr_array_add (argv, g_strconcat ("--fault=", fault->id, NULL));
  g_ptr_array_add (argv, g_strconcat ("--against=", desk->human, NULL));
  add_words (argv, "--factory=", desk->which->factories);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (argv,
                     g_strdup_printf ("autofix.out/patches/%s.patch", ((AfShownFix *)fault->fixes->pdata[i])->id));
  if (n == 0)
    return TRUE;
  if (!start (desk, argv, desk->real->seconds * 1000, &result, error))
    return FALSE;
  gboolean ok = result.end == AF_PROCESS_EXITED && json_parser_load_from_data (parser, result.out, -1, NULL)
                && JSON_NODE_HOLDS_OBJECT (json_parser_get_root (parser));
  if (!ok && !desk->session->trouble)
    desk->session->trouble = g_strdup_printf ("fixes of %s could not be compared: %s", fault->id, result.err);
  for (guint i = 0; ok && i < n; i++)
    take_ruling (fault->fixes->pdata[i], af_member_at (af_root (parser), "patches", i));
  return TRUE;
}

static gboolean compare_all (const Desk *desk, GError **error)
{
  guint n = 0;
  for (guint i = 0; i < desk->session->faults->len && n < COMPARED; i++) {
    AfShownFault *fault = desk->session->faults->pdata[i];
    if (!fault->belongs)
      continue;
    n++;
    if (!compare (desk, fault, error))
      return FALSE;
  }
  return TRUE;
}

/* --- the session --- */

AfRealSession *af_real_run (const AfReal *real, const AfRealCase *which, gboolean contracted, GError **error)
{
  g_auto (Desk) desk = { .real = real, .which = which, .contracted = contracted, .session = af_session_new () };
  g_autoptr (GError) cause = NULL;
  desk.session->plant = g_strdup (which->name);
  desk.session->seed = 1;
  if (!prepare (&desk, &cause)) {
    if (!g_error_matches (cause, AF_ERROR, AF_ERROR_USAGE)) {
      g_propagate_error (error, g_steal_pointer (&cause));
      return NULL;
    }
    desk.session->status = -3;
    desk.session->trouble = g_strdup (cause->message);
  } else if (!run_tool (&desk, error) || !replay_all (&desk, error) || !compare_all (&desk, error))
    return NULL;
  if (desk.trace)
    af_tool_read_trace (desk.session, desk.trace);
  AfRealSession *session = g_new0 (AfRealSession, 1);
  session->real = which;
  session->contracted = contracted;
  session->session = g_steal_pointer (&desk.session);
  return session;
}
