/* Scripts: the same seed gives the same script, arguments fit their parameters, derived values are not used when stale,
 * and the test that a run shows is the projection on the calls made. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"

enum { N_SCRIPTS = 1500 };

static const AfCallable *target_of (const AfRepertoire *repertoire, const char *name)
{
  return af_repertoire_callable (repertoire, thunk_of (repertoire->module, name));
}

START_TEST (repertoire_knows_what_it_can_call)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  const AfCallable *fill = target_of (repertoire, "box_fill");
  const AfParam *value = af_callable_param (target_of (repertoire, "box_put"), 1);
  static const struct {
    const char *routine;
    guint param;
    AfParamKind kind;
  } rows[] = {
    { "box_put", 0, AF_PARAM_OBJECT },  { "box_put", 1, AF_PARAM_SCALAR },    { "box_fill", 1, AF_PARAM_BUFFER },
    { "box_fill", 2, AF_PARAM_SCALAR }, { "box_rename", 1, AF_PARAM_STRING }, { "box_next", 1, AF_PARAM_OUT },
    { "box_next", 0, AF_PARAM_OBJECT }, { "point_norm", 0, AF_PARAM_RECORD },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert_int_eq (af_callable_param (target_of (repertoire, rows[i].routine), rows[i].param)->kind, rows[i].kind);
  ck_assert_int_eq (af_callable_param (fill, 1)->length, 2);
  ck_assert (value->has_low && value->has_high);
  ck_assert_int_eq (value->low, 1);
  ck_assert_int_eq (value->high, 12);
  ck_assert (target_of (repertoire, "box_new")->is_creator);
  ck_assert (target_of (repertoire, "box_iter")->is_creator);
  ck_assert_uint_gt (target_of (repertoire, "box_next")->level, target_of (repertoire, "box_iter")->level);
  ck_assert_uint_eq (target_of (repertoire, "box_log")->level, 0);
  ck_assert_uint_eq (repertoire->notices->len, 1);
  ck_assert_str_eq (
    repertoire->notices->pdata[0],
    "routine 'box_log' is not tested: no routine creates a 'struct sink' (parameter 2); --factory names "
    "one that does");
  ck_assert_uint_eq (repertoire->targets->len, module->routines->len - 1);
}
END_TEST

START_TEST (same_seed_same_script)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  guint differing = 0;

  for (guint i = 0; i < 200; i++) {
    const AfCallable *target = repertoire->targets->pdata[i % repertoire->targets->len];
    g_autoptr (AfTest) a = af_script_new (repertoire, i, target);
    g_autoptr (AfTest) b = af_script_new (repertoire, i, target);
    g_autoptr (AfTest) c = af_script_new (repertoire, i + 1000, target);

    ck_assert (af_test_equal (a, b));
    ck_assert_uint_eq (af_test_target (a), target->thunk);
    ck_assert_uint_le (a->calls->len, AF_MAX_CALLS);
    differing += !af_test_equal (a, c);
  }
  ck_assert_uint_gt (differing, 150);
}
END_TEST

/* Arguments of one call: variables are set before, and are what the parameter takes. */
static void check_arguments (const AfRepertoire *repertoire, const AfTest *test, guint index, const AfType **types)
{
  const AfCall *call = test->calls->pdata[index];
  const AfCallable *callable = af_repertoire_callable (repertoire, call->thunk);

  for (guint i = 0; i < call->n_args; i++) {
    const AfParam *param = af_callable_param (callable, i);
    const AfArg *arg = &call->args[i];

    if (arg->kind == AF_ARG_VARIABLE || arg->kind == AF_ARG_ADDRESS) {
      const AfType *type = types[arg->index];

      ck_assert_ptr_nonnull (type);
      if (param->kind == AF_PARAM_OBJECT)
        ck_assert_ptr_eq (arg->kind == AF_ARG_ADDRESS ? type : type->target, param->element);
      else if (param->kind == AF_PARAM_OUT)
        ck_assert_ptr_eq (type, param->element);
      else
        ck_assert_ptr_eq (type, param->type);
    }
    if (param->kind == AF_PARAM_BUFFER && arg->kind == AF_ARG_BUFFER) {
      const AfArg *length = &call->args[param->length];

      ck_assert_int_eq (length->kind, AF_ARG_INT);
      ck_assert_int_ge (length->integer, 0);
      ck_assert_uint_le (4 * (guint64)length->integer, g_bytes_get_size (arg->bytes));
    }
  }
}

