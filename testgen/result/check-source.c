/* A fault's test as a program of its own, for the programmer's test suite.
 *
 * In:  a fault with its smallest failing test.
 * Out: C source with one Check test; the last call is the one that fails.
 *
 *     START_TEST (set_remove_postcondition)
 *     {
 *         Set *s = set_new();
 *
 *         set_add(s, 7);
 *         set_remove(s, 7);   // breaks: s->count == OLD (s->count) - 1
 *     }
 *     END_TEST
 *
 * In a plain build REQUIRE and CHECK stop the program by themselves.  Type invariants are asked by the test, where a
 * test can call them, and postconditions are asserted, where a test can write them (check-clause.c); where it cannot,
 * the program needs a build that checks contracts, and says so.  Memory faults need a sanitizer. */
#include <string.h>

#include "testgen/testgen-internal.h"
#include "util/process.h"

typedef struct {
  AfText text;
  const AfFault *fault;
  GString *out;         /* the body of the test */
  guint n_locals;       /* arrays and out parameters declared so far */
  GPtrArray *callbacks; /* of AfCallback, not owned: generated ones in use */
  gboolean asserts;     /* the violated postcondition, in any build */
} Program;

static char *local_name (Program *program, const char *stem)
{
  program->n_locals++;
  return program->n_locals == 1 ? g_strdup (stem) : g_strdup_printf ("%s%u", stem, program->n_locals);
}

/* The type in front of a declared name. */
static char *type_before_name (const AfType *type)
{
  return type->kind == AF_TYPE_ARRAY ? g_strdup_printf ("__typeof__(%s) ", type->spelling)
                                     : g_strconcat (type->spelling, af_text_gap (type), NULL);
}

/* Declares what @arg points to and gives the text to pass. */
static char *declare_buffer (Program *program, const AfType *type, const AfArg *arg)
{
  const AfType *element = type->kind == AF_TYPE_POINTER ? type->target : type;
  gsize width = af_values_element_size (element);
  gsize size = g_bytes_get_size (arg->bytes);
  g_autofree char *name = NULL, *before = type_before_name (element);

  if (width == 0) {
    name = local_name (program, "memory");
    g_string_append_printf (program->out, "    unsigned char %s[%" G_GSIZE_FORMAT "] = {", name, MAX (size, 1));
    af_text_put_bytes (program->out, arg->bytes);
    g_string_append (program->out, "};\n");
    return g_steal_pointer (&name);
  }
  if (size == width) {
    name = local_name (program, "value");
    g_string_append_printf (program->out, "    %s%s = ", before, name);
    af_text_put_elements (program->out, element, arg->bytes);
    g_string_append (program->out, ";\n");
    return g_strdup_printf ("&%s", name);
  }
  name = local_name (program, "values");
  g_string_append_printf (program->out, "    %s%s[%" G_GSIZE_FORMAT "] = {", before, name, MAX (size / width, 1));
  if (size < width)
    g_string_append_c (program->out, '0');
  af_text_put_elements (program->out, element, arg->bytes);
  g_string_append (program->out, "};\n");
  return g_steal_pointer (&name);
}

/* The same of an array of texts. */
static char *declare_texts (Program *program, const AfType *type, const AfArg *arg)
{
  const AfType *element = type->target;
  char *name = local_name (program, "texts");
  guint n = af_texts_count (arg) + (af_texts_are_ended (arg) ? 1 : 0);

  g_string_append_printf (program->out, "    %s%s%s[%u] = {", element->spelling, af_text_gap (element), name,
                          MAX (n, 1));
  g_string_append (program->out, n == 0 ? "NULL" : "");
  af_text_put_texts (program->out, arg);
  g_string_append (program->out, "};\n");
  return name;
}

/* The program needs the tool's own function that @arg may be. */
static void use_callback (Program *program, const AfArg *arg)
{
  gpointer callback = arg->kind == AF_ARG_FUNCTION ? program->text.callbacks->pdata[arg->index] : NULL;

  if (callback != NULL && ((AfCallback *)callback)->kind != AF_CALLBACK_OF_MODULE
      && !g_ptr_array_find (program->callbacks, callback, NULL))
    g_ptr_array_add (program->callbacks, callback);
}

