#!/bin/sh
exec python3 "${AUTOFIX_SRCDIR:-.}/tests/walks/follow.py" docs/walks/output-format.md
