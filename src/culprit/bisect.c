/* Which commit?  Before a change is taken apart, the commits between both revisions are narrowed down to one.
 *
 *     good  c1  c2  night  c4  c5  night  c7  bad      first `night`s, then what lies between two of them
 *     pass          pass            fail      fail  ->  c4 or c5 or the night after it: c5, say
 *
 * Along the first parents, so that a merge counts as one commit.  A commit that does not build, or at which the test
 * ends in another way, says nothing, and its neighbours are tried.  Its files are written over the good version, which
 * is built already. */
#include "culprit/culprit-internal.h"

#include <git2.h>
#include <string.h>

#include "util/error.h"
#include "util/interrupt.h"

typedef enum { UNKNOWN, TRIED } State;

typedef struct {
  const AfPlaces *places; /* with the good version as base */
  GPtrArray *revisions;   /* of char *: from good to bad; a null one is the working tree */
  gboolean *preferred;    /* by revision: tried first */
  State *states;
  guint low, high; /* passes; fails */
  AfBisection *found;
  int bad_status;
} Search;

/* --- the commits --- */

static char *full_name (git_repository *repository, const char *revision)
{
  g_autofree char *spec = g_strconcat (revision, "^{commit}", NULL);
  git_object *object = NULL;
  if (git_revparse_single (&object, repository, spec) != 0)
    return NULL;
  char *name = g_strdup (git_oid_tostr_s (git_object_id (object)));
  git_object_free (object);
  return name;
}

/* From the good one to the bad one along first parents; the good one first. */
static gboolean list_commits (git_repository *repository, const char *good, const char *bad, GPtrArray *revisions)
{
  git_revwalk *walk = NULL;
  git_oid id;
  g_autofree char *good_name = full_name (repository, good), *bad_name = full_name (repository, bad);
  if (!good_name || !bad_name || git_revwalk_new (&walk, repository) != 0)
    return FALSE;
  g_ptr_array_add (revisions, g_strdup (good_name));
  git_revwalk_simplify_first_parent (walk);
  git_revwalk_sorting (walk, GIT_SORT_TOPOLOGICAL | GIT_SORT_REVERSE);
  gboolean ok = git_oid_fromstr (&id, bad_name) == 0 && git_revwalk_push (walk, &id) == 0
                && git_oid_fromstr (&id, good_name) == 0 && git_revwalk_hide (walk, &id) == 0;
  while (ok && git_revwalk_next (&id, walk) == 0)
    g_ptr_array_add (revisions, g_strdup (git_oid_tostr_s (&id)));
  git_revwalk_free (walk);
  return ok;
}

static gboolean is_changed (const AfCulpritOptions *options, const char *head)
{
  g_autoptr (AfVersions) versions = af_versions_new (head, options->bad, NULL);
  return versions != NULL;
}

static void prefer (Search *search, git_repository *repository, const char *const *via)
{
  for (guint v = 0; via && via[v]; v++) {
    g_autofree char *name = full_name (repository, via[v]);
    for (guint i = 0; name && i < search->revisions->len; i++)
      search->preferred[i] |= g_strcmp0 (search->revisions->pdata[i], name) == 0;
  }
}

/* --- the test at a revision --- */

static gboolean run_at (const Search *search, const char *revision, AfRunOfTest *run, GError **error)
{
  g_autoptr (GError) reason = NULL;
  AfPlaces at = *search->places;
  g_autoptr (AfVersions) versions = af_versions_new (search->revisions->pdata[0], revision, &reason);
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  if (!versions) { /* as the good one */
    *run = (AfRunOfTest){ .built = TRUE, .passes = TRUE };
    return TRUE;
  }
  for (guint i = 0; i < versions->changed->len; i++)
    g_ptr_array_add (texts, ((const AfChangedFile *)versions->changed->pdata[i])->after);
  at.versions = versions;
  search->found->tests++;
  return af_places_run (&at, 0, texts, run, error);
}

/* Where to go on: the middle of what is not known, among those that come first if there are any; 0: nowhere. */
static guint next_of (const Search *search, gboolean preferred)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = search->low + 1; i < search->high; i++)
    if (search->states[i] == UNKNOWN && (!preferred || search->preferred[i]))
      g_array_append_val (open, i);
  return open->len > 0 ? g_array_index (open, guint, open->len / 2) : 0;
}

static gboolean narrow (Search *search, GError **error)
{
  for (guint at; (at = next_of (search, TRUE)) || (at = next_of (search, FALSE));) {
    g_auto (AfRunOfTest) run = { 0 };
    if (af_interrupted (search->places->cancel, error) || !run_at (search, search->revisions->pdata[at], &run, error))
      return FALSE;
    search->states[at] = TRIED;
    if (run.built && run.passes)
      search->low = at;
    else if (run.built && !run.timed_out && run.status == search->bad_status)
      search->high = at;
  }
  return TRUE;
}

/* --- the whole --- */

static char *author_of (git_repository *repository, const char *revision)
{
  git_object *object = NULL;
  if (!revision || git_revparse_single (&object, repository, revision) != 0)
    return g_strdup ("");
  const git_signature *author = git_commit_author ((const git_commit *)object);
  char *name = g_utf8_make_valid (author && author->name ? author->name : "", -1);
  git_object_free (object);
  return name;
}

static gboolean search_between (Search *search, GError **error)
{
  g_auto (AfRunOfTest) bad = { 0 };
  search->high = search->revisions->len - 1;
  if (!run_at (search, search->revisions->pdata[search->high], &bad, error))
    return FALSE;
  search->bad_status = bad.status;
  /* whether the ends are as they should be is seen, and said, when the change is taken apart */
  return !bad.built || bad.passes || bad.timed_out || narrow (search, error);
}

gboolean af_bisect (const AfPlaces *places, AfBisection *found, GError **error)
{
  const AfCulpritOptions *options = places->options;
  g_autoptr (GPtrArray) revisions = g_ptr_array_new_with_free_func (g_free);
  const char *last = options->bad ? options->bad : "HEAD";
  git_repository *repository = NULL;
  git_libgit2_init ();
  gboolean ok = git_repository_open (&repository, places->versions->top) == 0
                && list_commits (repository, options->good, last, revisions);
  if (!ok)
    af_error (error, AF_ERROR_IO, "the commits between '%s' and '%s' cannot be listed", options->good, last);
  if (ok && !options->bad && is_changed (options, "HEAD"))
    g_ptr_array_add (revisions, NULL);
  if (ok && revisions->len == 1) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "--good names the earlier revision, --bad the later one",
                 "no commits lead from '%s' to '%s'", options->good, last);
    ok = FALSE;
  }
  g_autofree gboolean *preferred = g_new0 (gboolean, revisions->len + 1);
  g_autofree State *states = g_new0 (State, revisions->len + 1);
  Search search = { places, revisions, preferred, states, 0, 0, found, 0 };
  if (ok && revisions->len > 2) {
    prefer (&search, repository, options->via);
    ok = search_between (&search, error);
  } else if (ok)
    search.high = revisions->len - 1;
  if (ok) {
    found->commits = revisions->len - 1;
    found->left = search.high - search.low;
    found->good = g_strdup (revisions->pdata[search.low]);
    found->bad = g_strdup (revisions->pdata[search.high]);
    found->author = author_of (repository, found->bad);
  }
  git_repository_free (repository);
  git_libgit2_shutdown ();
  return ok;
}

void af_bisection_clear (AfBisection *found)
{
  g_clear_pointer (&found->good, g_free);
  g_clear_pointer (&found->bad, g_free);
  g_clear_pointer (&found->author, g_free);
}
