/* Programs of students with their tests, in the layouts of IntroClass and Codeflaws: which there are, what their tests
 * are, how many autofix repairs. */
#pragma once

#include <gio/gio.h>

/* One test: what is read, and what its output must match. */
typedef struct {
  char *name, *input;   /* path of the input */
  char *sample;         /* path of the right output */
  char *match, *reject; /* regular expressions; null: the output is compared, blanks aside */
} AfProgramTest;

typedef struct {
  char *name;          /* path below the folder */
  char *source;        /* path of its C file */
  GPtrArray *repair;   /* of AfProgramTest: it is repaired by them */
  GPtrArray *held_out; /* of AfProgramTest: a repair is judged by them */
} AfProgram;

typedef struct {
  const char *folder, *salt, *output, *tool;
  guint sample, seconds;
} AfProgramsOptions;

typedef struct {
  guint n_failing;      /* repair tests that fail at first */
  gboolean plausible;   /* the first fix passes all repair tests after a rebuild */
  gboolean clean;       /* and all held-out tests */
  gboolean clean_shown; /* one of the fixes shown does */
  double seconds;       /* of the whole run */
  guint n_candidates;
} AfProgramResult;

void af_program_free (AfProgram *program);
/* All programs in the folder, in either layout, in the order of the hashes of salt and name; the same source with the
 * same tests once: array of AfProgram. */
GPtrArray *af_programs_read (const AfProgramsOptions *options, GError **error);
/* Repairs the program and judges its fixes.  @result->n_failing is 0 where no repair test fails, or it does not
 * compile: then it is no case. */
gboolean af_program_run (const AfProgram *program, const AfProgramsOptions *options, AfProgramResult *result,
                         GCancellable *cancel, GError **error);

/* rules.c: what an output must match, by the rules of the official script of IntroClass. */
void af_program_rules (AfProgramTest *test, const char *program, const char *input, const char *output);
/* Whether the program @exe passes the test. */
gboolean af_program_passes (const char *exe, const AfProgramTest *test, gboolean *passes, GCancellable *cancel,
                            GError **error);
