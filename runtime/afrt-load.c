/* Loading the module: a shared object, of which no code may run outside of the sandbox.
 *
 * In:  the path of the module.   Out: the module in this process, and its tables in afrt_private.driver.
 *
 * A shared object can have the dynamic linker run code of its own when it is loaded: constructors (DT_INIT,
 * DT_INIT_ARRAY), resolvers of indirect functions, whatever the libraries do that it needs.  Most modules have none of
 * it, and the server loads them once, for all its children; the others each child loads for itself, in the sandbox.
 * Which it is, the file says: everything that is not known here to be harmless counts as code.
 *
 *     DT_NEEDED  libc.so.6       is there already: harmless, and so is libm, whose code at loading is its own
 *     DT_INIT_ARRAY              a constructor: code
 *     R_X86_64_IRELATIVE         the resolver of an indirect function: code
 *
 * The module has a name space of its own (RTLD_LOCAL): an `open` that it defines is called by itself only, while the
 * runtime, the sanitizer and libc keep theirs. */
#include "afrt-internal.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined __x86_64__
#define RELOCATION_BY_CODE R_X86_64_IRELATIVE
#elif defined __aarch64__
#define RELOCATION_BY_CODE R_AARCH64_IRELATIVE
#endif

struct image {
  const unsigned char *bytes;
  size_t size;
};

/* What the dynamic section says; addresses are the file's own. */
struct dynamic {
  ElfW (Addr) hash, symbols, strings;
  struct {
    ElfW (Addr) at;
    size_t size;
  } relocations[2];
  unsigned char has_code;
};

/* @size bytes at an offset of the file; null: there are none. */
static const void *at_offset (const struct image *image, size_t offset, size_t size)
{
  return offset <= image->size && size <= image->size - offset ? image->bytes + offset : NULL;
}

