/* One engine in many threads: eight ask, on small stacks too, one cancels now and then, and in the end one closes it under them. The
   argument is a project: tests/projects/sample. */
#include "check.h"

#include <pthread.h>

enum { ASKING = 8, LEAST = 20 };

static MastEngine *engine;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int answers[ASKING];
static char *expected;

/* Asks until the engine is closed. */
static void *ask(void *argument)
{
    int place = *(const int *)argument;
    for (;;) {
        char *text = NULL;
        MastStatus status = place % 2 == 0 ? mast_callers(engine, "daysOverdue", NULL, &text)
                                           : mast_call(engine, "mast_callers", "{\"symbol\": \"daysOverdue\"}", &text);
        if (status == MAST_STATUS_OK) {
            CHECK(mast_last_error() == NULL && same(expected, text));
            pthread_mutex_lock(&lock);
            answers[place] += 1;
            pthread_cond_broadcast(&changed);
            pthread_mutex_unlock(&lock);
        } else {
            CHECK(text == NULL && mast_last_error() != NULL);
            CHECK(status == MAST_STATUS_CANCELLED || status == MAST_STATUS_BAD_HANDLE);
            if (status == MAST_STATUS_BAD_HANDLE) {
                return NULL;
            }
            CHECK(strcmp(mast_last_error(), "cancelled") == 0);
        }
        mast_free(text);
    }
}

/* Cancels until the engine is closed, leaving time for answers between. */
static void *cancel(void *argument)
{
    (void)argument;
    while (mast_cancel(engine) == MAST_STATUS_OK) {
        struct timespec pause = {0, 10 * 1000 * 1000};
        nanosleep(&pause, NULL);
    }
    CHECK(strcmp(mast_last_error(), "the engine is closed, or never was one") == 0);
    return NULL;
}

static int all_have_asked_enough(void)
{
    int place;
    for (place = 0; place < ASKING; place += 1) {
        if (answers[place] < LEAST) {
            return 0;
        }
    }
    return 1;
}

int main(int count, char **arguments)
{
    pthread_t asking[ASKING];
    pthread_t cancelling;
    int places[ASKING];
    int place;

    CHECK(count == 2);
    RETURNS(MAST_STATUS_OK, mast_open(arguments[1], NULL, &engine));
    RETURNS(MAST_STATUS_OK, mast_index(engine, MAST_EXTENT_FULL, NULL, NULL, NULL));
    RETURNS(MAST_STATUS_OK, mast_callers(engine, "daysOverdue", NULL, &expected));
    for (place = 0; place < ASKING; place += 1) {
        pthread_attr_t attributes;
        places[place] = place;
        CHECK(pthread_attr_init(&attributes) == 0);
        CHECK(pthread_attr_setstacksize(&attributes, place < 4 ? 192 * 1024 : 8 * 1024 * 1024) == 0);
        CHECK(pthread_create(&asking[place], &attributes, ask, &places[place]) == 0);
        pthread_attr_destroy(&attributes);
    }
    CHECK(pthread_create(&cancelling, NULL, cancel, NULL) == 0);

    pthread_mutex_lock(&lock);
    while (!all_have_asked_enough()) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
    RETURNS(MAST_STATUS_OK, mast_close(engine));
    for (place = 0; place < ASKING; place += 1) {
        CHECK(pthread_join(asking[place], NULL) == 0);
    }
    CHECK(pthread_join(cancelling, NULL) == 0);
    RETURNS(MAST_STATUS_BAD_HANDLE, mast_close(engine));
    mast_free(expected);
    puts("ok");
    return 0;
}
