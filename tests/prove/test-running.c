/* Claims held against running: routines are made at random, and a program of their compiled code tries every argument.
 *
 * What is violated must fail for the arguments of its witness; what has no violation up to k must fail for none, for
 * their loops make at most three rounds.  Operators are macros: for the bounded check those of C; in the program the
 * same with a look at whether C leaves the result undefined, so that it can report that and go on. */
#include "routines.h"
#include "util/process.h"

enum { N_BATCHES = 10, N_ROUTINES = 12, DEEPEST = 3 };

/* --- routines at random --- */

static const char plain_operators[] = "#define ADD(x, y) ((x) + (y))\n#define SUB(x, y) ((x) - (y))\n"
                                      "#define MUL(x, y) ((x) * (y))\n#define DIV(x, y) ((x) / (y))\n"
                                      "#define MOD(x, y) ((x) % (y))\n#define SHL(x, n) ((x) << (n))\n"
                                      "#define SHR(x, n) ((x) >> (n))\n#define NEG(x) (-(x))\n";

static const char checked_operators[] =
  "static int bad;\n"
  "#define BINARY(name, op, x, y) ({ __typeof__ ((x) op (y)) r; \\\n"
  "  int out = __builtin_##name##_overflow ((__typeof__ (r))(x), (__typeof__ (r))(y), &r); \\\n"
  "  bad |= out && (__typeof__ (r))-1 < 0; r; })\n"
  "#define ADD(x, y) BINARY (add, +, x, y)\n#define SUB(x, y) BINARY (sub, -, x, y)\n"
  "#define MUL(x, y) BINARY (mul, *, x, y)\n"
  "#define DIVIDED(op, x, y) ({ __typeof__ ((x) + (y)) n = (x), d = (y), r = 0; \\\n"
  "  int lost = d == 0 || ((__typeof__ (n))-1 < 0 && d == (__typeof__ (n))-1 && n == LOWEST (n)); \\\n"
  "  bad |= lost; if (!lost) r = n op d; r; })\n"
  "#define LOWEST(n) (__typeof__ (n))(1ull << (sizeof (n) * 8 - 1))\n"
  "#define DIV(x, y) DIVIDED (/, x, y)\n#define MOD(x, y) DIVIDED (%, x, y)\n"
  "#define SHIFTED(op, x, c, is_left) ({ __typeof__ (+(x)) v = (x), r = 0; long long by = (c); \\\n"
  "  int lost = by < 0 || by >= (long long)sizeof v * 8; \\\n"
  "  if (!lost) { r = v op by; lost = is_left && (__typeof__ (v))-1 < 0 && (v < 0 || (r >> by) != v); } \\\n"
  "  bad |= lost; r; })\n"
  "#define SHL(x, n) SHIFTED (<<, x, n, 1)\n#define SHR(x, n) SHIFTED (>>, x, n, 0)\n"
  "#define NEG(x) ({ __typeof__ (+(x)) v = (x); SUB ((__typeof__ (v))0, v); })\n";

/* A number in @text's place: of a, b, x, y and the elements of t. */
static void put_number (GRand *random, GString *text, guint depth)
{
  /* No literals: the front end folds constants that come out of macros. */
  static const char *const leaves[] = {
    "a", "b", "x", "y", "a", "b", "t[0]", "t[1]", "u", "l", "t[b & 3]", "t[x & 3]"
  };
  static const char *const casts[] = {
    "(signed char)", "(unsigned char)", "(short)", "(unsigned)", "(long)", "(bool)"
  };
  static const char *const operators[] = { "ADD", "SUB", "ADD", "SUB", "DIV", "MOD" };
  static const char *const bits[] = { "&", "|", "^", "<", ">=", "==", "&&", "||" };
  guint kind = depth == 0 ? 0 : (guint)g_rand_int_range (random, 0, 9);
#define PICK(list) list[g_rand_int_range (random, 0, G_N_ELEMENTS (list))]
  if (kind <= 1)
    g_string_append (text, PICK (leaves));
  else if (kind == 2) {
    g_string_append_printf (text, "%s(", PICK (casts));
    put_number (random, text, depth - 1);
    g_string_append_c (text, ')');
  } else if (kind == 3) {
    g_string_append (text, "NEG (");
    put_number (random, text, depth - 1);
    g_string_append_c (text, ')');
  } else if (kind == 4) {
    g_string_append_printf (text, "%s (", g_rand_boolean (random) ? "SHL" : "SHR");
    put_number (random, text, depth - 1);
    g_string_append_printf (text, ", %s)", g_rand_boolean (random) ? "(b & 7)" : "3");
  } else if (kind == 5) {
    g_string_append (text, "MUL (");
    put_number (random, text, depth - 1);
    g_string_append_printf (text, ", %d)", g_rand_int_range (random, -4, 5));
  } else if (kind == 6) {
    g_string_append_c (text, '(');
    put_number (random, text, depth - 1);
    g_string_append_printf (text, " > 0 ? a : ");
    put_number (random, text, depth - 1);
    g_string_append_c (text, ')');
  } else {
    const char *operator= kind == 7 ? PICK (operators) : NULL, *bit = PICK (bits);
    g_string_append (text, operator ? operator : "");
    g_string_append (text, operator? " (" : "((");
    put_number (random, text, depth - 1);
    g_string_append_printf (text, operator? ", " : ") %s (", bit);
    put_number (random, text, depth - 1);
    g_string_append (text, operator? ")" : "))");
  }
}

