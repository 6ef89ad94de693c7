/* The path that is being followed: decisions, assumptions, demands.
 *
 * Paths are enumerated by doing everything again: the routine is executed from its entry, and where more than one way
 * can be gone the list of decisions says which was taken last time; at its end a new one is added.  The next path is
 * the same list with its last decision changed.  So the state needs no copies, and what was asked on the way to a
 * changed decision is not asked again; what was asserted on the way is still there, since each decision has a scope of
 * its own in the solver.
 *
 *     if (a) ...; if (b) ...;          paths: [a b] [a !b] [!a b] [!a !b]
 *
 * The model of the last answer is kept as long as it fits the path: what it shows to be possible is not asked. */
#include "prove/prove-internal.h"

#include <stdarg.h>
#include <string.h>

enum { DEFAULT_BOUND = 4, DEFAULT_PATHS = 400, DEFAULT_RESOURCES = 2000000, LIMIT_PARTS = 64 };

static void on_error (Z3_context context G_GNUC_UNUSED, Z3_error_code code G_GNUC_UNUSED) {}

static gboolean wraps (const AfModule *module)
{
  for (guint i = 0; i < module->flags->len; i++)
    if (g_str_equal (module->flags->pdata[i], "-fwrapv")
        || g_str_equal (module->flags->pdata[i], "-fno-strict-overflow"))
      return TRUE;
  return FALSE;
}

gboolean af_prover_init (AfProver *prover, const AfModule *module, const AfProveOptions *options)
{
  Z3_config config = Z3_mk_config ();
  *prover = (AfProver){ .module = module };
  prover->context = Z3_mk_context (config);
  Z3_del_config (config);
  Z3_set_error_handler (prover->context, on_error);
  prover->bound = options && options->bound ? options->bound : DEFAULT_BOUND;
  prover->max_paths = options && options->max_paths ? options->max_paths : DEFAULT_PATHS;
  prover->resources = options && options->resources ? options->resources : DEFAULT_RESOURCES;
  prover->wraps = wraps (module);
  prover->asked = options ? options->asked : NULL;
  prover->assumed = options ? options->assumed : NULL;
  prover->solver = Z3_mk_solver_for_logic (prover->context, Z3_mk_string_symbol (prover->context, "QF_BV"));
  if (!prover->solver)
    return FALSE;
  Z3_solver_inc_ref (prover->context, prover->solver);
  prover->decisions = g_array_new (FALSE, FALSE, sizeof (AfDecision));
  prover->simple = g_hash_table_new (NULL, NULL);
  prover->arena = g_ptr_array_new_with_free_func (g_free);
  prover->blocks = g_ptr_array_new ();
  prover->globals = g_hash_table_new (g_str_hash, g_str_equal);
  prover->statics = g_hash_table_new (NULL, NULL);
  return TRUE;
}

static void drop_model (AfProver *prover)
{
  if (prover->model)
    Z3_model_dec_ref (prover->context, prover->model);
  prover->model = NULL;
}

void af_prover_clear (AfProver *prover)
{
  drop_model (prover);
  if (prover->solver)
    Z3_solver_dec_ref (prover->context, prover->solver);
  g_clear_pointer (&prover->decisions, g_array_unref);
  g_clear_pointer (&prover->simple, g_hash_table_unref);
  g_clear_pointer (&prover->arena, g_ptr_array_unref);
  g_clear_pointer (&prover->blocks, g_ptr_array_unref);
  g_clear_pointer (&prover->globals, g_hash_table_unref);
  g_clear_pointer (&prover->statics, g_hash_table_unref);
  g_free (prover->reason);
  g_free (prover->clause);
  Z3_del_context (prover->context);
}

gpointer af_prover_alloc (AfProver *prover, gsize size)
{
  gpointer memory = g_malloc0 (MAX (size, 1));
  g_ptr_array_add (prover->arena, memory);
  return memory;
}

void af_prover_begin_path (AfProver *prover)
{
  drop_model (prover);
  if (Z3_solver_get_num_scopes (prover->context, prover->solver) == 0)
    Z3_solver_push (prover->context, prover->solver);
  g_ptr_array_set_size (prover->arena, 0);
  g_ptr_array_set_size (prover->blocks, 0);
  g_hash_table_remove_all (prover->globals);
  g_hash_table_remove_all (prover->statics);
  prover->n_decided = prover->n_symbols = prover->n_blocks = prover->n_steps = 0;
  prover->mode = AF_MODE_PROGRAM;
  prover->guard = NULL;
  prover->merging = prover->depth = 0;
  prover->stop = AF_STOP_NO;
  prover->asking = NULL;
}

/* Takes back what was asserted since the first @n decisions of the path. */
static void go_back (AfProver *prover, guint n)
{
  guint n_scopes = Z3_solver_get_num_scopes (prover->context, prover->solver);
  if (n_scopes > n)
    Z3_solver_pop (prover->context, prover->solver, n_scopes - n);
}