/* Text of an argument; what needs a declaration is declared on the way. */
static char *argument (Program *program, const AfType *type, const AfArg *arg)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (arg->kind == AF_ARG_BUFFER)
    return declare_buffer (program, type, arg);
  if (arg->kind == AF_ARG_TEXTS)
    return declare_texts (program, type, arg);
  if (arg->kind == AF_ARG_STRING && arg->step == 0 && type->kind == AF_TYPE_POINTER && !type->is_const) {
    g_autofree char *name = local_name (program, "text");

    g_string_append_printf (program->out, "    char %s[] = ", name);
    af_text_put_string (program->out, arg->bytes);
    g_string_append (program->out, ";\n");
    return g_steal_pointer (&name);
  }
  use_callback (program, arg);
  af_text_put_arg (out, &program->text, type, arg);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void put_factory (Program *program, const AfCall *call)
{
  const AfType *record = af_text_result (&program->text, call->thunk);
  const char *name = af_text_name (&program->text, call->result);

  if (name == NULL)
    return;
  g_string_append_printf (program->out, "    %s%s%s = ", record->spelling, af_text_gap (record), name);
  for (guint i = 0; i < call->n_args; i++)
    use_callback (program, &call->args[i]);
  af_text_put_fields (program->out, &program->text, record, call);
  g_string_append (program->out, ";\n");
}

/* The words of a comment must not end it, nor by a line that a backslash, or the trigraph for one, goes on with. */
static char *for_comment (const char *words)
{
  GString *out = g_string_new (NULL);

  for (const char *at = words; *at != '\0'; at++) {
    g_string_append_c (out, *at);
    if (*at == '*' && (at[1] == '/' || at[1] == '\\' || at[1] == '?'))
      g_string_append_c (out, ' ');
  }
  return g_string_free (out, FALSE);
}

/* What OLD (e) of the clause is before the call: the names of variables that remember it. */
static GPtrArray *put_olds (Program *program, const AfRoutine *called, char *const *arguments, const GPtrArray *olds)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < olds->len; i++) {
    AfExpr *inner = ((AfExpr *)olds->pdata[i])->args[0];
    g_autofree char *value = af_check_clause_text (inner, called, arguments, NULL, NULL, NULL);
    char *name = i == 0 ? g_strdup ("before") : g_strdup_printf ("before%u", i + 1);

    g_string_append_printf (program->out, "    %s%s%s = %s;\n", inner->type->spelling, af_text_gap (inner->type), name,
                            value);
    g_ptr_array_add (names, name);
  }
  return names;
}

static gboolean visit_result (AfExpr *node, gpointer found)
{
  *(gboolean *)found |= node->kind == AF_EXPR_RESULT;
  return TRUE;
}

/* The failing call with the postcondition that it breaks, which a plain build does not check. */
static void put_asserted_call (Program *program, const AfRoutine *routine, char *const *arguments, const char *name,
                               const GPtrArray *olds)
{
  AfExpr *expr = program->fault->clause->expr;
  g_autoptr (GPtrArray) names = put_olds (program, routine, arguments, olds);
  g_autofree char *list = g_strjoinv (", ", (char **)arguments);
  g_autofree char *condition = NULL;
  gboolean has_result = FALSE;

  af_expr_walk (expr, visit_result, &has_result);
  if (has_result && name == NULL)
    name = "result";
  condition = af_check_clause_text (expr, routine, arguments, name, olds, names);
  g_string_append (program->out, "    ");
  if (name != NULL)
    g_string_append_printf (program->out, "%s%s%s = ", routine->result->spelling, af_text_gap (routine->result), name);
  g_string_append_printf (program->out, "%s(%s);\n\n    ck_assert(%s);\n", routine->name, list, condition);
  program->asserts = TRUE;
}

/* The call, in a loop where it is repeated. */
static void put_plain_call (Program *program, const AfRoutine *routine, const AfCall *call, const char *arguments,
                            const char *name)
{
  GString *out = program->out;

  g_string_append (out, "    ");
  if (name != NULL)
    g_string_append_printf (out, "%s%s%s", routine->result->spelling, af_text_gap (routine->result), name);
  if (call->times > 1)
    g_string_append_printf (out, "%sfor (int turn = 0; turn < %u; turn++)\n        %s", name != NULL ? ";\n    " : "",
                            call->times, name != NULL ? name : "");
  g_string_append_printf (out, "%s%s(%s);\n", name != NULL ? " = " : "", routine->name, arguments);
}

/* Adds the texts of all arguments, then null; what points into another one comes when that one has its name. */
static void put_arguments (Program *program, const AfCall *call, GPtrArray *arguments)
{
  for (guint i = 0; i < call->n_args; i++) {
    const AfType *type = af_text_param (&program->text, call->thunk, i);
    gboolean is_end = call->args[i].kind == AF_ARG_END;
    g_ptr_array_add (arguments, is_end ? NULL : argument (program, type, &call->args[i]));
  }
  for (guint i = 0; i < call->n_args; i++)
    if (call->args[i].kind == AF_ARG_END)
      arguments->pdata[i] = g_strdup_printf ("%s + %" G_GINT64_FORMAT, (char *)arguments->pdata[call->args[i].index],
                                             call->args[i].integer);
  g_ptr_array_add (arguments, NULL);
}