static const ElfW (Ehdr) * header_of (const struct image *image)
{
  const ElfW (Ehdr) *header = at_offset (image, 0, sizeof *header);
  if (!header || memcmp (header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_phentsize != sizeof (ElfW (Phdr)))
    return NULL;
  return at_offset (image, header->e_phoff, header->e_phnum * sizeof (ElfW (Phdr))) ? header : NULL;
}

static const ElfW (Phdr) * parts_of (const struct image *image)
{
  const ElfW (Ehdr) *header = header_of (image);
  return header ? (const ElfW (Phdr) *)at_offset (image, header->e_phoff, header->e_phnum * sizeof (ElfW (Phdr)))
                : NULL;
}

/* The same by the address that they will have. */
static const void *at_address (const struct image *image, ElfW (Addr) address, size_t size)
{
  const ElfW (Phdr) *parts = parts_of (image);
  for (unsigned i = 0; parts && i < header_of (image)->e_phnum; i++)
    if (parts[i].p_type == PT_LOAD && address >= parts[i].p_vaddr && address - parts[i].p_vaddr <= parts[i].p_filesz
        && size <= parts[i].p_filesz - (address - parts[i].p_vaddr))
      return at_offset (image, parts[i].p_offset + (address - parts[i].p_vaddr), size);
  return NULL;
}

/* Whether a library that is needed has been loaded with the driver. */
static int is_loaded (const char *name)
{
  void *library = dlopen (name, RTLD_LAZY | RTLD_NOLOAD);
  if (library)
    dlclose (library);
  return library != NULL;
}

static void read_entry (const ElfW (Dyn) * entry, struct dynamic *dynamic)
{
  switch (entry->d_tag) {
  case DT_HASH:
    dynamic->hash = entry->d_un.d_ptr;
    break;
  case DT_SYMTAB:
    dynamic->symbols = entry->d_un.d_ptr;
    break;
  case DT_STRTAB:
    dynamic->strings = entry->d_un.d_ptr;
    break;
  case DT_RELA:
    dynamic->relocations[0].at = entry->d_un.d_ptr;
    break;
  case DT_RELASZ:
    dynamic->relocations[0].size = entry->d_un.d_val;
    break;
  case DT_JMPREL:
    dynamic->relocations[1].at = entry->d_un.d_ptr;
    break;
  case DT_PLTRELSZ:
    dynamic->relocations[1].size = entry->d_un.d_val;
    break;
  case DT_FLAGS:
    dynamic->has_code |= (entry->d_un.d_val & ~(ElfW (Xword)) (DF_SYMBOLIC | DF_BIND_NOW | DF_STATIC_TLS)) != 0;
    break;
  case DT_FLAGS_1:
    dynamic->has_code |= entry->d_un.d_val != DF_1_NOW;
    break;
  case DT_PLTREL:
    dynamic->has_code |= entry->d_un.d_val != DT_RELA;
    break;
  case DT_NEEDED: /* looked at when the strings are known */
  case DT_GNU_HASH:
  case DT_STRSZ:
  case DT_SYMENT:
  case DT_PLTGOT:
  case DT_DEBUG:
  case DT_RELAENT:
  case DT_RELACOUNT:
  case DT_SYMBOLIC:
  case DT_BIND_NOW:
  case DT_VERNEED:
  case DT_VERNEEDNUM:
  case DT_VERSYM:
    break;
  default:
    dynamic->has_code = 1;
  }
}

static int needs_only_loaded (const struct image *image, const ElfW (Dyn) * entries, size_t n,
                              const struct dynamic *dynamic)
{
  for (size_t i = 0; i < n && entries[i].d_tag != DT_NULL; i++) {
    if (entries[i].d_tag != DT_NEEDED)
      continue;
    const char *strings = at_address (image, dynamic->strings, 1);
    size_t left = strings ? image->size - (size_t)((const unsigned char *)strings - image->bytes) : 0;
    size_t at = entries[i].d_un.d_val;
    if (at >= left || !memchr (strings + at, '\0', left - at)
        || (!is_loaded (strings + at) && strcmp (strings + at, "libm.so.6") != 0))
      return 0;
  }
  return 1;
}

/* A symbol whose value is what a function of the module says. */
static int has_indirect_symbol (const struct image *image, const struct dynamic *dynamic)
{
  const uint32_t *hash = at_address (image, dynamic->hash, 2 * sizeof *hash);
  const ElfW (Sym) *symbols = hash ? at_address (image, dynamic->symbols, hash[1] * sizeof *symbols) : NULL;
  if (!symbols)
    return 1;
  for (uint32_t i = 0; i < hash[1]; i++)
    if (ELF64_ST_TYPE (symbols[i].st_info) == STT_GNU_IFUNC && symbols[i].st_shndx != SHN_UNDEF)
      return 1;
  return 0;
}

static int has_indirect_relocation (const struct image *image, const struct dynamic *dynamic)
{
#ifdef RELOCATION_BY_CODE
  const uint32_t *hash = at_address (image, dynamic->hash, 2 * sizeof *hash);
  for (int table = 0; table < 2; table++) {
    size_t size = dynamic->relocations[table].size;
    const ElfW (Rela) *relocations = size > 0 ? at_address (image, dynamic->relocations[table].at, size) : NULL;
    if (!hash || (size > 0 && !relocations))
      return 1;
    for (size_t i = 0; i < size / sizeof *relocations; i++)
      if (ELF64_R_TYPE (relocations[i].r_info) == RELOCATION_BY_CODE || ELF64_R_SYM (relocations[i].r_info) >= hash[1])
        return 1;
  }
  return 0;
#else
  (void)image;
  (void)dynamic;
  return 1;
#endif
}

/* Whether the module can set handlers or masks of signals: it calls what does, or what finds such functions. */
static int is_about_signals (const char *name)
{
  static const char *const finders[] = { "syscall", "dlsym", "dlvsym", "setcontext", "swapcontext" };
  for (size_t i = 0; i < sizeof finders / sizeof *finders; i++)
    if (strcmp (name, finders[i]) == 0)
      return 1;
  return strstr (name, "sig") != NULL;
}

/* Whether no code of the module sets handlers or masks of signals. */
static int leaves_signals;

static void look_at_calls (const struct image *image, const struct dynamic *dynamic)
{
  const uint32_t *hash = at_address (image, dynamic->hash, 2 * sizeof *hash);
  const ElfW (Sym) *symbols = hash ? at_address (image, dynamic->symbols, hash[1] * sizeof *symbols) : NULL;
  const char *strings = at_address (image, dynamic->strings, 1);
  leaves_signals = symbols && strings;
  afrt_libc_begin (!leaves_signals);
  size_t left = leaves_signals ? image->size - (size_t)((const unsigned char *)strings - image->bytes) : 0;
  for (uint32_t i = 0; symbols && strings && i < hash[1]; i++) {
    size_t at = symbols[i].st_name;
    if (symbols[i].st_shndx != SHN_UNDEF)
      continue;
    int is_text = at < left && memchr (strings + at, '\0', left - at);
    leaves_signals = leaves_signals && is_text && !is_about_signals (strings + at);
    if (is_text)
      afrt_libc_note (strings + at);
    else
      afrt_libc_begin (1);
  }
}

static int has_code (const struct image *image)
{
  const ElfW (Phdr) *parts = parts_of (image);
  struct dynamic dynamic = { 0 };
  const ElfW (Dyn) *entries = NULL;
  size_t n = 0;
  for (unsigned i = 0; parts && i < header_of (image)->e_phnum; i++)
    if (parts[i].p_type == PT_DYNAMIC) {
      if (entries)
        return 1;
      entries = at_address (image, parts[i].p_vaddr, parts[i].p_filesz);
      n = parts[i].p_filesz / sizeof *entries;
    }
  for (size_t i = 0; entries && i < n && entries[i].d_tag != DT_NULL; i++)
    read_entry (&entries[i], &dynamic);
  if (!entries || !needs_only_loaded (image, entries, n, &dynamic))
    return 1;
  look_at_calls (image, &dynamic);
  int result = dynamic.has_code || has_indirect_symbol (image, &dynamic) || has_indirect_relocation (image, &dynamic);
  leaves_signals = leaves_signals && !result;
  return result;
}

int afrt_load_leaves_signals (void)
{
  return leaves_signals;
}

int afrt_load_runs_code (const char *path)
{
  struct stat status;
  int file = open (path, O_RDONLY | O_CLOEXEC), result = 1;
  if (file >= 0 && fstat (file, &status) == 0 && status.st_size > 0) {
    void *bytes = mmap (NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes != MAP_FAILED) {
      struct image image = { bytes, (size_t)status.st_size };
      result = has_code (&image);
      munmap (bytes, image.size);
    }
  }
  if (file >= 0)
    close (file);
  return result;
}

#if defined __x86_64__ || defined __aarch64__
struct tls_index {
  unsigned long module, offset;
};
extern void *__tls_get_addr (struct tls_index *index);

/* Thread-local variables of the module get their memory now: a call that is the first to use one allocates nothing. */
static int settle_thread_data (struct dl_phdr_info *object, size_t size, void *unused)
{
  (void)size;
  (void)unused;
  if (object->dlpi_tls_modid != 0 && !object->dlpi_tls_data)
    __tls_get_addr (&(struct tls_index){ .module = object->dlpi_tls_modid });
  return 0;
}
#endif

static int count_object (struct dl_phdr_info *object, size_t size, void *n)
{
  (void)object;
  (void)size;
  ++*(unsigned *)n;
  return 0;
}

/* The module's code, as addresses. */
static uintptr_t code_begin, code_end;

static int find_code (struct dl_phdr_info *object, size_t size, void *unused)
{
  uintptr_t tables = (uintptr_t)afrt_private.driver - object->dlpi_addr, begin = 0, end = 0;
  int is_module = 0;
  (void)size;
  (void)unused;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW (Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD)
      continue;
    is_module |= tables - part->p_vaddr < part->p_memsz;
    if (part->p_flags & PF_X) {
      begin = object->dlpi_addr + part->p_vaddr;
      end = begin + part->p_memsz;
    }
  }
  if (is_module) {
    code_begin = begin;
    code_end = end;
  }
  return is_module;
}