static void put_statement (GRand *random, GString *text)
{
  static const char *const shapes[] = { "if (%s) x = %s;",
                                        "y = %s; if (x < y) x = %s;",
                                        "for (int i = 0; i < (b & 3); i++) { x = %s; y = %s; }",
                                        "switch (a & 3) { case 0: x = %s; break; case 1: y = 5; default: x = %s; }",
                                        "t[a & 3] = %s; t[b & 1] = %s;",
                                        "while (b > 250) { if (%s) break; b++; if (b == 255) b = 3; y = %s; }",
                                        "{ int *p = a < 0 ? t : t + 1; *p = %s; x = p[2]; y = %s; }",
                                        "x++; y = g (%s, &x); y = %s;",
                                        "if (a > 100) return (int)(%s); x = %s;" };
  const char *shape = PICK (shapes);
  for (const char *at = shape; *at; at++)
    if (g_str_has_prefix (at, "%s")) {
      put_number (random, text, DEEPEST - 1);
      at++;
    } else
      g_string_append_c (text, *at);
  g_string_append_c (text, '\n');
}

typedef struct {
  char *body, *before, *after; /* the precondition, and the postcondition of RESULT */
} Routine;

static Routine routine_at_random (GRand *random)
{
  static const char *const types[] = { "signed char", "unsigned char", "short", "int", "unsigned", "long", "bool" };
  static const char *const afters[] = { "RESULT != %d", "RESULT < %d", "RESULT > -%d",
                                        "RESULT <= %d && RESULT >= -200" };
  static const char *const befores[] = { "1", "a >= 0", "b < 200 && a > -50", "a != 0 || b != 0" };
  g_autoptr (GString) body =
    g_string_new ("int t[4] = { 7, -3, 2, 100 };\nint x = 1;\nunsigned u = 200;\nlong l = 1;\n");
  g_string_append_printf (body, "%s y = ", PICK (types));
  put_number (random, body, 0);
  g_string_append (body, ";\n");
  char *y = strstr (body->str, " y = y;");
  if (y)
    memcpy (y, " y = a;", 7);
  for (int i = g_rand_int_range (random, 1, 3); i > 0; i--)
    put_statement (random, body);
  g_string_append (body, "return (int)(");
  put_number (random, body, DEEPEST);
  g_string_append (body, ");\n");
  const char *after = PICK (afters);
  int limit = g_rand_int_range (random, 0, 150);
  g_autoptr (GString) post = g_string_new (NULL);
  const char *gap = strstr (after, "%d");
  g_string_append_len (post, after, gap - after);
  g_string_append_printf (post, "%d%s", limit, gap + 2);
  return (Routine){ g_strdup (body->str), g_strdup (PICK (befores)), g_strdup (post->str) };
}

static void routine_clear (Routine *routine)
{
  g_free (routine->body);
  g_free (routine->before);
  g_free (routine->after);
}

/* --- running --- */

static const char helper[] = "static int g (int n, int *p) { if (n > 9) { *p = 2; return 1; } return *p; }\n";

