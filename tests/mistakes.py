"""Sixty deliberate mistakes: the appendix of docs/cli.md, and the text cases that make them.

In the appendix a mistake is a title, the case that makes it, and a command with what it prints:

    **7. The tab in a policy**
    <!-- case: policy/tab -->
    ```text
    $ gauze check policy.yaml
    gauze: policy.yaml:4:1: a line is indented by a tab
      hint: YAML indents by blanks: …
    ```

run_cases.py proves that the program prints what the cases say. Here it is that the appendix has sixty of them, none twice, and says the same; that every message names a
place, a cause and a remedy; and that none shows a cell of a table that the case reads. house.py runs it; this script makes the appendix again, from the titles, cases and
commands that stand there.
"""
import csv
import re
import sys

import lib
import run_cases

PAGE = lib.ROOT / "docs" / "cli.md"
HEADING = "## Appendix: sixty mistakes"
HOW_MANY = 60
ENTRY = re.compile(r"^\*\*(\d+)\. (.+)\*\*\n\n<!-- case: (\S+) -->\n```text\n\$ (.+)\n((?:(?!```).*\n)*)```$", re.MULTILINE)
# "gauze: PLACE: CAUSE". A place is a file with its line, a column, an option, a command, or what the policy calls a part of it.
MESSAGE = re.compile(r"gauze: (?P<place>[^:\n]+(?::\d+){0,2}(?:, (?:line|column) [^:\n]+)?): (?P<cause>.{10,})\n  hint: (?P<remedy>.{5,})\n", re.DOTALL)
# A command line that names nothing the program knows: the place is the word itself.
USAGE = re.compile(r'gauze: (?:there is no command "[^"]+"|\w+ (?:has no (?:option|command) \S+|needs a command|takes fewer arguments))\n  hint: .{5,}\n')


def printed_by(case, command):
    """What a case says that the command prints on standard error, and its exit code; None if it does not run the command."""
    path = lib.ROOT / "tests" / "cases" / f"{case}.case"
    if not path.is_file():
        return None
    sections = run_cases.parse(path.read_text(encoding="utf-8").split("\n")[:-1])[1]
    for at, section in enumerate(sections):
        if section.kind != "$" or section.words != command:
            continue
        after = {}
        for follower in sections[at + 1:]:
            if follower.kind not in ("stderr", "exit"):
                break
            after[follower.kind] = follower
        error = "".join(line + "\n" for line in after["stderr"].lines) if "stderr" in after else ""
        return error, int(after["exit"].header.split()[-1]) if "exit" in after else 0
    return None


def cells_of(case):
    """Cells of the CSV files of a case, without headers: words of at least three letters, which nothing else is likely to say."""
    sections = run_cases.parse((lib.ROOT / "tests" / "cases" / f"{case}.case").read_text(encoding="utf-8").split("\n")[:-1])[1]
    for section in sections:
        if section.kind != "file" or not section.name.endswith(".csv"):
            continue
        lines = run_cases.content(section).decode("utf-8", "replace").splitlines()
        for row in csv.reader(lines[1:]):
            yield from (word for cell in row for word in re.findall(r"[^\W\d_]{3,}", cell))


def check(suite):
    text = PAGE.read_text(encoding="utf-8")
    found = ENTRY.findall(text.partition(HEADING)[2])
    suite.check([int(number) for number, *_ in found] == list(range(1, HOW_MANY + 1)), f"docs/cli.md lists {len(found)} mistakes, not 1 to {HOW_MANY}")
    suite.check(len({(case, command) for _, _, case, command, _ in found}) == len(found), "docs/cli.md lists a mistake twice")
    suite.check(len({title for _, title, *_ in found}) == len(found), "two mistakes of docs/cli.md have one title")
    for number, title, case, command, shown in found:
        name = f"docs/cli.md, mistake {number} ({title})"
        printed = printed_by(case, command)
        if not suite.check(printed is not None, f"{name}: tests/cases/{case}.case does not run `{command}`"):
            continue
        error, code = printed
        suite.check(shown == error, f"{name}: the page says other words than tests/cases/{case}.case; tests/mistakes.py writes them")
        suite.check(code in (1, 2, 3), f"{name}: the command ends with exit code {code}")
        suite.check(MESSAGE.fullmatch(error) or USAGE.fullmatch(error), f"{name}: the message lacks a place, a cause or a remedy:\n{error}")
        words = set(re.findall(r"[^\W\d_]{3,}", error))
        suite.check(not words & set(cells_of(case)), f"{name}: the message shows a cell")


def main():
    text = PAGE.read_text(encoding="utf-8")
    head, heading, appendix = text.partition(HEADING)

    def again(entry):
        _, _, case, command, _ = entry.groups()
        printed = printed_by(case, command)
        if printed is None:
            sys.exit(f"tests/cases/{case}.case does not run `{command}`")
        return f"{entry.group(0).partition('```text')[0]}```text\n$ {command}\n{printed[0]}```"

    PAGE.write_text(head + heading + ENTRY.sub(again, appendix), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
