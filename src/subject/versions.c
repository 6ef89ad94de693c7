/* Versions that the module gives to its symbols, as libraries do that keep what older programs were linked with.
 *
 * In:  objects.   Out: a version script that has each of their versions.
 *
 *     __asm__ (".symver parse_old,parse@LIB_1.0");            LIB_1.0 {};
 *
 * A linker makes a shared object of this only if it is told of LIB_1.0.  The project has a script that does, among the
 * many things of its build that nobody has told us. */
#include "subject/subject-internal.h"

#include <elf.h>
#include <link.h>
#include <string.h>

typedef struct {
  const char *bytes;
  gsize length;
} Object;

/* @n bytes at @offset; null: the file has none. */
static gconstpointer part (const Object *object, guint64 offset, guint64 n)
{
  return offset <= object->length && n <= object->length - offset ? object->bytes + offset : NULL;
}

/* Adds the version in the name of a symbol that the object defines: what others define has theirs. */
static void add_version (const Object *object, const ElfW (Shdr) * names, const ElfW (Sym) * symbol, GHashTable *found)
{
  const char *text = part (object, names->sh_offset, names->sh_size);
  if (!text || symbol->st_shndx == SHN_UNDEF || symbol->st_name >= names->sh_size)
    return;
  g_autofree char *name = g_strndup (text + symbol->st_name, names->sh_size - symbol->st_name);
  const char *at = strrchr (name, '@');
  if (at && at[1] != '\0')
    g_hash_table_add (found, g_strdup (at + 1));
}

static void add_versions (const Object *object, GHashTable *found)
{
  const ElfW (Ehdr) *header = part (object, 0, sizeof *header);
  const ElfW (Shdr) *sections = header && memcmp (header->e_ident, ELFMAG, SELFMAG) == 0
                                  ? part (object, header->e_shoff, header->e_shnum * sizeof *sections)
                                  : NULL;
  for (guint i = 0; sections && i < header->e_shnum; i++) {
    const ElfW (Sym) *symbols = part (object, sections[i].sh_offset, sections[i].sh_size);
    if (sections[i].sh_type != SHT_SYMTAB || sections[i].sh_link >= header->e_shnum || !symbols)
      continue;
    for (gsize k = 0; k < sections[i].sh_size / sizeof *symbols; k++)
      add_version (object, &sections[sections[i].sh_link], &symbols[k], found);
  }
}

char *af_versions_script (const GPtrArray *objects)
{
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < objects->len; i++) {
    g_autoptr (GMappedFile) file = g_mapped_file_new (g_ptr_array_index (objects, i), FALSE, NULL);
    Object object = { file ? g_mapped_file_get_contents (file) : NULL, file ? g_mapped_file_get_length (file) : 0 };
    if (object.bytes)
      add_versions (&object, found);
  }
  if (g_hash_table_size (found) == 0)
    return NULL;
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (found), (GCompareFunc)strcmp);
  GString *out = g_string_new (NULL);
  for (GList *name = names; name; name = name->next)
    g_string_append_printf (out, "%s {};\n", (const char *)name->data);
  return g_string_free (out, FALSE);
}