static void put_trial (GString *program, guint number, const Routine *routine, const AfProof *proof)
{
  gboolean has_witness = proof->outcome == AF_PROOF_VIOLATED;
  gint64 a = has_witness ? ((const AfWitness *)proof->arguments->pdata[0])->value : 0;
  gint64 b = has_witness ? ((const AfWitness *)proof->arguments->pdata[1])->value : 0;
  g_string_append_printf (program,
                          "static int f%u (signed char a, unsigned char b) {\n%s}\n"
                          "static int fails%u (signed char a, unsigned char b) {\n  if (!(%s)) return 0;\n"
                          "  bad = 0; int RESULT = f%u (a, b); return bad || !(%s); }\n"
                          "static void try%u (void) {\n  int n = 0;\n"
                          "  for (int a = -128; a < 128; a++) for (int b = 0; b < 256; b++) n += fails%u (a, b);\n"
                          "  printf (\"%%d %%d\\n\", n, fails%u (%d, %d)); }\n",
                          number, routine->body, number, routine->before, number, routine->after, number, number,
                          number, (int)a, (int)b);
}

/* Compiles and runs; its lines. */
static char **run_program (const char *text)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *source = g_build_filename (af_temp_dir_path (dir), "p.c", NULL);
  g_autofree char *program = g_build_filename (af_temp_dir_path (dir), "p", NULL);
  const char *compile[] = { "cc", "-w", "-O1", "-fwrapv", "-o", program, source, NULL }, *run[] = { program, NULL };
  g_auto (AfProcessResult) compiled = { 0 }, ran = { 0 };
  ck_assert (g_file_set_contents (source, text, -1, NULL));
  ck_assert (af_process_run (compile, NULL, 60000, NULL, &compiled, NULL));
  ck_assert_msg (compiled.end == AF_PROCESS_EXITED && compiled.exit_status == 0, "%s", compiled.err);
  ck_assert (af_process_run (run, NULL, 60000, NULL, &ran, NULL));
  ck_assert_msg (ran.end == AF_PROCESS_EXITED && ran.exit_status == 0, "%s", ran.err);
  return g_strsplit (ran.out, "\n", -1);
}

static AfProof *prove (const Routine *routine)
{
  g_autofree char *text =
    g_strdup_printf ("%s%sint f (signed char a, unsigned char b) {\nREQUIRE (%s);\nENSURE (%s);\n%s}\n",
                     plain_operators, helper, routine->before, routine->after, routine->body);
  g_autoptr (AfModule) module = load (text);
  AfProveOptions options = { .max_paths = 150, .resources = 1500000 };
  return af_prove_routine (module, af_module_routine (module, "f"), &options);
}

START_TEST (test_random)
{
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32)_i + 1);
  g_autoptr (GString) program = g_string_new ("#include <stdbool.h>\n#include <stdio.h>\n");
  g_auto (GStrv) lines = NULL;
  AfProof *proofs[N_ROUTINES];
  Routine routines[N_ROUTINES];
  guint n_claims = 0;
  g_string_append_printf (program, "%s%s", checked_operators, helper);
  for (guint i = 0; i < N_ROUTINES; i++) {
    routines[i] = routine_at_random (random);
    proofs[i] = prove (&routines[i]);
    put_trial (program, i, &routines[i], proofs[i]);
  }
  g_string_append (program, "int main (void) {\n");
  for (guint i = 0; i < N_ROUTINES; i++)
    g_string_append_printf (program, "  try%u ();\n", i);
  g_string_append (program, "  return 0; }\n");
  lines = run_program (program->str);
  for (guint i = 0; i < N_ROUTINES; i++) {
    int n_fails = 0, witness_fails = 0;
    const char *claim = af_proof_outcome_name (proofs[i]->outcome);
    ck_assert_int_eq (sscanf (lines[i], "%d %d", &n_fails, &witness_fails), 2);
    n_claims += proofs[i]->outcome != AF_PROOF_UNKNOWN;
    ck_assert_msg (proofs[i]->outcome != AF_PROOF_BOUNDED || n_fails == 0, "%s, but %d arguments fail:\n%s\n%s\n%s",
                   claim, n_fails, routines[i].before, routines[i].after, routines[i].body);
    ck_assert_msg (proofs[i]->outcome != AF_PROOF_VIOLATED || witness_fails,
                   "%s (%s), not for %d, %d (%d fail):\n%s\n%s\n%s", claim, proofs[i]->clause,
                   (int)((AfWitness *)proofs[i]->arguments->pdata[0])->value,
                   (int)((AfWitness *)proofs[i]->arguments->pdata[1])->value, n_fails, routines[i].before,
                   routines[i].after, routines[i].body);
    af_proof_free (proofs[i]);
    routine_clear (&routines[i]);
  }
  ck_assert_msg (n_claims >= N_ROUTINES / 2, "only %u claims", n_claims);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("prove: running");
  add_table (suite, "random", test_random, N_BATCHES);
  return run_suite (suite);
}
