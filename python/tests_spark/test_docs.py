"""What docs/spark.md and the tutorial on lakes show, run."""

import re
import shutil

import pyarrow.csv
import pyarrow.parquet
from conftest import ROOT


def test_the_page(spark, tmp_path, monkeypatch):
    shutil.copytree(ROOT / "examples" / "clinic", tmp_path, dirs_exist_ok=True)
    (tmp_path / "lake").mkdir()
    patients = pyarrow.csv.read_csv(tmp_path / "patients.csv", convert_options=pyarrow.csv.ConvertOptions(
        column_types={"zip": pyarrow.string()}, strings_can_be_null=True, null_values=[""]))
    pyarrow.parquet.write_table(patients, tmp_path / "lake" / "patients")
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "spark.md").read_text(encoding="utf-8")
    snippet, = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    snippet = snippet.replace('"lake/', f'"{tmp_path}/lake/')  # workers have other folders
    names = {"spark": spark}
    exec(snippet, names)
    assert names["release"].table.count() == names["release"].manifest["rows"] == len(patients)


def test_the_tutorial(spark, tmp_path, monkeypatch):
    shutil.copytree(ROOT / "examples" / "clinic", tmp_path / "examples" / "clinic")
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "tutorials" / "spark-lake.md").read_text(encoding="utf-8")
    program = "".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    for folder in ("lake", "examples"):
        program = program.replace(f'"{folder}/', f'"{tmp_path}/{folder}/')  # workers have other folders
    names = {}
    exec(program, names)
    assert names["release"].table.count() == names["patients"].count() == 200
