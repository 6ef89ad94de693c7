/* What a program needs that is repaired by its own tests: which candidate it is, or what its variables are.
 *
 * Each file of the program begins with an #include of this one, before all of its own, so that any build system can
 * build it and nothing has to be linked with it.  It includes nothing, for the user's macros decide what headers
 * declare; what it needs of libc it declares under names of its own.
 *
 * A process is candidate AUTOFIX_CANDIDATE from its start to its end; of a group of candidates that act at one
 * place (AFRT_TESTS_SAME) it is member AUTOFIX_MEMBER, and the file AUTOFIX_SAME says at its end which others have
 * computed the same.  With AFRT_TESTS_WATCH each visit of a location
 * is added to the file AUTOFIX_WATCH: struct afrt_tests_visit, then that many values. */
#ifndef AFRT_TESTS_H
#define AFRT_TESTS_H
#pragma GCC system_header

char *afrt_tests_getenv (const char *name) __asm__("getenv");

static struct {
  unsigned candidate; /* 0: the program as it is */
} afrt_state __attribute__ ((unused));

static unsigned afrt_tests_number (const char *name)
{
  const char *text = afrt_tests_getenv (name);
  unsigned number = 0;
  while (text && *text >= '0' && *text <= '9')
    number = number * 10 + (unsigned)(*text++ - '0');
  return number;
}

static void __attribute__ ((constructor)) afrt_tests_choose (void)
{
  afrt_state.candidate = afrt_tests_number ("AUTOFIX_CANDIDATE");
}

#if defined(AFRT_TESTS_WATCH) || defined(AFRT_TESTS_SAME)

int afrt_tests_open (const char *path, int flags, ...) __asm__("open");
int afrt_tests_close (int file) __asm__("close");
int afrt_tests_setjmp (void *buffer, int mask) __asm__("__sigsetjmp") __attribute__ ((returns_twice));
void afrt_tests_longjmp (void *buffer, int value) __asm__("siglongjmp") __attribute__ ((noreturn));

#endif
#ifdef AFRT_TESTS_SAME

#define AFRT_TESTS_COMPARED 4000 /* visits by a process; at the next one all others are said to part */
#define AFRT_TESTS_MEMBERS 240
enum { AFRT_TESTS_ACTS = 1, AFRT_TESTS_RETURNS, AFRT_TESTS_UNKNOWN }; /* places */

void *afrt_tests_mmap (void *at, unsigned long n, int access, int flags, int file, long offset) __asm__("mmap");
void (*afrt_tests_oneshot (int signal, void (*handler) (int))) (int) __asm__("__sysv_signal");

/* The deed is done if the guard, where there is one, is true. */
struct afrt_tests_member {
  unsigned short guard, deed; /* looks */
  unsigned short skips;       /* what follows is left out then */
};

static struct {
  volatile unsigned char
    *alive; /* by member: 1 while it has computed what the running one has; shared with our parent */
  unsigned member, visits;
  volatile int is_trying;
  int skips; /* what follows is left out at this visit */
  struct {
    unsigned long long place; /* what gets a value; AFRT_TESTS_ACTS: something else is done */
    unsigned long long value; /* of an action its number */
    int signal;
  } volatile looks[2 * AFRT_TESTS_MEMBERS + 1]; /* look 0 is none */
  char buffer[8] __attribute__ ((aligned (64)));
  char back[1024] __attribute__ ((aligned (64)));
} afrt_same __attribute__ ((unused));

/* Looking at an expression of another member may crash; the signal is its value then. */
static void afrt_tests_stumbled (int signal)
{
  afrt_tests_oneshot (signal, afrt_same.is_trying ? afrt_tests_stumbled : (void (*) (int))0);
  if (afrt_same.is_trying)
    afrt_tests_longjmp (afrt_same.back, signal);
}

static void __attribute__ ((constructor)) afrt_tests_join (void)
{
  enum { READ_WRITE = 2, CLOEXEC = 02000000, PROT_BOTH = 3, SHARED = 1 };
  enum { SIGNAL_BUS = 7, SIGNAL_FPE = 8, SIGNAL_SEGV = 11 };
  const char *path = afrt_tests_getenv ("AUTOFIX_SAME");
  int file = path ? afrt_tests_open (path, READ_WRITE | CLOEXEC) : -1;
  void *at = file >= 0 ? afrt_tests_mmap (0, AFRT_TESTS_MEMBERS, PROT_BOTH, SHARED, file, 0) : (void *)-1;
  afrt_same.member = afrt_tests_number ("AUTOFIX_MEMBER");
  if (file >= 0)
    afrt_tests_close (file);
  if (at == (void *)-1)
    return;
  afrt_same.alive = (volatile unsigned char *)at;
  afrt_tests_oneshot (SIGNAL_BUS, afrt_tests_stumbled);
  afrt_tests_oneshot (SIGNAL_FPE, afrt_tests_stumbled);
  afrt_tests_oneshot (SIGNAL_SEGV, afrt_tests_stumbled);
}

