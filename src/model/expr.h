/* Typed C expressions: immutable, reference-counted trees.
 *
 * In:  what the front end reads, or what localisation and synthesis build.
 * Out: trees with a canonical text, e.g. `idx > s->index`, that is valid C in the scope where the
 *      variables are visible.  Two expressions are the same when their canonical texts are.
 *
 * Parentheses and implicit casts are not nodes; the printer puts parentheses where C needs them.
 * Notation of src/README.md: sub(e), eprox. */
#pragma once

#include "model/source.h"
#include "model/type.h"

typedef struct AfExpr AfExpr;

typedef enum {
  AF_EXPR_INT,    /* integer, character or enumeration constant, folded sizeof: value; name = its spelling if not plain
                     decimal */
  AF_EXPR_BOOL,   /* true, false: value 0 or 1 */
  AF_EXPR_NULL,   /* NULL */
  AF_EXPR_FLOAT,  /* name holds the spelling */
  AF_EXPR_STRING, /* name holds the spelling with its quotes */
  AF_EXPR_VAR,    /* name; a local variable, parameter or global */
  AF_EXPR_FUNCTION,     /* name of a function used as a value */
  AF_EXPR_RESULT,       /* the returned value, in a postcondition */
  AF_EXPR_OLD,          /* args[0] at entry, in a postcondition */
  AF_EXPR_FIELD,        /* args[0].name or, if arrow, args[0]->name */
  AF_EXPR_INDEX,        /* args[0][args[1]] */
  AF_EXPR_DEREF,        /* *args[0] */
  AF_EXPR_ADDRESS,      /* &args[0] */
  AF_EXPR_UNARY,        /* op in NEG, NOT, COMPL, PLUS */
  AF_EXPR_BINARY,       /* op in ADD .. OR, COMMA */
  AF_EXPR_ASSIGN,       /* args[0] = args[1]; with op: compound; has an effect */
  AF_EXPR_STEP,         /* ++ or --; op ADD or SUB; is_prefix; has an effect */
  AF_EXPR_CONDITIONAL,  /* args[0] ? args[1] : args[2] */
  AF_EXPR_CALL,         /* name (args...); a direct call */
  AF_EXPR_CALL_POINTER, /* args[0] (args[1]...) */
  AF_EXPR_CAST,         /* (type) args[0] */
  AF_EXPR_IMPLIES,      /* IMPLIES (args[0], args[1]) */
  AF_EXPR_IFF,          /* IFF (args[0], args[1]) */
  AF_EXPR_FORALL,       /* FORALL (name, args[0], args[1], args[2]) */
  AF_EXPR_EXISTS,       /* EXISTS (name, args[0], args[1], args[2]) */
  AF_EXPR_READABLE,     /* READABLE (args[0], args[1]): elements at a pointer */
  AF_EXPR_WRITABLE,     /* WRITABLE (args[0], args[1]) */
  AF_EXPR_NODES,        /* NODES (args[0], name): the length of a chain; name is the link, "next" or "link.next" */
  AF_EXPR_REACHES,      /* REACHES (args[0], args[1], name): the second is on the chain from the first */
  AF_EXPR_FITS,         /* the signed arithmetic args[0] stays within its type; printed FITS (e) */
  AF_EXPR_OTHER         /* anything else; name holds the source text; taken as having an effect unless is_pure is set */
} AfExprKind;

typedef enum {
  AF_OP_NONE,
  AF_OP_MUL,
  AF_OP_DIV,
  AF_OP_MOD,
  AF_OP_ADD,
  AF_OP_SUB,
  AF_OP_SHL,
  AF_OP_SHR,
  AF_OP_LT,
  AF_OP_LE,
  AF_OP_GT,
  AF_OP_GE,
  AF_OP_EQ,
  AF_OP_NE,
  AF_OP_BIT_AND,
  AF_OP_BIT_XOR,
  AF_OP_BIT_OR,
  AF_OP_AND,
  AF_OP_OR,
  AF_OP_COMMA,
  AF_OP_NEG,
  AF_OP_NOT,
  AF_OP_COMPL,
  AF_OP_PLUS
} AfOp;

/* What sizeof and its like say of an operand that is not evaluated. */
typedef enum {
  AF_TRAIT_NONE,
  AF_TRAIT_SIZE,     /* sizeof */
  AF_TRAIT_ALIGNMENT /* _Alignof, __alignof__ */
} AfTypeTrait;

struct AfExpr {
  AfExprKind kind;
  AfOp op;
  AfType *type; /* never null for what the front end reads; null only in hand-made tests */
  char *name;
  gint64 value;
  gboolean arrow;
  gboolean is_prefix;
  gboolean is_pure;   /* evaluating it changes nothing; for a call: the callee is a query (set by the contracts room) */
  gboolean is_lvalue; /* names an object that is not const */
  gboolean in_macro;  /* comes from a macro body: may be observed, not edited */
  gboolean writes;    /* AF_EXPR_OTHER: something in it assigns, steps or is assembler */
  guint variable_id;  /* AF_EXPR_VAR: AfVariable id within the routine, 0 for a global or unknown */
  AfRange range;      /* of this very occurrence in the user's text, with its own parentheses left out; or none */
  AfRange op_range;   /* of its operator there: of UNARY, BINARY, ASSIGN, STEP, DEREF and ADDRESS; `.` or `->` of FIELD,
                         `[`   of INDEX, the `(` before the arguments of a call.  None where a macro brings it */
  gboolean is_cut;    /* it is a part of what a macro's call stands for, which nothing holds together there */
  AfRange expansion;  /* the macro's call that this expression, which the macro's body made, is all of; none: it is no
                         such, or cannot be written in place of the call */
  AfTypeTrait trait;  /* INT, or OTHER where the value is computed: sizeof or _Alignof, name holds the spelling */
  AfExpr *operand;    /* their operand, never evaluated and no sub-expression; null where a type is written.  Of a
                         constant that is a macro's call: a call with the variables that it names, or null */
  AfExpr **args;
  guint n_args;
  char *text; /* canonical C text */
};

