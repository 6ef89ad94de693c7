#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <autofix/contract.h>

/* Writes into a block of the caller. Once something did not fit, `full` is set and nothing is written any more. */
struct wire_writer {
	uint8_t *buf;
	size_t cap;
	size_t len;
	bool full;
};

/* Reads a block. Once something was cut off or wrong, `bad` is set and everything reads as 0. */
struct wire_reader {
	const uint8_t *buf;
	size_t len;
	size_t pos;
	bool bad;
};

INVARIANT bool wire_writer_ok(const struct wire_writer *w);
INVARIANT bool wire_reader_ok(const struct wire_reader *r);

void wire_writer_init(struct wire_writer *w, uint8_t *buf, size_t cap);
QUERY size_t wire_left(const struct wire_writer *w);
bool wire_put_byte(struct wire_writer *w, uint8_t b);
/* 7 bits a byte, low ones first; bit 7 says that more follow. */
bool wire_put_varint(struct wire_writer *w, uint32_t v);
/* Zigzag: 0, -1, 1, -2, ... as 0, 1, 2, 3, ... */
bool wire_put_signed(struct wire_writer *w, int32_t v);
bool wire_put_bytes(struct wire_writer *w, const uint8_t *src, size_t n);
/* Length, then the bytes without the terminator. A text that does not fit leaves nothing behind. */
bool wire_put_text(struct wire_writer *w, const char *text);
/* Overwrites the two bytes at `at`, low one first. */
void wire_patch_u16(struct wire_writer *w, size_t at, uint16_t v);

void wire_reader_init(struct wire_reader *r, const uint8_t *buf, size_t len);
QUERY size_t wire_avail(const struct wire_reader *r);
uint8_t wire_get_byte(struct wire_reader *r);
uint32_t wire_get_varint(struct wire_reader *r);
int32_t wire_get_signed(struct wire_reader *r);
/* Copies a text to dst, cut to room - 1 characters and terminated; returns its full length. */
size_t wire_get_text(struct wire_reader *r, char *dst, size_t room);
/* Passes over up to n bytes; returns how many. */
size_t wire_skip(struct wire_reader *r, size_t n);

QUERY size_t wire_varint_size(uint32_t v);
/* Two digits for each of n bytes, and a terminator; dst has room for 2 n + 1. */
void wire_hex_encode(const uint8_t *src, size_t n, char *dst);
/* Returns the number of bytes, or -1: odd, too long, or not a digit. Both cases are read. */
int wire_hex_decode(const char *hex, uint8_t *dst, size_t room);
/* Average-like checksum of a block: sum modulo 251, of nothing 0. */
QUERY unsigned wire_checksum(const uint8_t *src, size_t n);

#endif