static void put_call (Program *program, const AfCall *call, gboolean fails)
{
  const AfRoutine *routine = af_text_routine (&program->text, call->thunk);
  const char *name = af_text_name (&program->text, call->result);
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = NULL;

  if (routine == NULL) {
    put_factory (program, call);
    return;
  }
  put_arguments (program, call, arguments);
  list = g_strjoinv (", ", (char **)arguments->pdata);
  if (fails) {
    g_autoptr (GPtrArray) olds = g_ptr_array_new ();
    g_autofree char *clause = for_comment (program->fault->clause->text);

    g_string_append_printf (program->out, "    /* breaks: %s */\n", clause);
    if (af_check_clause_fits (&program->text, program->fault, routine, olds)) {
      put_asserted_call (program, routine, (char *const *)arguments->pdata, name, olds);
      return;
    }
  }
  put_plain_call (program, routine, call, list, name);
}

/* An invariant function that tests can see is asked about each object that the last call took. */
static void put_invariants (Program *program, const AfCall *call)
{
  const AfRoutine *called = af_text_routine (&program->text, call->thunk);

  if (program->fault->clause->kind != AF_CLAUSE_INVARIANT || called == NULL || called->consumes >= 0)
    return;
  for (guint i = 0; i < call->n_args; i++) {
    const AfType *type = af_text_param (&program->text, call->thunk, i);
    const AfRoutine *invariant;

    if (!af_type_is_record_pointer (type) || !af_arg_is_variable (&call->args[i]))
      continue;
    invariant = af_module_invariant (program->text.module, type->target);
    if (invariant != NULL && invariant->is_public)
      g_string_append_printf (program->out, "    ck_assert(%s(%s%s));\n", invariant->name,
                              call->args[i].kind == AF_ARG_ADDRESS ? "&" : "",
                              af_text_name (&program->text, (int)call->args[i].index));
  }
}

static void put_body (Program *program)
{
  const GPtrArray *calls = program->fault->test->calls;

  for (guint i = 0; i < calls->len; i++)
    put_call (program, calls->pdata[i], i + 1 == calls->len);
  put_invariants (program, calls->pdata[calls->len - 1]);
}

/* What the fault is and how the program is built: words that other files have chosen, paths and flags among them. */
static char *words_of_head (const Program *program)
{
  GString *out = g_string_new (NULL);
  const AfModule *module = program->text.module;
  g_autofree char *title = af_fault_title (module, program->fault);
  const char *path = NULL;
  guint line = 0, column = 0;

  af_fault_position (module, program->fault, &path, &line, &column);
  g_string_append_printf (out, "%s: %s\n *     %s\n", program->fault->id, title, program->fault->clause->text);
  if (path != NULL)
    g_string_append_printf (out, " * at %s:%u\n", path, line);
  g_string_append_printf (
    out,
    " *\n * To build and run it in the folder where autofix was run, DIR being the folder of this file:\n"
    " *     cc -g -fsanitize=address,undefined -o %s DIR/%s.c",
    program->fault->id, program->fault->id);
  for (guint i = 0; i < module->sources->len; i++)
    af_shell_add_word (out, "", ((AfSource *)module->sources->pdata[i])->path);
  for (guint i = 0; i < module->headers->len; i++) {
    g_autofree char *folder = g_path_get_dirname (module->headers->pdata[i]);
    af_shell_add_word (out, "-I", folder);
  }
  for (guint i = 0; i < module->flags->len; i++)
    af_shell_add_word (out, "", module->flags->pdata[i]);
  /* the test does not free its objects, which is no fault of the module */
  g_string_append_printf (out, " $(pkg-config --cflags --libs check) && %s./%s\n",
                          program->fault->clause->kind == AF_CLAUSE_LEAK ? "" : "ASAN_OPTIONS=detect_leaks=0 ",
                          program->fault->id);
  g_string_append (out, " * with -I for the folder of autofix/contract.h.");
  if (program->fault->clause->kind == AF_CLAUSE_OPEN)
    g_string_append (
      out, "\n * It passes: without the sanitizers, `valgrind --track-fds=yes` names the file that stays open.");
  if (program->fault->clause->kind == AF_CLAUSE_POSTCONDITION && !program->asserts)
    g_string_append (
      out, "\n * The clause names something that no header declares: only a build that checks contracts fails "
           "(`autofix cc` for cc, then\n"
           " * `autofix cc --report`).");
  return g_string_free (out, FALSE);
}

static gboolean is_own_header (const AfModule *module, const char *name)
{
  g_autofree char *wanted = g_path_get_basename (name);

  for (guint i = 0; i < module->headers->len; i++) {
    g_autofree char *own = g_path_get_basename (module->headers->pdata[i]);
    if (g_str_equal (own, wanted))
      return TRUE;
  }
  return FALSE;
}

