/* Rulings on patches.
 *
 * In:  patches, faults with their tests, known fixes.   Out: a ruling per patch.
 *
 * Every patch and every known fix is put on a copy of the module, and each copy is measured against each fault.  A
 * patch that breaks one thing is wrong, whatever it repairs.  One that repairs a fault is held against the fixes that
 * are known for it: it behaves like one of them on every test, or there is a shortest test that tells it from the best.
 */
#include "judge/judge.h"

#include <string.h>

#include "util/error.h"

/* A changed version of the module. */
typedef struct {
  char *dir;
  AfPatch *patch;
  AfModule *module;
  GError *trouble; /* why there is no module */
} Version;

typedef struct {
  const AfJudgeOptions *options;
  GPtrArray *versions; /* of Version: the patches, then the known fixes */
  GPtrArray *rulings;  /* of AfRuling, per patch */
} Judge;

const char *af_ruling_kind_name (AfRulingKind kind)
{
  switch (kind) {
  case AF_RULING_VALID:
    return "valid";
  case AF_RULING_USELESS:
    return "useless";
  case AF_RULING_WRONG:
    return "wrong";
  case AF_RULING_UNCLEAR:
    return "unclear";
  }
  return "unclear";
}

void af_known_fix_free (AfKnownFix *fix)
{
  g_free (fix->fault);
  g_free (fix->id);
  g_free (fix->path);
  g_free (fix);
}

static void version_free (Version *version)
{
  g_free (version->dir);
  af_patch_free (version->patch);
  g_clear_pointer (&version->module, af_module_free);
  g_clear_error (&version->trouble);
  g_free (version);
}

static void row_free (AfRulingRow *row)
{
  g_clear_pointer (&row->measure, af_measure_free);
  g_free (row->alike);
  g_free (row->other);
  g_free (row);
}

static void ruling_free (AfRuling *ruling)
{
  g_free (ruling->name);
  g_free (ruling->trouble);
  g_ptr_array_unref (ruling->rows);
  g_free (ruling);
}

/* Keeps @reason in the version where it reaches no further: the version says nothing then. */
static gboolean forgive (Version *version, GError *reason, GError **error)
{
  if (reason && af_error_reach (reason) != AF_REACH_CANDIDATE) {
    g_propagate_error (error, reason);
    return FALSE;
  }
  version->trouble = reason;
  return TRUE;
}

static gboolean add_version (Judge *judge, const char *path, GError **error)
{
  const AfJudgeOptions *options = judge->options;
  Version *version = g_new0 (Version, 1);
  GError *reason = NULL;
  const char *work_dir = options->validate->config.work_dir;
  g_autofree char *name = g_strdup_printf ("version-%u", judge->versions->len);
  g_ptr_array_add (judge->versions, version);
  version->dir = g_build_filename (work_dir, name, NULL);
  version->patch = af_patch_read (options->module, path, work_dir, options->validate->config.cancel, &reason);
  if (version->patch)
    version->module = af_validate_changed (options->module, version->patch->texts, version->dir,
                                           options->validate->include_dir, &reason);
  return forgive (version, reason, error);
}

/* Routines that any version changes. */
static GPtrArray *changed_routines (const Judge *judge)
{
  GPtrArray *all = g_ptr_array_new ();
  for (guint i = 0; i < judge->versions->len; i++) {
    const Version *version = judge->versions->pdata[i];
    g_autoptr (GPtrArray) routines =
      version->module ? af_patch_routines (judge->options->module, version->module) : NULL;
    for (guint k = 0; routines && k < routines->len; k++)
      if (!g_ptr_array_find (all, routines->pdata[k], NULL))
        g_ptr_array_add (all, routines->pdata[k]);
  }
  return all;
}

/* Null without error: this version says nothing, and why stands in it. */
static AfMeasure *measure (Version *version, const AfYardstick *yardstick, GError **error)
{
  if (!version->module || version->trouble)
    return NULL;
  GError *reason = NULL;
  AfMeasure *found = af_yardstick_measure (yardstick, version->module, &reason);
  forgive (version, reason, error);
  return found;
}

/* Holds @row against the known fixes of its fault. */
static gboolean compare (const Judge *judge, AfRulingRow *row, const AfYardstick *yardstick, GPtrArray *measures,
                         GError **error)
{
  const GPtrArray *known = judge->options->known;
  guint first = judge->rulings->len;
  for (guint k = 0; k < known->len; k++) {
    const AfKnownFix *fix = known->pdata[k];
    if (fix->fault && strcmp (fix->fault, row->fault->id) != 0)
      continue;
    if (!measures->pdata[k]) {
      g_autoptr (GError) reason = NULL;
      measures->pdata[k] = measure (judge->versions->pdata[first + k], yardstick, &reason);
      if (reason) {
        g_propagate_error (error, g_steal_pointer (&reason));
        return FALSE;
      }
    }
    if (!measures->pdata[k])
      continue;
    const AfTest *difference = af_yardstick_distinguish (yardstick, row->measure, measures->pdata[k]);
    if (!difference) {
      row->alike = g_strdup (fix->id);
      return TRUE;
    }
    if (!row->other) {
      row->other = g_strdup (fix->id);
      row->distinguishing = difference;
    }
  }
  return TRUE;
}