START_TEST (arguments_fit)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);

  for (guint i = 0; i < N_SCRIPTS; i++) {
    const AfCallable *target = i % 9 == 8 ? NULL : repertoire->targets->pdata[i % repertoire->targets->len];
    g_autoptr (AfTest) test = af_script_new (repertoire, i, target);
    const AfType *types[AF_MAX_CALLS] = { 0 };

    for (guint j = 0; j < test->calls->len; j++) {
      const AfCall *call = test->calls->pdata[j];

      check_arguments (repertoire, test, j, types);
      if (call->result >= 0)
        types[call->result] = af_repertoire_callable (repertoire, call->thunk)->result;
    }
  }
}
END_TEST

/* Variations are scripts like any other: the same for the same seed, arguments that fit, the target at the end. */
START_TEST (variations_fit)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  g_autoptr (AfPool) pool = af_pool_new ();
  guint unlike = 0;

  for (guint i = 0; i < 100; i++)
    af_pool_add (pool, af_script_new (repertoire, i, repertoire->targets->pdata[i % repertoire->targets->len]),
                 (AfNews){ i % 3, 1, 0 }, NULL);
  for (guint i = 0; i < N_SCRIPTS; i++) {
    const AfCallable *target = repertoire->targets->pdata[i % repertoire->targets->len];
    g_autoptr (AfTest) test = af_script_vary (repertoire, i, pool, target);
    g_autoptr (AfTest) again = af_script_vary (repertoire, i, pool, target);
    g_autofree const AfType **types = g_new0 (const AfType *, test->n_variables + 1);

    ck_assert (af_test_equal (test, again));
    ck_assert_uint_le (test->calls->len, AF_MAX_CALLS);
    for (guint j = 0; j < test->calls->len; j++) {
      const AfCall *call = test->calls->pdata[j];

      check_arguments (repertoire, test, j, types);
      if (call->result >= 0)
        types[call->result] = af_repertoire_callable (repertoire, call->thunk)->result;
    }
    unlike += af_test_target (test) != target->thunk;
  }
  /* only where a script was full, or nothing could be passed */
  ck_assert_uint_lt (unlike, N_SCRIPTS / 10);
}
END_TEST

START_TEST (what_covers_more_is_news)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfCoverage) coverage = af_coverage_new (module);
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (guint32));
  static const struct {
    guint32 mark;
    guint steps, states;
  } rows[] = {
    { AF_MARK_STEP (1, 0, 2), 1, 0 }, { AF_MARK_STEP (1, 2, 3), 1, 0 }, { AF_MARK_STEP (1, 0, 2), 0, 0 },
    { AF_MARK_STATE | 77, 0, 1 },     { AF_MARK_STATE | 77, 0, 0 },     { AF_MARK_STEP (2, 0, 2), 1, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    AfNews news;

    g_array_set_size (marks, 0);
    g_array_append_val (marks, rows[i].mark);
    news = af_coverage_add (coverage, marks);
    ck_assert_uint_eq (news.steps, rows[i].steps);
    ck_assert_uint_eq (news.states, rows[i].states);
  }
  ck_assert_uint_eq (af_coverage_add (coverage, NULL).steps, 0);
}
END_TEST

static gboolean passes (const AfCall *call, guint arg, guint variable)
{
  return (call->args[arg].kind == AF_ARG_VARIABLE || call->args[arg].kind == AF_ARG_ADDRESS)
         && call->args[arg].index == variable;
}

