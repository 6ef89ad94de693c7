/* A hand-made module for the tests of testgen/: boxes of numbers with a name and iterators.
 *
 *     Box *box_new (void);                               creator
 *     void box_free (Box *box);                          consumes
 *     void box_put (Box *box, int value);                REQUIRE (value >= 1); REQUIRE (value <= 12);
 *     bool box_fill (Box *box, const int *values, int n);  REQUIRE (READABLE (values, n));
 *     const char *box_name (const Box *box);             query
 *     void box_rename (Box *box, const char *name);
 *     BoxIter box_iter (const Box *box);                 query; BoxIter holds a Box *
 *     bool box_next (BoxIter *iter, int *value);
 *     void box_merge (Box *box, const Box *other);
 *     void box_log (Box *box, struct sink *sink);        no routine creates a sink
 *     int point_norm (Point p);                          Point has a factory */
#pragma once

#include "contracts/contracts.h"
#include "testgen/testgen-internal.h"

static inline AfType *add_type (AfModule *module, AfTypeKind kind, const char *spelling)
{
  AfType *type = af_type_new (kind, spelling);

  type->id = module->types->len;
  g_ptr_array_add (module->types, type);
  return type;
}

static inline AfType *add_pointer (AfModule *module, const char *spelling, AfType *target, gboolean is_const)
{
  AfType *type = add_type (module, AF_TYPE_POINTER, spelling);

  type->target = target;
  type->is_const = is_const;
  return type;
}

static inline AfType *add_record (AfModule *module, const char *name, gboolean is_complete)
{
  AfType *type = add_type (module, AF_TYPE_RECORD, name);

  g_free (type->tag);
  type->tag = g_strdup (name);
  type->is_complete = type->is_public = is_complete;
  if (type->fields == NULL)
    type->fields = g_ptr_array_new ();
  return type;
}

static inline AfRoutine *add_routine (AfModule *module, const char *name, AfType *result, gboolean is_query,
                                      guint n_params, ...)
{
  AfRoutine *routine = af_routine_new (module->routines->len, name);
  va_list params;

  routine->result = result;
  routine->is_public = TRUE;
  routine->is_query = is_query;
  routine->consumes = -1;
  routine->n_params = n_params;
  va_start (params, n_params);
  for (guint i = 0; i < n_params; i++) {
    const char *param = va_arg (params, const char *);
    AfVariable *variable = af_variable_new (i + 1, param, va_arg (params, AfType *));

    variable->is_param = TRUE;
    g_ptr_array_add (routine->variables, variable);
  }
  va_end (params);
  g_ptr_array_add (module->routines, routine);
  g_hash_table_insert (module->by_name, routine->name, routine);
  return routine;
}

/* Takes @expr over. */
static inline void add_precondition (AfModule *module, AfRoutine *routine, AfExpr *expr)
{
  AfClause *clause = af_clause_new (AF_CLAUSE_PRECONDITION, expr, (int)routine->id, -1, AF_RANGE_NONE);

  clause->id = module->clauses->len;
  g_ptr_array_add (module->clauses, clause);
  g_ptr_array_add (routine->clauses, clause);
  af_expr_unref (expr);
}

static inline void add_bound (AfModule *module, AfRoutine *routine, AfOp op, const char *param, AfType *type,
                              gint64 bound)
{
  g_autoptr (AfExpr) left = af_expr_var (type, param, 2);
  g_autoptr (AfExpr) right = af_expr_int (type, bound);

  add_precondition (module, routine, af_expr_binary (op, left, right));
}

static inline AfModule *box_module (void)
{
  AfModule *module = af_module_new ("box");
  AfType *none = add_type (module, AF_TYPE_VOID, "void");
  AfType *number = af_module_int_type (module);
  AfType *truth = af_module_bool_type (module);
  AfType *letter = add_type (module, AF_TYPE_INT, "char");
  AfType *text = add_pointer (module, "const char *", letter, TRUE);
  AfType *box = add_record (module, "Box", FALSE);
  AfType *box_p = add_pointer (module, "Box *", box, FALSE);
  AfType *box_c = add_pointer (module, "const Box *", box, TRUE);
  AfType *iter = add_record (module, "BoxIter", TRUE);
  AfType *point = add_record (module, "Point", TRUE);
  AfType *sink = add_record (module, "struct sink", FALSE);
  AfType *numbers = add_pointer (module, "const int *", number, TRUE);
  AfRoutine *routine;

  letter->bits = 8;
  letter->is_signed = letter->is_char = TRUE;
  af_type_add_field (iter, "box", box_c, FALSE, FALSE);
  af_type_add_field (point, "x", number, FALSE, FALSE);
  af_type_add_field (point, "y", number, FALSE, FALSE);
  add_routine (module, "box_new", box_p, FALSE, 0);
  routine = add_routine (module, "box_free", none, FALSE, 1, "box", box_p);
  routine->consumes = 0;
  routine = add_routine (module, "box_put", none, FALSE, 2, "box", box_p, "value", number);
  add_bound (module, routine, AF_OP_GE, "value", number, 1);
  add_bound (module, routine, AF_OP_LE, "value", number, 12);
  routine = add_routine (module, "box_fill", truth, FALSE, 3, "box", box_p, "values", numbers, "n", number);
  {
    g_autoptr (AfExpr) pointer = af_expr_var (numbers, "values", 2);
    g_autoptr (AfExpr) length = af_expr_var (number, "n", 3);
    AfExpr *args[] = { pointer, length };

    add_precondition (module, routine, af_expr_new (AF_EXPR_READABLE, truth, NULL, args, 2));
  }
  add_routine (module, "box_name", text, TRUE, 1, "box", box_c);
  add_routine (module, "box_rename", none, FALSE, 2, "box", box_p, "name", text);
  add_routine (module, "box_iter", iter, TRUE, 1, "box", box_c);
  add_routine (module, "box_next", truth, FALSE, 2, "iter", add_pointer (module, "BoxIter *", iter, FALSE), "value",
               add_pointer (module, "int *", number, FALSE));
  add_routine (module, "box_merge", none, FALSE, 2, "box", box_p, "other", box_c);
  add_routine (module, "box_log", none, FALSE, 2, "box", box_p, "sink",
               add_pointer (module, "struct sink *", sink, FALSE));
  add_routine (module, "point_norm", number, TRUE, 1, "p", point);
  return module;
}

static inline guint thunk_of (const AfModule *module, const char *name)
{
  return af_module_routine (module, name)->id;
}

/* A call with INT arguments, appended to @test. */
static inline AfCall *add_call (AfTest *test, guint thunk, gboolean has_result, guint n_args)
{
  AfCall *call = af_call_new (thunk, has_result ? (int)test->n_variables++ : -1, n_args);

  g_ptr_array_add (test->calls, call);
  return call;
}

static inline void set_variable (AfCall *call, guint arg, guint variable)
{
  call->args[arg].kind = AF_ARG_VARIABLE;
  call->args[arg].index = variable;
}
