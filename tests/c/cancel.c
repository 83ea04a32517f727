/* A large index run that is told to stop: by its progress function, by another thread, and by nobody. The
   argument is a project of a few thousand files that was never indexed. */
#include "check.h"

#include <pthread.h>

static MastEngine *engine;
static pthread_t main_thread;

struct heard {
    uint64_t done;
    uint64_t total;
    /* Where to stop, and how. */
    uint64_t stop_at;
    enum { NEVER, BY_ANSWER, BY_CANCEL, BY_THREAD } how;
    char *found;
};

static void *cancel(void *argument)
{
    (void)argument;
    CHECK(mast_cancel(engine) == MAST_STATUS_OK);
    return NULL;
}

static int32_t hear(uint64_t done, uint64_t total, void *user_data)
{
    struct heard *heard = (struct heard *)user_data;
    pthread_t other;

    CHECK(pthread_equal(pthread_self(), main_thread));
    CHECK(done >= heard->done);
    heard->done = done;
    heard->total = total;
    if (heard->how == NEVER || done < heard->stop_at) {
        return 0;
    }
    /* Any function may be called here: the index that was there is asked. */
    if (heard->found == NULL) {
        MastStatus status = mast_search(engine, "value1", 1, &heard->found);
        CHECK(status == MAST_STATUS_OK || status == MAST_STATUS_NOT_INITIALISED);
    }
    switch (heard->how) {
    case BY_ANSWER:
        return 1;
    case BY_CANCEL:
        CHECK(mast_cancel(engine) == MAST_STATUS_OK);
        return 0;
    case BY_THREAD:
        CHECK(pthread_create(&other, NULL, cancel, NULL) == 0);
        CHECK(pthread_join(other, NULL) == 0);
        return 0;
    case NEVER:
        break;
    }
    return 0;
}

static struct heard run(MastStatus expected, int32_t extent, int how)
{
    struct heard heard = {0, 0, 64, NEVER, NULL};
    char *report = NULL;

    heard.how = how == 1 ? BY_ANSWER : how == 2 ? BY_CANCEL : how == 3 ? BY_THREAD : NEVER;
    RETURNS(expected, mast_index(engine, extent, hear, &heard, &report));
    CHECK((report == NULL) == (expected != MAST_STATUS_OK));
    mast_free(report);
    CHECK(heard.total > 1000);
    CHECK((heard.done == heard.total) == (expected == MAST_STATUS_OK));
    return heard;
}

int main(int count, char **arguments)
{
    struct heard heard;
    char *text = NULL;
    int how;

    CHECK(count == 2);
    main_thread = pthread_self();
    RETURNS(MAST_STATUS_OK, mast_open(arguments[1], NULL, &engine));
    for (how = 1; how <= 3; how += 1) {
        heard = run(MAST_STATUS_CANCELLED, MAST_EXTENT_FULL, how);
        CHECK(heard.found == NULL);
        /* What is cancelled leaves no half of an index. */
        RETURNS(MAST_STATUS_NOT_INITIALISED, mast_search(engine, "value1", 1, &text));
    }
    run(MAST_STATUS_OK, MAST_EXTENT_INCREMENTAL, 0);
    /* An index that is there stays, and answers meanwhile. */
    heard = run(MAST_STATUS_CANCELLED, MAST_EXTENT_FULL, 1);
    CHECK(heard.found != NULL && strstr(heard.found, "\"value1\"") != NULL);
    mast_free(heard.found);
    RETURNS(MAST_STATUS_OK, mast_search(engine, "value1", 1, &text));
    CHECK(strstr(text, "\"value1\"") != NULL);
    mast_free(text);
    RETURNS(MAST_STATUS_OK, mast_close(engine));
    puts("ok");
    return 0;
}
