"""Bars in the terminal: as wide as it is, plain where it is plain, coloured only where somebody looks, and never more than text.

`gauze measure` is run with several widths and locales, into a file and on a pseudo-terminal.
"""
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios

import lib

BLOCKS = set("█▉▊▋▌▍▎▏")
HOSTILE = "a\x1b[31mred\x07 and a name that is much too long to be shown whole " + "ä" * 30


def environment(**settings):
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR", "TERM")}
    return {**kept, **settings}


def on_terminal(command, columns, **settings):
    """What a command prints on a terminal of that width."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(command, stdout=theirs, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment(**settings))
    os.close(theirs)
    output = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # the other side is closed
            break
        if not piece:
            break
        output += piece
    os.close(ours)
    process.wait()
    return output.decode().replace("\r\n", "\n")


def bars(text):
    """Lines of charts."""
    return [line for line in text.split("\n") if line.startswith("    ")]


def main():
    suite = lib.Suite(__doc__)
    rows = [{"age": i % 7, HOSTILE: "x" if i % 50 else "y"} for i in range(500)]
    lib.write_csv(suite.folder / "table.csv", ["age", HOSTILE], rows)
    policy = lib.write_policy(suite.folder / "policy.json", suite.folder / "table.csv",
                              {"age": {"role": "quasi_identifying", "type": "integer"}, HOSTILE: {"role": "quasi_identifying"}},
                              [{"k_anonymity": {"k": 12}}])
    suite.expect(0, "run", "run", policy, "-q")
    command = suite.command("measure", suite.folder / "policy", "-q")

    for width in (30, 40, 80, 200):
        text = subprocess.run(command, capture_output=True, text=True, env=environment(COLUMNS=str(width), LC_ALL="C.UTF-8")).stdout
        longest = max(map(len, bars(text)))
        suite.check(len(bars(text)) >= 6 and longest <= max(width, 42), f"{width} columns: a line of {longest}")
        suite.check(width < 80 or longest == width, f"{width} columns: the longest bar ends at {longest}")
        suite.check(BLOCKS & set(text) and "\x1b" not in text and "\x07" not in text, f"{width} columns: {text}")

    plain = subprocess.run(command, capture_output=True, text=True, env=environment(LC_ALL="C")).stdout
    suite.check(all(" " <= character < "\x7f" for line in bars(plain) for character in line), f"not plain ASCII: {plain}")
    suite.check("####" in plain and max(map(len, bars(plain))) == 80, f"80 columns in a file: {plain}")
    none = subprocess.run(command, capture_output=True, text=True, env=environment()).stdout
    suite.check(none == plain, "no locale is not the same as C")

    shown = on_terminal(command, 61, LC_ALL="C.UTF-8", TERM="xterm")
    suite.check("\x1b[36m█" in shown and "red" in shown and "\x1b[31m" not in shown, f"on a terminal: {shown}")
    widths = [len(re.sub(r"\x1b\[\d+m", "", line)) for line in bars(shown)]
    suite.check(max(widths) == 61, f"on a terminal of 61 columns: {widths}")
    for settings in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        quiet = on_terminal(command, 61, LC_ALL="C.UTF-8", **{"TERM": "xterm", **settings})
        suite.check("\x1b" not in quiet and "█" in quiet, f"{settings}: {quiet}")
    suite.finish()


if __name__ == "__main__":
    main()