/* Whether @test uses @variable, derived from @source, after a command on @source. */
static gboolean used_stale (const AfModule *module, const AfTest *test, guint from, guint variable, guint source)
{
  gboolean stale = FALSE;

  for (guint i = from; i < test->calls->len; i++) {
    const AfCall *call = test->calls->pdata[i];
    const AfRoutine *routine = call->thunk < module->routines->len ? module->routines->pdata[call->thunk] : NULL;

    for (guint j = 0; j < call->n_args; j++)
      if (stale && passes (call, j, variable))
        return TRUE;
    for (guint j = 0; j < call->n_args && routine != NULL && !routine->is_query; j++)
      stale |= passes (call, j, source) && !((AfVariable *)routine->variables->pdata[j])->type->is_const;
  }
  return FALSE;
}

START_TEST (derived_values_go_stale)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  guint iter = thunk_of (module, "box_iter"), name = thunk_of (module, "box_name"),
        rename = thunk_of (module, "box_rename");
  guint derived = 0, own_names = 0;

  for (guint i = 0; i < N_SCRIPTS; i++) {
    g_autoptr (AfTest) test = af_script_new (repertoire, i, repertoire->targets->pdata[i % repertoire->targets->len]);

    for (guint j = 0; j < test->calls->len; j++) {
      const AfCall *call = test->calls->pdata[j];

      if ((call->thunk == iter || call->thunk == name) && call->args[0].kind == AF_ARG_VARIABLE) {
        derived++;
        ck_assert (!used_stale (module, test, j + 1, (guint)call->result, call->args[0].index));
      }
      own_names += call->thunk == rename && call->args[1].kind == AF_ARG_VARIABLE;
    }
  }
  ck_assert_uint_gt (derived, 50);
  ck_assert_uint_gt (own_names, 10);
}
END_TEST

START_TEST (consumed_objects_are_gone)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  guint freed = thunk_of (module, "box_free");

  for (guint i = 0; i < N_SCRIPTS; i++) {
    g_autoptr (AfTest) test = af_script_new (repertoire, i, repertoire->targets->pdata[i % repertoire->targets->len]);

    for (guint j = 0; j < test->calls->len; j++) {
      const AfCall *call = test->calls->pdata[j];

      for (guint k = j + 1; call->thunk == freed && call->args[0].kind == AF_ARG_VARIABLE && k < test->calls->len; k++)
        for (guint a = 0; a < ((AfCall *)test->calls->pdata[k])->n_args; a++)
          ck_assert (!passes (test->calls->pdata[k], a, call->args[0].index));
    }
  }
}
END_TEST

START_TEST (derived_test_is_the_projection)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfTest) script = af_test_new ();
  AfOutcome outcome = { .kind = AF_OUTCOME_FAIL, .failing_call = 3, .executed = 0x9 };
  g_autoptr (AfTest) failing = NULL;
  g_autoptr (AfTest) passing = NULL;

  add_call (script, thunk_of (module, "box_new"), TRUE, 0);
  for (gint64 i = 0; i < 4; i++) {
    AfCall *call = add_call (script, thunk_of (module, "box_put"), FALSE, 2);

    set_variable (call, 0, 0);
    call->args[1].integer = i;
  }
  failing = af_script_derive (script, &outcome);
  ck_assert_uint_eq (failing->calls->len, 2);
  ck_assert_int_eq (((AfCall *)failing->calls->pdata[1])->args[1].integer, 2);
  outcome = (AfOutcome){ .kind = AF_OUTCOME_PASS, .executed = 0x13 };
  passing = af_script_derive (script, &outcome);
  ck_assert_uint_eq (passing->calls->len, 3);
  ck_assert_int_eq (((AfCall *)passing->calls->pdata[2])->args[1].integer, 3);
}
END_TEST

