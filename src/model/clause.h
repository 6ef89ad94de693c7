/* A clause: one conjunct of one contract, or an implicit contract of C at one expression. */
#pragma once

#include "model/expr.h"

typedef enum {
  AF_CLAUSE_PRECONDITION,
  AF_CLAUSE_POSTCONDITION,
  AF_CLAUSE_INVARIANT, /* of a type: expr is a call of the invariant function on `it` */
  AF_CLAUSE_CHECK,
  AF_CLAUSE_LOOP_INVARIANT,
  AF_CLAUSE_LOOP_VARIANT, /* expr is the integer that decreases */
  AF_CLAUSE_NULL,         /* implicit: p != NULL where *p, p->f, p[i] is evaluated */
  AF_CLAUSE_HEAP,         /* implicit: READABLE (p, 1), READABLE (p + i, 1): live and within its block */
  AF_CLAUSE_BOUNDS,       /* implicit: 0 <= i or i < n, of an array of known length */
  AF_CLAUSE_ARITH,        /* implicit: d != 0, FITS (a + b), shift count in range */
  AF_CLAUSE_CRASH,        /* backstop: a signal, an allocator report; expr is null */
  AF_CLAUSE_HANG,         /* backstop: the step budget or the deadline ran out; expr is null */
  AF_CLAUSE_SANDBOX,      /* backstop: a forbidden system call, exit () or abort () ; expr is null */
  AF_CLAUSE_LEAK,         /* backstop: a call lost memory that it or an earlier one allocated; expr is null */
  AF_CLAUSE_OPEN, /* backstop: a call lost a file that it or an earlier one opened; expr is null; only in modules
                   * that open files */
  AF_CLAUSE_TEST  /* a test of the project's own does not pass; expr is null, text says what it expects */
} AfClauseKind;

/* How the weaver checks an implicit clause before its expression is evaluated.  A guard takes a part of the expression
 * and gives it back, so nothing is evaluated twice. */
typedef enum {
  AF_GUARD_CLAUSE,      /* the clause is evaluated as it stands, and then the expression: works for any value */
  AF_GUARD_POINTER,     /* the pointer of *p and p->f */
  AF_GUARD_ELEMENT,     /* p[i] as a whole */
  AF_GUARD_LIMIT,       /* the second operand, from 0 up to a limit */
  AF_GUARD_ARGUMENT,    /* an argument of a library function: memory of a number of bytes */
  AF_GUARD_PREFIX,      /* one that is read up to what is looked for */
  AF_GUARD_RELEASE,     /* one that is freed */
  AF_GUARD_STRING,      /* one that is read up to the end of its string */
  AF_GUARD_STRING_COPY, /* a call of strcpy and the like as a whole */
  AF_GUARD_COPY,        /* a call of memcpy and the like as a whole */
  AF_GUARD_CALLEE,      /* the pointer of a call */
  AF_GUARD_HANDED,      /* that, and its argument, which is released */
  AF_GUARD_SIZE,        /* the length of an array that is declared */
  AF_GUARD_DIVISOR,
  AF_GUARD_QUOTIENT, /* with the divisor */
  AF_GUARD_OVERFLOW,
  AF_GUARD_SHIFTED /* with the number of bits */
} AfGuardKind;

/* A row of the table of implicit contracts, contracts/implicit.def: what C demands of one shape of expression. */
typedef struct {
  const char *name;     /* "DIVISOR" */
  AfClauseKind kind;    /* of its clauses */
  AfGuardKind guard;    /* how it is checked */
  const char *title;    /* of a fault, without the place: "arithmetic error" */
  const char *where;    /* for people: the expression, "a / d" */
  const char *contract; /* for people: what must hold, "d != 0" */
} AfImplicitRow;

typedef struct {
  guint id; /* index in module->clauses; what the runtime reports */
  AfClauseKind kind;
  AfExpr *expr; /* null for the backstops */
  char *text;   /* as people read it: `i <= s->count + 1`, "no crash" */
  int routine;  /* index of the routine it belongs to; for an invariant: of the invariant function; -1 none */
  int location; /* check, loop, implicit: location id within the routine; else -1 */
  AfExpr
    *subject; /* implicit: the expression in the routine's text that the weaver guards; not owned beyond a reference */
  const AfImplicitRow *row; /* implicit: what it is an instance of; else null */
  gboolean is_assumed;      /* a precondition that nobody wrote: holds for calls from tests alone */
  AfRange range;            /* of the conjunct, or of the subject */
} AfClause;

AfClause *af_clause_new (AfClauseKind kind, AfExpr *expr, int routine, int location, AfRange range);
void af_clause_free (AfClause *clause);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfClause, af_clause_free)

gboolean af_clause_is_implicit (const AfClause *clause);
/* "precondition", "null", ... : the word used in output and IDs. */
const char *af_clause_kind_name (AfClauseKind kind);
/* Scalar sub-expressions worth showing when the clause is violated, at most 6, largest first, no constants,
 * no truth values, no OLD: `i`, `s->count`.  Array of AfExpr, each referenced.  What a guard notes by itself (the
 * index, the divisor, the length) is the first, whatever it is.  For an implicit clause they are in the routine's scope
 * at the location, else in the scope of the contract. */
GPtrArray *af_clause_operands (const AfClause *clause);
