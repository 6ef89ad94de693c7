/* Co-evolution: programs evolve towards the tests, and inputs evolve against the programs (Arcuri and Yao: A Novel
 * Co-evolutionary Approach to Automatic Software Bug Fixing, 2008).
 *
 * In:  statements and expressions of the program, its tests, the seed.
 * Out: a program that passes all tests and that no input has broken, reduced to a one-minimal patch.
 *
 * A program's cost, which is to become small, is that of the paper: w (its edits) + w (its bad ends) + the distances of
 * its tests from passing, with w (n) = n / (n + 1).  Its primitives are the program's own: statements as in GenProg,
 * and expressions, each of which may become another.
 *
 * The paper has a formal specification, which says of any input what is right.  Tests do not: of an input that no test
 * has it is known only that a program must not end badly (by a signal, as a violated REQUIRE, CHECK or assert ends it,
 * or not at all) where the user's own program ends well.  So inputs, made of those that the tests read from their
 * standard input, evolve towards bad ends, and can throw programs out, but cannot lead to a repair.  Without tests that
 * read standard input only the programs evolve. */
#include "suite/peers/peers.h"
#include "util/jobs.h"

enum { POPULATION = 40, GENERATIONS = 30, INPUTS = 12, MOST_LENGTH = 10000 };

/* An input that no test has. */
typedef struct {
  char *text;
  guint test;   /* the one that it was made of */
  guint broken; /* programs that have ended badly on it, in this generation */
} Input;

typedef struct {
  AfPeers *peers;
  GPtrArray *inputs;   /* of Input */
  GPtrArray *programs; /* of AfPeerProgram: of this generation, those that compile */
  guint8 *bad;         /* by program and input */
  guint n_made;        /* inputs, so far: numbers their seeds */
} Coevolution;

static double normalised (double n)
{
  return n / (n + 1);
}

static void input_free (gpointer data)
{
  Input *input = data;
  g_free (input->text);
  g_free (input);
}

static gboolean is_bad (const AfSeenEnd *seen)
{
  return seen->timed_out || seen->status > 128;
}

/* --- running inputs --- */

static gboolean run_input (const Coevolution *all, guint worker, guint number, const Input *input, AfSeenEnd *seen,
                           GError **error)
{
  AfSuite *suite = all->peers->suite;
  AfPlace *place = suite->project.places->pdata[worker];
  const AfSuiteTest *test = suite->tests->pdata[input->test];
  g_autofree char *path = g_build_filename (place->scratch, "input", NULL);
  const AfTry how = {
    .candidate = number, .input = path, .timeout_ms = af_suite_patience (suite, test), .work_ms = suite->work_ms
  };
  g_auto (AfSuiteEnd) end = { 0 };
  g_atomic_int_inc (&all->peers->n_runs);
  if (!g_file_set_contents (path, input->text, -1, error)
      || !af_project_try (&suite->project, place, test, &how, &end, NULL, error))
    return FALSE;
  *seen = af_suite_seen (test, &end);
  return TRUE;
}

static gboolean run_program (guint index, guint worker, gpointer data, GError **error)
{
  Coevolution *all = data;
  const AfPeerProgram *program = all->programs->pdata[index];
  for (guint i = 0; i < all->inputs->len && !af_suite_is_late (all->peers->suite); i++) {
    AfSeenEnd seen;
    if (!run_input (all, worker, program->number, all->inputs->pdata[i], &seen, error))
      return FALSE;
    all->bad[(gsize)index * all->inputs->len + i] = is_bad (&seen);
  }
  return TRUE;
}

/* --- the inputs --- */

/* Another input, of @parent or, if that is null, of a test; null where there is none, or the user's program ends badly
 * on it. */
static gboolean make_input (Coevolution *all, const Input *parent, Input **made, GError **error)
{
  AfSuite *suite = all->peers->suite;
  guint number = all->n_made++;
  Input input = { NULL, parent ? parent->test : number % suite->tests->len, 0 };
  const AfSuiteTest *test = suite->tests->pdata[input.test];
  g_autofree char *path = test->input ? g_build_filename (suite->project.folder, test->input, NULL) : NULL;
  g_autofree char *text = NULL;
  gsize length = 0;
  AfSeenEnd seen;
  *made = NULL;
  if (!parent && (!path || !g_file_get_contents (path, &text, &length, NULL) || length > MOST_LENGTH))
    return TRUE;
  g_autofree char *own = af_suite_input (parent ? parent->text : text, suite->options->seed, number);
  input.text = own;
  if (!run_input (all, 0, 0, &input, &seen, error))
    return FALSE;
  if (is_bad (&seen))
    return TRUE;
  *made = g_memdup2 (&input, sizeof input);
  (*made)->text = g_steal_pointer (&own);
  return TRUE;
}

/* Fills the inputs up, with those of the tests changed, or with children of the first half. */
static gboolean fill_inputs (Coevolution *all, GError **error)
{
  guint kept = all->inputs->len;
  for (guint i = 0; i < 2 * INPUTS && all->inputs->len < INPUTS && !af_suite_is_late (all->peers->suite); i++) {
    const Input *parent = kept > 0 && i % 2 == 0 ? all->inputs->pdata[(i / 2) % kept] : NULL;
    Input *made = NULL;
    if (!make_input (all, parent, &made, error))
      return FALSE;
    if (made)
      g_ptr_array_add (all->inputs, made);
  }
  return TRUE;
}

