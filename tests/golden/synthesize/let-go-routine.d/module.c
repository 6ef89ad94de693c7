#include <stddef.h>
#include <stdlib.h>
#include <autofix/contract.h>

struct buffer {
	char *bytes;
	size_t size;
};

static void start (struct buffer *b)
{
	b->bytes = malloc (16);
	b->size = 0;
}

void buffer_free (struct buffer *b)
{
	free (b->bytes);
}

void buffer_take (struct buffer *to, struct buffer *from)
{
	if (to != from) {
		buffer_free (to);
		CHECK (from->bytes != NULL);
		*to = *from;
	}
}
