/* The state of a run: what it owns, from the temporary folder to the running subjects.
 *
 * In:  options.   Out: an AfRun that gives everything back in the order in which it depends on each other, so that
 * whatever ends a run, an error or Ctrl-C, leaves no process and no folder. */
#include "pipeline/pipeline-internal.h"

#include "commits/commits.h"
#include "model/given.h"
#include "pipeline/minimal/undo.h"
#include "pipeline/silence/silence.h"
#include "synthesize/layout.h"
#include "util/error.h"
#include "util/files/dictionary.h"

#define LATE_US 200000 /* after the deadline: what looks at the clock by itself has ended */
/* After that: what does not look at the cancellable, either, is ended.  The longer a run, the more fixes there are to
 * look at once more. */
#define LEAST_GRACE_MS 1400
#define MOST_GRACE_MS 5000
#define GRACE_PER_SECOND 50
#define BUDGET_STATUS 3 /* exit status of a run whose budget has ended */

static void silenced_free (gpointer silenced)
{
  g_free (((AfSilenced *)silenced)->why);
  g_free (silenced);
}

gboolean af_run_init (AfRun *run, const AfOptions *options, const AfPaths *paths, GCancellable *cancel, GError **error)
{
  run->options = options;
  run->paths = paths;
  run->cancel = cancel;
  run->deadline = options->budget > 0 && !options->processor_time
                    ? g_get_monotonic_time () + (gint64)options->budget * G_USEC_PER_SEC
                    : 0;
  run->results.seed = options->seed;
  run->results.effort = options->effort;
  run->results.flags = (const char *const *)options->flags;
  run->results.links = (const char *const *)options->links;
  run->results.records = options->records;
  run->results.unrepaired = options->stop_after < AF_STAGE_CONFIRM;
  run->printed = g_string_new (NULL);
  run->results.findings = g_ptr_array_new_with_free_func ((GDestroyNotify)af_finding_free);
  run->results.silenced = g_ptr_array_new_with_free_func (silenced_free);
  if (options->stop_after > AF_STAGE_MODULE
      && (!af_output_check (options, error) || !af_run_check_baseline (options, error)))
    return FALSE;
  if (options->patterns && !(run->learnt = af_learnt_operators_read (options->patterns, error)))
    return FALSE;
  run->events = af_events_new (g_getenv ("AUTOFIX_TRACE"), error);
  af_temp_dirs_remove_dead ();
  run->temp = run->events ? af_temp_dir_new (error) : NULL;
  if (!run->temp)
    return FALSE;
  run->limit = af_limit_new (
    &(AfLimitEnd){ .cancel = cancel,
                   .deadline = run->deadline > 0 ? run->deadline + LATE_US : 0,
                   .grace_ms = (guint)CLAMP (options->budget * GRACE_PER_SECOND, LEAST_GRACE_MS, MOST_GRACE_MS),
                   .status = BUDGET_STATUS,
                   .last_word = "the budget ended in work that cannot be interrupted" });
  run->solver = af_solver_new (0);
  run->formatter = af_layout_program (options->clang_format);
  g_autoptr (JsonObject) members = json_object_new ();
  json_object_set_boolean_member (members, "program", run->formatter != NULL);
  af_events_note (run->events, "layout", members);
  run->config = (AfSubjectConfig){
    .paths = paths,
    .cc = options->cc,
    .links = (const char *const *)options->links,
    .work_dir = af_temp_dir_path (run->temp),
    .jobs = options->jobs,
    .sandbox = options->sandbox,
    .no_sanitizers = options->no_sanitizers,
    .cancel = af_limit_cancellable (run->limit),
    .events = run->events,
  };
  return TRUE;
}

