"""The programs as they are shipped resist faults that nobody has found yet: they can be loaded at any address, what the linker
has filled in cannot be written afterwards, the stack cannot be executed and notices when it is overrun, functions of the C
library and containers check their bounds.
"""
import argparse
import pathlib
import re
import subprocess
import sys


def readelf(flag, program):
    return subprocess.run(["readelf", "--wide", flag, str(program)], capture_output=True, text=True, check=True).stdout


def problems(program):
    header, segments, dynamic = (readelf(flag, program) for flag in ("--file-header", "--segments", "--dynamic"))
    names = readelf("--symbols", program)
    if "DYN (" not in header or "PIE" not in dynamic:
        yield "is loaded at a fixed address"
    if "GNU_RELRO" not in segments or not re.search(r"BIND_NOW|\bNOW\b", dynamic):
        yield "leaves addresses of functions writable"
    if not re.search(r"GNU_STACK.*RW ", segments):
        yield "has a stack that can be executed"
    for symbol, what in (("__stack_chk_fail", "does not notice an overrun stack"), ("__memcpy_chk", "copies without checks"),
                         ("__glibcxx_assert_fail", "has containers that do not check")):
        if symbol not in names:
            yield what


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("programs", nargs="+", type=pathlib.Path)
    found = [f"{program}: {what}" for program in parser.parse_args().programs for what in problems(program)]
    print("\n".join(found) or "hardened")
    sys.exit(bool(found))


main()
