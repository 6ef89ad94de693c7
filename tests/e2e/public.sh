#!/bin/sh
# Tests call what the module's header declares, and nothing else: what a helper that others could link demands of its
# callers is for the module to keep.  A helper that is named as a factory is called.
set -eu
. "$(dirname "$0")/lib.sh"
mkdir "$scratch/m"
cd "$scratch/m"
cat > bits.h <<'H'
typedef struct Bits Bits;
int bits_any(unsigned low);
int bits_first(const Bits *b);
H
cat > bits.c <<'C'
#include "bits.h"
#include <stdlib.h>

struct Bits { int at; };

/* Not static, and in no header: its callers see to it that i is small. */
int bit_of(unsigned low, int i)
{
	return i < 40 ? (low >> i) & 1 : 0;
}

int bits_any(unsigned low)
{
	for (int i = 0; i < 8; i++)
		if (bit_of(low, i))
			return 1;
	return 0;
}

Bits *bits_make(int at)
{
	Bits *b = malloc(sizeof *b);

	if (b)
		b->at = at;
	return b;
}

int bits_first(const Bits *b)
{
	return 100 / b->at;
}
C
expect 3 "never called: bits_first" "$autofix" test --quiet --effort 1 bits.c
! grep -q "bit_of" "$scratch/output" || fail "a helper was called"
expect 2 "arithmetic error in 'bits_first'" "$autofix" test --quiet --effort 1 --factory bits_make bits.c
echo 'int bit_of(unsigned low, int i);' >> bits.h
# What it asks of i is not enough.
expect 2 "arithmetic error in 'bit_of'" "$autofix" test --quiet --effort 1 bits.c
finish