void af_run_clear (AfRun *run)
{
  if (run->printed)
    g_string_free (run->printed, TRUE);
  run->printed = NULL;
  g_clear_pointer (&run->stored, af_stored_free);
  g_clear_pointer (&run->results.findings, g_ptr_array_unref);
  g_clear_pointer (&run->learnt, af_learnt_operators_free);
  g_clear_pointer (&run->results.silenced, g_ptr_array_unref);
  g_clear_pointer (&run->corpus, af_corpus_free);
  g_clear_pointer (&run->solver, af_solver_free);
  g_clear_pointer (&run->formatter, g_free);
  g_clear_pointer (&run->subjects, g_ptr_array_unref);
  g_clear_pointer (&run->build, af_build_free);
  g_clear_pointer (&run->only, g_strfreev);
  g_clear_pointer (&run->past, af_past_free);
  g_clear_pointer (&run->module, af_module_free);
  g_clear_pointer (&run->temp, af_temp_dir_free);
  g_clear_pointer (&run->events, af_events_free);
  g_clear_pointer (&run->limit, af_limit_free);
}

gboolean af_run_is_interrupted (const AfRun *run)
{
  return g_cancellable_is_cancelled (run->cancel);
}

gboolean af_run_forgive_end (AfRun *run, GError **error)
{
  gboolean knows = run->corpus && af_run_is_interrupted (run);
  if (!g_error_matches (*error, AF_ERROR, AF_ERROR_INTERRUPTED) || !(knows || af_limit_is_late (run->limit)))
    return FALSE;
  g_clear_error (error);
  run->incomplete = TRUE;
  return TRUE;
}

gboolean af_run_tell_late (AfRun *run, GError **error)
{
  if (run->limit && *error && !af_run_is_interrupted (run) && af_run_forgive_end (run, error))
    af_error_at (error, AF_ERROR_BUDGET, NULL, 0, 0, "--budget gives more time",
                 "the budget ran out before anything was tested");
  return FALSE;
}

gboolean af_run_choose_routines (AfRun *run, GError **error)
{
  const AfOptions *options = run->options;
  for (guint i = 0; options->routines && options->routines[i]; i++)
    if (!af_module_routine (run->module, options->routines[i])) {
      af_error (error, AF_ERROR_USAGE, "no routine '%s' in %s", options->routines[i], options->sources[0]);
      return FALSE;
    }
  if (options->since) {
    run->only = af_commits_changed_routines (run->module, options->since, error);
    if (!run->only)
      return FALSE;
    if (!run->only[0])
      af_run_notice (run, "no routine of %s has changed since %s", run->module->name, options->since);
  }
  if (options->routines) {
    g_autoptr (GStrvBuilder) wanted = g_strv_builder_new ();
    for (guint i = 0; options->routines[i]; i++)
      if (!options->since || g_strv_contains ((const char *const *)run->only, options->routines[i]))
        g_strv_builder_add (wanted, options->routines[i]);
    g_strfreev (run->only);
    run->only = g_strv_builder_end (wanted);
  }
  return TRUE;
}

static gboolean mark_factory (AfModule *module, const char *name, GError **error)
{
  AfRoutine *routine = g_hash_table_lookup (module->by_name, name);
  const AfType *made = routine ? routine->result : NULL;
  if (made && made->kind == AF_TYPE_POINTER)
    made = made->target;
  if (routine && !routine->is_static && made && made->kind == AF_TYPE_RECORD) {
    routine->is_factory = TRUE;
    return TRUE;
  }
  af_error_at (
    error, AF_ERROR_USAGE, NULL, 0, 0,
    "a factory is a function of the sources given that is not static and returns a record or a pointer to one",
    "'%s' cannot be a factory: %s", name,
    !routine             ? "there is no such routine"
    : routine->is_static ? "it is static"
                         : "it returns no object");
  return FALSE;
}

gboolean af_run_mark_factories (AfRun *run, GError **error)
{
  for (guint i = 0; run->options->factories && run->options->factories[i]; i++)
    if (!mark_factory (run->module, run->options->factories[i], error))
      return FALSE;
  return TRUE;
}

