/* Programs of students with their tests, in the layouts of IntroClass and Codeflaws: which there are, what their tests
 * are, how many autofix repairs. */
#pragma once

#include <gio/gio.h>

/* How many searches are compared at most. */
#define AF_MOST_SEARCHES 4

/* One test: what is read, and what its output must match. */
typedef struct {
  char *name, *input;   /* path of the input */
  char *sample;         /* path of the right output */
  char *match, *reject; /* regular expressions; null: the output is compared, blanks aside */
} AfProgramTest;

typedef struct {
  char *name;          /* path below the folder */
  char *source;        /* path of its C file */
  char *accepted;      /* path of the program that the collection takes for right; nullable */
  GPtrArray *repair;   /* of AfProgramTest: it is repaired by them */
  GPtrArray *held_out; /* of AfProgramTest: a repair is judged by them */
} AfProgram;

typedef struct {
  const char *folder, *salt, *output, *tool;
  guint sample, seconds;
  char *const *searches; /* what --search is given, null-terminated; the first is compared with the others */
} AfProgramsOptions;

typedef struct {
  guint n_failing;      /* repair tests that fail at first */
  gboolean plausible;   /* the first fix passes all repair tests after a rebuild */
  gboolean clean;       /* and all held-out tests */
  gboolean clean_shown; /* one of the fixes shown does */
  guint n_held_out;     /* held-out tests */
  guint n_sound;        /* of these those that the accepted program passes; all where there is none */
  gboolean sound;       /* the first fix passes all repair tests and all sound ones, of which there are some */
  gboolean sound_shown; /* one of the fixes shown does */
  char label[8];        /* confidence of the first fix; empty: there is none */
  double first;         /* seconds until a candidate passed all tests; below 0: none did */
  double seconds;       /* of the whole run */
  guint n_candidates;
} AfProgramResult;

/* What a search has done with all programs, one of them after the other. */
typedef struct {
  const char *search;
  GArray *results; /* of AfProgramResult */
} AfProgramsColumn;

/* What of two columns differs; by the two-sided sign test. */
typedef struct {
  guint better, worse; /* programs */
  double p;
} AfProgramsSign;

void af_program_free (AfProgram *program);
/* All programs in the folder, in either layout, in the order of the hashes of salt and name; the same source with the
 * same tests once: array of AfProgram. */
GPtrArray *af_programs_read (const AfProgramsOptions *options, GError **error);
/* Repairs the program by @search and judges its fixes.  @result->n_failing is 0 where no repair test fails, or it does
 * not compile: then it is no case. */
gboolean af_program_run (const AfProgram *program, const AfProgramsOptions *options, const char *search,
                         AfProgramResult *result, GCancellable *cancel, GError **error);

/* table.c */

/* The first line; the line of a program; what came of all. */
void af_programs_print_head (char *const *searches);
void af_programs_print_row (const AfProgram *program, const AfProgramResult *results, guint n);
void af_programs_print_sum (const AfProgramsColumn *columns, guint n);
AfProgramsSign af_programs_sign (const AfProgramsColumn *ours, const AfProgramsColumn *theirs, gboolean clean);

/* rules.c: what an output must match, by the rules of the official script of IntroClass. */
void af_program_rules (AfProgramTest *test, const char *program, const char *input, const char *output);
/* Whether the program @exe passes the test. */
gboolean af_program_passes (const char *exe, const AfProgramTest *test, gboolean *passes, GCancellable *cancel,
                            GError **error);
