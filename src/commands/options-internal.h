/* The table of options (options.def) and what its values are. */
#pragma once

#include "commands/commands-internal.h"

/* Who needs an option. */
typedef enum {
  AF_SECTION_DESK,     /* people with faults to find: `autofix help run` */
  AF_SECTION_ONCE,     /* they, too, but not in every run: not in .autofix.conf */
  AF_SECTION_RESEARCH, /* people who study repair, or work on the tool: `autofix help research` */
  AF_SECTION_STAGE     /* they, too, but not in every run */
} AfSection;

typedef enum {
  AF_VALUE_FLAG,     /* gboolean, no word */
  AF_VALUE_FLAG_OFF, /* the same, true unless given */
  AF_VALUE_SEED,     /* guint64 */
  AF_VALUE_NUMBER,   /* guint from least to most; 0: not said */
  AF_VALUE_FACTOR,   /* double from least to most */
  AF_VALUE_TIME,     /* guint, seconds; 0: not said */
  AF_VALUE_TEXT,     /* const char * */
  AF_VALUE_PROGRAM,  /* the same: one that is there, or none */
  AF_VALUE_FILE,     /* a path; in .autofix.conf relative to that */
  AF_VALUE_TEXTS,    /* char **, given any number of times */
  AF_VALUE_SOURCES,  /* the same: C files, before the arguments in the same array */
  AF_VALUE_LINKS,    /* the same: arguments for the linker */
  AF_VALUE_COLOR,    /* gboolean */
  AF_VALUE_SANITIZE, /* gboolean: none */
  AF_VALUE_FORMAT,   /* int, AfFormat or -1 */
  AF_VALUE_DUMP,     /* int, AfStage or -1; and two flags for what is no stage */
  AF_VALUE_LAST,     /* AfStage */
  AF_VALUE_SEARCH,   /* AfSearch */
  AF_VALUE_PARTS,    /* guint, by bits */
  AF_VALUE_LOCALIZE, /* AfLocalizeOptions */
  AF_VALUE_FAITHFUL  /* gboolean, and switches the parts */
} AfValueKind;

typedef struct {
  AfValueKind kind;
  gsize place;         /* in AfCommandLine */
  double least, most;  /* of numbers */
  const char *choices; /* words with a blank between, or null: anything */
} AfValue;

/* The place of @member, which must be of @type. */
#define AF_PLACE(type, member) _Generic(((AfCommandLine *)NULL)->member, type : offsetof (AfCommandLine, member))
#define AF_FLAG(member)                                                                                                \
  {                                                                                                                    \
    AF_VALUE_FLAG, AF_PLACE (gboolean, member), 0, 0, NULL                                                             \
  }
#define AF_FLAG_OFF(member)                                                                                            \
  {                                                                                                                    \
    AF_VALUE_FLAG_OFF, AF_PLACE (gboolean, member), 0, 0, NULL                                                         \
  }
#define AF_FAITHFUL(member)                                                                                            \
  {                                                                                                                    \
    AF_VALUE_FAITHFUL, AF_PLACE (gboolean, member), 0, 0, NULL                                                         \
  }
#define AF_SEED(member)                                                                                                \
  {                                                                                                                    \
    AF_VALUE_SEED, AF_PLACE (guint64, member), 0, 0, NULL                                                              \
  }
#define AF_NUMBER(member, least, most)                                                                                 \
  {                                                                                                                    \
    AF_VALUE_NUMBER, AF_PLACE (guint, member), least, most, NULL                                                       \
  }
#define AF_FACTOR(member, least, most)                                                                                 \
  {                                                                                                                    \
    AF_VALUE_FACTOR, AF_PLACE (double, member), least, most, NULL                                                      \
  }
#define AF_TIME(member)                                                                                                \
  {                                                                                                                    \
    AF_VALUE_TIME, AF_PLACE (guint, member), 0, 0, NULL                                                                \
  }
