libaf_validate_a_SOURCES = src/validate/effects.c src/validate/group.c src/validate/held-out.c \
  src/validate/liveness.c src/validate/refuters.c src/validate/runs.c src/validate/screen.c \
  src/validate/survivors.c src/validate/validation.c src/validate/weigh.c \
  src/validate/confirm/command.c src/validate/confirm/confirm.c src/validate/confirm/distinguish.c \
  src/validate/confirm/proof.c src/validate/confirm/stands.c src/validate/confirm/wave.c \
  src/validate/confirm/witnesses.c \
  src/validate/yardstick/patched.c src/validate/yardstick/translate.c src/validate/yardstick/yardstick.c \
  src/validate/validate.h src/validate/translate.h src/validate/witnesses.h src/validate/validate-internal.h
check_PROGRAMS += tests/validate/test-validate
tests_validate_test_validate_SOURCES = tests/validate/test-validate.c
tests_validate_test_validate_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/validate/test-proof
tests_validate_test_proof_SOURCES = tests/validate/test-proof.c tests/testgen/chain.h
tests_validate_test_proof_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/validate/test-errors
tests_validate_test_errors_SOURCES = tests/validate/test-errors.c tests/testgen/chain.h
tests_validate_test_errors_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/validate/test-liveness
tests_validate_test_liveness_SOURCES = tests/validate/test-liveness.c
tests_validate_test_liveness_LDADD = $(AF_LIBS)
