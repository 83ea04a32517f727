/* What the programs of the tests check with: the first check that does not hold ends the program and says where. */
#ifndef CHECK_H
#define CHECK_H

#include <mast.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) check((condition) != 0, __FILE__, __LINE__, #condition)

/* A call returns the status and, when that is no success, can say what went wrong. */
#define RETURNS(status, call) check_status((status), (call), __FILE__, __LINE__, #call)

static void check(int holds, const char *file, int line, const char *what)
{
    if (!holds) {
        const char *error = mast_last_error();
        fprintf(stderr, "%s:%d: %s\n  the last call said: %s\n", file, line, what, error ? error : "nothing");
        exit(EXIT_FAILURE);
    }
}

static void check_status(MastStatus expected, MastStatus found, const char *file, int line, const char *what)
{
    if (found != expected) {
        fprintf(stderr, "%s: not %s\n", mast_status_name(found), mast_status_name(expected));
    }
    check(found == expected, file, line, what);
    check((mast_last_error() == NULL) == (found == MAST_STATUS_OK), file, line, "an error says what it is");
    check(mast_last_error() != NULL || mast_last_error_hint() == NULL, file, line, "no hint without an error");
}

/* Whether two answers say the same: how long each took stands at its end. */
static inline int same(const char *one, const char *other)
{
    const char *end = strstr(one, "\"duration_ms\"");
    return end != NULL && strncmp(one, other, (size_t)(end - one)) == 0;
}

#endif
