/* The recorder of `autofix cc`: violations become files, the program does not notice.
 *
 * In:  violations (afrt-program.h), from any thread, also from a signal handler; the folder that was compiled in, or
 * AUTOFIX_CC_OUT. Out: one file for each distinct fault, complete from the moment that it has its name, in the form of
 * a compiler's message:
 *
 *     F-3a91c2        /src/ring.c:41:12: fault: precondition of 'ring_pop' violated by 'drain' [F-3a91c2]
 *                       clause   ring->count > 0
 *                       values   ring->count = 0
 *                       command  cd /src/tests && ./test-ring --all
 *                       source   6c1f... (hash of the text that was compiled)
 *
 * and one table, `counts`, mapped by all processes: how often each was seen.
 *
 * A name is that of the fault elsewhere (model/fault.c): a hash of module, routine, clause and kind; the same at
 * another place gets "-2" after it.  The file gets its name by a link, so that of many processes one wins.
 *
 * The recorder does not disturb the program: no memory from the heap, no stream, no lock that a fork or a signal could
 * leave locked forever, no file function that the program could have one of its own of, errno as it was
 * (afrt-program.c).  What cannot be written is lost; with AUTOFIX_CC_VERBOSE=1
 * the first line goes to stderr, with AUTOFIX_CC_STOP=1 the program is aborted after its first violation. */
#include "afrt-record.h"
#include "afrt-counts.h"
#include "afrt-kernel.h"
#include "afrt-text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
  PATH_CAPACITY = 4096,
  TEXT_ROOM = 16384,
  COMMAND_ROOM = 8192,
  KNOWN = 1024,
  SAME_ID = 99,
  PATIENCE = 1000000,
  SOURCE_TAIL = 41
};

/* A fault that this process has recorded; entries are only ever added. */
struct known {
  unsigned state; /* 0 free, 1 being filled, 2 valid */
  const struct afrt_program_clause *clause;
  const char *routine;
  struct afrt_record_count *count;
};

static struct {
  struct afrt_record_unit *units;
  unsigned char is_started, stops, is_verbose;
  char folder[PATH_CAPACITY];    /* AUTOFIX_CC_OUT; "": what was compiled in */
  char libraries[PATH_CAPACITY]; /* LD_LIBRARY_PATH, without which the command might not run */
  struct known known[KNOWN];
  struct afrt_record_table *table;
  /* Of who writes: */
  int writer; /* process that holds the buffers; 0 none */
  char path[PATH_CAPACITY], other[PATH_CAPACITY], text[TEXT_ROOM], here[PATH_CAPACITY], line[COMMAND_ROOM];
} recorder;

/* --- what is known about a violation --- */

static const struct afrt_record_unit *unit_of (const struct afrt_program_violation *violation)
{
  for (const struct afrt_record_unit *unit = __atomic_load_n (&recorder.units, __ATOMIC_ACQUIRE); unit;
       unit = unit->next)
    if (unit->unit->file == violation->file)
      return unit;
  return recorder.units;
}

static const char *routine_of (const struct afrt_program_violation *violation)
{
  return violation->routine ? violation->routine : "?";
}

/* The source's name without folder and ending. */
static void put_module (struct afrt_text *text, const char *file)
{
  const char *slash = strrchr (file, '/'), *base = slash ? slash + 1 : file, *dot = strrchr (base, '.');
  afrt_put_n (text, base, dot && dot != base ? (size_t)(dot - base) : strlen (base));
}

static void put_id (struct afrt_text *text, const struct afrt_program_violation *violation)
{
  static const char digits[] = "0123456789abcdef";
  unsigned char hash[20];
  struct afrt_text key = afrt_text_in (recorder.line, sizeof recorder.line);
  put_module (&key, violation->file);
  afrt_put (&key, "\n");
  afrt_put (&key, routine_of (violation));
  afrt_put (&key, "\n");
  afrt_put (&key, violation->clause->text);
  afrt_put (&key, "\n");
  afrt_put (&key, violation->clause->kind);
  afrt_text_hash (key.start, key.length, hash);
  afrt_put (text, "F-");
  for (unsigned i = 0; i < 3; i++) {
    afrt_put_n (text, &digits[hash[i] >> 4], 1);
    afrt_put_n (text, &digits[hash[i] & 15], 1);
  }
}

