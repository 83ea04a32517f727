"""Searches a project and says who calls what was found first.

    MAST_LIBRARY=<prefix>/lib/libmast.so.0 python3 search.py <directory> <query>
"""

import sys

from mast import Mast, MastError


def main(directory, query):
    with Mast(directory) as project:
        report = project.index()
        print(f"{report['files_indexed']} files indexed, {report['files_skipped']} unchanged")
        results = project.call("mast_search", query=query, limit=3)["results"]
        for result in results:
            print(f"{result['file_path']}:{result['start_line']}  {result['symbol_name']}")
        if results:
            first = results[0]
            found = project.call("mast_callers", symbol=first["symbol_name"], file_path=first["file_path"])
            for caller in found["verified_callers"]:
                print(f"  called by {caller['caller_symbol']} in {caller['file_path']}:{caller['line']}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except MastError as error:
        sys.exit(f"search.py: {error}")
