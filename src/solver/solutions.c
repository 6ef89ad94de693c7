/* Solutions: values with which conditions hold.
 *
 * In:  conditions over integer variables.   Out: rows of values, no two alike.
 *
 * Z3 is asked for a model again and again, each time without those it has given.  Left alone it gives neighbours; so
 * each question first proposes a value for one of the variables in turn, and is asked without it when that cannot be:
 *
 *     low < high && high <= 9        (0, 1)  (-1, 0)  (1, 2)  (0, 9)  ... */
#include "solver/solver-internal.h"

#include <string.h>

static const gint64 proposals[] = { 1, 0, 100, 7, -1, 1000, 2, 16, 3, 31, 5, -2, 255, 10, 64, 4, 100000, -100 };

typedef struct {
  AfSolver *solver;
  AfQuestion question;
  const AfAtom **atoms; /* by variable; null: no condition mentions it */
  guint m;
} Search;

static gboolean is_boolean (const AfAtom *atom)
{
  return atom->key[0] == 'b';
}

/* The variables' atoms; false when there are others. */
static gboolean find_atoms (const AfSolver *solver, const char *const *names, guint m, const AfAtom **atoms)
{
  for (guint i = 0; i < solver->translator.used->len; i++) {
    const AfAtom *atom = solver->translator.used->pdata[i];
    guint place = 0;
    while (place < m && strcmp (names[place], atom->key + 2) != 0)
      place++;
    if (place == m || atom->is_operation || atoms[place] != NULL)
      return FALSE;
    atoms[place] = atom;
  }
  return TRUE;
}

static Z3_ast equals (const Search *search, guint variable, gint64 value)
{
  Z3_context context = search->solver->context;
  const AfAtom *atom = search->atoms[variable];
  if (is_boolean (atom))
    return value != 0 ? atom->term : Z3_mk_not (context, atom->term);
  return Z3_mk_eq (context, atom->term, Z3_mk_int64 (context, value, search->solver->translator.integers));
}

static gboolean value_in (const Search *search, Z3_model model, guint variable, gint64 *value)
{
  Z3_context context = search->solver->context;
  Z3_ast term = NULL;
  *value = 0;
  if (search->atoms[variable] == NULL)
    return TRUE;
  if (!Z3_model_eval (context, model, search->atoms[variable]->term, true, &term))
    return FALSE;
  if (!is_boolean (search->atoms[variable])) {
    int64_t number = 0;
    gboolean fits = Z3_get_ast_kind (context, term) == Z3_NUMERAL_AST && Z3_get_numeral_int64 (context, term, &number);
    *value = number;
    return fits;
  }
  *value = Z3_get_bool_value (context, term) == Z3_L_TRUE;
  return TRUE;
}

/* One more row, if there is one under what is asserted now. */
static gboolean take_row (const Search *search, gint64 *row)
{
  Z3_context context = search->solver->context;
  if (Z3_solver_check (context, search->question.solver) != Z3_L_TRUE || Z3_get_error_code (context) != Z3_OK)
    return FALSE;
  Z3_model model = Z3_solver_get_model (context, search->question.solver);
  gboolean whole = model != NULL;
  if (model)
    Z3_model_inc_ref (context, model);
  for (guint i = 0; i < search->m && whole; i++)
    whole = value_in (search, model, i, &row[i]);
  if (model)
    Z3_model_dec_ref (context, model);
  return whole;
}

/* The row with @value for @variable, if possible. */
static gboolean take_row_with (const Search *search, guint variable, gint64 value, gint64 *row)
{
  Z3_context context = search->solver->context;
  if (search->atoms[variable] == NULL)
    return FALSE;
  Z3_solver_push (context, search->question.solver);
  Z3_solver_assert (context, search->question.solver, equals (search, variable, value));
  gboolean taken = take_row (search, row);
  Z3_solver_pop (context, search->question.solver, 1);
  return taken;
}

static void forbid (const Search *search, const gint64 *row)
{
  Z3_context context = search->solver->context;
  g_autofree Z3_ast *same = g_new (Z3_ast, search->m);
  guint n = 0;
  for (guint i = 0; i < search->m; i++)
    if (search->atoms[i] != NULL)
      same[n++] = equals (search, i, row[i]);
  Z3_solver_assert (context, search->question.solver, Z3_mk_not (context, Z3_mk_and (context, n, same)));
}

GArray *af_solver_solutions (AfSolver *solver, const GPtrArray *conditions, const char *const *names, guint m, guint n)
{
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (gint64));
  g_autofree Z3_ast *asserted = g_new (Z3_ast, conditions->len + 1);
  g_autofree const AfAtom **atoms = g_new0 (const AfAtom *, m + 1);
  g_autofree gint64 *row = g_new0 (gint64, m + 1);
  Search search = { .solver = solver, .atoms = atoms, .m = m };

  for (guint i = 0; i < conditions->len; i++)
    if (!af_expr_is_pure (conditions->pdata[i]))
      return rows;
  af_solver_begin (solver);
  for (guint i = 0; i < conditions->len; i++)
    asserted[i] = af_translate_truth (&solver->translator, conditions->pdata[i]);
  if (conditions->len == 0 || !find_atoms (solver, names, m, atoms))
    return rows;
  if (af_question_init (&search.question, solver, asserted, conditions->len))
    for (guint i = 0; i < n; i++) {
      if (!take_row_with (&search, i % m, proposals[i / m % G_N_ELEMENTS (proposals)], row) && !take_row (&search, row))
        break;
      g_array_append_vals (rows, row, m);
      forbid (&search, row);
    }
  af_question_clear (&search.question);
  return rows;
}
