/* What the files of the front end share: the loader (one per module), the unit (one per source file), statements.
 *
 * A unit's text is the user's text with a declaration put after each `{` of a function (see frontend.h).  A *place* is
 * a range of the user's text, taken back from that text, with what is known about macros in it. */
#pragma once

#include <clang-c/Index.h>

#include "frontend/frontend.h"
#include "model/written-out.h"

/* --- RAII for libclang --- */

G_DEFINE_AUTO_CLEANUP_FREE_FUNC (CXIndex, clang_disposeIndex, NULL)
G_DEFINE_AUTO_CLEANUP_FREE_FUNC (CXTranslationUnit, clang_disposeTranslationUnit, NULL)

/* A copy; disposes of @string. */
char *af_clang_string (CXString string);
char *af_clang_name (CXCursor cursor);
/* Direct children: array of CXCursor, owned by the caller. */
GArray *af_clang_children (CXCursor cursor);
/* The i-th or the last of them; the null cursor if there is none. */
CXCursor af_clang_child (const GArray *children, guint i);
CXCursor af_clang_last (const GArray *children);
/* Spelling of the token at @location, in a macro's body if it comes from there; "" if there is none.  Owned by the
 * caller. */
char *af_clang_token (CXTranslationUnit tu, CXSourceLocation location);
/* For hash tables whose keys are CXCursor *. */
guint af_clang_hash (gconstpointer cursor);
gboolean af_clang_same (gconstpointer a, gconstpointer b);
/* The function that a call names, or the null cursor. */
CXCursor af_clang_callee (CXCursor call);
/* Whether a function is declared to never return. */
gboolean af_clang_is_noreturn (CXCursor function);
/* Sets what the routine's attributes say: is_always_inline, is_naked. */
void af_frontend_attributes (CXCursor function, AfRoutine *routine);
/* Value of a constant integer expression. */
gboolean af_clang_evaluate (CXCursor cursor, gint64 *value);

/* --- the loader and its units --- */

typedef struct {
  AfModule *module;
  const AfFrontendOptions *options;
  const AfModule *original;  /* of which this is a copy; or null */
  AfRange part;              /* of the source, outside of which errors do not count; empty: they count everywhere */
  gboolean as_built;         /* flags decide about NDEBUG */
  GHashTable *types;         /* key of frontend-types.c -> AfType, not owned */
  GHashTable *typedef_names; /* USR of a record or enum -> first typedef name of it */
  GHashTable *headers;       /* set of paths of the module's own headers */
  GHashTable *constants;     /* set of gint64, owned keys */
  GHashTable *declared_in_header;   /* name of a function that a header declares -> path of that */
  GHashTable *prototypes;           /* the same -> its place there (frontend-headers.c) */
  GHashTable *records, *typedefs;   /* key of a type, USR -> place of the definition, of the name in a header */
  GHashTable *own_records;          /* set of AfType: records that a source defines itself, not owned */
  GHashTable *queries, *invariants; /* sets of names of functions marked so in any declaration */
  GHashTable *hooks;                /* name -> failure hook, of frontend-hooks.c */
  GHashTable *nonnull; /* name of a function -> guint64: bit i, parameter i is never null; bit 63, the result */
} AfLoader;

typedef struct {
  guint offset; /* in the user's text */
  guint length;
  guint before; /* sum of the lengths of earlier ones */
} AfInsert;

typedef struct {
  AfLoader *loader;
  CXTranslationUnit tu; /* not owned */
  CXFile file;
  int source_index;
  const AfSource *source;
  GArray *inserts;    /* of AfInsert, sorted */
  GArray *expansions; /* of AfRange: macro expansions in the user's text, sorted by start */
  GHashTable *closed; /* set of offsets: macro calls that stand for an expression, whatever is around them */
  GHashTable *open;   /* offset of a macro call -> how weakly what it stands for is held together, see below */
  GHashTable *voided; /* set of offsets: hooks that the program has taken away, assert () where it defines NDEBUG */
  GArray *reach;      /* of guint, for each expansion: the largest end up to it */
  /* While a routine is built: */
  AfRoutine *routine;
  GHashTable *variables;     /* CXCursor -> AfVariable, not owned */
  gboolean has_macro_braces; /* its body is what stands between two braces of which a macro brought one or both */
  AfRange macro;             /* the expansion whose body is being read, or none */
  AfRange expanded;          /* the closed one that an expression around the one being read is all of, or none */
} AfUnit;

