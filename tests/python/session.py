"""The C library from Python, through the wrapper of examples/python. The argument is a project that was never indexed."""

import sys
import threading

import mast


def fails(code, work, *arguments, **named):
    """The error that a call fails with, which is of the kind `code`."""
    try:
        work(*arguments, **named)
    except mast.MastError as error:
        assert error.code == code, error.code
        return error
    raise AssertionError(f"it does not fail with {code}")


def stop(done, total):
    return done < 1


def explode(done, total):
    raise ValueError("thrown in the middle")


def main(root):
    assert mast.version().count(".") == 2
    names = [tool["name"] for tool in mast.tools()]
    assert "mast_search" in names and "mast_callers" in names, names
    assert all(tool["effect"] in ("reads", "writes") for tool in mast.tools())

    fails("root_refused", mast.Mast, "/")
    unknown = fails("invalid_input", mast.Mast, root, refrehs="off")
    assert "did you mean `refresh`" in unknown.message and "state_dir" in unknown.hint

    project = mast.Mast(root, refresh="fully")
    fails("not_initialised", project.call, "mast_search", query="renewLoan")
    fails("cancelled", project.index, progress=stop)
    try:
        project.index(progress=explode)
        raise AssertionError("what was raised is lost")
    except ValueError as error:
        assert str(error) == "thrown in the middle"
    heard = []
    report = project.index(full=True, progress=lambda done, total: heard.append((done, total)))
    assert report["files_indexed"] == heard[-1][0] == heard[-1][1] == 7, (report, heard)

    found = project.call("mast_search", query="renewLoan", limit=1)["results"]
    assert [result["symbol_name"] for result in found] == ["renewLoan"], found
    # Characters outside ASCII pass both ways.
    assert "tools" in fails("invalid_input", project.call, "größe").hint
    assert project.text("mast_callers", symbol="daysOverdue").startswith("src/components/LoanList.tsx:15")

    answers = []
    threads = [
        threading.Thread(target=lambda: answers.append(project.text("mast_callers", symbol="daysOverdue")))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 8 and len(set(answers)) == 1, answers

    project.cancel()
    project.close()
    project.close()
    fails("null_argument", project.call, "mast_status")
    print("ok")


main(sys.argv[1])
