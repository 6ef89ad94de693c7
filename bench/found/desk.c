/* Sessions that only look for faults.
 *
 * In:  a plant, or a module without one, and a seed.   Out: a session without fixes, its times in processor time of
 * making tests.
 *
 * What is tested is what `autofix test` tests, built as it builds it: read once, for all seeds, in a folder that holds
 * nothing else. A session ends when the fault is found.  If what seemed to be the fault is not reproduced in
 * replay, the session is started again and runs to its end. */
#include "bench/found/found.h"

#include <glib/gstdio.h>
#include <string.h>

#include "bench/reading.h"
#include "bench/text/text.h"
#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "testgen/testgen.h"
#include "util/error.h"

#define EFFORT 1000    /* a plan that never ends: only time does */
#define MAX_FAILING 60 /* as the pipeline has it */
#define MAX_PASSING 240

/* --- the desk --- */

void af_found_desk_clear (AfFoundDesk *desk)
{
  g_clear_pointer (&desk->build, af_build_free);
  g_clear_pointer (&desk->module, af_module_free);
  g_clear_pointer (&desk->temp, af_temp_dir_free);
  g_clear_pointer (&desk->source, g_free);
  g_clear_pointer (&desk->header, g_free);
  desk->plant = NULL;
}

static char *read_part (const AfFoundDesk *desk, const AfPlant *plant, const char *suffix, char **path, GError **error)
{
  g_autofree char *name = g_strconcat (plant->module, suffix, NULL);
  *path = g_build_filename (af_temp_dir_path (desk->temp), "module", name, NULL);
  return af_read_text (*path, error);
}

static gboolean plant (AfFoundDesk *desk, const AfPlant *plant, char **source, GError **error)
{
  g_autofree char *header = NULL, *folder = NULL;
  desk->temp = af_temp_dir_new (error);
  folder = desk->temp ? g_build_filename (af_temp_dir_path (desk->temp), "module", NULL) : NULL;
  if (!folder)
    return FALSE;
  if (g_mkdir (folder, 0700) != 0) {
    af_error (error, AF_ERROR_IO, "cannot write in '%s'", af_temp_dir_path (desk->temp));
    return FALSE;
  }
  if (!af_plant_copy (plant, plant->patch != NULL, folder, desk->bench->cancel, error))
    return FALSE;
  desk->source = read_part (desk, plant, ".c", source, error);
  desk->header = desk->source ? read_part (desk, plant, ".h", &header, error) : NULL;
  return desk->header != NULL;
}

static gboolean take (AfFoundDesk *desk, const AfBench *bench, const AfPlant *what, GError **error)
{
  g_autofree char *source = NULL;
  if (desk->plant == what)
    return TRUE;
  af_found_desk_clear (desk);
  desk->bench = bench;
  if (!plant (desk, what, &source, error))
    return FALSE;
  const char *const sources[] = { source, NULL }, *const flags[] = { NULL };
  AfFrontendOptions options = { sources, flags, bench->paths->include_dir, NULL };
  desk->config = (AfSubjectConfig){ .paths = bench->paths,
                                    .cc = bench->compiler,
                                    .sandbox = TRUE,
                                    .work_dir = af_temp_dir_path (desk->temp),
                                    .cancel = bench->cancel };
  desk->module = af_frontend_load (&options, error);
  if (!desk->module || !af_contracts_attach (desk->module, error))
    return FALSE;
  desk->build = af_subject_build (&desk->config, desk->module, NULL, AF_BUILD_FAST, NULL, error);
  desk->plant = desk->build ? what : NULL;
  return desk->build != NULL;
}

/* --- a session --- */

typedef struct {
  const AfFoundDesk *desk;
  AfSession *session;
} Watch;

static gboolean belongs (const AfFoundDesk *desk, const char *routine)
{
  return desk->plant->patch
         && (af_calls_reach (desk->source, desk->header, routine, desk->plant->routine)
             || af_calls_reach (desk->source, desk->header, desk->plant->routine, routine));
}

static gboolean is_planted (const AfFault *seen, gpointer data)
{
  return belongs (data, seen->routine->name);
}

