"""Phrases that are not idiomatic, for the documentation (run_docs.py) and for what the programs and the package say (house.py)."""
import ast
import re

UNIT = "(?:batch|cell|class|column|core|field|file|key|level|line|node|page|record|region|release|second|table|task|value|victim)"
# What to write instead is told with each.
AVOID = {
    rf"\b(?:one|line|row|file|folder|page|bytes?|[kMG]i?B|ms|\d) a {UNIT}\b|\bone a \w+": "one per tuple, 2 kB per column",
    r"\b(?:of|for|by|to|from|than|against|with) who\b": "for the person who, by somebody who",
    r"(?:^|[.:] )Who (?:can|cannot|chose|has|holds|knows|needs)\b[^?]*$": "somebody who knows",
    r"\bnot whole\b": "incomplete, truncated or damaged",
    r"\b[Pp]ersons\b": "people",
    r"\banew\b": "again",
    r"\bmend\b": "fix",
    r"\b(?:is|are) no (?:file|number|part|set|vault)s?\b": "is not a number",
    r"\b(?:something|somebody|anything) else than\b": "something other than",
}
# One literal of C++, and what looks like one and is not.
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|#include[^\n]*|R"(?P<mark>[^()\\ ]*)\((?P<raw>.*?)\)(?P=mark)"|"(?P<text>(?:[^"\\\n]|\\.)*)"|'
                   r"'(?:[^'\\]|\\.)+'|\d[\d'.a-fA-FxX]*", re.DOTALL)
SQL = re.compile(r"\b(?:SELECT|JOIN|GROUP BY|CREATE|INSERT|COPY|VALUES|FROM (?:\{|[a-z]+ ?(?:$|[A-Z(])))")


def complaints(line):
    """What AVOID lists of one line of prose; code, JSON keys and addresses in it are not looked at."""
    said = re.sub(r'`[^`]*`|\]\([^)]*\)|<!--.*?-->|\\?"\w+\\?":', "`", line)
    return [f'"{found.group()}"; say: {instead}' for avoid, instead in AVOID.items() for found in re.finditer(avoid, said)]


def cpp_literals(text):
    """(line, text) of every literal, those side by side as one."""
    found, end = [], None
    for token in TOKEN.finditer(text):
        literal = token.group("raw") if token.group("text") is None else token.group("text")
        if literal is None:
            continue
        if found and not text[end:token.start()].strip():
            found[-1][1] += literal
        else:
            found.append([text.count("\n", 0, token.start()) + 1, literal])
        end = token.end()
    return found


def python_literals(text):
    return [(node.lineno, node.value) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def messages(path):
    """(line, text) of the literals of a file that are prose: several words, and no SQL."""
    text = path.read_text(encoding="utf-8")
    for number, literal in python_literals(text) if path.suffix == ".py" else cpp_literals(text):
        if " " in literal.strip() and not SQL.search(literal):
            for line in re.split(r"\n|\\n", literal):
                yield number, line
