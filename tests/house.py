"""What HACKING.md, CONTRIBUTING.md and CITATION.cff say of the house is so.

The table of rooms has the rooms of src/gauze/CMakeLists.txt and what each may include, neither more nor less; so have those of folders. Files that the recipes of
CONTRIBUTING.md name are there. The version and the licence to be cited are those of the project. What the programs and the package say to users has no phrase
that wording.py lists. No file has more than 350 lines, and no folder of src/ more than 40 files. The mistakes in the appendix of docs/cli.md are those of the text cases (mistakes.py).
No two types of one namespace have the same name (one_definition.py).
"""
import collections
import re
import statistics

import yaml

import lib
import mistakes
import one_definition
import wording

PLACES = ("src/", "tests/", "docs/", "bench/", "examples/", "python/", "tools/", "apps/", "cmake/", ".ci/", ".github/")


def rooms_built(text):
    """Room: what it may include, by the gauze_room() lines. Words in capitals begin an argument, and only ROOMS is looked at."""
    rooms = {}
    for call in re.findall(r"^\s*gauze_room\(([^)]*)\)", re.sub(r"#.*", "", text), re.MULTILINE):
        name, *words = call.split()
        argument, rooms[name] = None, set()
        for word in words:
            if re.fullmatch(r"[A-Z_]+", word):
                argument = word
            elif argument == "ROOMS":
                rooms[name].add(word)
    return rooms


def rooms_told(text):
    """The same by the table whose columns are room, what lives here, may include."""
    table = re.search(r"^\| room \|.*\| may include \|\n\|[-| ]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    rooms = {}
    for row in table.group(1).splitlines() if table else []:
        name, *_, included = [cell.strip() for cell in row.strip().strip("|").split("|")]
        rooms[name.strip("`").rstrip("/")] = set(re.findall(r"[\w/]+", included))
    return rooms


def check_folders(suite):
    """The folders of a room, from the lowest."""
    text = (lib.ROOT / "HACKING.md").read_text()
    for room, folders in re.findall(r"gauze_room\((\w+) [^)]*FOLDERS ([a-z ]+)", (lib.ROOT / "src" / "gauze" / "CMakeLists.txt").read_text()):
        table = re.search(rf"^\| folder of `{room}/` \|.*\n\|[-| ]+\n((?:\|.*\n)+)", text, re.MULTILINE)
        told = re.findall(r"^\| `(\w+)/`", table.group(1) if table else "", re.MULTILINE)
        suite.check(told == folders.split(), f"{room}/ has the folders {folders}, and HACKING.md says {told}")


def check_rooms(suite):
    built = rooms_built((lib.ROOT / "src" / "gauze" / "CMakeLists.txt").read_text())
    told = rooms_told((lib.ROOT / "HACKING.md").read_text())
    suite.check(len(built) > 10, f"only {len(built)} gauze_room() lines were understood")
    suite.check(set(built) == set(told), f"HACKING.md does not have {sorted(set(built) - set(told))}, and has {sorted(set(told) - set(built))} too many")
    for room in sorted(set(built) & set(told)):
        suite.check(built[room] == told[room], f"{room}/ may include {sorted(built[room])}, and HACKING.md says {sorted(told[room])}")


def check_sizes(suite):
    """Files that can be read at a sitting, and folders that can be looked over."""
    lengths = {}
    for place in ("src", "apps", "web/src", "tests", "python", "bench", "tools", "cmake"):
        for path in (lib.ROOT / place).rglob("*"):
            if path.suffix in (".h", ".cc", ".py", ".ts", ".tsx", ".css", ".cmake") and "node_modules" not in path.parts:
                lengths[path.relative_to(lib.ROOT)] = len(path.read_text().splitlines())
    long = [f"{path} ({count})" for path, count in lengths.items() if count > 350]
    suite.check(not long, f"files past 350 lines: {', '.join(long)}")
    sources = [path for path in lengths if path.parts[0] == "src"]
    middle = statistics.median(lengths[path] for path in sources)
    suite.check(middle <= 120, f"the median file of src/ has {middle} lines, more than 120")
    crowded = [f"{folder} ({count})" for folder, count in collections.Counter(path.parent for path in sources).items() if count > 40]
    suite.check(not crowded, f"folders with more than 40 files directly in them: {', '.join(crowded)}")


def check_recipes(suite):
    """Names with <…> are those that somebody chooses; of folders with a star one file is enough."""
    text = (lib.ROOT / "CONTRIBUTING.md").read_text()
    named = {name for name in re.findall(r"`([^`\s]+)`", text) if name.startswith(PLACES) and "<" not in name}
    suite.check(len(named) > 10, f"CONTRIBUTING.md names only {sorted(named)}")
    for name in sorted(named):
        suite.check(any(True for _ in lib.ROOT.glob(name.rstrip("/"))), f"CONTRIBUTING.md names {name}, which is not there")


def check_citation(suite):
    cited = yaml.safe_load((lib.ROOT / "CITATION.cff").read_text())
    built = re.search(r"project\(gauze VERSION (\S+)", (lib.ROOT / "CMakeLists.txt").read_text()).group(1)
    package = (lib.ROOT / "pyproject.toml").read_text()
    for what, version in (("CITATION.cff", cited["version"]), ("pyproject.toml", re.search(r'^version = "(.*)"', package, re.MULTILINE).group(1))):
        suite.check(version == built, f"{what} has version {version}, and the project {built}")
    suite.check(f'license = "{cited["license"]}"' in package, "CITATION.cff has another licence than the package")
    suite.check(cited["cff-version"] == "1.2.0" and cited["message"] and cited["title"] == "Gauze", "CITATION.cff lacks what it must have")
    for work in [cited, *cited["references"]]:
        suite.check(work["title"] and work["type"] and work["authors"], f"CITATION.cff: {work['title']} lacks what it must have")


def check_messages(suite):
    """Tests, and what only they read, may say anything."""
    for phrase in ("one a tuple", "the key of who signs", "for who must judge it", "the vault is not whole", "two persons have it", "make it anew"):
        suite.check(len(wording.complaints(phrase)) == 1, f'wording.py lets "{phrase}" pass')
    seen = 0
    for folder in ("src", "apps", "python/gauze", "python/src"):
        for path in sorted((lib.ROOT / folder).rglob("*")):
            if path.suffix not in (".cc", ".h", ".py") or "_test." in path.name or "testing" in path.parts:
                continue
            for line, message in wording.messages(path):
                seen += 1
                for complaint in wording.complaints(message):
                    suite.check(False, f"{path.relative_to(lib.ROOT)}:{line}: {complaint}")
    suite.check(seen > 2000, f"only {seen} messages were found")


def main():
    suite = lib.Suite(__doc__)
    check_rooms(suite)
    check_sizes(suite)
    check_folders(suite)
    check_recipes(suite)
    check_citation(suite)
    check_messages(suite)
    mistakes.check(suite)
    one_definition.check(suite)
    suite.finish()


if __name__ == "__main__":
    main()
