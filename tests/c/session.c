/* A whole session: every function once, as it is meant. The argument is a project that was never indexed: tests/projects/sample. */
#include "check.h"

struct heard {
    int times;
    uint64_t done;
    uint64_t total;
};

static int32_t hear(uint64_t done, uint64_t total, void *user_data)
{
    struct heard *heard = (struct heard *)user_data;
    CHECK(done <= total);
    heard->times += 1;
    heard->done = done;
    heard->total = total;
    return 0;
}

int main(int count, char **arguments)
{
    MastEngine *engine = NULL;
    struct heard heard = {0, 0, 0};
    char *text = NULL;
    char *again = NULL;

    CHECK(count == 2);
    CHECK(strcmp(mast_version(), MAST_VERSION) == 0);
    CHECK(strchr(mast_schema_version(), '.') != NULL);
    CHECK(strcmp(mast_status_name(MAST_STATUS_OK), "ok") == 0);
    CHECK(strcmp(mast_status_name(MAST_STATUS_BUSY), "busy") == 0);

    RETURNS(MAST_STATUS_OK, mast_tools(&text));
    CHECK(text[0] == '[' && strstr(text, "\"mast_search\"") != NULL && strstr(text, "\"input_schema\"") != NULL);
    mast_free(text);

    RETURNS(MAST_STATUS_OK, mast_open(arguments[1], "{\"refresh\": \"fully\"}", &engine));
    CHECK(engine != NULL);
    RETURNS(MAST_STATUS_NOT_INITIALISED, mast_search(engine, "renewLoan", 1, &text));
    CHECK(text == NULL);
    CHECK(strncmp(mast_last_error(), "no index in `", 13) == 0);
    CHECK(strstr(mast_last_error_hint(), "mast index") != NULL);

    RETURNS(MAST_STATUS_OK, mast_index(engine, MAST_EXTENT_FULL, hear, &heard, &text));
    CHECK(heard.times >= 2 && heard.done == heard.total && heard.total > 0);
    CHECK(strstr(text, "\"files_indexed\":7,") != NULL);
    mast_free(text);
    RETURNS(MAST_STATUS_OK, mast_index(engine, MAST_EXTENT_INCREMENTAL, NULL, NULL, NULL));

    RETURNS(MAST_STATUS_OK, mast_search(engine, "renewLoan", 1, &text));
    CHECK(strstr(text, "\"symbol_name\":\"renewLoan\"") != NULL);
    RETURNS(MAST_STATUS_OK, mast_call(engine, "mast_search", "{\"query\": \"renewLoan\", \"limit\": 1}", &again));
    CHECK(same(text, again));
    mast_free(text);
    mast_free(again);

    RETURNS(MAST_STATUS_OK, mast_callers(engine, "daysOverdue", NULL, &text));
    CHECK(strstr(text, "\"caller_symbol\":\"overdueFee\"") != NULL);
    mast_free(text);
    RETURNS(MAST_STATUS_OK, mast_callers(engine, "daysOverdue", "src/loans.ts", &text));
    CHECK(strstr(text, "\"caller_symbol\":\"overdueFee\"") != NULL);
    mast_free(text);

    RETURNS(MAST_STATUS_OK, mast_text(engine, "mast_search", "{\"query\": \"renewLoan\", \"limit\": 1}", &text));
    CHECK(strncmp(text, "src/loans.ts:27", 15) == 0);
    mast_free(text);
    RETURNS(MAST_STATUS_OK, mast_call(engine, "mast_status", NULL, &text));
    CHECK(strstr(text, "\"index_fresh\":true") != NULL);
    mast_free(text);

    /* Nothing is under way, so nothing ends. */
    RETURNS(MAST_STATUS_OK, mast_cancel(engine));
    RETURNS(MAST_STATUS_OK, mast_call(engine, "mast_status", "", &text));
    mast_free(text);
    RETURNS(MAST_STATUS_OK, mast_close(engine));
    puts("ok");
    return 0;
}