/* What was made of a repeated call is kept, and the last repetition is a call of its own. */
START_TEST (derived_test_parts_the_last_repetition)
{
  static const struct {
    AfOutcomeKind kind;
    guint made, before; /* whole repetitions; repetitions that the test has before the last call */
    gint64 last;        /* number in it */
  } rows[] = {
    { AF_OUTCOME_PASS, 40, 39, 49 },
    { AF_OUTCOME_PASS, 1, 0, 10 },
    { AF_OUTCOME_FAIL, 40, 40, 50 },
    { AF_OUTCOME_FAIL, 0, 0, 10 },
  };
  g_autoptr (AfModule) module = box_module ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (AfTest) script = af_test_new ();
    AfOutcome outcome = { .kind = rows[i].kind, .failing_call = 1, .executed = 3, .turns = { 1, rows[i].made } };
    g_autoptr (AfTest) test = NULL;
    AfCall *call;
    const AfCall *last;

    add_call (script, thunk_of (module, "box_new"), TRUE, 0);
    call = add_call (script, thunk_of (module, "box_put"), FALSE, 2);
    set_variable (call, 0, 0);
    call->args[1].integer = 10;
    call->args[1].step = 1;
    call->times = 300;
    test = af_script_derive (script, &outcome);
    last = test->calls->pdata[test->calls->len - 1];
    ck_assert_uint_eq (test->calls->len, rows[i].before > 0 ? 3 : 2);
    if (rows[i].before > 0)
      ck_assert_uint_eq (((AfCall *)test->calls->pdata[1])->times, rows[i].before);
    ck_assert_uint_eq (last->times, 1);
    ck_assert_int_eq (last->args[1].integer, rows[i].last);
    ck_assert_int_eq (last->args[1].step, 0);
  }
}
END_TEST

START_TEST (held_out_scripts_differ_from_focus)
{
  g_autoptr (AfModule) module = box_module ();
  const AfRoutine *put = af_module_routine (module, "box_put");
  g_autoptr (GPtrArray) held_out = af_testgen_held_out (module, put, 50, 1);
  g_autoptr (GPtrArray) again = af_testgen_held_out (module, put, 50, 1);
  g_autoptr (GPtrArray) none = af_testgen_held_out (module, af_module_routine (module, "box_log"), 50, 1);

  ck_assert_uint_eq (held_out->len, 50);
  ck_assert_uint_eq (none->len, 0);
  for (guint i = 0; i < held_out->len; i++) {
    ck_assert (af_test_equal (held_out->pdata[i], again->pdata[i]));
    ck_assert_uint_eq (af_test_target (held_out->pdata[i]), put->id);
  }
}
END_TEST

/* void box_load (Box *box, FILE *from), and Box *box_of_three (void), which the user has named. */
static AfModule *box_module_with_more (void)
{
  AfModule *module = box_module ();
  AfType *file = add_record (module, "FILE", TRUE);
  AfType *box_p = (AfType *)af_module_routine (module, "box_new")->result;

  file->is_public = FALSE;
  add_routine (module, "box_load", (AfType *)af_module_routine (module, "box_free")->result, FALSE, 2, "box", box_p,
               "from", add_pointer (module, "FILE *", file, FALSE));
  add_routine (module, "box_of_three", box_p, FALSE, 0)->is_factory = TRUE;
  return module;
}

START_TEST (streams_are_passed)
{
  g_autoptr (AfModule) module = box_module_with_more ();
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  const AfCallable *load = target_of (repertoire, "box_load");
  gsize most = 0;

  ck_assert_int_eq (af_callable_param (load, 1)->kind, AF_PARAM_STREAM);
  for (guint i = 0; i < 100; i++) {
    g_autoptr (AfTest) test = af_script_new (repertoire, i, load);
    const AfCall *last = test->calls->pdata[test->calls->len - 1];

    ck_assert_int_eq (last->args[1].kind, AF_ARG_STREAM);
    most = MAX (most, g_bytes_get_size (last->args[1].bytes));
  }
  ck_assert_uint_gt (most, 10);
}
END_TEST