int afrt_load_has_code (uintptr_t address)
{
  return address - code_begin < code_end - code_begin;
}

static unsigned n_before;

unsigned afrt_load_n_before (void)
{
  return n_before;
}

const char *afrt_load (const char *path)
{
  n_before = 0;
  dl_iterate_phdr (count_object, &n_before);
  void *module = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  afrt_private.driver = module ? dlsym (module, "afrt_driver") : NULL;
  if (!afrt_private.driver) {
    const char *why = dlerror ();
    return why ? why : "it has no tables";
  }
#if defined __x86_64__ || defined __aarch64__
  dl_iterate_phdr (settle_thread_data, NULL);
#endif
  dl_iterate_phdr (find_code, NULL);
  afrt_restore_keep ();
  return NULL;
}

int afrt_load_shape (struct afrt_shape *shape)
{
  const struct afrt_driver *driver = afrt_private.driver;
  if (driver->n_thunks > AFRT_MAX_THUNKS)
    return 0;
  shape->n_thunks = driver->n_thunks;
  shape->n_routines = driver->n_routines;
  shape->n_columns = driver->n_columns;
  shape->clause_crash = driver->clause_crash;
  shape->clause_hang = driver->clause_hang;
  shape->clause_sandbox = driver->clause_sandbox;
  for (unsigned i = 0; i < driver->n_thunks; i++)
    shape->n_args[i] = driver->thunks[i] ? (unsigned char)driver->thunks[i]->n_args : AFRT_NO_THUNK;
  return 1;
}