#define AF_TEXT(member)                                                                                                \
  {                                                                                                                    \
    AF_VALUE_TEXT, AF_PLACE (const char *, member), 0, 0, NULL                                                         \
  }
#define AF_PROGRAM(member)                                                                                             \
  {                                                                                                                    \
    AF_VALUE_PROGRAM, AF_PLACE (const char *, member), 0, 0, NULL                                                      \
  }
#define AF_FILE(member)                                                                                                \
  {                                                                                                                    \
    AF_VALUE_FILE, AF_PLACE (const char *, member), 0, 0, NULL                                                         \
  }
#define AF_TEXTS(member)                                                                                               \
  {                                                                                                                    \
    AF_VALUE_TEXTS, AF_PLACE (char **, member), 0, 0, NULL                                                             \
  }
#define AF_SOURCES(member)                                                                                             \
  {                                                                                                                    \
    AF_VALUE_SOURCES, AF_PLACE (char **, member), 0, 0, NULL                                                           \
  }
#define AF_LINKS(member)                                                                                               \
  {                                                                                                                    \
    AF_VALUE_LINKS, AF_PLACE (char **, member), 0, 0, NULL                                                             \
  }
#define AF_COLOR(member, choices)                                                                                      \
  {                                                                                                                    \
    AF_VALUE_COLOR, AF_PLACE (gboolean, member), 0, 0, choices                                                         \
  }
#define AF_SANITIZE(member, choices)                                                                                   \
  {                                                                                                                    \
    AF_VALUE_SANITIZE, AF_PLACE (gboolean, member), 0, 0, choices                                                      \
  }
#define AF_FORMAT(member, choices)                                                                                     \
  {                                                                                                                    \
    AF_VALUE_FORMAT, AF_PLACE (int, member), 0, 0, choices                                                             \
  }
#define AF_DUMP(member, choices)                                                                                       \
  {                                                                                                                    \
    AF_VALUE_DUMP, AF_PLACE (int, member), 0, 0, choices                                                               \
  }
#define AF_LAST(member, choices)                                                                                       \
  {                                                                                                                    \
    AF_VALUE_LAST, AF_PLACE (AfStage, member), 0, 0, choices                                                           \
  }
#define AF_SEARCH(member, choices)                                                                                     \
  {                                                                                                                    \
    AF_VALUE_SEARCH, AF_PLACE (AfSearch, member), 0, 0, choices                                                        \
  }
#define AF_PARTS(member)                                                                                               \
  {                                                                                                                    \
    AF_VALUE_PARTS, AF_PLACE (guint, member), 0, 0, NULL                                                               \
  }
#define AF_LOCALIZE(member)                                                                                            \
  {                                                                                                                    \
    AF_VALUE_LOCALIZE, AF_PLACE (AfLocalizeOptions, member), 0, 0, NULL                                                \
  }

/* A row of options.def. */
typedef struct {
  const char *name;
  char letter; /* 0: none */
  AfValue value;
  const char *usual; /* or null */
  guint takes;
  AfSection section;
  const char *argument, *help;
} AfOption;

/* All rows; static. */
const AfOption *af_options_all (guint *n);
/* The row of @name ("seed") for commands that take @takes, or null. */
const AfOption *af_options_find (const char *name, AfTakes takes);
/* No word follows it; what each further word says is added; words are paths. */
gboolean af_option_is_flag (const AfOption *option);
gboolean af_option_is_list (const AfOption *option);
gboolean af_option_is_file (const AfOption *option);
/* Puts @given (null-terminated, not empty, kept) into @line.  False with AF_ERROR_USAGE. */
gboolean af_option_read (const AfOption *option, AfCommandLine *line, char **given, GError **error);
/* The value as it would be written in .autofix.conf, or null when it needs no word there; owned by the caller. */
char *af_option_text (const AfOption *option, const AfCommandLine *line);