static void put_title (struct afrt_text *text, const struct afrt_program_violation *violation)
{
  static const struct {
    const char *kind, *before, *after;
  } titles[] = {
    { "precondition", "precondition of '%' violated by '", "'" },
    { "postcondition", "postcondition of '", "' violated" },
    { "invariant", "invariant '%' violated by '", "'" },
    { "check", "check in '", "' violated" },
    { "loop invariant", "loop invariant in '", "' violated" },
    { "loop variant", "loop variant in '", "' does not decrease" },
    { "leak", "'", "' leaks memory" },
  };
  const char *before = "contract violated in '", *after = "'",
             *owner = violation->clause->owner ? violation->clause->owner : "?";
  for (unsigned i = 0; i < sizeof titles / sizeof titles[0]; i++)
    if (strcmp (titles[i].kind, violation->clause->kind) == 0) {
      before = titles[i].before;
      after = titles[i].after;
    }
  if (violation->clause->title) {
    afrt_put (text, violation->clause->title);
    before = " in '";
  }
  const char *gap = strchr (before, '%');
  afrt_put_n (text, before, gap ? (size_t)(gap - before) : strlen (before));
  if (gap) {
    afrt_put (text, owner);
    afrt_put (text, gap + 1);
  }
  afrt_put (text, routine_of (violation));
  afrt_put (text, after);
}

/* "/src/ring.c:41:12: " */
static void put_place (struct afrt_text *text, const struct afrt_program_violation *violation)
{
  const struct afrt_record_unit *unit = unit_of (violation);
  if (violation->file[0] != '/' && unit) {
    afrt_put (text, unit->here);
    afrt_put (text, "/");
  }
  afrt_put (text, violation->file);
  afrt_put (text, ":");
  afrt_put_number (text, violation->line);
  afrt_put (text, ":");
  afrt_put_number (text, violation->column);
  afrt_put (text, ": ");
}

static void put_values (struct afrt_text *text, const struct afrt_program_violation *violation)
{
  const char *separator = "  values   ";
  for (unsigned i = 0; i < AFRT_PROGRAM_VALUES && violation->clause->operands[i]; i++) {
    if (!(violation->values_defined >> i & 1))
      continue;
    afrt_put (text, separator);
    afrt_put (text, violation->clause->operands[i]);
    afrt_put (text, " = ");
    if (violation->clause->pointers >> i & 1)
      afrt_put (text, violation->values[i] ? "not NULL" : "NULL");
    else
      afrt_put_number (text, violation->values[i]);
    separator = ", ";
  }
  if (separator[0] == ',')
    afrt_put (text, "\n");
  if (violation->undefined)
    afrt_put (text, "  note     the clause cannot be evaluated here\n");
}

/* The current folder is in recorder.here. */
static int is_here_known (void)
{
  long n = AFRT_KERNEL (SYS_getcwd, AFRT_KERNEL_POINTER (recorder.here), sizeof recorder.here);
  /* one that is out of reach begins with a word in brackets */
  return n > 0 && recorder.here[0] == '/';
}

static void put_command (struct afrt_text *text)
{
  int file = afrt_kernel_open ("/proc/self/cmdline", O_RDONLY);
  ssize_t n = file >= 0 ? afrt_kernel_read (file, recorder.line, sizeof recorder.line - 1) : 0;
  if (file >= 0)
    afrt_kernel_close (file);
  afrt_put (text, "  command  cd ");
  afrt_put_word (text, is_here_known () ? recorder.here : "?");
  afrt_put (text, " &&");
  if (recorder.libraries[0]) {
    afrt_put (text, " LD_LIBRARY_PATH=");
    afrt_put_word (text, recorder.libraries);
  }
  recorder.line[n > 0 ? n : 0] = '\0';
  for (ssize_t at = 0; at < n; at += (ssize_t)strlen (recorder.line + at) + 1) {
    afrt_put (text, " ");
    afrt_put_word (text, recorder.line + at);
  }
  afrt_put (text, n == (ssize_t)sizeof recorder.line - 1 ? " ...\n" : "\n");
}

/* --- files --- */

static void write_all (int file, const char *bytes, size_t n)
{
  while (n > 0) {
    ssize_t written = afrt_kernel_write (file, bytes, n);
    if (written <= 0 && written != -EINTR)
      return;
    if (written > 0) {
      bytes += written;
      n -= (size_t)written;
    }
  }
}

static struct afrt_text path_in_folder (char *buffer, const struct afrt_program_violation *violation)
{
  struct afrt_text path = afrt_text_in (buffer, PATH_CAPACITY);
  const struct afrt_record_unit *unit = unit_of (violation);
  afrt_put (&path, recorder.folder[0] ? recorder.folder : unit ? unit->folder : ".");
  afrt_put (&path, "/");
  return path;
}