/* void box_mark (char mark, double by) { REQUIRE (by < 2.5e20); if (mark == '\n') ... } */
START_TEST (constants_of_the_module_are_passed)
{
  static const char text[] = "if (mark == '\\n') return;";
  g_autoptr (AfModule) module = box_module ();
  AfType *character = add_type (module, AF_TYPE_INT, "char"), *real = add_type (module, AF_TYPE_FLOAT, "double");
  AfType *nothing = (AfType *)af_module_routine (module, "box_free")->result;
  AfRoutine *routine = add_routine (module, "box_mark", nothing, FALSE, 2, "mark", character, "by", real);
  gboolean has_letter = FALSE, has_real = FALSE;

  character->is_char = character->is_signed = TRUE;
  character->bits = 8;
  g_autoptr (AfExpr) by = af_expr_var (real, "by", 2);
  g_autoptr (AfExpr) limit = af_expr_new (AF_EXPR_FLOAT, real, "2.5e20", NULL, 0);
  add_precondition (module, routine, af_expr_binary (AF_OP_LT, by, limit));
  g_ptr_array_add (module->sources, af_source_new ("box.c", text, strlen (text)));
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  const AfCallable *mark = target_of (repertoire, "box_mark");
  for (guint i = 0; i < 200; i++) {
    g_autoptr (AfTest) test = af_script_new (repertoire, i, mark);
    const AfCall *last = test->calls->pdata[test->calls->len - 1];

    ck_assert_int_eq (last->args[0].kind, AF_ARG_INT);
    ck_assert_int_eq (last->args[1].kind, AF_ARG_FLOAT);
    ck_assert (last->args[0].integer >= -128 && last->args[0].integer <= 127);
    has_letter |= last->args[0].integer == '\n';
    has_real |= last->args[1].real == 2.5e20;
  }
  ck_assert (has_letter && has_real);
}
END_TEST

/* Each kind of value, a parameter that gets it, and what an argument then is. */
START_TEST (kinds_of_values)
{
  static const AfType truth = { .kind = AF_TYPE_BOOL }, number = { .kind = AF_TYPE_INT, .bits = 32, .is_signed = TRUE },
                      byte = { .kind = AF_TYPE_INT, .is_char = TRUE, .bits = 8, .spelling = "unsigned char" },
                      letter = { .kind = AF_TYPE_INT,
                                 .is_char = TRUE,
                                 .is_signed = TRUE,
                                 .bits = 8,
                                 .spelling = "char" },
                      real = { .kind = AF_TYPE_FLOAT, .bits = 64 }, bare = { .kind = AF_TYPE_ENUM, .bits = 32 },
                      text = { .kind = AF_TYPE_POINTER }, file = { .kind = AF_TYPE_POINTER };
  gint64 colors[] = { 2, 3, 5 };
  GArray members = { (char *)colors, G_N_ELEMENTS (colors) };
  const AfType color = { .kind = AF_TYPE_ENUM, .bits = 32, .enum_values = &members };
  const struct {
    const char *kind, *name;
    const AfType *type;
    AfParamKind param;
    AfArgKind arg;
    const char *given; /* null: nothing */
  } rows[] = {
    { "given", "n", &number, AF_PARAM_SCALAR, AF_ARG_INT, "n=7..8*2, 50" },
    { "given", "x", &real, AF_PARAM_SCALAR, AF_ARG_FLOAT, "x=0..1" },
    { "given text", "name", &text, AF_PARAM_STRING, AF_ARG_STRING, "name=\"Ann\"" },
    { "truth", "on", &truth, AF_PARAM_SCALAR, AF_ARG_INT, NULL },
    { "enumerator", "color", &color, AF_PARAM_SCALAR, AF_ARG_INT, NULL },
    { "character", "c", &letter, AF_PARAM_SCALAR, AF_ARG_INT, NULL },
    { "real", "x", &real, AF_PARAM_SCALAR, AF_ARG_FLOAT, NULL },
    { "integer", "n", &number, AF_PARAM_SCALAR, AF_ARG_INT, NULL },
    { "integer", "b", &byte, AF_PARAM_SCALAR, AF_ARG_INT, NULL },
    { "integer", "bare", &bare, AF_PARAM_SCALAR, AF_ARG_INT, NULL },
    { "text", "name", &text, AF_PARAM_STRING, AF_ARG_STRING, NULL },
    { "lines", "in", &file, AF_PARAM_STREAM, AF_ARG_STREAM, NULL },
    { "item", "item", &text, AF_PARAM_OPAQUE, AF_ARG_BUFFER, NULL },
    { "zeros", "data", &text, AF_PARAM_OPAQUE, AF_ARG_BUFFER, NULL },
  };
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  AfRandom random;
  AfValues values;

  af_random_init (&random, 1);
  af_values_init (&values, repertoire, &random);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (AfGiven) given = rows[i].given ? af_given_read (rows[i].given, NULL) : NULL;
    AfParam param = { .kind = rows[i].param, .type = rows[i].type, .name = rows[i].name, .length = -1, .given = given };

    param.is_item = strcmp (rows[i].kind, "item") == 0;
    param.values = af_test_value_of (&param);
    ck_assert_str_eq (param.values->name, rows[i].kind);
    for (guint j = 0; j < 100; j++) {
      AfArg arg = { 0 };

      param.values->write (&values, &param, &arg);
      ck_assert_int_eq (arg.kind, rows[i].arg);
      ck_assert (rows[i].arg != AF_ARG_INT || !af_type_is_integer (param.type)
                 || (arg.integer >= af_type_min (param.type) && arg.integer <= af_type_max (param.type)));
      ck_assert (rows[i].type != &color || arg.integer == 2 || arg.integer == 3 || arg.integer == 5);
      g_clear_pointer (&arg.bytes, g_bytes_unref);
    }
  }
  for (guint k = 0; af_test_value (k) != NULL; k++) {
    gboolean is_tested = FALSE;

    for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
      is_tested |= strcmp (rows[i].kind, af_test_value (k)->name) == 0;
    ck_assert_msg (is_tested, "kind '%s' has no row in this test", af_test_value (k)->name);
  }
  af_values_clear (&values);
}
END_TEST

