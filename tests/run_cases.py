#!/usr/bin/env python3
"""Runs the whole-program cases: every tests/cases/**/*.case.

Proved: given these files, these commands print exactly this, on standard output and on standard
error, and end with this exit code. A case is plain text:

    # What the case shows.
    --- file data.csv
    age,sex
    34,F
    --- file bytes.bin (base64)
    //4A
    --- file wide.csv (python)
    print(",".join(f"c{i}" for i in range(1000)))
    --- $ gauze run policy.yaml
    the expected standard output, line by line
    --- stderr
    the expected standard error; the section is left out where nothing is expected
    --- exit 2

Files and commands come in any number and order; each `$` starts a command of its own, run in the
case's temporary directory. Commands are `gauze` and a few plain tools. In what is printed the
temporary directory is called DIR, bytes that are not UTF-8 and carriage returns are written as
escapes (\\xe9, \\r), and output that does not end in a line break ends in a line `(no line break)`.

`--update` writes what was printed into the cases instead of comparing. Read the result.
"""

import argparse
import base64
import concurrent.futures
import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOOLS = ("cat", "chmod", "cmp", "cp", "head", "ls", "rm", "tail", "tar")
HEADER = re.compile(r"--- (?:(file) (.+?)(?: \((base64|python)\))?"
                    r"|(\$) (.+)|(stderr)|(exit) -?\d+)")
NO_LINE_BREAK = "(no line break)"
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}


class Section:
    """One `---` line of a case and the lines below it."""

    def __init__(self, line):
        match = HEADER.fullmatch(line)
        if match is None:
            raise ValueError(f"not a section: {line}")
        file, self.name, self.form, command, self.words, stderr, leave = match.groups()
        self.kind = file or command or stderr or leave
        self.header = line
        self.lines = []


def parse(lines):
    """The lines above the first section, and the sections."""
    comment, sections = [], []
    for line in lines:
        if line.startswith("--- "):
            sections.append(Section(line))
        else:
            (sections[-1].lines if sections else comment).append(line)
    if not comment or any(not line.startswith("#") for line in comment):
        raise ValueError("a case starts with `#` lines that say what it shows")
    if not any(section.kind == "$" for section in sections):
        raise ValueError("a case needs a `--- $ command`")
    return comment, sections


def content(section):
    """The bytes of a file section."""
    text = "".join(line + "\n" for line in section.lines)
    if section.form == "base64":
        return base64.b64decode(text)
    if section.form == "python":
        return subprocess.run([sys.executable, "-c", text], env=ENVIRONMENT, check=True,
                              stdout=subprocess.PIPE).stdout
    return text.encode()


def printed(output, directory):
    """What a command printed, as the lines of a case."""
    text = output.decode("utf-8", "backslashreplace").replace(directory, "DIR")
    text = text.replace("\r", "\\r")
    lines = text.split("\n")
    last = lines.pop()
    return lines + ([last, NO_LINE_BREAK] if last else [])


def execute(words, directory, gauze):
    """The sections that a command really has: itself with its output, stderr, exit."""
    program, *arguments = shlex.split(words)
    if program != "gauze" and program not in TOOLS:
        raise ValueError(f"a case may run gauze, {', '.join(TOOLS)}; not {program}")
    done = subprocess.run([gauze if program == "gauze" else program, *arguments], cwd=directory,
                          env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=120, check=False)
    lines = [f"--- $ {words}", *printed(done.stdout, directory)]
    if done.stderr:
        lines += ["--- stderr", *printed(done.stderr, directory)]
    if done.returncode != 0:
        lines += [f"--- exit {done.returncode}"]
    return lines


def replay(path, gauze):
    """The case as it stands, and as it should stand by what the commands do now."""
    expected = path.read_bytes().decode().split("\n")[:-1]
    comment, sections = parse(expected)
    actual = list(comment)
    with tempfile.TemporaryDirectory(prefix="gauze-case-") as temporary:
        directory = str(pathlib.Path(temporary).resolve())
        for section in sections:
            if section.kind == "file":
                target = pathlib.Path(directory, section.name)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content(section))
                actual += [section.header, *section.lines]
            elif section.kind == "$":
                actual += execute(section.words, directory, gauze)
    return expected, actual


def run_case(path, gauze, update):
    """The complaint about one case, or None if it passes."""
    try:
        expected, actual = replay(path, gauze)
    except (ValueError, OSError, subprocess.SubprocessError) as error:
        return str(error)
    if expected == actual:
        return None
    if update:
        path.write_text("".join(line + "\n" for line in actual), encoding="utf-8", newline="\n")
        return None
    return "\n".join(difflib.unified_diff(expected, actual, "expected", "actual", "", "", 2, ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("filter", nargs="?", default="", help="only cases whose path contains this")
    parser.add_argument("--gauze", default=str(HERE.parent / "build" / "gauze"), help="the program")
    parser.add_argument("--jobs", type=int, default=2, help="how many cases at a time")
    parser.add_argument("--every", type=int, default=int(os.environ.get("GAUZE_CASES_EVERY", 1)), help="every which case, for a sample")
    parser.add_argument("--update", action="store_true", help="write what is printed")
    options = parser.parse_args()
    gauze = str(pathlib.Path(options.gauze).resolve())
    paths = sorted((HERE / "cases").rglob("*.case"))
    paths = [path for path in paths if options.filter in str(path.relative_to(HERE))][::options.every]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        complaints = list(pool.map(lambda path: run_case(path, gauze, options.update), paths))
    failed = 0
    for path, complaint in zip(paths, complaints):
        if complaint is not None:
            failed += 1
            print(f"FAILED {path.relative_to(HERE)}\n{complaint}\n")
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