void af_prover_reset (AfProver *prover)
{
  go_back (prover, 0);
  g_array_set_size (prover->decisions, 0);
}

gboolean af_prover_next_path (AfProver *prover)
{
  /* Decisions after the end of a path belong to no path. */
  g_array_set_size (prover->decisions, MIN (prover->decisions->len, prover->n_decided));
  while (prover->decisions->len > 0) {
    AfDecision *last = &g_array_index (prover->decisions, AfDecision, prover->decisions->len - 1);
    if (++last->chosen < last->n) {
      last->is_checked = FALSE;
      /* the scope around the path, and one for each decision before this one */
      go_back (prover, prover->decisions->len);
      return TRUE;
    }
    g_array_set_size (prover->decisions, prover->decisions->len - 1);
  }
  return FALSE;
}

void af_prover_give_up (AfProver *prover, const char *format, ...)
{
  if (prover->stop != AF_STOP_NO)
    return;
  if (prover->merging > 0) {
    prover->stop = AF_STOP_MERGE;
    return;
  }
  prover->stop = AF_STOP_UNKNOWN;
  if (prover->reason)
    return;
  va_list args;
  va_start (args, format);
  prover->reason = g_strdup_vprintf (format, args);
  va_end (args);
}

/* Also inside of an expression that must not decide: deciding would not help. */
static void exhausted (AfProver *prover)
{
  prover->stop = AF_STOP_UNKNOWN;
  prover->is_exhausted = TRUE;
  if (!prover->reason)
    prover->reason = g_strdup ("the solver's resource limit was reached");
}

void af_prover_cut (AfProver *prover)
{
  if (prover->stop != AF_STOP_NO)
    return;
  prover->stop = prover->merging > 0 ? AF_STOP_MERGE : AF_STOP_DEAD;
  prover->is_cut |= prover->merging == 0;
}

/* --- questions --- */

/* Equal terms are one term, and paths have most of theirs in common. */
Z3_ast af_prover_simple (AfProver *prover, Z3_ast term)
{
  Z3_ast simple = g_hash_table_lookup (prover->simple, term);
  if (!simple) {
    simple = Z3_simplify (prover->context, term);
    g_hash_table_insert (prover->simple, term, simple);
  }
  return simple;
}

int af_prover_constant (AfProver *prover, Z3_ast *condition)
{
  *condition = af_prover_simple (prover, *condition);
  switch (Z3_get_bool_value (prover->context, *condition)) {
  case Z3_L_TRUE:
    return 1;
  case Z3_L_FALSE:
    return 0;
  case Z3_L_UNDEF:
    break;
  }
  return -1;
}

static gboolean model_says (AfProver *prover, Z3_ast condition)
{
  Z3_ast value = NULL;
  return prover->model && Z3_model_eval (prover->context, prover->model, condition, true, &value)
         && Z3_get_bool_value (prover->context, value) == Z3_L_TRUE;
}

guint af_prover_resources (AfProver *prover)
{
  Z3_context z = prover->context;
  guint used = 0;
  Z3_stats stats = Z3_solver_get_statistics (z, prover->solver);
  Z3_stats_inc_ref (z, stats);
  for (guint i = 0; i < Z3_stats_size (z, stats); i++)
    if (strcmp (Z3_stats_get_key (z, stats, i), "rlimit count") == 0 && Z3_stats_is_uint (z, stats, i))
      used = Z3_stats_get_uint_value (z, stats, i);
  Z3_stats_dec_ref (z, stats);
  return used;
}

/* Setting a parameter takes longer than most questions, so it is done anew when some part of the resources is used. */
static void limit (AfProver *prover)
{
  Z3_context z = prover->context;
  guint used = af_prover_resources (prover);
  if (prover->is_limited && used - prover->limited_at < prover->resources / LIMIT_PARTS)
    return;
  prover->is_limited = TRUE;
  prover->limited_at = used;
  Z3_params params = Z3_mk_params (z);
  Z3_params_inc_ref (z, params);
  Z3_params_set_uint (z, params, Z3_mk_string_symbol (z, "rlimit"),
                      used < prover->resources ? prover->resources - used : 1);
  Z3_solver_set_params (z, prover->solver, params);
  Z3_params_dec_ref (z, params);
}

/* Whether the path goes on with @condition; a yes leaves a model of that. */
static Z3_lbool ask (AfProver *prover, Z3_ast condition)
{
  Z3_context z = prover->context;
  if (model_says (prover, condition))
    return Z3_L_TRUE;
  limit (prover);
  prover->n_checks++;
  Z3_solver_push (z, prover->solver);
  Z3_solver_assert (z, prover->solver, condition);
  Z3_lbool answer = Z3_solver_check (z, prover->solver);
  if (answer == Z3_L_TRUE) {
    drop_model (prover);
    prover->model = Z3_solver_get_model (z, prover->solver);
    if (prover->model)
      Z3_model_inc_ref (z, prover->model);
  }
  Z3_solver_pop (z, prover->solver, 1);
  return answer;
}

