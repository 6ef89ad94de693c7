/* Inside of the weaving room: a weaver, groups of edits, rendering. */
#pragma once

#include "weave/driver.h"
#include "weave/weave.h"

/* One source file being woven. */
typedef struct {
  const AfModule *module;
  const AfWeavePlan *plan; /* never null */
  int file;
  const AfSource *source;
  const AfWeaveProgram *program; /* null: a subject, which is driven by tests */
  const AfWeaveWatch *watch;     /* null: values of a program are not recorded while it is tested */
} AfWeaver;

/* --- groups.c: edits that make sense only together --- */

typedef struct {
  AfRange whole;           /* the text that the group is about */
  const AfExpr *subject;   /* a guard's: what it guards, all edits of the group are in it; else null */
  gboolean is_written_out; /* it replaces a macro's call: only where the call stands as the user wrote it */
  GPtrArray *edits;        /* of AfEdit */
  GPtrArray *once_more;    /* of AfOnceMore: other text that they say again; null: none */
} AfEditGroup;

/* Array of AfEditGroup. */
GPtrArray *af_groups_new (void);
AfEditGroup *af_groups_add (GPtrArray *groups, AfRange whole);
void af_group_insert (AfEditGroup *group, guint offset, const char *text, int order);
void af_group_replace (AfEditGroup *group, guint start, guint end, const char *text);
/* The edits say @expr once more, as @text: a candidate that changes it changes that, too. */
void af_group_say_again (AfEditGroup *group, const AfSource *source, const AfExpr *expr, const char *text);
/* Takes the groups of lines and bodies that do not compile out of @groups, which are of @routine. */
void af_groups_leave (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups);
/* The edits of all groups that can be applied together with @others (of AfEdit, nullable), which win, and @others
 * themselves; all moved left by @origin.  Array of AfEdit. */
GPtrArray *af_groups_merge (const GPtrArray *groups, const GPtrArray *others, guint origin);

/* --- tail.c: what stands after the user's last line --- */

typedef struct AfTail AfTail;
/* @source must outlive it; owned by the caller. */
AfTail *af_tail_new (const AfSource *source, int file);
void af_tail_free (AfTail *tail);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfTail, af_tail_free)
/* What belongs to no routine can be appended here; owned by @tail. */
GString *af_tail_plain (AfTail *tail);
/* Adds @text, which is @routine's and reads macros as they are where the routine stands; what keeps them there goes
 * into @groups. */
void af_tail_add (AfTail *tail, const AfRoutine *routine, const char *text, GPtrArray *groups);
/* Appends all of it to @out, after a newline. */
void af_tail_append (AfTail *tail, GString *out);

/* --- left.c: what does not compile --- */

/* Whether the range has a part in a line that is left without checks. */
gboolean af_left_has_lines (const AfWeaver *weaver, AfRange range);

/* Orders at one offset: closing text first (expressions from the inside out), then statements' marks, then what a
 * candidate puts in, then opening text of expressions from the outside in. */
enum {
  AF_ORDER_CLOSE = -100000,
  AF_ORDER_MARK = -50000,
  AF_ORDER_OPEN = 50000,
  AF_ORDER_MARK_CLOSE = 90000 /* below what candidates put after a statement */
};

/* --- checks/, marks.c --- */

/* Guards of the routine's implicit clauses. */
void af_weave_checks (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups);
/* Writes macro calls out in which there are more of them, with those of their arguments in @groups. */
void af_weave_expansions (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups);
/* Location marks, probes, CHECKs and loop contracts. */
void af_weave_marks (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups);

/* --- render.c: expressions as guarded text --- */

/* What a macro's call is being replaced by: its body is rendered, its arguments stay as the user wrote them. */
typedef struct {
  const AfWeaver *weaver;
  const AfRoutine *routine;
  const GPtrArray *groups; /* the guards of the arguments among them */
  const AfExpr *root;
} AfExpanded;

typedef struct {
  const AfModule *module;
  guint clause;               /* what a guard reports */
  const GPtrArray *olds;      /* of AfExpr, the OLD nodes captured at entry as afx_old_<n>; null: OLD cannot occur */
  const AfExpanded *expanded; /* what is guarded is what has clauses, each with its own; null: all is, as @clause */
} AfRender;

/* Appends @expr as the user wrote it, with its guards, if it is an argument of the call; false: it is of the body. */
gboolean af_expanded_text (const AfExpanded *expanded, GString *out, const AfExpr *expr);
/* The clauses about @subject, which is of the body, from *low to *high; false: none is checked by @guard. */
gboolean af_expanded_clauses (const AfExpanded *expanded, const AfExpr *subject, AfGuardKind guard, guint *low,
                              guint *high);

void af_render (const AfRender *render, GString *out, const AfExpr *expr);
/* Its operands from @first to before @last, each in parentheses. */
void af_render_args (const AfRender *render, GString *out, const AfExpr *expr, guint first, guint last,
                     const char *separator);
/* What only contracts say (render-contracts.c). */
void af_render_contract (const AfRender *render, GString *out, const AfExpr *expr);
char *af_render_new (const AfRender *render, const AfExpr *expr);
/* { AFRT_NOTE (0, a); ... } of the clause's operands. */
char *af_render_notes (const AfRender *render, const AfClause *clause);

/* --- declarator.c: the user's declaration of a routine under another name --- */

/* `static int f__afx (T *p, int i)`, the head of a definition: comments dropped, on one line; null if the text does not
 * allow it. */