/* Constructors take ownership of nothing: children are referenced, strings copied.  @type may be null only
 * where it can be derived from the children (comparisons and logic are int, arithmetic takes the wider child). */
AfExpr *af_expr_new (AfExprKind kind, AfType *type, const char *name, AfExpr *const *args, guint n_args);
AfExpr *af_expr_int (AfType *type, gint64 value);
AfExpr *af_expr_var (AfType *type, const char *name, guint variable_id);
AfExpr *af_expr_field (AfExpr *record, const char *name, AfType *type); /* arrow iff @record is a pointer */
AfExpr *af_expr_unary (AfOp op, AfExpr *arg);
AfExpr *af_expr_binary (AfOp op, AfExpr *left, AfExpr *right);
AfExpr *af_expr_call (AfType *type, const char *function, AfExpr *const *args, guint n_args, gboolean is_pure);
AfExpr *af_expr_assign (AfExpr *target, AfExpr *value);
/* `sizeof *p` for an operand `*p`; its value is not known. */
AfExpr *af_expr_sizeof (AfType *type, AfExpr *operand);
/* Logical complement, simplified: !(a < b) is a >= b, !!a is a, !(p == NULL) is p != NULL. */
AfExpr *af_expr_not (AfExpr *arg);
/* The same of a state in which @arg is known, so that no number in it is not one: for floating-point numbers, too, the
 * contrary of a < b is a >= b. */
AfExpr *af_expr_contrary (AfExpr *arg);

AfExpr *af_expr_ref (AfExpr *expr);
void af_expr_unref (AfExpr *expr);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfExpr, af_expr_unref)

/* The front end finishes a node after it has set flags and range: computes text.  Constructors above do it themselves.
 */
void af_expr_finish (AfExpr *expr);

gboolean af_expr_equal (const AfExpr *a, const AfExpr *b);
/* Of floating-point type. */
gboolean af_expr_is_float (const AfExpr *expr);
/* A truth value: bool, comparison, logic, implication, quantifier, READABLE. */
gboolean af_expr_is_boolean (const AfExpr *expr);
/* No node in it has an effect. */
gboolean af_expr_is_pure (const AfExpr *expr);
/* Whether sizeof or _Alignof occurs in it. */
gboolean af_expr_has_trait (const AfExpr *expr);
/* Made of literals and named constants alone, as `1 | 512`: no state changes it. */
gboolean af_expr_is_constant (const AfExpr *expr);
/* sub(e): all distinct sub-expressions, e included (by canonical text; callee names and field names are no
 * sub-expressions). Of OLD (e): itself and sub(e).  Under a quantifier only what does not mention the bound variable.
 * Array of AfExpr, each referenced, parents first. */
GPtrArray *af_expr_sub (AfExpr *expr);
/* |sub(a) intersect sub(b)|. */
guint af_expr_eprox (AfExpr *a, AfExpr *b);
/* A copy in which each occurrence of @from (by text) is @to. */
AfExpr *af_expr_substitute (AfExpr *expr, const AfExpr *from, AfExpr *to);
/* The same for @n pairs at once: what is put in is not looked at again, so `a < b` with a, b for b, a is `b < a`.
 * A bound variable hides its name and is renamed where it would catch one that is put in; `(&x)->f` becomes `x.f`. */
AfExpr *af_expr_substitute_all (AfExpr *expr, AfExpr *const *from, AfExpr *const *to, guint n);
/* A copy in which each OLD (e) is e. */
AfExpr *af_expr_without_old (AfExpr *expr);
/* Whether RESULT occurs. */
gboolean af_expr_mentions_result (AfExpr *expr);
/* Calls @visit on every node, parents first; false from @visit skips the node's children. */
void af_expr_walk (AfExpr *expr, gboolean (*visit) (AfExpr *node, gpointer data), gpointer data);
/* Number of nodes. */
guint af_expr_size (const AfExpr *expr);
/* What stands under all casts around it; null for null. */
const AfExpr *af_expr_uncast (const AfExpr *expr);
/* NULL or 0, under any casts. */
gboolean af_expr_is_null (const AfExpr *expr);
/* Whether the variable @name occurs. */
gboolean af_expr_mentions (AfExpr *expr, const char *name);
/* Whether some variable of @expr occurs in @other, too. */
gboolean af_expr_shares_variable (AfExpr *expr, AfExpr *other);
/* Whether a field of the name is read in it, of whatever object. */
gboolean af_expr_mentions_field (AfExpr *expr, const char *name);
/* Whether some node of @whole, or all of it, is equal to @part. */
gboolean af_expr_contains (AfExpr *whole, const AfExpr *part);
/* Splits at top-level && : array of AfExpr, each referenced, at least one. */
GPtrArray *af_expr_conjuncts (AfExpr *expr);
/* Precedence level of C for the printer: 1 comma .. 16 primary. */
guint af_expr_precedence (const AfExpr *expr);
const char *af_op_spelling (AfOp op);
/* Multi-line tree with kinds and types, for dumps and golden tests; owned by the caller. */
char *af_expr_dump (const AfExpr *expr);
