"""make_stubs.py FOLDER: writes type stubs of the package's modules into FOLDER.

The package must be importable, as its functions are made from the library's descriptors when it is imported. What is
ordinary Python is taken from where it is defined; the functions that are made get their signatures and docstrings.
"""

import importlib
import inspect
import pathlib
import sys
import textwrap
import types

MODULES = ["gauze", "gauze.attack", "gauze.hierarchy", "gauze.ledger", "gauze.transform"]
HEAD = "from __future__ import annotations\n\nimport os\nfrom typing import Any\n\n"
NEEDED = {
    "Entry": "from gauze._entry import Entry",
    "Policy": "from gauze._policy import Policy",
    "Release": "from gauze._release import Release",
    "Report": "from gauze._release import Report",
}


def function_stub(function):
    doc = textwrap.indent('"""' + function.__doc__.replace("\\", "\\\\") + '\n"""', "    ")
    signature = str(inspect.signature(function)).replace("'", "")
    return f"def {function.__name__}{signature}:\n{doc}\n"


def module_stub(module):
    imports, functions = set(), []
    for name in module.__all__:
        value = getattr(module, name)
        if isinstance(value, types.ModuleType):
            imports.add(f"from gauze import {name} as {name}")
        elif getattr(value, "__module__", module.__name__) == module.__name__ and callable(value):
            functions.append(function_stub(value))
        elif callable(value):
            imports.add(f"from {value.__module__} import {name} as {name}")
        else:
            functions.insert(0, f"{name}: {type(value).__name__}\n")
    text = "\n".join(functions)
    for word, line in NEEDED.items():
        if word in text and not any(i.endswith(f" as {word}") for i in imports):
            imports.add(line)
    return HEAD + "\n".join(sorted(imports)) + f"\n\n__all__: list[str]\n\n{text}"


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in MODULES:
        module = importlib.import_module(name)
        file = "__init__.pyi" if name == "gauze" else name.split(".")[1] + ".pyi"
        (folder / file).write_text(module_stub(module), encoding="utf-8")


main()
