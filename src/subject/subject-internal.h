/* What the files of this room share. */
#pragma once

#include "runtime/afrt-wire.h"
#include "subject/subject.h"

struct AfBuild {
  char *driver; /* path of the executable */
  char *module; /* path of the shared object that it loads */
  AfWeaveLeft *left;
  GPtrArray *clauses; /* of char *: by id, what is violated when a clause is; shared; null: not known */
};

/* --- build.c --- */

/* What a running driver needs of its build; to be cleared. */
void af_build_share (const AfBuild *build, AfBuild *copy);
void af_build_clear (AfBuild *build);

/* --- sandbox.c --- */

/* The seccomp filter for children, as struct sock_filter array; @pass is the one of their hello. */
GBytes *af_sandbox_filter (guint64 pass, GError **error);

/* --- compile.c --- */

typedef struct {
  const AfSubjectConfig *config;
  const AfModule *module;
  AfBuildFlavor flavor;
  gboolean quick;     /* much code that runs little, probes or candidates: compile time matters more */
  gboolean unlimited; /* clang, which ends at its 20th error and leaves -fmax-errors alone */
  gboolean only_read; /* what is wrong with it?  No object is written. */
} AfCompile;

/* Arguments of the compiler in front of the file names; null-terminated. */
GStrv af_compile_flags (const AfCompile *compile);
/* Compiles a woven file (quoted includes look into @source_dir first, null: none); false with what the compiler said in
 * @messages, or with @error when it could not be run. */
gboolean af_compile_file (const AfCompile *compile, const char *path, const char *object, const char *source_dir,
                          char **messages, GError **error);
/* The same for a shared object @module of @objects and of what the user links, to be loaded by the driver. */
gboolean af_compile_link (const AfCompile *compile, const GPtrArray *objects, const char *module, char **messages,
                          GError **error);
/* The executable that loads modules: the runtime, with the sanitizer of the user's compiler.  It lies in a folder of
 * its own in the work folder, and is built once.  Null on error. */
char *af_compile_driver (const AfCompile *compile, GError **error);

/* --- needs.c --- */

/* Compiles the woven text of a source: its object, owned by the caller; null: it does not compile, or, with @error,
 * nothing can be compiled. */
typedef char *(*AfNeedsCompile) (guint source, gpointer data, GError **error);
/* False, with @error, where the module will not link, as far as that can be told from a few of its files; @folder:
 * where to try. */
gboolean af_needs_met (const AfCompile *compile, const char *folder, AfNeedsCompile compile_text, gpointer data,
                       GError **error);

/* --- position.c --- */

/* Makes of a position-independent executable a file that can be loaded; false: it cannot be one. */
gboolean af_position_make_loadable (const char *path);

/* --- versions.c --- */

/* The text of a linker's version script with all versions of symbols that the objects at these paths define; null:
 * there is none.  Owned by the caller. */
char *af_versions_script (const GPtrArray *objects);

/* --- diagnose.c --- */

/* Adds the ids of candidates that the compiler's messages blame to @ids; how many errors named one. */
guint af_diagnose_candidates (const char *messages, GHashTable *ids);
/* Sets AF_ERROR_BUILD from the first error; @woven is called @source (nullable) for the user. */
void af_diagnose_compile (const char *messages, const char *woven, const char *source, GError **error);
void af_diagnose_link (const char *messages, GError **error);
/* By the id of each clause what it says: array of char *, owned by the caller. */
GPtrArray *af_diagnose_clauses (const AfModule *module);
/* Sets AF_ERROR_BUILD for a module whose initialisers did not end well; @clauses, nullable, are those of the build. */
void af_diagnose_loading (const struct afrt_ready *ready, const GPtrArray *clauses, GError **error);

/* --- encode.c --- */

/* Payload of LOAD; to be cleared. */
gboolean af_encode_tests (const GPtrArray *tests, struct afrt_writer *writer, GError **error);
/* Fills @outcome from what a child wrote; whatever is out of range becomes UNKNOWN. */
void af_decode_outcome (const struct afrt_outcome *from, AfOutcome *outcome);
/* What a test covered and compared; the numbers in @cover may be garbage. */
void af_decode_cover (const struct afrt_cover *cover, AfOutcome *outcome);

/* Adds what a child noted to @notes (of AfNote); nothing when it is out of range. */
void af_decode_note (const struct afrt_note *from, GArray *notes);

/* --- link.c --- */

/* A running driver: process group, socket, shared memory. */
typedef struct {
  GPid pid; /* 0: none */
  int socket;
  struct afrt_shared *shared;
  GCancellable *cancel; /* not owned */
  gint64 deadline;      /* monotonic; 0: none */
  GCancellable *stop;   /* cancelled: the deadline is now; not owned, null: none */
} AfLink;

gint64 af_link_worked (const AfLink *link);

typedef enum {
  AF_LINK_OK,
  AF_LINK_DEAD,   /* the driver went or fell silent: worth another start */
  AF_LINK_LATE,   /* the deadline came first: what comes from the driver now belongs to nobody */
  AF_LINK_REFUSED /* it answered that it will not, or we were interrupted: error is set */
} AfLinkResult;

/* The deadline and the stop of @link stay. */
gboolean af_link_open (AfLink *link, const AfBuild *build, GCancellable *cancel, GError **error);
gboolean af_link_is_late (const AfLink *link);
/* Kills the process group and reaps it. */
void af_link_close (AfLink *link);

/* A question to the driver. */
typedef struct {
  enum afrt_message kind;
  const struct afrt_writer *payload;
  enum afrt_message expected; /* kind of the answer */
  guint patience_ms;          /* so long without progress in the shared memory is death */
} AfLinkCall;

/* Asks, and waits for the @answer. */
AfLinkResult af_link_call (AfLink *link, const AfLinkCall *call, GByteArray *answer, GError **error);
