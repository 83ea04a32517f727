/* Every mistake that can be answered is. The arguments: a project, a directory that does not exist, and the home directory. */
#include "check.h"

/* The start of the message of the last failure. */
static int says(const char *start)
{
    return mast_last_error() != NULL && strncmp(mast_last_error(), start, strlen(start)) == 0;
}

static int hints(const char *part)
{
    return mast_last_error_hint() != NULL && strstr(mast_last_error_hint(), part) != NULL;
}

static void open_wrongly(const char *project, const char *missing, const char *home)
{
    char stays = 0;
    MastEngine *engine = (MastEngine *)(void *)&stays;

    RETURNS(MAST_STATUS_NULL_ARGUMENT, mast_open(project, NULL, NULL));
    CHECK(says("`engine` is null"));
    RETURNS(MAST_STATUS_ROOT_MISSING, mast_open(missing, NULL, &engine));
    CHECK(engine == NULL && says("project root `"));
    RETURNS(MAST_STATUS_ROOT_MISSING, mast_open("no\xffwhere", NULL, &engine));
    RETURNS(MAST_STATUS_ROOT_REFUSED, mast_open("/", NULL, &engine));
    CHECK(says("project root `/` is the root of the file system") && hints("pass the directory of one project"));
    RETURNS(MAST_STATUS_ROOT_REFUSED, mast_open(home, NULL, &engine));
    RETURNS(MAST_STATUS_BAD_UTF8, mast_open(project, "{\"state_dir\": \"\xff\"}", &engine));
    CHECK(says("`options` is not UTF-8 (first bad byte at offset 15)"));
    RETURNS(MAST_STATUS_INVALID_INPUT, mast_open(project, "{", &engine));
    CHECK(says("the input is no JSON: ") && hints("give a JSON object"));
    RETURNS(MAST_STATUS_INVALID_INPUT, mast_open(project, "{\"refesh\": \"off\"}", &engine));
    CHECK(says("the input of `mast_open` is wrong: `refesh` is not a key of it, did you mean `refresh`?"));
    CHECK(engine == NULL);
}

static void call_wrongly(MastEngine *engine)
{
    char stays = 0;
    char *text = &stays;

    RETURNS(MAST_STATUS_NULL_ARGUMENT, mast_call(engine, "mast_status", "{}", NULL));
    RETURNS(MAST_STATUS_NULL_ARGUMENT, mast_call(engine, NULL, "{}", &text));
    CHECK(says("`tool` is null") && text == NULL);
    RETURNS(MAST_STATUS_NULL_ARGUMENT, mast_text(engine, NULL, "{}", &text));
    RETURNS(MAST_STATUS_NULL_ARGUMENT, mast_text(engine, "mast_status", "{}", NULL));
    RETURNS(MAST_STATUS_NULL_ARGUMENT, mast_search(engine, NULL, 0, &text));
    RETURNS(MAST_STATUS_NULL_ARGUMENT, mast_search(engine, "x", 0, NULL));
    RETURNS(MAST_STATUS_NULL_ARGUMENT, mast_callers(engine, NULL, NULL, &text));
    RETURNS(MAST_STATUS_NULL_ARGUMENT, mast_callers(engine, "x", NULL, NULL));
    RETURNS(MAST_STATUS_NULL_ARGUMENT, mast_tools(NULL));

    RETURNS(MAST_STATUS_BAD_UTF8, mast_call(engine, "mast_\xc3", "{}", &text));
    CHECK(says("`tool` is not UTF-8 (first bad byte at offset 5)"));
    RETURNS(MAST_STATUS_BAD_UTF8, mast_call(engine, "mast_search", "{\"query\": \"gr\xfcn\"}", &text));
    RETURNS(MAST_STATUS_BAD_UTF8, mast_search(engine, "\xed\xa0\x80", 0, &text));
    RETURNS(MAST_STATUS_BAD_UTF8, mast_callers(engine, "x", "\xff", &text));

    RETURNS(MAST_STATUS_INVALID_INPUT, mast_call(engine, "mast_serch", "{}", &text));
    CHECK(says("there is no tool `mast_serch`, did you mean `mast_search`?") && hints("the tools are: mast_search, "));
    RETURNS(MAST_STATUS_INVALID_INPUT, mast_call(engine, "mast_search", "{\"query\": ", &text));
    CHECK(says("the input is no JSON: ") && hints("give a JSON object"));
    RETURNS(MAST_STATUS_INVALID_INPUT, mast_call(engine, "mast_search", "[1]", &text));
    CHECK(says("the input of `mast_search` must be a JSON object, not an array"));
    RETURNS(MAST_STATUS_INVALID_INPUT, mast_call(engine, "mast_search", NULL, &text));
    CHECK(says("the input of `mast_search` is wrong: `query` is missing"));
    RETURNS(MAST_STATUS_INVALID_INPUT, mast_search(engine, "x", 4000000000u, &text));
    RETURNS(MAST_STATUS_INVALID_INPUT, mast_index(engine, 7, NULL, NULL, &text));
    CHECK(says("`7` is no extent of an index") && hints("MAST_EXTENT_FULL"));
    RETURNS(MAST_STATUS_NOT_INITIALISED, mast_search(engine, "x", 0, &text));
    CHECK(text == NULL && stays == 0);
}

