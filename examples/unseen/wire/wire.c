#include "wire.h"

#include <string.h>

INVARIANT bool wire_writer_ok(const struct wire_writer *w)
{
	return w->len <= w->cap && (w->buf != NULL || w->cap == 0);
}

INVARIANT bool wire_reader_ok(const struct wire_reader *r)
{
	return r->pos <= r->len && (r->buf != NULL || r->len == 0);
}

void wire_writer_init(struct wire_writer *w, uint8_t *buf, size_t cap)
{
	REQUIRE(w != NULL && WRITABLE(buf, cap));
	REQUIRE(buf != NULL || cap == 0);
	ENSURE(wire_left(w) == cap && !w->full);
	w->buf = buf;
	w->cap = cap;
	w->len = 0;
	w->full = false;
}

size_t wire_left(const struct wire_writer *w)
{
	REQUIRE(w != NULL);
	return w->full ? 0 : w->cap - w->len;
}

bool wire_put_byte(struct wire_writer *w, uint8_t b)
{
	REQUIRE(w != NULL);
	ENSURE(IMPLIES(RESULT, w->len == OLD(w->len) + 1 && w->buf[w->len - 1] == b));
	ENSURE(RESULT == (OLD(wire_left(w)) > 0));
	if (wire_left(w) == 0) {
		w->full = true;
		return false;
	}
	w->buf[w->len++] = b;
	return true;
}

bool wire_put_varint(struct wire_writer *w, uint32_t v)
{
	REQUIRE(w != NULL);
	ENSURE(IMPLIES(RESULT, w->len == OLD(w->len) + wire_varint_size(v)));
	while (v >= 0x80) {
		wire_put_byte(w, (uint8_t)(v | 0x80));
		v >>= 7;
	}
	return wire_put_byte(w, (uint8_t)v);
}

bool wire_put_signed(struct wire_writer *w, int32_t v)
{
	REQUIRE(w != NULL);
	uint32_t z = (uint32_t)v << 1;

	if (v < 0)
		z = ~z;
	return wire_put_varint(w, z);
}

bool wire_put_bytes(struct wire_writer *w, const uint8_t *src, size_t n)
{
	REQUIRE(w != NULL && READABLE(src, n));
	ENSURE(RESULT == (OLD(wire_left(w)) >= n && !OLD(w->full)));
	ENSURE(IMPLIES(RESULT, w->len == OLD(w->len) + n));
	if (w->full)
		return false;
	if (n > wire_left(w)) {
		w->full = true;
		return false;
	}
	if (n > 0)
		memcpy(w->buf + w->len, src, n);
	w->len += n;
	return true;
}

bool wire_put_text(struct wire_writer *w, const char *text)
{
	REQUIRE(w != NULL && text != NULL);
	ENSURE(IMPLIES(!RESULT, w->len == OLD(w->len)));
	ENSURE(IMPLIES(RESULT, w->len > OLD(w->len) + strlen(text)));
	size_t n = strlen(text);
	size_t mark = w->len;

	if (wire_put_varint(w, (uint32_t)n) && wire_put_bytes(w, (const uint8_t *)text, n))
		return true;
	w->len = mark;
	return false;
}

void wire_patch_u16(struct wire_writer *w, size_t at, uint16_t v)
{
	REQUIRE(w != NULL);
	REQUIRE(w->len >= 2 && at <= w->len - 2);
	ENSURE(w->len == OLD(w->len));
	ENSURE(w->buf[at] + 256 * w->buf[at + 1] == v);
	w->buf[at] = (uint8_t)(v & 0xff);
	w->buf[at + 1] = (uint8_t)(v >> 8);
}

void wire_reader_init(struct wire_reader *r, const uint8_t *buf, size_t len)
{
	REQUIRE(r != NULL && READABLE(buf, len));
	REQUIRE(buf != NULL || len == 0);
	ENSURE(wire_avail(r) == len);
	r->buf = buf;
	r->len = len;
	r->pos = 0;
	r->bad = false;
}

size_t wire_avail(const struct wire_reader *r)
{
	REQUIRE(r != NULL);
	return r->bad ? 0 : r->len - r->pos;
}