/* Seven of eight are given, by their weights. */
START_TEST (given_values_have_their_weights)
{
  static const AfType number = { .kind = AF_TYPE_INT, .bits = 32, .is_signed = TRUE };
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  g_autoptr (AfGiven) given = af_given_read ("n=70001..70002*3, -90001", NULL);
  AfParam param = { .kind = AF_PARAM_SCALAR, .type = &number, .name = "n", .length = -1, .given = given };
  guint n_range = 0, n_single = 0;
  AfRandom random;
  AfValues values;

  af_random_init (&random, 1);
  af_values_init (&values, repertoire, &random);
  param.values = af_test_value_of (&param);
  for (guint i = 0; i < 3200; i++) {
    AfArg arg = { 0 };

    param.values->write (&values, &param, &arg);
    n_range += arg.integer == 70001 || arg.integer == 70002;
    n_single += arg.integer == -90001;
  }
  ck_assert_msg (n_range > 1950 && n_range < 2250, "%u", n_range);
  ck_assert_msg (n_single > 600 && n_single < 800, "%u", n_single);
  af_values_clear (&values);
}
END_TEST

START_TEST (factories_make_half_of_the_objects)
{
  g_autoptr (AfModule) module = box_module_with_more ();
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  guint by_factory = 0, by_other = 0;

  for (guint i = 0; i < repertoire->targets->len; i++)
    ck_assert_str_ne (((const AfCallable *)repertoire->targets->pdata[i])->routine->name, "box_of_three");
  for (guint i = 0; i < 200; i++) {
    g_autoptr (AfTest) test = af_script_new (repertoire, i, target_of (repertoire, "box_put"));
    guint first = ((const AfCall *)test->calls->pdata[0])->thunk;

    by_factory += first == thunk_of (module, "box_of_three");
    by_other += first == thunk_of (module, "box_new");
  }
  ck_assert_uint_gt (by_factory, by_other);
  ck_assert_uint_gt (by_other, 20);
}
END_TEST

/* box_new, then as many box_put as @n, the last with @value. */
static AfTest *puts_of (const AfModule *module, guint n, gint64 value)
{
  AfTest *test = af_test_new ();

  add_call (test, thunk_of (module, "box_new"), TRUE, 0);
  for (guint i = 0; i < n; i++) {
    AfCall *call = add_call (test, thunk_of (module, "box_put"), FALSE, 2);

    set_variable (call, 0, 0);
    call->args[1].integer = i + 1 == n ? value : 1;
  }
  return test;
}

