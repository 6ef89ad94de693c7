/* Files that are no C: lines.
 *
 * libgit2 says which lines differ; a place where lines go and others come is one operation, or, where single lines are
 * wanted, one for each. */
#include "delta/delta-internal.h"

#include <git2.h>
#include <string.h>

typedef struct {
  AfWalk *walk;
  const char *old_text, *new_text, *old_end, *new_end;
  gboolean single;
  guint operation; /* of the place at hand */
} Lines;

static const char *line_end (const char *at, const char *end)
{
  const char *found = memchr (at, '\n', (gsize)(end - at));
  return found ? found + 1 : end;
}

/* The next line of the text as a piece. */
static void add (Lines *lines, const char **at, const char *end, AfPiece piece)
{
  const char *next = line_end (*at, end);
  piece.text = piece.gap = *at;
  piece.length = (guint)(next - *at);
  piece.item = lines->walk->item;
  if (piece.come || piece.gone)
    af_delta_operation (lines->walk->delta, piece.come ? piece.come : piece.gone)->tokens++;
  g_array_append_val (lines->walk->pieces, piece);
  *at = next;
}

static guint operation_for (Lines *lines)
{
  if (!lines->operation)
    lines->walk->statement = ++lines->walk->delta->n_statements;
  if (lines->single || !lines->operation)
    lines->operation = af_walk_operation (lines->walk, AF_OPERATION_LINES);
  return lines->operation;
}

static int on_line (const git_diff_delta *delta G_GNUC_UNUSED, const git_diff_hunk *hunk G_GNUC_UNUSED,
                    const git_diff_line *line, void *data)
{
  Lines *lines = data;
  if (line->origin == GIT_DIFF_LINE_DELETION)
    add (lines, &lines->old_text, lines->old_end, (AfPiece){ .gone = operation_for (lines) });
  else if (line->origin == GIT_DIFF_LINE_ADDITION)
    add (lines, &lines->new_text, lines->new_end, (AfPiece){ .come = operation_for (lines) });
  else if (line->origin == GIT_DIFF_LINE_CONTEXT) {
    lines->operation = 0;
    add (lines, &lines->old_text, lines->old_end, (AfPiece){ 0 });
    lines->new_text = line_end (lines->new_text, lines->new_end);
  }
  return 0;
}

void af_walk_lines (AfWalk *walk, GBytes *before, GBytes *after, gboolean single)
{
  gsize n_old = 0, n_new = 0;
  const char *old_text = g_bytes_get_data (before, &n_old), *new_text = g_bytes_get_data (after, &n_new);
  Lines lines = { walk, old_text ? old_text : "", new_text ? new_text : "", NULL, NULL, single, 0 };
  git_diff_options options;
  lines.old_end = lines.old_text + n_old;
  lines.new_end = lines.new_text + n_new;
  git_libgit2_init ();
  git_diff_options_init (&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_FORCE_TEXT;
  options.context_lines = G_MAXINT32;
  git_diff_buffers (lines.old_text, n_old, NULL, lines.new_text, n_new, NULL, &options, NULL, NULL, NULL, on_line,
                    &lines);
  git_libgit2_shutdown ();
  /* equal texts have no hunk */
  while (lines.old_text < lines.old_end)
    add (&lines, &lines.old_text, lines.old_end, (AfPiece){ 0 });
}