/* The table of all processes, or null. */
static struct afrt_record_table *map_table (const struct afrt_program_violation *violation)
{
  struct afrt_text path = path_in_folder (recorder.other, violation);
  afrt_put (&path, AFRT_RECORD_TABLE);
  afrt_file_folders (path.start);
  const long size = sizeof (struct afrt_record_table);
  int file = afrt_kernel_open (path.start, O_RDWR | O_CREAT);
  if (file < 0)
    return NULL;
  /* room on the disk first: a page that cannot be had would kill the program */
  long table = afrt_file_reserve (file, size)
                 ? AFRT_KERNEL (SYS_mmap, 0, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                 : -ENOSPC;
  afrt_kernel_close (file);
  /* errors are the last page of addresses */
  return table < 0 && table >= -4095 ? NULL : (struct afrt_record_table *)table;
}

/* The entry of a name. */
static struct afrt_record_count *count_in (struct afrt_record_table *table, const char *name)
{
  unsigned long long key = 0xcbf29ce484222325ull;
  for (const char *at = name; *at; at++)
    key = (key ^ (unsigned char)*at) * 0x100000001b3ull;
  key += key == 0;
  for (unsigned i = 0; table && i < AFRT_RECORD_COUNTS; i++) {
    struct afrt_record_count *count = &table->counts[(key + i) % AFRT_RECORD_COUNTS];
    unsigned long long found = 0;
    if (__atomic_compare_exchange_n (&count->key, &found, key, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED) || found == key)
      return count;
  }
  return NULL;
}

/* Whether the file begins with the place that recorder.text begins with. */
static int is_same_place (const char *path)
{
  return afrt_file_holds (path, recorder.text, (size_t)(strstr (recorder.text, ": fault: ") - recorder.text), 0);
}

/* The file's text, with @name as the fault's. */
static struct afrt_text compose (const struct afrt_program_violation *violation, const char *name)
{
  struct afrt_text text = afrt_text_in (recorder.text, sizeof recorder.text);
  put_place (&text, violation);
  afrt_put (&text, "fault: ");
  put_title (&text, violation);
  afrt_put (&text, " [");
  afrt_put (&text, name);
  afrt_put (&text, "]\n  clause   ");
  afrt_put (&text, violation->clause->text);
  afrt_put (&text, "\n");
  put_values (&text, violation);
  put_command (&text);
  afrt_put (&text, "  source   ");
  afrt_put (&text, unit_of (violation) ? unit_of (violation)->source : "?");
  afrt_put (&text, "\n");
  return text;
}

static void write_file (const char *path, const struct afrt_text *text)
{
  int file = afrt_kernel_open (path, O_WRONLY | O_CREAT | O_TRUNC);
  if (file < 0)
    return;
  write_all (file, text->start, text->length);
  afrt_kernel_close (file);
}

/* Sees to it that the fault has its file; gives its count, or null. */
static struct afrt_record_count *record (const struct afrt_program_violation *violation)
{
  char name[32];
  struct afrt_text id = afrt_text_in (name, sizeof name);
  put_id (&id, violation);
  if (!recorder.table)
    recorder.table = map_table (violation);
  struct afrt_text beside = path_in_folder (recorder.other, violation);
  afrt_put (&beside, ".new-");
  afrt_put_number (&beside, AFRT_KERNEL (SYS_getpid, 0));
  afrt_put (&beside, "-");
  afrt_put_number (&beside, AFRT_KERNEL (SYS_gettid, 0));
  size_t length = id.length;
  for (unsigned n = 1; n <= SAME_ID; n++) {
    id.length = length;
    name[length] = '\0';
    if (n > 1) {
      afrt_put (&id, "-");
      afrt_put_number (&id, n);
    }
    struct afrt_text text = compose (violation, name);
    struct afrt_text path = path_in_folder (recorder.path, violation);
    afrt_put (&path, name);
    if (is_same_place (path.start)) {
      /* seen again in another text of the same source: the record is of that now */
      if (!afrt_file_holds (path.start, text.start + text.length - SOURCE_TAIL, SOURCE_TAIL, 1)) {
        write_file (beside.start, &text);
        AFRT_KERNEL (SYS_renameat2, AT_FDCWD, AFRT_KERNEL_POINTER (beside.start), AT_FDCWD,
                     AFRT_KERNEL_POINTER (path.start), 0);
      }
      break;
    }
    if (AFRT_KERNEL (SYS_faccessat, AT_FDCWD, AFRT_KERNEL_POINTER (path.start), F_OK) == 0)
      continue;
    write_file (beside.start, &text);
    long linked = AFRT_KERNEL (SYS_linkat, AT_FDCWD, AFRT_KERNEL_POINTER (beside.start), AT_FDCWD,
                               AFRT_KERNEL_POINTER (path.start), 0);
    int is_ours = linked == 0, is_taken = linked == -EEXIST;
    AFRT_KERNEL (SYS_unlinkat, AT_FDCWD, AFRT_KERNEL_POINTER (beside.start), 0);
    if (is_ours && recorder.is_verbose)
      write_all (2, text.start, strcspn (text.start, "\n") + 1);
    if (!is_taken || is_same_place (path.start))
      break;
  }
  return count_in (recorder.table, name);
}

/* --- the hook --- */

/* A child forked while another thread wrote takes the buffers over; who holds them for so long has left by longjmp. */
static void lock (void)
{
  int self = (int)AFRT_KERNEL (SYS_getpid, 0), owner = 0;
  for (unsigned i = 0; i < PATIENCE; i++) {
    if (__atomic_compare_exchange_n (&recorder.writer, &owner, self, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return;
    if (owner != self
        && __atomic_compare_exchange_n (&recorder.writer, &owner, self, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return;
    AFRT_KERNEL (SYS_sched_yield, 0);
    owner = 0;
  }
}

static void unlock (void)
{
  __atomic_store_n (&recorder.writer, 0, __ATOMIC_RELEASE);
}

static struct known *find_known (const struct afrt_program_violation *violation, int *is_new)
{
  size_t hash = ((size_t)violation->clause >> 4) * 31 + ((size_t)violation->routine >> 3);
  *is_new = 0;
  for (unsigned i = 0; i < KNOWN; i++) {
    struct known *known = &recorder.known[(hash + i) % KNOWN];
    unsigned state = __atomic_load_n (&known->state, __ATOMIC_ACQUIRE);
    if (state == 2 && known->clause == violation->clause && known->routine == violation->routine)
      return known;
    if (state == 0 && __atomic_compare_exchange_n (&known->state, &state, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
      *is_new = 1;
      return known;
    }
  }
  return NULL;
}

void afrt_record_violation (const struct afrt_program_violation *violation)
{
  int is_new;
  struct known *known = find_known (violation, &is_new);
  struct afrt_record_count *count = known && !is_new ? known->count : NULL;
  if (is_new) {
    lock ();
    count = record (violation);
    unlock ();
    known->clause = violation->clause;
    known->routine = violation->routine;
    known->count = count;
    __atomic_store_n (&known->state, 2, __ATOMIC_RELEASE);
  }
  if (count)
    __atomic_add_fetch (&count->times, 1, __ATOMIC_RELAXED);
  if (recorder.stops)
    abort ();
}

const struct afrt_record_unit *afrt_record_units (void)
{
  return __atomic_load_n (&recorder.units, __ATOMIC_ACQUIRE);
}

/* --- start --- */

static void copy_variable (char *buffer, const char *name)
{
  const char *value = getenv (name);
  struct afrt_text text = afrt_text_in (buffer, PATH_CAPACITY);
  afrt_put (&text, value ? value : "");
}

static int is_set (const char *name)
{
  const char *value = getenv (name);
  return value && *value && strcmp (value, "0") != 0;
}

/* Runs before the program's own code, in one thread for each unit; later the environment may be gone. */
void afrt_record_add (struct afrt_record_unit *unit)
{
  if (!recorder.is_started) {
    recorder.is_started = 1;
    recorder.stops = (unsigned char)is_set ("AUTOFIX_CC_STOP");
    recorder.is_verbose = (unsigned char)is_set ("AUTOFIX_CC_VERBOSE");
    copy_variable (recorder.libraries, "LD_LIBRARY_PATH");
    if (is_set ("AUTOFIX_CC_OUT")) {
      struct afrt_text folder = afrt_text_in (recorder.folder, sizeof recorder.folder);
      const char *wanted = getenv ("AUTOFIX_CC_OUT");
      if (wanted[0] != '/' && is_here_known ()) {
        afrt_put (&folder, recorder.here);
        afrt_put (&folder, "/");
      }
      afrt_put (&folder, wanted);
    }
    afrt_program_set_hook (afrt_record_violation);
    afrt_lost_watch ();
  }
  unit->next = recorder.units;
  __atomic_store_n (&recorder.units, unit, __ATOMIC_RELEASE);
}