gboolean af_run_read_dictionary (AfRun *run, GError **error)
{
  if (run->options->dictionary)
    run->module->words = af_dictionary_read (run->options->dictionary, error);
  return !run->options->dictionary || run->module->words;
}

typedef struct {
  const AfGiven *given;
  const AfGivenItem *wrong; /* of what is meant, an item that is none of its values; or null */
  guint n_meant, n_fitting; /* parameters and fields */
} Meant;

static void look_at (Meant *meant, const char *owner, const char *name, const AfType *type)
{
  const AfGivenItem *wrong = NULL;
  gboolean is_text = type->kind == AF_TYPE_POINTER && type->target && type->target->is_char;
  if (!af_given_is_for (meant->given, owner, name))
    return;
  meant->n_meant++;
  if (af_given_fits (meant->given, type, is_text, &wrong))
    meant->n_fitting++;
  else
    meant->wrong = wrong;
}

static void look_for_meant (Meant *meant, const AfModule *module)
{
  for (guint i = 0; i < module->routines->len; i++) {
    const AfRoutine *routine = module->routines->pdata[i];
    for (guint k = 0; k < routine->n_params; k++) {
      const AfVariable *parameter = routine->variables->pdata[k];
      look_at (meant, routine->name, parameter->name, parameter->type);
    }
  }
  for (guint i = 0; i < module->types->len; i++) {
    const AfType *type = module->types->pdata[i];
    for (guint k = 0; type->kind == AF_TYPE_RECORD && type->fields && k < type->fields->len; k++) {
      const AfField *field = type->fields->pdata[k];
      look_at (meant, type->spelling, field->name, field->type);
    }
  }
}

/* Values that nothing is given would be a silent mistake. */
static gboolean has_takers (const AfModule *module, const AfGiven *given, GError **error)
{
  Meant meant = { .given = given };
  look_for_meant (&meant, module);
  if (meant.n_meant == 0)
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "one is ROUTINE.PARAMETER=..., PARAMETER=... or RECORD.FIELD=...",
                 "--values '%s': no routine has such a parameter, no record such a field", given->source);
  else if (meant.n_fitting == 0)
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0,
                 "whole numbers, other numbers, texts in quotes, or constants of the enumeration, as its type is",
                 "--values '%s': value %u is none of '%s'", given->source,
                 (guint)(meant.wrong - &g_array_index (given->items, AfGivenItem, 0)) + 1, given->name);
  return meant.n_fitting > 0;
}

gboolean af_run_read_values (AfRun *run, GError **error)
{
  char **texts = run->options->values;
  for (guint i = 0; texts && texts[i]; i++) {
    g_autoptr (AfGiven) given = af_given_read (texts[i], error);
    if (!given || !has_takers (run->module, given, error))
      return FALSE;
    if (!run->module->given)
      run->module->given = g_ptr_array_new_with_free_func ((GDestroyNotify)af_given_free);
    g_ptr_array_add (run->module->given, g_steal_pointer (&given));
  }
  return TRUE;
}

gboolean af_run_start_subjects (AfRun *run, GError **error)
{
  run->subjects = g_ptr_array_new_with_free_func ((GDestroyNotify)af_subject_free);
  for (guint i = 0; i < run->options->jobs; i++) {
    AfSubject *subject = af_subject_start (&run->config, run->build, error);
    if (!subject)
      return FALSE;
    g_ptr_array_add (run->subjects, subject);
  }
  return TRUE;
}

void af_run_testgen_options (const AfRun *run, gint64 deadline, AfTestgenOptions *options)
{
  *options = (AfTestgenOptions){
    .seed = run->options->seed,
    .jobs = run->options->jobs,
    .subjects = (AfSubject *const *)run->subjects->pdata,
    .only_routines = (const char *const *)run->only,
    .deadline = deadline,
    .end = run->deadline,
    .effort = run->options->effort,
    .goes_on = run->options->effort == 0,
    .cancel = run->cancel,
  };
}
