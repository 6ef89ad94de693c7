/* C types, as far as testing and repair need them.
 *
 * In:  canonical types of the front end.   Out: one AfType per unqualified canonical type of a module, so
 * that pointer equality is type equality (qualifiers of the outermost level are dropped).
 * Types are owned by their AfModule and live as long as it. */
#pragma once

#include "model/source.h"

typedef struct AfType AfType;
typedef struct AfField AfField;

typedef enum {
  AF_TYPE_VOID,
  AF_TYPE_BOOL,     /* _Bool */
  AF_TYPE_INT,      /* char and all integer types; see bits, is_signed, is_char */
  AF_TYPE_ENUM,     /* bits and is_signed as the compiler chose; enumerators listed */
  AF_TYPE_FLOAT,    /* float, double, long double */
  AF_TYPE_POINTER,  /* to target */
  AF_TYPE_ARRAY,    /* of length target; length -1: not constant */
  AF_TYPE_RECORD,   /* struct or union; fields only where is_complete */
  AF_TYPE_FUNCTION, /* target is the result, params the parameters */
  AF_TYPE_OTHER     /* complex, vector, ...: carried along, never generated */
} AfTypeKind;

struct AfType {
  guint id; /* index in module->types */
  AfTypeKind kind;
  char *spelling; /* usable as a type name in __typeof__ (...) */
  guint bits;     /* width of bool, int, enum, float */
  guint size;     /* of a complete record, in bytes; 0: not known */
  gboolean is_signed;
  gboolean is_char;  /* char, signed char or unsigned char */
  gboolean is_const; /* of the pointee, for a pointer: target is const-qualified */
  gboolean is_union;
  gboolean is_complete;  /* record: the definition is visible in the module's sources */
  gboolean is_public;    /* record: the definition is visible in a header of the module; without one, callers need it */
  gboolean from_callers; /* record: objects of it are made by callers alone, and handed in */
  gboolean is_variadic;  /* function */
  AfRange declared;      /* record: its definition and name in a header: file is a number in module->headers; or none */
  AfType *target;
  gint64 length;
  char *tag;              /* record, enum: short name for people: "SortedSet", "struct slot" */
  GPtrArray *fields;      /* of AfField, for a complete record */
  GPtrArray *params;      /* of AfType, for a function; not owned */
  GPtrArray *enumerators; /* of char *, names of the constants of an enum */
  GArray *enum_values;    /* of gint64, parallel to enumerators */
};

struct AfField {
  char *name;
  AfType *type;
  guint offset; /* in bytes; of no use where the size of the record is not known, and of a bit-field */
  gboolean is_bitfield;
  gboolean is_const;
};

AfType *af_type_new (AfTypeKind kind, const char *spelling);
void af_type_free (AfType *type);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfType, af_type_free)
void af_type_add_field (AfType *record, const char *name, AfType *type, gboolean is_bitfield, gboolean is_const);

gboolean af_type_is_integer (const AfType *type); /* int or enum, not bool */
gboolean af_type_is_number (const AfType *type);  /* bool, int or enum */
gboolean af_type_is_pointer (const AfType *type);
gboolean af_type_is_scalar (const AfType *type);         /* bool, int, enum, float, pointer */
gboolean af_type_is_record_pointer (const AfType *type); /* pointer to struct or union */
/* Whether @type, nullable, is a pointer to @record. */
gboolean af_type_leads_to (const AfType *type, const AfType *record);
/* Its objects can be read: no function, no void, no incomplete record. */
gboolean af_type_has_size (const AfType *type);
/* Bytes of a value; 0: not known. */
guint64 af_type_size (const AfType *type);
/* Bytes before the array of no length, or of at most one element, that a record ends in; 0: it ends otherwise.  A block
 * for such a record need not have the padding that counts for its size. */
guint af_type_head (const AfType *record);
/* Bytes that a block must have for this field of a record: up to its end, but for the array that af_type_head is about.
 * A block may be made for the first fields alone.  0: not known. */
guint af_type_reach (const AfType *record, const char *field);
/* Field of a record, or null. */
const AfField *af_type_field (const AfType *record, const char *name);
/* Smallest and largest value of a bool, int or enum of at most 64 bits; an unsigned 64-bit maximum is cut to
 * G_MAXINT64. */
gint64 af_type_min (const AfType *type);
gint64 af_type_max (const AfType *type);