/* What comes before a decision that is taken differently now is there already. */
static void add (AfProver *prover, Z3_ast condition)
{
  if (prover->n_decided < prover->decisions->len)
    return;
  if (prover->model && !model_says (prover, condition))
    drop_model (prover);
  Z3_solver_assert (prover->context, prover->solver, condition);
}

gboolean af_prover_is_possible (AfProver *prover)
{
  if (prover->stop != AF_STOP_NO)
    return FALSE;
  if (prover->n_decided < prover->decisions->len)
    return TRUE;
  Z3_lbool answer = ask (prover, af_term_true (prover));
  if (answer == Z3_L_FALSE)
    prover->stop = AF_STOP_DEAD;
  else if (answer == Z3_L_UNDEF)
    exhausted (prover);
  return answer == Z3_L_TRUE;
}

/* --- decisions --- */

/* The first alternative from decision->chosen on that can happen; of the first ones that cannot, the last one must. */
static gboolean find_possible (AfProver *prover, AfDecision *decision, gboolean is_new, const Z3_ast *conditions)
{
  for (; decision->chosen < decision->n; decision->chosen++) {
    if (!conditions || (is_new && decision->chosen == decision->n - 1))
      return TRUE;
    Z3_lbool answer = ask (prover, conditions[decision->chosen]);
    if (answer == Z3_L_TRUE)
      return TRUE;
    if (answer == Z3_L_UNDEF) {
      exhausted (prover);
      return FALSE;
    }
  }
  prover->stop = AF_STOP_DEAD;
  return FALSE;
}

guint af_prover_choose (AfProver *prover, guint n, const Z3_ast *conditions)
{
  if (prover->stop != AF_STOP_NO)
    return 0;
  if (prover->merging > 0) {
    prover->stop = AF_STOP_MERGE;
    return 0;
  }
  gboolean is_new = prover->n_decided == prover->decisions->len;
  if (is_new) {
    AfDecision decision = { n, 0, FALSE };
    g_array_append_val (prover->decisions, decision);
  }
  AfDecision *decision = &g_array_index (prover->decisions, AfDecision, prover->n_decided);
  if (!decision->is_checked && !find_possible (prover, decision, is_new, conditions)) {
    decision->chosen = n;
    prover->n_decided++;
    return 0;
  }
  decision->is_checked = TRUE;
  if (++prover->n_decided == prover->decisions->len)
    Z3_solver_push (prover->context, prover->solver);
  if (conditions)
    add (prover, conditions[decision->chosen]);
  return decision->chosen;
}

gboolean af_prover_decide (AfProver *prover, Z3_ast condition)
{
  int constant = af_prover_constant (prover, &condition);
  if (constant >= 0)
    return constant;
  return af_prover_choose (prover, 2, (Z3_ast[]){ condition, af_term_not (prover, condition) }) == 0;
}

/* --- assumptions and demands --- */

void af_prover_assume (AfProver *prover, Z3_ast condition)
{
  if (prover->stop != AF_STOP_NO)
    return;
  Z3_ast guarded = prover->guard ? Z3_mk_implies (prover->context, prover->guard, condition) : condition;
  int constant = af_prover_constant (prover, &guarded);
  if (constant == 0)
    prover->stop = AF_STOP_DEAD;
  else if (constant < 0)
    add (prover, guarded);
}

void af_prover_restrict (AfProver *prover, Z3_ast condition)
{
  Z3_ast simple = condition;
  if (af_prover_constant (prover, &simple) != 1)
    prover->is_cut = TRUE;
  af_prover_assume (prover, condition);
}

void af_prover_demand (AfProver *prover, Z3_ast condition, AfClauseKind kind, const char *text)
{
  if (prover->stop != AF_STOP_NO || af_prover_constant (prover, &condition) == 1)
    return;
  /* What comes before a decision that is taken differently now was asked on an earlier path. */
  if (prover->mode == AF_MODE_ASSUME || (prover->asked && !prover->asking)
      || prover->n_decided < prover->decisions->len) {
    af_prover_assume (prover, condition);
    return;
  }
  Z3_ast fails = af_term_not (prover, condition);
  Z3_lbool answer = ask (prover, prover->guard ? af_term_and (prover, prover->guard, fails) : fails);
  if (answer == Z3_L_UNDEF)
    exhausted (prover);
  else if (answer == Z3_L_TRUE) {
    prover->stop = AF_STOP_VIOLATED;
    prover->violated = kind;
    prover->clause = g_strdup (text);
  } else
    af_prover_assume (prover, condition);
}
