/* A fix that somebody made, staged: the function as the front end reads it, and what our operators make of it. */
#pragma once

#include "edits/edits.h"
#include "learn/learn.h"
#include "model/module.h"
#include "synthesize/synthesize.h"

typedef struct {
  AfModule *module;
  const AfRoutine *routine;
  AfTree *wanted;            /* the function after the fix, normalised; null when that is not one function */
  guint64 hard, hard_before; /* of its tokens that normalising leaves alone; of the function's */
  char *before;              /* the function's text; owned */
  AfRange changed;           /* bytes of it that the fix has otherwise */
  char *after;               /* the fix; owned */
  AfRange fresh;             /* bytes of it that the function did not have before */
} AfScene;

/* How far it came. */
typedef enum {
  AF_SCENE_UNREAD,  /* the front end cannot read the file without the project's build */
  AF_SCENE_SKIPPED, /* it reads the file, and leaves the function out */
  AF_SCENE_READ
} AfSceneEnd;

/* The headers of the commit before the pair's and the one source are put down in a temporary folder; a header that is
 * missing (of a library, or made by the build) becomes an empty one.  Nothing is built or run.  Null with @why (owned
 * by the caller) when it was not read.  @repository: the folder of the pair's project. */
AfScene *af_scene_new (const AfTrainingPair *pair, const char *repository, const char *include_dir, AfSceneEnd *end,
                       char **why);
void af_scene_free (AfScene *scene);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfScene, af_scene_free)
/* All candidates that can be the fix, without a limit: those near the change, in the states whose names the fix has
 * there.  Owned by the caller; @providers: as in AfStaticLimits. */
AfStatic *af_scene_near (const AfScene *scene, const GPtrArray *providers);
/* The first candidate of @made that is the fix; null when there is none. */
AfCandidate *af_scene_find (const AfScene *scene, const AfStatic *made);
/* Some candidates at all locations, in states that are taken by a hash of their numbers; at location @near in more of
 * them.  Owned by the caller. */
AfStatic *af_scene_sample (const AfScene *scene, guint near);
/* From now on @after is the fix: the function's text. */
void af_scene_want (AfScene *scene, const char *after);
/* The function with the candidate made; owned by the caller. */
char *af_scene_text (const AfScene *scene, const AfCandidate *candidate);
/* Whether that function is the fix: both have the same tree after normalising. */
gboolean af_scene_is_fix (const AfScene *scene, const char *text);

/* --- files.c --- */

/* The headers of the commit before the pair's, and the file, in @folder.  The path of the file; null with @why, when
 * objects are missing or a file cannot be written; both owned by the caller. */
char *af_scene_put_down (const AfTrainingPair *pair, const char *repository, const char *folder, char **why);
/* Flags with which that file may be read: all folders with headers, and @further ones (of char *); null-terminated,
 * owned by the caller. */
char **af_scene_flags (const char *folder, const GPtrArray *further);
/* The folder in it for headers that are missing. */
#define AF_SCENE_STUBS "stubs"
/* The first header of this name in @folder and below; owned by the caller, null when there is none. */
char *af_scene_find_header (const char *folder, const char *name);
/* For sorting arrays of char *. */
int af_scene_by_name (gconstpointer a, gconstpointer b);

/* --- words.c --- */

/* Whether the words that the function has after the change stood in it before, or else in the text of its @file:
 * "function", "file", "elsewhere"; static. */
const char *af_scene_origin (const AfTrainingPair *pair, const char *file, gsize length);
/* The same but for numbers, of which our operators make new ones, with the file from its @repository; "file" when that
 * cannot be read. */
const char *af_scene_origin_in (const AfTrainingPair *pair, const char *repository);

/* --- standins.c --- */

/* A line that declares what @message of the compiler says is unknown in @function; @number: how many such lines there
 * are before it.  Owned by the caller; null when there is no guess. */
char *af_scene_stand_in (const char *function, const char *message, guint number);
/* Adds flags (char *) with which no directive around @offset of @text leaves out what stands there. */
void af_scene_add_switches (const char *text, gsize offset, GPtrArray *flags);
