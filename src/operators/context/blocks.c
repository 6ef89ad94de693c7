/* Neighbours of a statement in its block, read off the text.
 *
 * In:  a location.  Out: the statement in front of it, after it, around it; whether it is the last; the lines it
 * stands on. */
#include "operators/operators-internal.h"

guint af_block_skip (const AfSource *source, guint at)
{
  return af_text_skip_blanks (source->text, at, (guint)source->length);
}

AfRange af_block_lines (const AfSource *source, AfRange statement)
{
  guint start = af_source_line_start (source, statement.start), end = af_source_line_end (source, statement.end);
  AfRange lines = { statement.file, start, end };
  guint after = af_block_skip (source, statement.end);
  if (af_text_behind_blanks (source->text, start, statement.start) > start || after < end)
    return (AfRange){ statement.file, start, start };
  return lines;
}

const AfLocation *af_block_statement_at (const AfRoutine *routine, guint start)
{
  for (guint i = 2; i < routine->locations->len; i++) {
    const AfLocation *location = g_ptr_array_index (routine->locations, i);
    if (location->braced && location->statement.start == start && location->kind != AF_LOCATION_CHECK
        && location->kind != AF_LOCATION_FOR_INIT && location->kind != AF_LOCATION_FOR_STEP)
      return location;
  }
  return NULL;
}

const AfLocation *af_block_next (const AfRoutine *routine, const AfSource *source, const AfLocation *location)
{
  return af_block_statement_at (routine, af_block_skip (source, location->statement.end));
}

const AfLocation *af_block_previous (const AfRoutine *routine, const AfSource *source, const AfLocation *location)
{
  for (guint i = 2; i < routine->locations->len; i++) {
    const AfLocation *other = g_ptr_array_index (routine->locations, i);
    if (other->braced && other->statement.end <= location->statement.start
        && af_block_statement_at (routine, other->statement.start)
        && af_block_skip (source, other->statement.end) == location->statement.start)
      return af_block_statement_at (routine, other->statement.start);
  }
  return NULL;
}

const AfLocation *af_block_around (const AfRoutine *routine, const AfLocation *location)
{
  const AfLocation *found = NULL;
  for (guint i = 2; i < routine->locations->len; i++) {
    const AfLocation *other = g_ptr_array_index (routine->locations, i);
    if (!af_location_is_condition (other) || other->statement.start >= location->statement.start
        || other->statement.end < location->statement.end)
      continue;
    if (!found || other->statement.start > found->statement.start)
      found = other;
  }
  return found;
}

gboolean af_block_is_last (const AfSource *source, const AfLocation *location)
{
  guint after = af_block_skip (source, location->statement.end);
  return location->braced && after < source->length && source->text[after] == '}';
}

gboolean af_block_is_labelled (const AfRoutine *routine, const AfSource *source, const AfLocation *location)
{
  guint at = af_text_behind_blanks (source->text, 0, location->statement.start);
  if (location->braced || at == 0 || source->text[at - 1] != ':')
    return FALSE;
  const AfLocation *outer = af_block_around (routine, location);
  return outer && outer->kind == AF_LOCATION_SWITCH && source->text[outer->statement.end - 1] == '}';
}

gboolean af_block_is_before_label (const AfRoutine *routine, const AfSource *source, const AfLocation *location)
{
  guint at = af_block_skip (source, location->statement.end);
  gboolean is_label = FALSE;
  for (guint i = 0; i < routine->labels->len && !is_label; i++) {
    const AfLabel *label = g_ptr_array_index (routine->labels, i);
    is_label = label->kind != AF_LABEL_NAME && !af_range_is_none (label->range) && label->range.start == at;
  }
  return is_label && (location->braced || af_block_is_labelled (routine, source, location));
}

static gboolean is_in (const AfLocation *inner, const AfLocation *outer)
{
  return inner->kind != AF_LOCATION_ENTRY && inner->kind != AF_LOCATION_EXIT
         && af_range_contains (outer->statement, inner->range);
}

gboolean af_block_has_else (const AfRoutine *routine, const AfLocation *location)
{
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *inner = g_ptr_array_index (routine->locations, i);
    if (inner->kind == AF_LOCATION_IF && inner->has_else && is_in (inner, location))
      return TRUE;
  }
  return FALSE;
}

gboolean af_block_has_jump (const AfRoutine *routine, const AfLocation *location)
{
  for (guint i = 0; i < routine->locations->len; i++) {
    const AfLocation *inner = g_ptr_array_index (routine->locations, i);
    if ((inner->jump == AF_JUMP_BREAK || inner->jump == AF_JUMP_CONTINUE) && is_in (inner, location))
      return TRUE;
  }
  return FALSE;
}