START_TEST (distance_grows_with_what_differs)
{
  g_autoptr (AfModule) module = box_module ();
  g_autoptr (AfTest) two = puts_of (module, 2, 3), again = puts_of (module, 2, 3), large = puts_of (module, 2, 900);
  g_autoptr (AfTest) five = puts_of (module, 5, 3), both = puts_of (module, 5, 900);
  g_autoptr (GPtrArray) others = g_ptr_array_new ();

  ck_assert_uint_eq (af_test_distance (two, again), 0);
  ck_assert_uint_eq (af_test_distance (two, large), 2);
  ck_assert_uint_eq (af_test_distance (two, five), 3);
  ck_assert_uint_eq (af_test_distance (five, two), 3);
  ck_assert_uint_eq (af_test_distance (two, both), 5);
  ck_assert_uint_eq (af_test_distance_from (two, others), G_MAXUINT);
  g_ptr_array_add (others, both);
  g_ptr_array_add (others, large);
  ck_assert_uint_eq (af_test_distance_from (two, others), 2);
}
END_TEST

/* What one box has given is handed over with that box: box_drop (b, p) after p = box_pin (b) alone. */
START_TEST (what_an_object_gives_goes_with_it)
{
  g_autoptr (AfModule) module = box_module ();
  AfType *box = ((const AfVariable *)af_module_routine (module, "box_put")->variables->pdata[0])->type;
  AfType *pin = add_pointer (module, "Pin *", add_record (module, "Pin", FALSE), FALSE);
  AfType *none = af_module_routine (module, "box_free")->result;
  add_routine (module, "box_pin", pin, TRUE, 1, "box", box);
  add_routine (module, "box_next_pin", pin, TRUE, 1, "pin", pin);
  add_routine (module, "box_drop", none, FALSE, 2, "box", box, "pin", pin);
  g_autoptr (AfRepertoire) repertoire = af_repertoire_new (module);
  const AfCallable *drop = target_of (repertoire, "box_drop");
  guint n = 0;

  for (guint i = 0; i < 400; i++) {
    g_autoptr (AfTest) test = af_script_new (repertoire, i, drop);
    guint owners[AF_MAX_CALLS];

    memset (owners, 0xff, sizeof owners);
    for (guint j = 0; j < test->calls->len; j++) {
      const AfCall *call = test->calls->pdata[j];
      const AfCallable *callable = af_repertoire_callable (repertoire, call->thunk);
      gboolean is_given = call->n_args > 0 && call->args[0].kind == AF_ARG_VARIABLE;

      if (callable->made == pin->target && is_given)
        owners[call->result] =
          callable->routine->n_params > 0 && ((const AfVariable *)callable->routine->variables->pdata[0])->type == pin
            ? owners[call->args[0].index]
            : call->args[0].index;
      /* what no box has given, as a next one of none, goes with any */
      if (callable != drop || !is_given || call->args[1].kind != AF_ARG_VARIABLE
          || owners[call->args[1].index] == G_MAXUINT)
        continue;
      ck_assert_uint_eq (owners[call->args[1].index], call->args[0].index);
      n++;
    }
  }
  ck_assert_uint_gt (n, 200);
}
END_TEST

int main (void)
{
  Suite *suite = suite_create ("script");
  TCase *tcase = tcase_create ("script");
  SRunner *runner = srunner_create (suite);
  int failed;

  tcase_add_test (tcase, repertoire_knows_what_it_can_call);
  tcase_add_test (tcase, kinds_of_values);
  tcase_add_test (tcase, given_values_have_their_weights);
  tcase_add_test (tcase, streams_are_passed);
  tcase_add_test (tcase, constants_of_the_module_are_passed);
  tcase_add_test (tcase, factories_make_half_of_the_objects);
  tcase_add_test (tcase, distance_grows_with_what_differs);
  tcase_add_test (tcase, same_seed_same_script);
  tcase_add_test (tcase, arguments_fit);
  tcase_add_test (tcase, variations_fit);
  tcase_add_test (tcase, what_covers_more_is_news);
  tcase_add_test (tcase, derived_values_go_stale);
  tcase_add_test (tcase, consumed_objects_are_gone);
  tcase_add_test (tcase, derived_test_is_the_projection);
  tcase_add_test (tcase, derived_test_parts_the_last_repetition);
  tcase_add_test (tcase, held_out_scripts_differ_from_focus);
  tcase_add_test (tcase, what_an_object_gives_goes_with_it);
  suite_add_tcase (suite, tcase);
  srunner_run_all (runner, CK_NORMAL);
  failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
