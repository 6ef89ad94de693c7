/* What the files of the compiler share. */
#pragma once

#include <signal.h>
#include <sys/types.h>

#include "cc/cc.h"
#include "util/paths.h"

/* --- arguments.c: what a command line asks for --- */

typedef enum {
  AF_CC_PASS,    /* nothing for us: preprocessing, questions, other languages */
  AF_CC_COMPILE, /* -c */
  AF_CC_LINK     /* a program or library, perhaps compiling on the way */
} AfCcMode;

/* What a word is to the compilation of woven text. */
typedef enum {
  AF_CC_WORD_KEPT,
  AF_CC_WORD_DROPPED, /* decides on by-products: dependency files, warnings as errors */
  AF_CC_WORD_INPUT,
  AF_CC_WORD_OUTPUT, /* -o and its value */
  AF_CC_WORD_MODE    /* -c, -x and its value */
} AfCcRole;

typedef struct {
  char *text;
  AfCcRole role;
  gboolean is_c; /* an input that is C source */
} AfCcWord;

typedef struct {
  AfCcMode mode;
  const char *why; /* PASS: the reason, static; else null */
  GArray *words;   /* of AfCcWord, response files expanded */
  char *output;    /* or null */
  guint n_sources; /* inputs that are C */
  guint n_inputs;
  gboolean has_foreign;   /* -x names another language than C for an input */
  gboolean without_leaks; /* the program is linked without a sanitizer (af_cc_leaks_disturb) */
} AfCcCommand;

/* @words: null-terminated. */
AfCcCommand *af_cc_command_new (char **words);
void af_cc_command_free (AfCcCommand *command);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfCcCommand, af_cc_command_free)
const AfCcWord *af_cc_command_word (const AfCcCommand *command, guint i);

/* The words of a response file, by the rules of gcc; null when it cannot be read.  Owned by the caller. */
char **af_cc_response_words (const char *path);

/* --- pass.c: what there is nothing to weave in --- */

/* Words of AUTOFIX_CC (default cc) and AUTOFIX_CC_FLAGS, and, if @command reads C, the folder of autofix/contract.h;
 * null with AF_ERROR_USAGE.  Owned by the caller. */
char **af_cc_real_compiler (const AfCcCommand *command, GError **error);
/* What a link gets in addition, so that the program notices lost memory (runtime/program/afrt-lost.c): empty where that
 * cannot be, or AUTOFIX_CC_LEAKS is 0.  Array of char *, without a null at its end; owned by the caller. */
GPtrArray *af_cc_leak_words (const AfCcCommand *command, char **compiler);
/* Whether the program that was linked with those has functions of its own that the sanitizer calls for libc's, an open
 * () perhaps: then it has to be linked without. */
gboolean af_cc_leaks_disturb (const AfCcCommand *command, char **compiler);
/* Compiler, words and those, null-terminated; owned by the caller. */
GPtrArray *af_cc_plain_words (const AfCcCommand *command, char **compiler, char **words);
/* Whether the word is a C source, and no probe of a configure script. */
gboolean af_cc_is_to_weave (const AfCcWord *word);
gboolean af_cc_weaves (const AfCcCommand *command);
/* The real compiler takes our place. */
void af_cc_pass_on (AfCcCommand *command, char **compiler, char **words) G_GNUC_NORETURN;

/* --- place.c: where things go --- */

/* The folder for faults, absolute: AUTOFIX_CC_OUT, or the nearest autofix-cc.out upward, or one here. */
char *af_cc_out_folder (void);
/* Further folders named autofix-cc.out: below @folder, or below its parent if it has that name itself; without it, in
 * order, absolute.  Compilations in several folders make several, where none was above them.  Owned by the caller. */
GPtrArray *af_cc_out_folders_beside (const char *folder);
/* Makes the folder known to compilations further down, as far as that can be seen from here. */
void af_cc_announce_folder (void);

/* --- object.c: is the woven object a stand-in for the plain one? --- */

/* Whether two relocatable ELF files define the same global symbols, and the first wants no others than the second, but
 * for the runtime's; if not, *why says what is in the way (owned by the caller). */
gboolean af_cc_object_stands_for (const char *woven, const char *plain, char **why);

/* Whether a linked program defines functions that a shared library asks for. */
gboolean af_cc_object_takes_calls (const char *program, const char *library);

/* Appends a line to AUTOFIX_CC_LOG, if that is set. */
void af_cc_log (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* --- process.c: children --- */

typedef struct {
  sigset_t held, before;
  int caught; /* the signal that is to end us; 0: none yet */
} AfCcSignals;

/* From here on signals wait; after _release () they are obeyed. */
void af_cc_signals_hold (AfCcSignals *signals);
void af_cc_signals_release (AfCcSignals *signals);
/* Takes the place of this process; ends it when the program cannot be run. */
void af_cc_become (char *const *argv) G_GNUC_NORETURN;
/* As fork (); the child has the signals as they were before, and ends with us. */
pid_t af_cc_fork (const AfCcSignals *signals);
/* Input from a file, both outputs to another; null: neither. */
void af_cc_redirect (const char *input, const char *output);
/* Starts a program with our input and output, or, if @quiet, without any. */
pid_t af_cc_start (const AfCcSignals *signals, char *const *argv, gboolean quiet);
/* The exit status as a shell gives it; adds the processor time to *used_ms (nullable). */
int af_cc_wait (AfCcSignals *signals, pid_t child, gint64 *used_ms);

/* --- unit.c: one source --- */

#define AF_CC_NOT_WOVEN 100 /* exit status of a process that could not weave */

typedef struct {
  const AfCcCommand *command;
  char **compiler; /* words; not owned */
  const AfPaths *paths;
  const char *source;
  const char *folder; /* for faults */
  char *object;       /* to be made; owned */
  char *messages;     /* file for what there is to complain; owned */
  guint attempt;      /* 0: the first; then @messages are those of the one before */
} AfCcUnit;

#define AF_CC_ATTEMPTS 10 /* at leaving out what does not compile */

/* In a process of its own, which ends here: with 0 when the object is there.  From the second attempt on named parts of
 * the woven text are left out, as the compiler's messages say. */
void af_cc_unit_make (const AfCcUnit *unit) G_GNUC_NORETURN;
/* What was left out of the object, in the words of a compiler's warnings; owned by the caller, null: nothing. */
char *af_cc_unit_warnings (const AfCcUnit *unit);
