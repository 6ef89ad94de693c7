/* Judging: is a patch from anywhere a valid fix for the known faults?
 *
 * In:  a patch (unified diff) for files of the module, the faults with their tests, and the fixes that are known
 * already. Out: a ruling per patch, with a test that speaks against it or the known fix that it behaves like. */
#pragma once

#include "validate/validate.h"

/* --- patch.c --- */

/* Files of a module as a patch leaves them. */
typedef struct {
  char *name;        /* of the patch, for people */
  GHashTable *texts; /* canonical path of a source or header -> its new text */
} AfPatch;

/* Reads the unified diff at @path and applies it to the module's sources and headers as they are on disk; a file that
 * it names is found by the end of its path.  @work_dir is for passing data.  Null with AF_ERROR_SOURCE when the patch
 * cannot be read, is none, names no file of the module, or does not apply. */
AfPatch *af_patch_read (const AfModule *module, const char *path, const char *work_dir, GCancellable *cancel,
                        GError **error);
void af_patch_free (AfPatch *patch);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfPatch, af_patch_free)
/* Routines of the module that @changed has with another text: array of AfRoutine of @module, not owned. */
GPtrArray *af_patch_routines (const AfModule *module, const AfModule *changed);

/* --- judge.c --- */

typedef enum {
  AF_RULING_VALID,   /* repairs at least one known fault and breaks nothing */
  AF_RULING_USELESS, /* breaks nothing and repairs nothing that is known */
  AF_RULING_WRONG,   /* breaks a test that passed, or trades a fault for another */
  AF_RULING_UNCLEAR  /* it does not apply or build, or no test says anything */
} AfRulingKind;

const char *af_ruling_kind_name (AfRulingKind kind); /* "valid", "useless", "wrong", "unclear" */

/* What is known of a patch and one fault. */
typedef struct {
  const AfFault *fault;
  AfMeasure *measure;
  char *alike;                  /* ID of a known fix that behaves the same on every test, or null */
  char *other;                  /* else ID of the best known fix, or null */
  const AfTest *distinguishing; /* shortest test on which the two end differently; null likewise */
} AfRulingRow;

typedef struct {
  char *name; /* of the patch */
  AfRulingKind kind;
  char *trouble;   /* why it cannot be judged, or null */
  GPtrArray *rows; /* of AfRulingRow, one per fault */
} AfRuling;

/* A fix that was shown for a fault. */
typedef struct {
  char *fault; /* ID, or null: one that all faults are judged with */
  char *id;
  char *path; /* of its patch file */
} AfKnownFix;

void af_known_fix_free (AfKnownFix *fix);

typedef struct {
  const AfModule *module;
  const GPtrArray *faults; /* of AfFault with T_r */
  const GPtrArray *known;  /* of AfKnownFix, best first */
  const AfValidateOptions *validate;
} AfJudgeOptions;

/* The rulings on some patches, with the tests that they speak of. */
typedef struct {
  GPtrArray *rulings;    /* of AfRuling, in the order of the patches */
  GPtrArray *yardsticks; /* of AfYardstick, per fault */
} AfRulings;

void af_rulings_free (AfRulings *rulings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfRulings, af_rulings_free)

/* Judges the patches at @paths (null-terminated).  A patch that cannot be read, applied or built has the ruling
 * UNCLEAR; null with an error that reaches further than a candidate. */
AfRulings *af_judge_patches (const AfJudgeOptions *options, char *const *paths, GError **error);
/* The worst one for a script: all VALID; or one that is USELESS or WRONG; or else UNCLEAR. */
AfRulingKind af_rulings_worst (const AfRulings *rulings);

/* --- text.c --- */

/* For people, each ruling with what speaks for and against it; owned by the caller. */
char *af_rulings_text (const AfModule *module, const AfRulings *rulings);
/* The same as JSON (README.md); owned by the caller. */
char *af_rulings_json (const AfModule *module, const AfRulings *rulings);

/* --- contract.c --- */

typedef struct {
  char *change;           /* for people: what about which contract */
  guint failing, passing; /* tests that showed the fault, passing ones that stay as they are */
} AfContractHint;

void af_contract_hint_free (AfContractHint *hint);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfContractHint, af_contract_hint_free)

/* Whether @requirement is a precondition of @routine that a programmer might have forgotten to write.  One that leaves
 * out a single number of many describes where the code goes wrong, unless it is a number that arithmetic itself treats
 * apart: 0, or an end of its type. */
gboolean af_contract_is_advice (const AfRoutine *routine, const AfExpr *requirement);
/* Whether evidence points at a contract rather than the code: every fix discards work, and a small change of a contract
 * agrees with every test.  Null without error: it does not. */
AfContractHint *af_contract_suspect (const AfModule *module, const AfFault *fault, const AfLocalization *localization,
                                     const GPtrArray *fixes, const AfValidateOptions *options, GError **error);