static void put_include (GString *out, const char *name)
{
  g_autofree char *line = g_strdup_printf ("#include <%s>\n", name);

  if (strstr (out->str, line) == NULL)
    g_string_append (out, line);
}

/* What stands in front of the module's own headers in its sources: they may need it, and not include it themselves. */
static void put_needed (GString *out, const AfModule *module)
{
  for (guint i = 0; i < module->sources->len; i++) {
    const GPtrArray *includes = ((const AfSource *)module->sources->pdata[i])->includes;
    guint n = includes->len;

    while (n > 0
           && (((const AfInclude *)includes->pdata[n - 1])->is_system
               || !is_own_header (module, ((const AfInclude *)includes->pdata[n - 1])->name)))
      n--;
    for (guint k = 0; k < n; k++) {
      const AfInclude *include = includes->pdata[k];
      if (include->is_system && include->is_direct)
        put_include (out, include->name);
    }
  }
}

static void put_head (GString *out, const Program *program)
{
  const AfModule *module = program->text.module;
  g_autofree char *words = words_of_head (program);
  g_autofree char *comment = for_comment (words);

  g_string_append_printf (out, "/* %s */\n", comment);
  g_string_append (out, "#include <limits.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdlib.h>\n");
  put_needed (out, module);
  if (strstr (program->out->str, "stream_of(") != NULL || strstr (program->out->str, "numbered(") != NULL) {
    put_include (out, "stdio.h");
    put_include (out, "string.h");
  }
  g_string_append (out, "\n#include <check.h>\n\n");
  for (guint i = 0; i < module->headers->len; i++) {
    g_autofree char *name = g_path_get_basename (module->headers->pdata[i]);

    g_string_append_printf (out, "#include \"%s\"\n", name);
  }
  if (program->asserts
      && (strstr (program->out->str, "IMPLIES(") != NULL || strstr (program->out->str, "IMPLIES (") != NULL
          || strstr (program->out->str, "IFF (") != NULL || strstr (program->out->str, "IFF(") != NULL))
    g_string_append (out, "#include <autofix/contract.h>\n");
  g_string_append_c (out, '\n');
}

/* What stands for a file in the tests (runtime/values/afrt-blocks.c), and a text of its own in each turn of a loop. */
static void put_helpers (GString *out, const Program *program)
{
  if (strstr (program->out->str, "stream_of(") != NULL)
    g_string_append (out, "static FILE *stream_of(const char *text)\n{\n"
                          "    FILE *stream = fmemopen(NULL, strlen(text) + 4096, \"w+\");\n\n"
                          "    fputs(text, stream);\n    rewind(stream);\n    return stream;\n}\n\n");
  if (strstr (program->out->str, "numbered(") != NULL)
    g_string_append (out, "static char *numbered(const char *text, int turn)\n{\n"
                          "    char *out = malloc(strlen(text) + 12);\n\n"
                          "    sprintf(out, \"%s%d\", text, turn);\n    return out;\n}\n\n");
}

static char *test_name (const AfFault *fault)
{
  char *name = g_strdup_printf ("%s_breaks_%s", fault->routine->name, af_clause_kind_name (fault->clause->kind));

  for (char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p))
      *p = '_';
  return name;
}

char *af_testgen_check_source (const AfModule *module, const AfFault *fault)
{
  g_autoptr (GString) body = g_string_new (NULL);
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GPtrArray) callbacks = g_ptr_array_new ();
  g_autofree char *name = test_name (fault);
  Program program = { .fault = fault, .out = body, .callbacks = callbacks };

  af_text_init (&program.text, module, fault->test);
  put_body (&program);
  put_head (out, &program);
  put_helpers (out, &program);
  for (guint i = 0; i < callbacks->len; i++)
    af_text_put_callback (out, callbacks->pdata[i]);
  g_string_append_printf (out, "START_TEST(%s)\n{\n%s}\nEND_TEST\n\n", name, body->str);
  g_string_append_printf (out,
                          "int main(void)\n{\n    Suite *suite = suite_create(\"%s\");\n"
                          "    TCase *tcase = tcase_create(\"%s\");\n"
                          "    SRunner *runner = srunner_create(suite);\n    int failed;\n\n"
                          "    tcase_add_test(tcase, %s);\n    suite_add_tcase(suite, tcase);\n"
                          "    srunner_run_all(runner, CK_NORMAL);\n    failed = srunner_ntests_failed(runner);\n"
                          "    srunner_free(runner);\n    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;\n}\n",
                          module->name, fault->id, name);
  af_text_clear (&program.text);
  return g_string_free (g_steal_pointer (&out), FALSE);
}
