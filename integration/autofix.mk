# Rules for GNU make: `make autofix` finds faults in the modules of a project and shows their fixes.
#
#   AUTOFIX_MODULES = ring list                    a module each
#   AUTOFIX_SOURCES_ring = src/ring.c src/io.c     its sources; default ring.c
#   include $(shell pkg-config --variable=autofixmk autofix)
#
#   make autofix                  all modules; exit status 2 of autofix (faults found) makes it fail
#   make autofix-ring             one
#   make autofix AUTOFIX_OPTIONS='--budget 60s --exit-zero'
#
# Flags: AUTOFIX_FLAGS, by default $(CPPFLAGS) $(AM_CPPFLAGS).  Results are in autofix-MODULE.out.
# The contract header is found with AUTOFIX_CFLAGS, which the project's own compilation needs, too.
AUTOFIX_PREFIX ?= $(abspath $(dir $(lastword $(MAKEFILE_LIST)))/../..)
AUTOFIX ?= $(AUTOFIX_PREFIX)/bin/autofix
AUTOFIX_CFLAGS ?= -I$(AUTOFIX_PREFIX)/include
AUTOFIX_FLAGS ?= $(CPPFLAGS) $(AM_CPPFLAGS)
AUTOFIX_OPTIONS ?=

.PHONY: autofix $(AUTOFIX_MODULES:%=autofix-%)
autofix: $(AUTOFIX_MODULES:%=autofix-%)
$(AUTOFIX_MODULES:%=autofix-%): autofix-%:
	$(AUTOFIX) run $(AUTOFIX_OPTIONS) --output autofix-$*.out $(or $(AUTOFIX_SOURCES_$*),$*.c) -- $(AUTOFIX_FLAGS)