uint8_t wire_get_byte(struct wire_reader *r)
{
	REQUIRE(r != NULL);
	ENSURE(IMPLIES(OLD(wire_avail(r)) == 0, r->bad && RESULT == 0));
	ENSURE(IMPLIES(OLD(wire_avail(r)) > 0, wire_avail(r) == OLD(wire_avail(r)) - 1));
	if (wire_avail(r) == 0) {
		r->bad = true;
		return 0;
	}
	return r->buf[r->pos++];
}

uint32_t wire_get_varint(struct wire_reader *r)
{
	REQUIRE(r != NULL);
	ENSURE(IMPLIES(r->bad, RESULT == 0));
	ENSURE(IMPLIES(!r->bad, r->pos >= OLD(r->pos) + wire_varint_size(RESULT)));
	uint32_t v = 0;

	for (int shift = 0; shift < 32; shift += 7) {
		uint8_t b = wire_get_byte(r);

		if (shift == 28 && b > 0x0f)
			break;
		v |= (uint32_t)(b & 0x7f) << shift;
		if (b < 0x80)
			return r->bad ? 0 : v;
	}
	r->bad = true;          /* longer than 32 bits */
	return 0;
}

int32_t wire_get_signed(struct wire_reader *r)
{
	REQUIRE(r != NULL);
	uint32_t z = wire_get_varint(r);

	return (int32_t)(z & 1 ? ~(z >> 1) : z >> 1);
}

size_t wire_get_text(struct wire_reader *r, char *dst, size_t room)
{
	REQUIRE(r != NULL);
	REQUIRE(room > 0 && WRITABLE(dst, room));
	ENSURE(strlen(dst) < room);
	ENSURE(IMPLIES(r->bad, RESULT == 0 && dst[0] == '\0'));
	size_t n = wire_get_varint(r);
	size_t copied;

	dst[0] = '\0';
	if (n > wire_avail(r)) {
		r->bad = true;
		return 0;
	}
	copied = n < room ? n : room - 1;
	if (copied > 0)
		memcpy(dst, r->buf + r->pos, copied);
	dst[copied] = '\0';
	r->pos += n;
	return n;
}

size_t wire_skip(struct wire_reader *r, size_t n)
{
	REQUIRE(r != NULL);
	ENSURE(RESULT <= n && RESULT == OLD(wire_avail(r)) - wire_avail(r));
	if (n > wire_avail(r))
		n = wire_avail(r);
	r->pos += n;
	return n;
}

size_t wire_varint_size(uint32_t v)
{
	ENSURE(RESULT >= 1 && RESULT <= 5);
	size_t size = 1;

	while (v >= 0x80) {
		v >>= 7;
		size++;
	}
	return size;
}

void wire_hex_encode(const uint8_t *src, size_t n, char *dst)
{
	REQUIRE(n <= 1000000 && READABLE(src, n));
	REQUIRE(WRITABLE(dst, 2 * n + 1));
	ENSURE(strlen(dst) == 2 * n);
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < n; i++) {
		dst[2 * i] = digits[src[i] >> 4];
		dst[2 * i + 1] = digits[src[i] & 15];
	}
	dst[2 * n] = '\0';
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

int wire_hex_decode(const char *hex, uint8_t *dst, size_t room)
{
	REQUIRE(hex != NULL && WRITABLE(dst, room));
	ENSURE(RESULT == -1 || (size_t)RESULT == strlen(hex) / 2);
	ENSURE(IMPLIES(RESULT > 0, dst[0] / 16 == digit(hex[0]) && dst[0] % 16 == digit(hex[1])));
	size_t n = strlen(hex);

	if (n % 2 != 0 || n / 2 > room)
		return -1;
	for (size_t i = 0; i < n; i += 2) {
		int high = digit(hex[i]);
		int low = digit(hex[i + 1]);

		if (high < 0 || low < 0)
			return -1;
		dst[i / 2] = (uint8_t)(high * 16 + low);
	}
	return (int)(n / 2);
}

unsigned wire_checksum(const uint8_t *src, size_t n)
{
	REQUIRE(READABLE(src, n));
	ENSURE(RESULT < 251);
	unsigned sum = 0;

	for (size_t i = 0; i < n; i++)
		sum = (sum + src[i]) % 251;
	return sum;
}
