#!/usr/bin/env python3
"""Runs the commands that the documentation shows, and reads it.

Proved: every command of README.md, of the READMEs of examples/ and of the marked blocks of docs/**/*.md works, and where a
page shows what a command prints, it prints exactly that. docs/index.md lists the commands of `gauze --help` and no others. No
page has a phrase that wording.py lists. In a page:

    <!-- file: NAME -->     the block that follows is written to this file before anything runs
    <!-- run -->            the ```sh block that follows is run; in a README every ```sh block is
    <!-- run where R -->    the same, on machines that have the program R
    <!-- output -->         the ```text block that follows is what the run block above it prints on
                            standard output

    <!-- reads real tables -->   somewhere in the page: coming_from.py runs it, where there are such tables

Each page has a temporary directory with a copy of examples/, and on its PATH `gauze` and the Python
of this script. Its blocks run in order in one `bash -eu`, so that a `cd` lasts. A page without such
blocks is only counted if a mark in it is misplaced.
"""

import argparse
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import wording

ROOT = pathlib.Path(__file__).resolve().parent.parent
MARK = re.compile(r"<!-- (file: (?P<file>\S+)|run(?: where (?P<program>\S+))?|output) -->")
READS_REAL_TABLES = "<!-- reads real tables -->"
END = "=== end of block ==="
# Of what was measured or decided, and is left as it was written.
RECORDS = ("adr", "benchmarks", "evidence", "experiments")


def blocks(text):
    """(line, mark, language, lines) of every fenced block; mark is the comment right above it."""
    found, mark, fence, first, body = [], None, None, 0, []
    for number, line in enumerate(text.split("\n"), start=1):
        if fence is None and line.startswith("```"):
            fence, first, body = line[3:].strip(), number, []
        elif fence is not None and line.rstrip() == "```":
            found.append((first, mark, fence, body))
            fence = mark = None
        elif fence is not None:
            body.append(line)
        elif line.strip():
            if mark is not None:
                raise ValueError(f"line {number}: no block follows the mark above")
            mark = MARK.fullmatch(line.strip())
    if mark is not None or fence is not None:
        raise ValueError("the last block or mark is not closed")
    return found


def plan(text, run_all):
    """The files of a page, and its run blocks as (line, script, expected output or None)."""
    files, runs = {}, []
    last_was_run = left_out = False
    for line, mark, language, body in blocks(text):
        content = "".join(row + "\n" for row in body)
        kind = mark.group(1).split()[0] if mark else None
        if mark and mark.group("file"):
            files[mark.group("file")] = content
        elif kind == "output":
            if language != "text" or not last_was_run:
                raise ValueError(f"line {line}: an output is a ```text block after a run block")
            if not left_out:
                runs[-1] = (*runs[-1][:2], content)
        elif kind == "run" and language != "sh":
            raise ValueError(f"line {line}: only ```sh blocks are run")
        elif kind == "run" or (run_all and language == "sh"):
            program = mark.group("program") if mark else None
            left_out = program is not None and shutil.which(program) is None
            if left_out:
                print(f"left out: line {line}: there is no {program}")
            else:
                runs.append((line, content, None))
        last_was_run = language == "sh"
    return files, runs


def shell(directory, runs, gauze):
    """What the run blocks print, one text each, and the finished process."""
    binaries = directory / "bin"
    binaries.mkdir()
    (binaries / "gauze").symlink_to(gauze)
    script = "".join(f"{content}echo '{END}'\n" for _, content, _ in runs)
    search = f"{binaries}:{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(["bash", "-eu", "-c", script], cwd=directory / "page", check=False,
                          env={**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "80", "PATH": search},
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=300, encoding="utf-8", errors="replace")
    return done.stdout.split(END + "\n"), done


def run_page(path, gauze, beside=()):
    """How many run blocks the page has, and a complaint or None. Folders `beside` it are found under their names."""
    text = path.read_text(encoding="utf-8")
    try:
        files, runs = plan(text, path.name == "README.md")
    except ValueError as error:
        return 1, str(error)
    if READS_REAL_TABLES in text and not beside:
        return 0, None
    with tempfile.TemporaryDirectory(prefix="gauze-docs-") as temporary:
        directory = pathlib.Path(temporary)
        (directory / "page").mkdir()
        if (ROOT / "examples").is_dir():
            shutil.copytree(ROOT / "examples", directory / "page" / "examples")
        for folder in beside:
            (directory / "page" / folder.name).symlink_to(folder)
        for name, content in files.items():
            target = directory / "page" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(content, encoding="utf-8")
        outputs, done = shell(directory, runs, gauze) if runs else ([""], None)
    for (line, _, expected), output in zip(runs, outputs):
        if expected is not None and output != expected:
            shown = difflib.unified_diff(expected.splitlines(), output.splitlines(),
                                         "shown", "printed", "", "", 2, "")
            return len(runs), f"line {line}: prints something else\n" + "\n".join(shown)
    if done is not None and done.returncode != 0:
        failing = runs[min(len(outputs) - 1, len(runs) - 1)][0]
        return len(runs), f"line {failing}: exit {done.returncode}\n{outputs[-1]}{done.stderr}"
    return len(runs), None


def prose(text):
    """(line, text) of everything that is no code."""
    fenced = False
    for number, line in enumerate(text.split("\n"), start=1):
        fenced ^= line.startswith("```")
        if not fenced and not line.startswith("    "):
            yield number, line


def not_idiomatic(path):
    """Complaints about what wording.py lists."""
    if path.is_relative_to(ROOT / "docs") and path.relative_to(ROOT / "docs").parts[0] in RECORDS:
        return []
    return [f"line {number}: {complaint}" for number, line in prose(path.read_text(encoding="utf-8")) for complaint in wording.complaints(line)]


def listed_commands(gauze):
    """A complaint if the table under "Commands" in docs/index.md and `gauze --help` have different commands, or None."""
    printed = subprocess.run([gauze, "--help"], check=True, capture_output=True, text=True).stdout
    commands = re.findall(r"^  (\w+) ", printed.split("Subcommands:\n")[1].split("\n\n")[0], re.MULTILINE)
    page = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \|", page.split("\n## Commands\n")[1].split("\n## ")[0], re.MULTILINE)
    if commands and listed == commands:
        return None
    different = "\n".join(difflib.unified_diff(listed, commands, "listed", "gauze --help", "", "", 0, ""))
    return f"lists other commands than gauze --help\n{different}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--gauze", default=str(ROOT / "build" / "gauze"), help="the program")
    parser.add_argument("pages", nargs="*", type=pathlib.Path, help="these alone")
    options = parser.parse_args()
    gauze = pathlib.Path(options.gauze).resolve()
    passed = failed = 0
    all_pages = [ROOT / "README.md", *sorted((ROOT / "examples").glob("*/README.md")), *sorted((ROOT / "docs").rglob("*.md"))]
    for path in [page.resolve() for page in options.pages] or all_pages:
        runs, complaint = run_page(path, gauze)
        complaint = complaint or "\n".join(not_idiomatic(path)) or None
        if complaint is not None:
            failed += 1
            print(f"FAILED {path.relative_to(ROOT)}: {complaint}")
        elif runs:
            passed += 1
            print(f"passed {path.relative_to(ROOT)}: {runs} block{'s' if runs > 1 else ''}")
    complaint = listed_commands(gauze)
    if complaint is not None:
        failed += 1
        print(f"FAILED docs/index.md: {complaint}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