void af_unit_init (AfUnit *unit, AfLoader *loader, int source_index, GArray *inserts);
void af_unit_clear (AfUnit *unit);
/* The same source, to note facts about it. */
AfSource *af_unit_source (const AfUnit *unit);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AfUnit, af_unit_clear)
/* Takes the parsed text. */
void af_unit_set_tu (AfUnit *unit, CXTranslationUnit tu);
/* Macros as they are defined at the end of a unit. */
typedef struct {
  CXTranslationUnit tu;
  GHashTable *with_params, *without; /* name -> CXCursor, owned */
  const GHashTable *hooks;           /* AfLoader.hooks */
} AfMacroTable;

gboolean af_macro_takes_arguments (CXTranslationUnit tu, CXCursor definition);
/* Takes a definition into the table. */
void af_macro_note (const AfMacroTable *table, CXCursor definition);
/* The last one of that name, owned by the table; null: there is none. */
const CXCursor *af_macro_named (const AfMacroTable *table, const char *name);
/* The tokens after a macro's name and parameters, without comments: array of char *, and which of them are names, of
 * gboolean (nullable).  Owned by the caller. */
GPtrArray *af_macro_tokens (CXTranslationUnit tu, CXCursor definition, GArray *is_name);
/* Whether what the macro stands for is one expression, which nothing around a call of it takes apart, and can be
 * written without any macro (expressions/frontend-expansions.c). */
gboolean af_macro_is_closed (const AfMacroTable *table, CXCursor definition);
/* Of the operators between operands that stand in it without parentheses, as in `a + b`, the one that holds least: 1
 * for a comma and more for others; 0: there is none. */
int af_macro_openness (const AfMacroTable *table, CXCursor definition);
/* Finds the macro expansions of the unit's text, and adds those that quote an argument to @quoted, of AfRange; null:
 * not asked for. */
void af_unit_read_macros (AfUnit *unit, GArray *quoted);
gboolean af_unit_is_main_file (const AfUnit *unit, CXSourceLocation location);

/* Flags for libclang: array of char *, owned by the caller. */
GPtrArray *af_compiler_args (const AfLoader *loader);
/* Parses @text as if it were that of the unit's source; @more: options of libclang's. */
CXTranslationUnit af_parse (CXIndex index, const AfUnit *unit, const char *text, const GPtrArray *args, unsigned more,
                            GError **error);

/* --- places --- */

typedef struct {
  AfRange range;        /* none: not in this file */
  gboolean in_macro;    /* from a macro's body: the range is that of the expansion, or is no complete piece of text */
  gboolean whole_macro; /* begins in a macro's body and covers the expansion exactly */
} AfPlace;

/* Offset in the user's text; false when the location is in another file. */
gboolean af_place_offset (const AfUnit *unit, CXSourceLocation location, guint *offset);
/* Whether the token comes from a macro's body (and not from the file or from a macro's argument). */
gboolean af_place_from_body (CXSourceLocation location);
AfPlace af_place_of (const AfUnit *unit, CXCursor cursor);
/* Whether @range lies strictly inside of a macro call. */
gboolean af_place_inside_macro (const AfUnit *unit, AfRange range);
/* Where the longest macro call from @start on ends, where the first that goes up to @end starts; 0 if there is none. */
guint af_place_expansion_end (const AfUnit *unit, guint start);
guint af_place_expansion_start (const AfUnit *unit, guint end);
/* The smallest macro call around @range, or @range itself. */
AfRange af_place_enclosing (const AfUnit *unit, AfRange range);
char *af_text_slice (const AfUnit *unit, AfRange range);
/* Place of the word @name that begins at @location; none where the file has something else there. */
AfRange af_place_of_word (const AfUnit *unit, CXSourceLocation location, const char *name);
/* int f (a, b) int a, b; { ... }: whether parameters are declared after the parenthesis. */
gboolean af_place_is_old_style (const AfUnit *unit, CXCursor function);