/* Whether the values of all members are asked for: as long as one of them goes with the running one. */
static __attribute__ ((unused)) int afrt_tests_shares (unsigned n)
{
  unsigned i, others = 0;
  if (!afrt_same.alive)
    return 0;
  for (i = 0; i < n; i++)
    others += i != afrt_same.member && afrt_same.alive[i] == 1;
  if (others > 0 && afrt_same.visits++ < AFRT_TESTS_COMPARED)
    return 1;
  for (i = 0; i < n; i++)
    if (i != afrt_same.member)
      afrt_same.alive[i] = 0;
  return 0;
}

static __attribute__ ((unused)) int afrt_tests_begin_look (unsigned look)
{
  afrt_same.looks[look].place = afrt_same.looks[look].value = 0;
  return 1;
}

#define AFRT_TESTS_LOOK(look)                                                                                          \
  (afrt_tests_begin_look (look) && (afrt_same.looks[look].signal = afrt_tests_setjmp (afrt_same.back, 0)) == 0         \
   && (afrt_same.is_trying = 1))

/* Something is done that is only the same as itself. */
static __attribute__ ((unused)) void afrt_tests_acts (unsigned look)
{
  afrt_same.looks[look].place = AFRT_TESTS_ACTS;
  afrt_same.looks[look].value = look;
}

/* Something that is not even that. */
static __attribute__ ((unused)) void afrt_tests_unknown (unsigned look)
{
  afrt_same.looks[look].place = AFRT_TESTS_UNKNOWN;
  afrt_same.looks[look].value = look;
}

/* What is at @at gets the value in the buffer; null: that is returned.  A variable that has it already is no place. */
static __attribute__ ((unused)) void afrt_tests_assigns (unsigned look, const volatile void *at, unsigned long size,
                                                         int is_name)
{
  unsigned long long value = 0, old = 0;
  unsigned i;
  for (i = 0; i < size; i++) {
    ((char *)&value)[i] = ((const volatile char *)afrt_same.buffer)[i];
    if (is_name)
      ((char *)&old)[i] = ((const volatile char *)at)[i];
  }
  if (is_name && value == old)
    return;
  afrt_same.looks[look].place = at ? (unsigned long)at : AFRT_TESTS_RETURNS;
  afrt_same.looks[look].value = value;
}

/* What the member would do, as a look; 0: nothing. */
static unsigned afrt_tests_deed (const struct afrt_tests_member *member)
{
  unsigned guard = member->guard;
  if (guard == 0)
    return member->deed;
  return afrt_same.looks[guard].signal ? guard : afrt_same.looks[guard].value ? member->deed : 0;
}

/* Whether they would do the same. */
static int afrt_tests_alike (const struct afrt_tests_member *x, const struct afrt_tests_member *y)
{
  unsigned a = afrt_tests_deed (x), b = afrt_tests_deed (y);
  int signal = afrt_same.looks[a].signal;
  if ((a && x->skips) != (b && y->skips) || signal != afrt_same.looks[b].signal)
    return 0;
  return signal
         || (afrt_same.looks[a].place == afrt_same.looks[b].place
             && afrt_same.looks[a].value == afrt_same.looks[b].value);
}

/* Those who would not do what the running member does part from it. */
static __attribute__ ((unused)) void afrt_tests_part (const struct afrt_tests_member *members, unsigned n)
{
  unsigned i;
  for (i = 0; i < n; i++)
    if (afrt_same.alive[i] == 1 && i != afrt_same.member && !afrt_tests_alike (&members[i], &members[afrt_same.member]))
      afrt_same.alive[i] = 0;
}

#endif
#ifdef AFRT_TESTS_WATCH

#define AFRT_TESTS_PLACES 65536
#define AFRT_TESTS_VISITS 300 /* of a place by a process; further ones are not recorded */
#define AFRT_TESTS_COLUMNS 200

struct afrt_tests_visit {
  unsigned place, n;
};
struct afrt_tests_value {
  unsigned column, unused;
  long long value;
};

int afrt_tests_fcntl (int file, int command, ...) __asm__("fcntl");
long afrt_tests_write (int file, const void *bytes, unsigned long n) __asm__("write");
void (*afrt_tests_signal (int signal, void (*handler) (int))) (int) __asm__("signal");
int *afrt_tests_errno (void) __asm__("__errno_location");

