/* A module with objects in it that were not compiled for a shared object.
 *
 * In:  a position-independent executable, as the linker makes it of such objects.   Out: one that can be loaded.
 *
 * A library of the user's (`--link libhelper.a`) is often compiled for executables only: it refers to `stderr` as if
 * that were its own, which the linker does not allow in a shared object.  In an executable it does, and gives the
 * module a copy.  The two kinds of file differ by one flag, for which the dynamic linker refuses to load an executable;
 * it is cleared here.  What makes a real difference is thread-local data, which such code looks for in the place of the
 * program's: a file with some is refused. */
#include "subject/subject-internal.h"

#include <elf.h>
#include <link.h>
#include <string.h>

/* @n bytes at @offset; null: the file has none. */
static gpointer part (char *bytes, gsize length, guint64 offset, gsize n)
{
  return offset <= length && n <= length - offset ? bytes + offset : NULL;
}

static gboolean clear_flag (char *bytes, gsize length, const ElfW (Phdr) * dynamic)
{
  ElfW (Dyn) *entries = part (bytes, length, dynamic->p_offset, dynamic->p_filesz);
  for (gsize i = 0; entries && i < dynamic->p_filesz / sizeof *entries; i++)
    if (entries[i].d_tag == DT_FLAGS_1) {
      entries[i].d_un.d_val &= ~(guint64)DF_1_PIE;
      return TRUE;
    }
  return FALSE;
}

gboolean af_position_make_loadable (const char *path)
{
  g_autofree char *bytes = NULL;
  gsize length = 0;
  if (!g_file_get_contents (path, &bytes, &length, NULL))
    return FALSE;
  const ElfW (Ehdr) *header = part (bytes, length, 0, sizeof *header);
  const ElfW (Phdr) *parts = header ? part (bytes, length, header->e_phoff, header->e_phnum * sizeof *parts) : NULL;
  const ElfW (Phdr) *dynamic = NULL;
  for (guint i = 0; parts && i < header->e_phnum; i++) {
    if (parts[i].p_type == PT_TLS)
      return FALSE;
    if (parts[i].p_type == PT_DYNAMIC)
      dynamic = &parts[i];
  }
  return dynamic && clear_flag (bytes, length, dynamic) && g_file_set_contents (path, bytes, (gssize)length, NULL);
}
