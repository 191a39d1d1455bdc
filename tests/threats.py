"""Every row of a table in the two threat models names what would fail if it were not so: a whole-program test (`bytes.py`), one
of a server test's functions (`test_keys.py::test_keys_grow_too_old`) or a unit test (`Token.EachClaimIsChecked`) that is there.
"""
import re

import lib

PAGES = ("docs/threat-model.md", "docs/server-threat-model.md")
COLUMN = "shown by"


def rows(text):
    """(header, cells) of every row of every table."""
    header = None
    for line in text.splitlines():
        if not line.startswith("|"):
            header = None
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if header is None:
            header = cells
        elif not set(line) <= set("|- "):
            yield header, cells


def unit_tests():
    found = set()
    for path in (lib.ROOT / "src").rglob("*_test.cc"):
        found |= {f"{suite}.{name}" for suite, name in re.findall(r"^TEST(?:_F|_P)?\((\w+), (\w+)\)", path.read_text(), re.MULTILINE)}
    return found


def exists(name, units):
    if ".py" not in name:
        return name in units
    file, _, function = name.partition("::")
    paths = [path for path in (lib.ROOT / "tests" / file, lib.ROOT / "tests" / "server" / file) if path.is_file()]
    return bool(paths) and (not function or f"def {function}(" in paths[0].read_text())


def main():
    suite, units = lib.Suite(__doc__), unit_tests()
    for page in PAGES:
        count = 0
        for header, cells in rows((lib.ROOT / page).read_text()):
            count += 1
            row = f"{page}: the row that begins with {cells[0]}"
            if suite.check(header[-1] == COLUMN and len(cells) == len(header), f"{row} has no column {COLUMN}"):
                names = re.findall(r"`([^`]+)`", cells[-1])
                suite.check(names, f"{row} names no test")
                for name in names:
                    suite.check(exists(name, units), f"{row} names {name}, which is not there")
        suite.check(count > 0, f"{page} has no table")
    suite.finish()


if __name__ == "__main__":
    main()
