"""No two types, inline functions or templates of one namespace have the same name and parameters: each file compiles by itself, the linker takes one of the two
for both, and memory is read as what it is not. Nothing else tells: compilers do not look, and tests pass by luck.

Goes by the layout that clang-format gives: what a namespace holds begins at the left margin, and its end says so.
"""
import collections
import re

import lib

TYPE = re.compile(r"(?:struct|class|enum class|enum|union) (?P<name>\w+)\b(?!::)[^;]*\{")
FUNCTION = re.compile(r"(?:template ?<.*?> )?(?:inline|constexpr|consteval|template ?<.*?>) .*?\b(?P<name>~?\w+)\((?P<parameters>.*?)\)(?: const)?(?: noexcept)? (?:-> .* )?\{")


def definitions(text):
    """Namespaces and name of each: `gauze::cluster Units`, `gauze Least(double a, double b)`. Those of nameless namespaces are nobody else's."""
    spaces, statement = [], ""
    for line in text.splitlines():
        code = re.sub(r"\s*//.*", "", line)
        if begin := re.match(r"(?:inline )?namespace ?([\w:]*) ?\{(.*)", code):
            if "}" not in begin.group(2):
                spaces.append(begin.group(1))
        elif re.match(r"\}  // namespace", line):
            spaces.pop()
        elif code and (statement or code[0] not in " }#"):
            statement = f"{statement} {code.strip()}".strip()
            if code[-1] not in ";{}":
                continue
            found = TYPE.match(statement) or FUNCTION.match(statement)
            if found and "" not in spaces:
                parameters = found.groupdict().get("parameters")
                yield f"{'::'.join(spaces)} {found.group('name')}" + ("" if parameters is None else f"({parameters})")
            statement = ""


def check(suite):
    places = collections.defaultdict(list)
    for folder in ("src", "apps", "python/src"):
        for path in sorted((lib.ROOT / folder).rglob("*")):
            if path.suffix in (".h", ".cc"):
                for defined in definitions(path.read_text()):
                    places[defined].append(path.relative_to(lib.ROOT))
    suite.check(len(places) > 800, f"only {len(places)} definitions were found")
    for defined, paths in places.items():
        suite.check(len(set(paths)) == 1, f"{defined} is defined in {', '.join(map(str, paths))}: give one of them another name, or a namespace of its own")