static void use_what_is_no_engine(MastEngine *engine, MastStatus expected)
{
    char *text = NULL;
    RETURNS(expected, mast_call(engine, "mast_status", NULL, &text));
    RETURNS(expected, mast_text(engine, "mast_status", NULL, &text));
    RETURNS(expected, mast_search(engine, "x", 0, &text));
    RETURNS(expected, mast_callers(engine, "x", NULL, &text));
    RETURNS(expected, mast_index(engine, MAST_EXTENT_FULL, NULL, NULL, &text));
    RETURNS(expected, mast_cancel(engine));
    CHECK(text == NULL);
}

int main(int count, char **arguments)
{
    MastEngine *engine = NULL;
    MastEngine *other = NULL;
    int on_the_stack = 0;

    CHECK(count == 4);
    open_wrongly(arguments[1], arguments[2], arguments[3]);
    RETURNS(MAST_STATUS_OK, mast_open(arguments[1], "", &engine));
    call_wrongly(engine);

    /* None of these is an engine, and none is looked behind. */
    use_what_is_no_engine(NULL, MAST_STATUS_NULL_ARGUMENT);
    use_what_is_no_engine((MastEngine *)(uintptr_t)1, MAST_STATUS_BAD_HANDLE);
    use_what_is_no_engine((MastEngine *)(uintptr_t)-1, MAST_STATUS_BAD_HANDLE);
    use_what_is_no_engine((MastEngine *)(void *)&on_the_stack, MAST_STATUS_BAD_HANDLE);
    RETURNS(MAST_STATUS_BAD_HANDLE, mast_close((MastEngine *)(void *)&on_the_stack));

    RETURNS(MAST_STATUS_OK, mast_close(engine));
    use_what_is_no_engine(engine, MAST_STATUS_BAD_HANDLE);
    CHECK(says("the engine is closed, or never was one") && hints("mast_open"));
    RETURNS(MAST_STATUS_BAD_HANDLE, mast_close(engine));
    /* A handle is never given twice. */
    RETURNS(MAST_STATUS_OK, mast_open(arguments[1], NULL, &other));
    CHECK(other != engine);
    use_what_is_no_engine(engine, MAST_STATUS_BAD_HANDLE);
    RETURNS(MAST_STATUS_OK, mast_close(other));

    RETURNS(MAST_STATUS_OK, mast_close(NULL));
    mast_free(NULL);
    CHECK(strcmp(mast_status_name(99), "unknown") == 0 && strcmp(mast_status_name(-1), "unknown") == 0);
    puts("ok");
    return 0;
}
