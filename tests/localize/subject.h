/* Hand-made modules for the tests of localisation. */
#pragma once

#include <check.h>

#include "localize/localize-internal.h"

static inline AfType *make_number (AfModule *module, AfTypeKind kind, const char *spelling, guint bits,
                                   gboolean is_signed)
{
  AfType *type = af_type_new (kind, spelling);
  type->id = module->types->len;
  type->bits = bits;
  type->is_signed = is_signed;
  g_ptr_array_add (module->types, type);
  return type;
}

static inline AfType *make_pointer (AfModule *module, const char *spelling, AfType *target)
{
  AfType *type = make_number (module, AF_TYPE_POINTER, spelling, 64, FALSE);
  type->target = target;
  return type;
}

static inline AfRoutine *make_routine (AfModule *module, const char *name)
{
  AfRoutine *routine = af_routine_new (module->routines->len, name);
  g_ptr_array_add (module->routines, routine);
  g_hash_table_insert (module->by_name, routine->name, routine);
  return routine;
}

/* A location after all others; edges are added with make_edge. */
static inline AfLocation *make_location (AfRoutine *routine, AfLocationKind kind, AfExpr *expr)
{
  AfLocation *location = af_location_new (routine->locations->len, kind);
  location->expr = expr;
  g_ptr_array_add (routine->locations, location);
  return location;
}

static inline void make_edge (AfRoutine *routine, guint from, guint to)
{
  AfLocation *location = routine->locations->pdata[from];
  g_array_append_val (location->next, to);
}

/* Builders that take over their arguments. */
static inline AfExpr *bin (AfExpr *left, AfOp op, AfExpr *right)
{
  AfExpr *e = af_expr_binary (op, left, right);
  af_expr_unref (left);
  af_expr_unref (right);
  return e;
}

static inline AfExpr *un (AfOp op, AfExpr *arg)
{
  AfExpr *e = af_expr_unary (op, arg);
  af_expr_unref (arg);
  return e;
}

static inline AfExpr *field (AfExpr *object, const char *name, AfType *type)
{
  AfExpr *e = af_expr_field (object, name, type);
  af_expr_unref (object);
  return e;
}

static inline AfExpr *assign (AfExpr *target, AfExpr *value)
{
  AfExpr *e = af_expr_assign (target, value);
  af_expr_unref (target);
  af_expr_unref (value);
  return e;
}

static inline AfExpr *call1 (AfType *type, const char *name, AfExpr *arg)
{
  AfExpr *e = af_expr_call (type, name, &arg, 1, TRUE);
  af_expr_unref (arg);
  return e;
}

static inline AfExpr *implies (AfType *type, AfExpr *a, AfExpr *b)
{
  AfExpr *args[2] = { a, b };
  AfExpr *e = af_expr_new (AF_EXPR_IMPLIES, type, NULL, args, 2);
  af_expr_unref (a);
  af_expr_unref (b);
  return e;
}

static inline int compare_text (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *)a, *(const char *const *)b);
}

/* Runs one suite of tests; the exit status of the program. */
static inline int run_suite (Suite *suite)
{
  SRunner *runner = srunner_create (suite);
  srunner_run_all (runner, CK_NORMAL);
  int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? 1 : 0;
}

/* "a; b; c" of the texts, sorted. */
static inline char *texts_of (const GPtrArray *exprs)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  for (guint i = 0; i < exprs->len; i++)
    g_ptr_array_add (texts, ((AfExpr *)exprs->pdata[i])->text);
  g_ptr_array_sort (texts, compare_text);
  g_ptr_array_add (texts, NULL);
  return g_strjoinv ("; ", (char **)texts->pdata);
}

static inline char *predicate_texts (const GPtrArray *predicates)
{
  g_autoptr (GPtrArray) exprs = g_ptr_array_new ();
  for (guint i = 0; i < predicates->len; i++)
    g_ptr_array_add (exprs, ((AfPredicate *)predicates->pdata[i])->expr);
  return texts_of (exprs);
}