/* --- declarations in headers --- */

/* Where the header at @path has the declaration @cursor; null where a macro's body brings it. */
gpointer af_header_place_new (const char *path, CXCursor cursor);
void af_header_place_free (gpointer place);
/* Path of the header that holds @declaration; null in the main file, in system headers and in contract.h.  Owned by the
 * caller. */
char *af_header_of (CXCursor declaration);
/* Sets `declared` of routines and types, when all headers of the module are known. */
void af_frontend_headers (AfLoader *loader);
/* Where no header declares any routine: makes those public that others can call, and the records that they need for
 * that. */
void af_frontend_publish (AfLoader *loader);

/* --- types and expressions --- */

AfType *af_frontend_type (AfLoader *loader, CXType type);
AfExpr *af_frontend_expr (AfUnit *unit, CXCursor cursor);
/* Inner expression without parentheses and implicit casts. */
CXCursor af_frontend_strip (CXCursor cursor);
/* "REQUIRE" for a call of a contract's marker that stands as a statement; else null.  @is_hook (nullable): not a macro
 * of contract.h but a failure hook. */
const char *af_frontend_contract_macro (CXCursor cursor, gboolean *is_hook);
void af_loader_add_constant (AfLoader *loader, gint64 value);
/* Counts the file among the module's own headers. */
void af_loader_add_header (AfLoader *loader, const char *path);

/* --- failure hooks --- */

/* What the second pass puts in front of a hook's name. */
#define AF_HOOK_PREFIX "afx__fe_"

typedef enum {
  AF_HOOK_CHECK,        /* its condition holds here */
  AF_HOOK_PRECONDITION, /* the caller sees to its condition */
  AF_HOOK_FAILURE       /* ends the program */
} AfHookKind;

/* Sets loader->hooks and module->hooks, to those of hooks.def and @rows (as in AfModule.hooks; null: of .autofix.conf);
 * none in a program that is read as it is built.  False with AF_ERROR_USAGE for a broken .autofix.conf. */
gboolean af_hooks_init (AfLoader *loader, const GPtrArray *rows, GError **error);
/* Adds a macro of the module's own that states something by a hook, and does nothing else, until it is forgotten:
 * `CHECK ( x ) do { assert ( x ) ; } while ( 0 )`.  @definition: its tokens with blanks between them.  That hook, owned
 * by @loader; null: the macro does something else, or is a hook itself. */
const char *af_hooks_learn (AfLoader *loader, const char *definition);
/* Null: all that were learnt. */
void af_hooks_forget (AfLoader *loader, const char *name);
/* Text of the header that defines hooks as calls of markers; owned by the caller. */
char *af_hooks_header (const AfLoader *loader);
/* Adds the places of hooks between @start and @end, and what is to be put there. */
void af_hooks_find (const AfUnit *unit, guint start, guint end, GArray *inserts, GPtrArray *texts);
/* Whether a statement does nothing but call functions, the last of which is a failure. */
gboolean af_hooks_always_fails (const AfUnit *unit, CXCursor statement);

/* Learns the attributes nonnull and returns_nonnull of a declaration. */
void af_nonnull_learn (AfUnit *unit, CXCursor function);
/* Adds the contracts that they are to unit->routine: REQUIRE (p != NULL), ENSURE (RESULT != NULL). */
void af_nonnull_add (AfUnit *unit);

/* --- statements --- */