static struct {
  int file, is_open, error;
  int is_visiting; /* a value that is looked at may be a call, whose own visits are none of the program's */
  volatile int is_trying;
  struct {
    struct afrt_tests_visit visit;
    struct afrt_tests_value values[AFRT_TESTS_COLUMNS];
  } record;
  unsigned short visits[AFRT_TESTS_PLACES];
  char back[1024] __attribute__ ((aligned (64)));
} afrt_tests __attribute__ ((unused));

/* A look at memory that is not there has no value. */
static void afrt_tests_caught (int signal)
{
  if (afrt_tests.is_trying)
    afrt_tests_longjmp (afrt_tests.back, 1);
  afrt_tests_signal (signal, (void (*) (int))0);
}

static void __attribute__ ((constructor)) afrt_tests_begin (void)
{
  enum { WRITE = 1, CREATE = 0100, APPEND = 02000, DUP_CLOEXEC = 1030, HIGH = 400 };
  enum { SIGNAL_BUS = 7, SIGNAL_FPE = 8, SIGNAL_SEGV = 11 };
  const char *path = afrt_tests_getenv ("AUTOFIX_WATCH");
  int low = path ? afrt_tests_open (path, WRITE | CREATE | APPEND, 0600) : -1;
  if (low < 0)
    return;
  afrt_tests.file = afrt_tests_fcntl (low, DUP_CLOEXEC, HIGH);
  afrt_tests_close (low);
  afrt_tests.is_open = afrt_tests.file >= 0;
  afrt_tests_signal (SIGNAL_BUS, afrt_tests_caught);
  afrt_tests_signal (SIGNAL_FPE, afrt_tests_caught);
  afrt_tests_signal (SIGNAL_SEGV, afrt_tests_caught);
}

/* Within a look that may fail nothing is recorded: what it calls has probes, too, which would end the look. */
static __attribute__ ((unused)) int afrt_tests_visit (unsigned place)
{
  if (!afrt_tests.is_open || afrt_tests.is_visiting || afrt_tests.is_trying || place >= AFRT_TESTS_PLACES
      || afrt_tests.visits[place] >= AFRT_TESTS_VISITS)
    return 0;
  afrt_tests.visits[place]++;
  afrt_tests.is_visiting = 1;
  afrt_tests.error = *afrt_tests_errno ();
  afrt_tests.record.visit.place = place;
  afrt_tests.record.visit.n = 0;
  return 1;
}

static __attribute__ ((unused)) void afrt_tests_put (unsigned column, long long value)
{
  struct afrt_tests_value *entry = &afrt_tests.record.values[afrt_tests.record.visit.n];
  if (afrt_tests.record.visit.n >= AFRT_TESTS_COLUMNS)
    return;
  entry->column = column;
  entry->value = value;
  afrt_tests.record.visit.n++;
}

/* As afrt_trace_float has it. */
static __attribute__ ((unused)) void afrt_tests_put_float (unsigned column, double number)
{
  long long bits;
  __builtin_memcpy (&bits, &number, sizeof bits);
  if (number == number)
    afrt_tests_put (column, bits < 0 ? -(bits & 0x7fffffffffffffffll) : bits);
}

static __attribute__ ((unused)) void afrt_tests_visited (void)
{
  unsigned long size = sizeof afrt_tests.record.visit + afrt_tests.record.visit.n * sizeof afrt_tests.record.values[0];
  if (afrt_tests_write (afrt_tests.file, &afrt_tests.record, size) != (long)size)
    afrt_tests.is_open = 0;
  afrt_tests.is_visiting = 0;
  *afrt_tests_errno () = afrt_tests.error;
}

#define afrt_tests_value(column, e) afrt_tests_put ((column), (long long)(e))
#define afrt_tests_float(column, e) afrt_tests_put_float ((column), (double)(e))
#define AFRT_TESTS_TRY(value)                                                                                          \
  do {                                                                                                                 \
    if (afrt_tests_setjmp (afrt_tests.back, 1) == 0) {                                                                 \
      afrt_tests.is_trying = 1;                                                                                        \
      value;                                                                                                           \
    }                                                                                                                  \
    afrt_tests.is_trying = 0;                                                                                          \
  } while (0)
#define AFRT_AT(l) ((void)0)
#define AFRT_AT_HERE(l) ((void)0)
#define AFRT_CLAUSE(...) ((void)0)
#define AFRT_VARIANT(...) ((void)0)

#endif
#endif