static int by_broken (gconstpointer a, gconstpointer b)
{
  const Input *x = *(Input *const *)a, *y = *(Input *const *)b;
  return x->broken > y->broken ? -1 : x->broken < y->broken;
}

/* Those that broke most programs stay. */
static gboolean evolve_inputs (Coevolution *all, GError **error)
{
  g_ptr_array_sort (all->inputs, by_broken);
  if (all->inputs->len > INPUTS / 2)
    g_ptr_array_set_size (all->inputs, INPUTS / 2);
  return fill_inputs (all, error);
}

/* --- the programs --- */

static guint count_bad (const Coevolution *all, guint index, const AfPeerProgram *program)
{
  guint n = 0;
  for (guint i = 0; i < all->inputs->len; i++)
    n += all->bad[(gsize)index * all->inputs->len + i];
  for (guint t = 0; t < program->ends->len; t++)
    n += is_bad (&g_array_index (program->ends, AfSeenEnd, t));
  return n;
}

/* The contrary of its cost. */
static double fitness_of (const Coevolution *all, guint index, const AfPeerProgram *program)
{
  double cost = normalised (program->edits->len) + normalised (count_bad (all, index, program));
  for (guint t = 0; t < program->distances->len; t++)
    cost += g_array_index (program->distances, double, t);
  return -cost;
}

static gboolean judge (Coevolution *all, const GPtrArray *population, GError **error)
{
  g_autofree guint8 *bad = g_malloc0 ((gsize)population->len * INPUTS + 1);
  g_ptr_array_set_size (all->programs, 0);
  all->bad = bad;
  for (guint i = 0; i < population->len; i++) {
    AfPeerProgram *program = population->pdata[i];
    program->fitness = -G_MAXDOUBLE;
    if (program->compiles)
      g_ptr_array_add (all->programs, program);
  }
  if (!af_jobs_map (all->programs->len, all->peers->suite->options->jobs, run_program, all, error))
    return FALSE;
  for (guint i = 0; i < all->inputs->len; i++) {
    Input *input = all->inputs->pdata[i];
    input->broken = 0;
    for (guint k = 0; k < all->programs->len; k++)
      input->broken += bad[(gsize)k * all->inputs->len + i];
  }
  for (guint k = 0; k < all->programs->len; k++) {
    AfPeerProgram *program = all->programs->pdata[k];
    program->fitness = fitness_of (all, k, program);
    if (program->passes && count_bad (all, k, program) > 0) {
      program->passes = FALSE;
      all->peers->n_thrown_out++;
    }
  }
  all->bad = NULL;
  return TRUE;
}

/* Takes the first program that stands. */
static gboolean finish (AfPeers *peers, const GPtrArray *population, GError **error)
{
  for (guint i = 0; i < population->len && peers->suite->plausible->len == 0; i++) {
    const AfPeerProgram *program = population->pdata[i];
    if (!program->passes)
      continue;
    g_autoptr (AfPeerProgram) least = af_peers_minimise (peers, program, error);
    if (!least)
      return FALSE;
    af_peers_take (peers, least);
  }
  return TRUE;
}

static gboolean run_generation (Coevolution *all, GPtrArray *population, GError **error)
{
  AfPeers *peers = all->peers;
  g_autoptr (GArray) order = af_peers_order (peers);
  const AfPeerRun run = { order, FALSE, 0, population->len };
  return af_peers_build (peers, population, error) && af_peers_run (peers, population, &run, error)
         && judge (all, population, error) && finish (peers, population, error) && evolve_inputs (all, error);
}

/* The next generation: mutated parents and children, and, now and then, the user's own program with one mutation. */
static GPtrArray *next_of (AfPeers *peers, const GPtrArray *population)
{
  GPtrArray *next = g_ptr_array_new_with_free_func ((GDestroyNotify)af_peer_program_free);
  guint most = peers->most > 0 ? MIN (POPULATION, peers->most - peers->n_tried) : POPULATION;
  while (population && next->len < POPULATION)
    af_peers_breed (peers, population, next);
  for (guint i = 0; i < POPULATION; i++) {
    if (i == next->len)
      g_ptr_array_add (next, af_peer_program_new (NULL));
    AfPeerProgram *program = next->pdata[i];
    if (af_random_chance (&peers->random, 1, 20))
      g_array_set_size (program->edits, 0);
    af_peers_mutate (peers, program->edits);
  }
  g_ptr_array_set_size (next, (int)most);
  return next;
}

gboolean af_peers_coevolution (AfPeers *peers, GError **error)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func (input_free), programs = g_ptr_array_new ();
  g_autoptr (GPtrArray) population = NULL;
  Coevolution all = { peers, inputs, programs, NULL, 0 };
  peers->distance = af_peers_distance;
  af_random_init (&peers->random, af_random_derive (peers->suite->options->seed, "coevolution", 0));
  if (!fill_inputs (&all, error))
    return FALSE;
  if (inputs->len == 0)
    af_suite_notice (peers->suite, "no test reads its standard input: only the programs evolve, not the inputs");
  for (guint generation = 0; generation < GENERATIONS && !af_peers_is_over (peers); generation++) {
    GPtrArray *next = next_of (peers, population);
    g_clear_pointer (&population, g_ptr_array_unref);
    population = next;
    if (!run_generation (&all, population, error))
      return FALSE;
  }
  return TRUE;
}