static gboolean judge_fault (Judge *judge, const AfFault *fault, AfYardstick *yardstick, GError **error)
{
  g_autoptr (GPtrArray) measures = g_ptr_array_new_with_free_func ((GDestroyNotify)af_measure_free);
  g_ptr_array_set_size (measures, (int)judge->options->known->len);
  for (guint i = 0; i < judge->rulings->len; i++) {
    g_autoptr (GError) reason = NULL;
    AfRuling *ruling = judge->rulings->pdata[i];
    AfMeasure *found = measure (judge->versions->pdata[i], yardstick, &reason);
    if (reason) {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
    if (!found)
      continue;
    AfRulingRow *row = g_new0 (AfRulingRow, 1);
    row->fault = fault;
    row->measure = found;
    g_ptr_array_add (ruling->rows, row);
    if (found->verdict == AF_MEASURED_FIXES && !compare (judge, row, yardstick, measures, error))
      return FALSE;
  }
  return TRUE;
}

static void settle (AfRuling *ruling, const Version *version, guint n_faults)
{
  guint fixes = 0, wrong = 0, silent = 0;
  for (guint i = 0; i < ruling->rows->len; i++) {
    AfMeasured found = ((const AfRulingRow *)ruling->rows->pdata[i])->measure->verdict;
    fixes += found == AF_MEASURED_FIXES;
    wrong += found == AF_MEASURED_BREAKS || found == AF_MEASURED_TRADES;
    silent += found == AF_MEASURED_SILENCES;
  }
  if (version->trouble)
    ruling->trouble = g_strdup (version->trouble->message);
  if (ruling->trouble || ruling->rows->len < n_faults)
    ruling->kind = AF_RULING_UNCLEAR;
  else if (wrong > 0)
    ruling->kind = AF_RULING_WRONG;
  else
    ruling->kind = silent > 0 ? AF_RULING_UNCLEAR : fixes > 0 ? AF_RULING_VALID : AF_RULING_USELESS;
}

void af_rulings_free (AfRulings *rulings)
{
  if (!rulings)
    return;
  g_ptr_array_unref (rulings->rulings);
  g_ptr_array_unref (rulings->yardsticks);
  g_free (rulings);
}

AfRulingKind af_rulings_worst (const AfRulings *rulings)
{
  AfRulingKind worst = AF_RULING_VALID;
  for (guint i = 0; i < rulings->rulings->len; i++) {
    AfRulingKind kind = ((const AfRuling *)rulings->rulings->pdata[i])->kind;
    if (kind == AF_RULING_WRONG || kind == AF_RULING_USELESS)
      return kind;
    if (kind == AF_RULING_UNCLEAR)
      worst = kind;
  }
  return worst;
}

AfRulings *af_judge_patches (const AfJudgeOptions *options, char *const *paths, GError **error)
{
  g_autoptr (GPtrArray) versions = g_ptr_array_new_with_free_func ((GDestroyNotify)version_free);
  g_autoptr (AfRulings) found = g_new0 (AfRulings, 1);
  found->rulings = g_ptr_array_new_with_free_func ((GDestroyNotify)ruling_free);
  found->yardsticks = g_ptr_array_new_with_free_func ((GDestroyNotify)af_yardstick_free);
  GPtrArray *rulings = found->rulings;
  Judge judge = { options, versions, rulings };
  for (guint i = 0; paths[i]; i++) {
    AfRuling *ruling = g_new0 (AfRuling, 1);
    ruling->name = g_strdup (paths[i]);
    ruling->rows = g_ptr_array_new_with_free_func ((GDestroyNotify)row_free);
    g_ptr_array_add (rulings, ruling);
    if (!add_version (&judge, paths[i], error))
      return NULL;
  }
  for (guint i = 0; i < options->known->len; i++)
    if (!add_version (&judge, ((const AfKnownFix *)options->known->pdata[i])->path, error))
      return NULL;
  g_autoptr (GPtrArray) changed = changed_routines (&judge);
  for (guint i = 0; i < options->faults->len; i++) {
    AfYardstick *yardstick =
      af_yardstick_new (options->module, options->faults->pdata[i], changed, options->validate, error);
    if (!yardstick)
      return NULL;
    g_ptr_array_add (found->yardsticks, yardstick);
    if (!judge_fault (&judge, options->faults->pdata[i], yardstick, error))
      return NULL;
  }
  for (guint i = 0; i < rulings->len; i++)
    settle (rulings->pdata[i], versions->pdata[i], options->faults->len);
  return g_steal_pointer (&found);
}
