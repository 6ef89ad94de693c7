/* Does a module's oracle refute what is proposed for it?
 *
 * In:  the correct module, proposals.   Out: how many of them are broken while the oracle runs.
 *
 * The oracle makes calls that are legal by the module's documentation, so that it tells of preconditions that are too
 * strong, too, of which no test of ours can tell that keeps to them.  The proposals are written into the text, an
 * invariant at the end of each public command so that it is known which of several was broken; `autofix cc` compiles
 * that with checks, and records what is broken, all of it. */
#include "bench/infer/desk.h"
#include "model/written-out.h"

#include <string.h>

#include "util/error.h"
#include "util/process.h"
#include "util/tempdir.h"

enum { SEEDS = 3, BUILD_MS = 120000, RUN_MS = 20000 };

/* Proposals as single clauses, and whose each is. */
typedef struct {
  AfInference stated;
  GArray *owners; /* of guint: place among those that were inferred */
} Stated;

static void stated_clear (Stated *stated)
{
  g_clear_pointer (&stated->stated.proposals, g_ptr_array_unref);
  g_clear_pointer (&stated->owners, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stated, stated_clear)

static void add_stated (Stated *stated, AfClauseKind kind, const AfRoutine *routine, AfExpr *expr)
{
  AfProposal *proposal = g_new0 (AfProposal, 1);
  proposal->kind = kind;
  proposal->routine = routine;
  proposal->expr = af_expr_ref (expr);
  g_ptr_array_add (stated->stated.proposals, proposal);
}

static void state (const AfInference *inference, AfModule *module, Stated *stated)
{
  stated->stated.headers = inference->headers;
  stated->stated.proposals = g_ptr_array_new_with_free_func ((GDestroyNotify)af_proposal_free);
  stated->owners = g_array_new (FALSE, FALSE, sizeof (guint));
  guint first = af_infer_state (inference, module, stated->owners);
  for (guint i = first; i < module->clauses->len; i++) {
    const AfClause *clause = module->clauses->pdata[i];
    add_stated (stated, clause->kind, module->routines->pdata[clause->routine], clause->expr);
  }
  af_infer_retract (module, first);
  for (guint i = 0; i < inference->proposals->len; i++) {
    const AfProposal *proposal = inference->proposals->pdata[i];
    if (!proposal->is_read)
      continue;
    add_stated (stated, proposal->kind, proposal->routine, proposal->expr);
    g_array_append_val (stated->owners, i);
  }
}

/* --- built and run --- */

static gboolean write_changed (const AfModule *module, const Stated *stated, const char *temp, GError **error)
{
  g_autoptr (GPtrArray) changes = af_infer_changes (module, &stated->stated, stated->stated.proposals);
  for (guint i = 0; i < changes->len; i++) {
    const AfInferChange *change = changes->pdata[i];
    g_autofree char *name = g_path_get_basename (change->source->path), *path = g_build_filename (temp, name, NULL);
    g_autofree char *text = af_edits_apply_to_user (change->source, change->edits);
    if (!g_file_set_contents (path, text, -1, error))
      return FALSE;
  }
  return TRUE;
}

/* A step of the build; it must end well. */
static gboolean run (const AfDesk *desk, const char *const *argv, const char *temp, GError **error)
{
  g_auto (AfProcessResult) result = { 0 };
  if (!af_process_run (argv, temp, BUILD_MS, desk->cancel, &result, error))
    return FALSE;
  if (result.end == AF_PROCESS_EXITED && result.exit_status == 0)
    return TRUE;
  af_error (error, AF_ERROR_BUILD, "the oracle cannot be built: %.300s", result.err);
  return FALSE;
}

static gboolean build (const AfDesk *desk, const char *temp, GError **error)
{
  g_autofree char *name = af_desk_name (desk), *source = g_strconcat (name, ".c", NULL);
  g_autofree char *oracle = g_build_filename (desk->dir, "oracle.c", NULL);
  g_autofree char *include = g_strconcat ("-I", desk->paths->include_dir, NULL);
  const char *compile[] = { "env",
                            "AUTOFIX_CC_OUT=.",
                            "AUTOFIX_CC_LEAKS=0",
                            desk->program,
                            "cc",
                            "-g",
                            "-O1",
                            "-w",
                            include,
                            "-c",
                            source,
                            "-o",
                            "m.o",
                            NULL };
  const char *plain[] = { "env", "-u", "CFLAGS", "cc", "-O1", "-w", "-I.", include, "-c", oracle, "-o", "o.o", NULL };
  const char *join[] = {
    "env", "AUTOFIX_CC_OUT=.", "AUTOFIX_CC_LEAKS=0", desk->program, "cc", "m.o", "o.o", "-lm", "-o", "o", NULL
  };
  const char *const *const all[] = { compile, plain, join };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (!run (desk, all[i], temp, error))
      return FALSE;
  return TRUE;
}

/* What `autofix cc --report` says after all seeds; owned by the caller. */
static char *ask (const AfDesk *desk, const char *temp, GError **error)
{
  for (guint i = 1; i <= SEEDS; i++) {
    g_autofree char *seed = g_strdup_printf ("%u", i);
    const char *argv[] = { "./o", seed, NULL };
    g_auto (AfProcessResult) result = { 0 };
    if (!af_process_run (argv, temp, RUN_MS, desk->cancel, &result, error))
      return NULL;
  }
  const char *report[] = { desk->program, "cc", "--report", ".", NULL };
  g_auto (AfProcessResult) result = { 0 };
  return af_process_run (report, temp, RUN_MS, desk->cancel, &result, error) ? g_steal_pointer (&result.out) : NULL;
}

/* --- what was broken --- */

static char *without_blanks (const char *text)
{
  GString *bare = g_string_new (NULL);
  for (; *text; text++)
    if (!g_ascii_isspace (*text))
      g_string_append_c (bare, *text);
  return g_string_free (bare, FALSE);
}

/* "lru.c:249:1: fault: postcondition of 'lru_put' violated", "  clause   a == b" */
static void mark (const Stated *stated, const char *heading, const char *clause, gboolean *broken)
{
  g_autofree char *wanted = without_blanks (clause);
  for (guint i = 0; i < stated->owners->len; i++) {
    const AfProposal *proposal = stated->stated.proposals->pdata[i];
    g_autofree char *whose =
      g_strdup_printf ("%s of '%s'", af_clause_kind_name (proposal->kind), proposal->routine->name);
    g_autofree char *text = without_blanks (proposal->expr->text);
    if (strstr (heading, whose) && strstr (text, wanted))
      broken[g_array_index (stated->owners, guint, i)] = TRUE;
  }
}

static void mark_all (const Stated *stated, const char *report, gboolean *broken)
{
  g_auto (GStrv) lines = g_strsplit (report, "\n", -1);
  for (guint i = 0; lines[i] && lines[i + 1]; i++)
    if (strstr (lines[i], ": fault: ") && g_str_has_prefix (lines[i + 1], "  clause   "))
      mark (stated, lines[i], lines[i + 1] + strlen ("  clause   "), broken);
}

gboolean af_desk_ask_oracle (const AfDesk *desk, AfModule *module, const AfInference *inference, guint *n_refuted,
                             GError **error)
{
  g_autoptr (AfTempDir) temp = af_temp_dir_new (error);
  g_auto (Stated) stated = { 0 };
  g_autofree gboolean *broken = g_new0 (gboolean, inference->proposals->len + 1);
  if (!temp)
    return FALSE;
  const char *path = af_temp_dir_path (temp);
  state (inference, module, &stated);
  if (!af_desk_copy (desk, path, error) || !write_changed (module, &stated, path, error) || !build (desk, path, error))
    return FALSE;
  g_autofree char *report = ask (desk, path, error);
  if (!report)
    return FALSE;
  mark_all (&stated, report, broken);
  for (guint i = 0; i < inference->proposals->len; i++) {
    g_autofree char *text = af_proposal_text (inference->proposals->pdata[i]);
    const AfRoutine *routine = ((const AfProposal *)inference->proposals->pdata[i])->routine;
    *n_refuted += broken[i];
    if (broken[i] && desk->rows)
      g_print ("refuted   %s: %s\n", routine ? routine->name : "invariant", text);
  }
  return TRUE;
}
