/* The delta between two versions of a project: operations that can be made in any subset. */
#pragma once

#include <gio/gio.h>

typedef enum {
#define AF_OPERATION(ID, name, meaning) AF_OPERATION_##ID,
#include "delta/operations.def"
#undef AF_OPERATION
  AF_N_OPERATIONS
} AfOperationKind;

/* One operation.  Operations have numbers from 1; 0 stands for none. */
typedef struct {
  AfOperationKind kind;
  guint file;      /* of AfDelta.files */
  guint item;      /* function or declaration, numbered through the delta; the group of the second stage */
  guint statement; /* likewise; the group of the third stage */
  guint tokens;    /* that it takes away and brings */
  GArray *needs;   /* of guint: operations without which it makes no sense */
} AfOperation;

/* What a name is to the token that it stands in. */
typedef enum {
  AF_NAME_NONE,
  AF_NAME_USE,
  AF_NAME_DEFINED,       /* for the file and those that include it */
  AF_NAME_DEFINED_LOCAL, /* in a function */
  AF_NAME_MEMBER,        /* of a struct or union, used */
  AF_NAME_MEMBER_DEFINED,
  AF_NAME_LABEL, /* used */
  AF_NAME_LABEL_DEFINED,
  AF_NAME_DIRECTIVE /* a line of the preprocessor, with all its names */
} AfNameRole;

/* A token with the blanks and comments before it.  Both versions are one sequence of pieces: each is in both, or one of
 * them, and operations say which are shown. */
typedef struct {
  const char *text, *gap, *new_gap; /* not owned; new_gap: where it differs, shown with `layout` */
  guint length, gap_length, new_gap_length;
  guint come, gone;      /* shown with / without this operation */
  guint arrives, leaves; /* the same for all pieces of something that is moved as a whole */
  guint layout;
  AfNameRole role;
  guint item; /* whose local names it may mean */
} AfPiece;

typedef struct {
  char *path;             /* below the top folder */
  GBytes *before, *after; /* null: the file does not exist in that version */
  guint created, deleted; /* the operation that does it; 0: none */
  gboolean is_c;
  gboolean is_mode; /* what stands here is the mode of the file at `path`, as git writes it: "100755" */
  GArray *pieces;   /* of AfPiece */
} AfDeltaFile;

/* How files are compared. */
typedef enum {
  AF_DELTA_TREES, /* C by syntax trees, other text by lines */
  AF_DELTA_HUNKS, /* all text by hunks: lines that follow one another */
  AF_DELTA_LINES  /* all text by single lines */
} AfDeltaBy;

/* An operation that makes no sense without another. */
typedef struct {
  guint operation, needed;
} AfNeed;

typedef struct {
  AfDeltaBy by;
  GPtrArray *files;      /* of AfDeltaFile */
  GPtrArray *operations; /* of AfOperation; number n at n - 1 */
  guint n_items, n_statements;
  GArray *inside; /* of AfNeed: by rules that the trees of functions told; made by af_delta_couple */
} AfDelta;

AfDelta *af_delta_new (AfDeltaBy by);
void af_delta_free (AfDelta *delta);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfDelta, af_delta_free)
/* Adds the operations that make @after of @before (null: the file is not there). */
void af_delta_add (AfDelta *delta, const char *path, GBytes *before, GBytes *after);
/* Adds the operation that makes the mode of the file another one; it is a file of its own, whose text is the mode. */
void af_delta_add_mode (AfDelta *delta, const char *path, GBytes *before, GBytes *after);
AfOperation *af_delta_operation (const AfDelta *delta, guint number);
/* @number makes no sense without @needed. */
void af_delta_need (AfDelta *delta, guint number, guint needed);
/* The file with the operations for which @made (by number, [0] unused) is true; null: it is not there. */
GBytes *af_delta_text (const AfDelta *delta, guint file, const gboolean *made);

/* --- changes.c --- */

/* A place where two texts of a file differ: what stands from @start to @end (bytes of the first) is @text in the other.
 */
typedef struct {
  guint start, end;
  char *text; /* owned */
} AfDeltaChange;

/* The places where the text of a C file with @from and that with @to differ, in order, at borders of tokens: array of
 * AfDeltaChange that clears its elements. */
GArray *af_delta_changes (const AfDelta *delta, guint file, const gboolean *from, const gboolean *to);
/* What the operations of @set do to the file, for people, in a line: "`a` → `b` in line 7; no `c ();` in line 9".
 * @undone: what taking them back does to the new version.  Lines are those of the text before.  Owned by the caller. */
char *af_delta_describe (const AfDelta *delta, guint file, const gboolean *set, gboolean undone);

/* --- needs.c --- */

/* Sets of operations are gboolean by number, [0] unused.  Adds all that the operations of @set need; or takes out what
 * needs others than those of @set. */
void af_delta_close (const AfDelta *delta, gboolean *set, gboolean adds);
/* The same of a set that is taken back from the version with all operations: to take something back is to take back
 * what needs it. */
void af_delta_close_undone (const AfDelta *delta, gboolean *back, gboolean adds);
/* All operations but those of @set; owned by the caller. */
gboolean *af_delta_all_but (const AfDelta *delta, const gboolean *set);

/* --- rules/rules.c --- */

/* Adds what operations need by the rules of C. */
void af_delta_couple (AfDelta *delta);

/* --- measure.c --- */

/* Tokens that differ between two versions of a file: those taken away and those that come; null: no file. */
guint af_delta_distance (GBytes *before, GBytes *after);
/* A unified diff of the file between two of its texts, or what git says of another mode; owned by the caller. */
char *af_delta_patch (const AfDeltaFile *file, GBytes *before, GBytes *after);