/* What a module as it should be has come to after AF_FOUND_SECONDS. */
static void look (const AfTestgenProgress *progress, gpointer data)
{
  Watch *watch = data;
  if (watch->session->worked >= 0 || progress->worked < (gint64)AF_FOUND_SECONDS * G_USEC_PER_SEC)
    return;
  watch->session->worked = (double)progress->worked / G_USEC_PER_SEC;
  watch->session->calls = progress->calls;
  watch->session->invalid = progress->invalid;
  watch->session->taken = progress->branches;
}

static void add_faults (const AfFoundDesk *desk, const AfCorpus *corpus, AfSession *session)
{
  for (guint i = 0; i < corpus->faults->len; i++) {
    const AfFault *fault = corpus->faults->pdata[i];
    AfShownFault *shown = af_shown_fault_new ();
    double found = (double)fault->found.work / G_USEC_PER_SEC;
    shown->id = g_strdup (fault->id);
    shown->title = af_fault_title (desk->module, fault);
    shown->routine = g_strdup (fault->routine->name);
    shown->length = fault->test->calls->len;
    shown->belongs = belongs (desk, fault->routine->name);
    if (shown->belongs && (session->first_fault < 0 || found < session->first_fault))
      session->first_fault = found;
    shown->failing = fault->failing->len;
    shown->passing = fault->passing->len;
    shown->failing_states = fault->failing_states;
    shown->passing_states = fault->passing_states;
    g_ptr_array_add (session->faults, shown);
  }
}

/* Tests for the first fault that belongs, as repair begins with. */
static gboolean focus (const AfFoundDesk *desk, const AfCorpus *corpus, const AfTestgenOptions *options, GError **error)
{
  AfTestgenOptions plan = *options;
  plan.effort = 1;
  for (guint i = 0; i < corpus->faults->len; i++) {
    AfFault *fault = corpus->faults->pdata[i];
    if (belongs (desk, fault->routine->name))
      return af_testgen_focus (desk->module, fault, MAX_FAILING, MAX_PASSING, &plan, error);
  }
  return TRUE;
}

static AfSession *explore (AfFoundDesk *desk, guint seed, gboolean stop, GError **error)
{
  g_autoptr (AfSession) session = af_session_new ();
  AfSubject *subject = af_subject_start (&desk->config, desk->build, error);
  Watch watch = { desk, session };
  gboolean is_planned = desk->plant->patch && desk->effort > 0;
  gint64 seconds = is_planned ? 0 : desk->plant->patch ? AF_FOUND_SECONDS : AF_FOUND_CLEAN_SECONDS;
  AfTestgenOptions options = { .seed = seed,
                               .jobs = 1,
                               .subjects = &subject,
                               .effort = is_planned ? desk->effort : EFFORT,
                               .work = seconds * G_USEC_PER_SEC,
                               .cancel = desk->bench->cancel,
                               .enough = stop ? is_planted : NULL,
                               .enough_data = desk,
                               .progress = desk->plant->patch ? NULL : look,
                               .progress_data = &watch };
  g_autoptr (AfCorpus) corpus = subject ? af_testgen_explore (desk->module, &options, error) : NULL;
  gboolean ok = corpus && (!desk->focus || focus (desk, corpus, &options, error));
  g_clear_pointer (&subject, af_subject_free);
  if (!ok)
    return NULL;
  session->plant = g_strdup (desk->plant->name);
  session->seed = seed;
  session->test_begin = 0;
  session->testing = session->seconds = (double)corpus->worked / G_USEC_PER_SEC;
  session->branches = af_testgen_coverage_text (desk->module, corpus);
  if (session->worked < 0) {
    session->worked = session->testing;
    session->calls = corpus->n_calls;
    session->invalid = corpus->n_invalid;
  }
  add_faults (desk, corpus, session);
  return g_steal_pointer (&session);
}

AfSession *af_found_session (const AfBench *bench, const AfPlant *plant, guint seed, gpointer data, GError **error)
{
  AfFoundDesk *desk = data;
  if (!take (desk, bench, plant, error))
    return NULL;
  g_autoptr (AfSession) session = explore (desk, seed, TRUE, error);
  if (!session || af_session_found (session) || session->testing >= AF_FOUND_SECONDS)
    return g_steal_pointer (&session);
  return explore (desk, seed, FALSE, error);
}
