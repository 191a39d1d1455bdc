"""The same release from the command line and from Python: the same bytes, for more than twenty policies.

The command line reads files; the package is handed an Arrow table with the same cells.
"""

import gzip
import pathlib
import subprocess

import policies
import pyarrow as pa
import pyarrow.csv
import pytest
from conftest import DATA, PROGRAM, SOAK, needs_data, needs_program

import gauze

pytestmark = needs_program

ROWS = 1_048_575 if SOAK else 20_000  # of the large tables
ADULT = policies.of_adult()
EXAMPLES = policies.of_examples()


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def command_line(policy, source, out):
    done = subprocess.run(
        [PROGRAM, "run", policy, "--source", source, "--out", out, "--quiet"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def read_texts(path, delimiter):
    """A CSV file as an Arrow table of texts, empty cells missing, texts that repeat as dictionaries."""
    names = pathlib.Path(path).open(encoding="utf-8").readline().rstrip("\n").split(delimiter)
    return pa.csv.read_csv(
        path,
        parse_options=pa.csv.ParseOptions(delimiter=delimiter),
        convert_options=pa.csv.ConvertOptions(
            column_types={name.strip('"'): pa.string() for name in names}, strings_can_be_null=True, null_values=[""],
            quoted_strings_can_be_null=True,
        ),
    )


def first_rows(path, folder):
    """So many rows of a packed file, as a file."""
    cut = folder / "cut.csv"
    with gzip.open(path, "rt", encoding="utf-8") as whole, cut.open("w", encoding="utf-8") as part:
        for number, line in enumerate(whole):
            if number > ROWS:
                break
            part.write(line)
    return cut


def compare(policy, source, delimiter, folder):
    command_line(policy, source, folder / "by_program")
    table = read_texts(source, delimiter)
    release = gauze.run(policy, table, out=folder / "by_package")
    assert contents(folder / "by_program") == contents(folder / "by_package")
    in_memory = gauze.run(policy, table)
    assert in_memory.manifest["rows"] == release.manifest["rows"]
    assert in_memory.manifest["measures"] == release.manifest["measures"]


@needs_data
@pytest.mark.parametrize("name", list(ADULT))
def test_adult(name, tmp_path):
    source = DATA / "adult" / "adult.csv"
    compare(policies.write(tmp_path, "policy", ADULT[name], source), source, ";", tmp_path)


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_examples(name, tmp_path):
    compare(EXAMPLES[name], gauze.Policy.load(EXAMPLES[name]).source, ",", tmp_path)


@needs_data
@pytest.mark.parametrize("name", list(policies.REAL))
def test_real_tables(name, tmp_path):
    compare(EXAMPLES[name], first_rows(policies.REAL[name], tmp_path), ",", tmp_path)


@needs_data
def test_symptoms(tmp_path):
    policy, patients = policies.real_symptoms(tmp_path)
    compare(policy, patients, ",", tmp_path)


def test_there_are_enough():
    assert len(ADULT) + len(EXAMPLES) + len(policies.REAL) + 1 >= 20