typedef enum {
  AF_STMT_SIMPLE,   /* `location` or nothing at all */
  AF_STMT_SEQUENCE, /* items */
  AF_STMT_RETURN,
  AF_STMT_BREAK,
  AF_STMT_CONTINUE,
  AF_STMT_GOTO,     /* label; null for `goto *p`, which goes to one of `targets` */
  AF_STMT_ASM_GOTO, /* goes on, or to any of `targets` */
  AF_STMT_IF,       /* location ? body : other */
  AF_STMT_WHILE,
  AF_STMT_DO,
  AF_STMT_FOR, /* init; location; step */
  AF_STMT_SWITCH,
  AF_STMT_CASE, /* body; is_default */
  AF_STMT_LABEL /* label: body */
} AfStmtKind;

typedef struct AfStmt AfStmt;
struct AfStmt {
  AfStmtKind kind;
  int location, init, step; /* location ids; -1 none */
  AfStmt *body, *other;
  GPtrArray *items;
  char *label;
  GPtrArray *targets; /* of char *: labels that may be meant */
  gboolean is_default;
  gboolean has_value; /* a case label: low and high are known */
  gint64 low, high;
  gboolean stops; /* control does not go on: a call of a noreturn function */
  gboolean has_label;
};

AfStmt *af_stmt_new (AfStmtKind kind);
void af_stmt_free (AfStmt *stmt);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfStmt, af_stmt_free)

/* Reads the body: creates variables, locations and contract calls of unit->routine, and sets is_read.  Null with
 * routine->skipped set when something in it cannot be handled. */
AfStmt *af_frontend_body (AfUnit *unit, CXCursor body);
/* Takes back what was read: the routine is left with its signature, and skipped. */
void af_frontend_forget (AfRoutine *routine, const char *reason);
/* Fills AfLocation.next. */
void af_frontend_cfg (AfRoutine *routine, const AfStmt *body);
/* Fills AfLocation.scope. */
void af_frontend_scopes (AfRoutine *routine, gboolean trusts_calls);

/* --- routines --- */

/* Places after the opening braces of functions with a result, and the text with what is put there; @has_hooks: more
 * than declarations of the result. */
char *af_frontend_instrument (AfUnit *unit, GArray *inserts, gboolean *has_hooks);
/* Of the functions that the unit defines, from brace to brace, where the file has both: array of AfRange, owned by the
 * caller. */
GArray *af_frontend_bodies (AfUnit *unit);
/* What is written in place of macro calls that stand for statements: array of AfWriting, owned by the caller; null:
 * there are none. */
GArray *af_frontend_writings (AfUnit *unit);
/* Learns typedefs, headers, markers and constants of a parsed file, before any routine is read. */
void af_frontend_survey (AfUnit *unit);
void af_frontend_routines (AfUnit *unit);
/* Notes a variable of the file, where @declaration is one and it may change. */
void af_frontend_variable (AfUnit *unit, CXCursor declaration);

/* Notes in module->inlines what a function of a header calls, if it changes nothing itself (frontend-inline.c). */
void af_inline_learn (const AfUnit *unit, CXCursor function);
/* Whether @cursor defines a function, `static inline` in a header of the module, that tests may call as well: it takes
 * an object that a public routine of the unit takes, and names nothing that may be missing.  The unit's own routines
 * have been read. */
gboolean af_frontend_lends (const AfUnit *unit, CXCursor cursor);
/* Adds a routine that tests may call besides: its signature is all that is read.  @why: it is not tested itself. */
void af_frontend_read_lent (AfUnit *unit, CXCursor function, const char *why);
/* Lends what the linked sources define and headers of @units (of AfUnit) declare, and what makes an object that the
 * module takes and does not make.  All routines of the module have been read.  @args: of the compiler, array of char *.
 */
void af_frontend_lend_elsewhere (const AfLoader *loader, const GPtrArray *units, const GPtrArray *args);