char *af_declarator (const AfWeaver *weaver, const AfRoutine *routine, const char *suffix, gboolean make_static);
/* `static int f__afx (T *p, int i); `: what declares it, where that allows it.  Empty for an old-style routine under
 * its own name, which has a prototype or needs none. */
char *af_prototype (const AfWeaver *weaver, const AfRoutine *routine, const char *suffix, gboolean make_static);
/* Names of the parameters, separated by commas. */
char *af_argument_list (const AfRoutine *routine);
/* Whether the routine gets a wrapper at all. */
gboolean af_is_woven (const AfWeaver *weaver, const AfRoutine *routine);

/* Marks and checks of a body, without what does not compile. */
void af_weave_inside (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups);
/* Puts @text after the opening brace. */
void af_weave_beginning (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups, const char *text);
/* A routine that gets another name: what __func__ says in its body stays. */
void af_weave_name (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups);
/* Control may come back into it by longjmp, with the frames of functions that are gone on top. */
gboolean af_calls_setjmp (const AfRoutine *routine);
/* Renames the definition of f to f__afx and declares f before it. */
void af_weave_rename (const AfWeaver *weaver, const AfRoutine *routine, GPtrArray *groups);

/* --- watch.c: what wrappers record --- */

/* The watch of the routine, or null. */
const AfWatch *af_watch_of (const AfWeaver *weaver, const AfRoutine *routine);
/* Adds the OLD nodes of the exit's columns to @olds (of AfExpr), each once. */
void af_watch_list_olds (const AfWeaver *weaver, const AfWatch *watch, GPtrArray *olds);
/* Text that records them, before the routine is entered and after it has returned; @olds are those of the wrapper. */
void af_watch_append_entry (const AfWeaver *weaver, const AfWatch *watch, GString *out);
void af_watch_append_exit (const AfWeaver *weaver, const AfWatch *watch, const GPtrArray *olds, GString *out);
/* Copies of @olds[first..] at entry. */
void af_watch_append_olds (const AfWeaver *weaver, const AfWatch *watch, const GPtrArray *olds, guint first,
                           GString *out);
/* Adds the distinct OLD nodes of @expr to @olds. */
void af_wrapper_add_olds (AfExpr *expr, GPtrArray *olds);

/* --- candidates/ --- */

typedef struct AfGuarded AfGuarded;

/* Which clone of its routine a candidate is in: f__afx_<number>. */
typedef struct {
  guint candidate, number;
} AfClone;
/* Appends the clones of @routine, with the guards in @groups; array of AfClone. */
GArray *af_weave_clones (const AfWeaver *weaver, const AfRoutine *routine, const GPtrArray *groups, GString *out);

/* The edits of a candidate (of AfEdit) whose new text is guarded where it says what @groups guard in the text that the
 * user wrote; array of AfEdit. */
GPtrArray *af_guard_edits (const GPtrArray *edits, AfGuarded *guarded);
/* What @groups guard in @routine, once for all its candidates; all must outlive it. */
AfGuarded *af_guarded_new (const AfSource *source, const AfRoutine *routine, const GPtrArray *groups);
void af_guarded_free (AfGuarded *guarded);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfGuarded, af_guarded_free)

/* The woven body of one candidate around the statement that it changes. */
typedef struct {
  guint candidate;
  char *before, *changed, *after; /* @changed null: no single statement; then @before is all of it */
} AfVariant;

void af_variant_clear (AfVariant *variant);
/* @edits: of AfEdit, in @body, which is cut out of the file at @origin; @candidate says where it changes the text. */
AfVariant af_variant_cut (const AfRoutine *routine, const AfSource *body, GPtrArray *edits,
                          const AfCandidate *candidate, guint origin);

/* One statement that does what the statement of the running candidate would; @variants: of AfVariant that have one,
 * with the same text before and after. */
void af_variants_append (const GPtrArray *variants, GString *out);

/* --- program/program.c --- */

/* What a probe of a program does at the location. */
char *af_program_probe (const AfWeaver *weaver, const AfRoutine *routine, const AfLocation *location);

/* --- program/switched.c --- */

/* What a watched program records at the location. */
char *af_watched_probe (const AfWeaver *weaver, const AfRoutine *routine, const AfLocation *location);

/* --- wrapper.c, tables/ --- */

/* Whether something is to be checked at entry or exit. */
gboolean af_has_contracts (const AfWeaver *weaver, const AfRoutine *routine);
/* @clones: of AfClone. */
void af_weave_wrapper (const AfWeaver *weaver, const AfRoutine *routine, const GArray *clones, GString *out);
/* Thunks, observers, factories and callbacks that belong into this file. */
void af_weave_tables (const AfWeaver *weaver, GString *out);
/* Of these, the generated callbacks. */
void af_weave_callbacks (const AfWeaver *weaver, GString *out);
/* tables/allocators.c: makes @callback an ALLOCATE, if its type allocates. */
gboolean af_callback_set_allocator (const AfModule *module, AfCallback *callback);
/* The parameter that a function frees whose name says that it frees, or -1; @is_allocated: some function allocates. */
int af_callback_freed (const AfModule *module, const AfType *type, gboolean *is_allocated);
/* Whether a parameter or field for functions of the type has one of @words in its name. */
gboolean af_callback_names_say (const AfModule *module, const AfType *type, const char *const *words);
/* And the tables of fields. */
void af_weave_fields (const AfWeaver *weaver, GString *out);
/* Their table for the driver; how many there are. */
guint af_driver_append_records (const AfModule *module, GString *out);
/* The first file with a routine that handles the record: there it is known. */
int af_driver_file_of (const AfModule *module, const AfType *record);

void af_append_line_directive (GString *out, guint line, const char *path);
