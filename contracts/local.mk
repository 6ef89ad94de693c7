libaf_contracts_a_SOURCES = contracts/attach.c contracts/consume.c contracts/effects.c contracts/hooks.c \
  contracts/implicit.c contracts/arguments.c contracts/libc.c contracts/objects.c \
  contracts/setup/behind.c contracts/setup/copies.c contracts/setup/elements.c contracts/setup/handed.c \
  contracts/setup/links.c \
  contracts/setup/set-up.c \
  contracts/setup/threads.c \
  contracts/purity.c contracts/written.c contracts/contracts.h contracts/contracts-internal.h \
  contracts/implicit-internal.h contracts/assumed/assumed.c contracts/assumed/allocations.c \
  contracts/assumed/divisors.c contracts/assumed/front.c contracts/assumed/numbers.c contracts/assumed/sized.c \
  contracts/assumed/statable.c contracts/assumed/stored.c contracts/assumed/unasked.c contracts/assumed/uses.c \
  contracts/assumed/assumed-internal.h \
  contracts/doubts/doubts.c contracts/spelling/spelling.c \
  contracts/implicit.def contracts/libc.def contracts/macros.def
EXTRA_DIST += contracts/README.md
check_PROGRAMS += tests/contracts/test-contracts tests/contracts/test-implicit
tests_contracts_test_implicit_SOURCES = tests/contracts/test-implicit.c tests/contracts/attach.h
tests_contracts_test_implicit_LDADD = $(AF_LIBS)
tests_contracts_test_contracts_SOURCES = tests/contracts/test-contracts.c
tests_contracts_test_contracts_LDADD = $(AF_LIBS)
dist_check_SCRIPTS += tests/contracts/contract-matrix.sh
check_PROGRAMS += tests/contracts/test-assumed
tests_contracts_test_assumed_SOURCES = tests/contracts/test-assumed.c tests/contracts/attach.h
tests_contracts_test_assumed_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/contracts/test-behind
tests_contracts_test_behind_SOURCES = tests/contracts/test-behind.c tests/contracts/attach.h
tests_contracts_test_behind_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/contracts/test-gaps
tests_contracts_test_gaps_SOURCES = tests/contracts/test-gaps.c tests/contracts/attach.h
tests_contracts_test_gaps_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/contracts/test-elements
tests_contracts_test_elements_SOURCES = tests/contracts/test-elements.c tests/contracts/attach.h
tests_contracts_test_elements_LDADD = $(AF_LIBS)
