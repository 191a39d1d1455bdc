"""docs/orchestrators.md with the real orchestrators, each in an environment of its own with the wheel of this repository.

Proved: what the page shows runs. Dagster: the release is made, the check passes, and fails when a row was changed afterwards. Airflow: the operator makes the release in a real run of its DAG, templates work, a wrong policy fails the
task without another try. dbt: the model is the release. The GitHub action and the GitLab job check and verify through a stand-in for Docker, and fail where Gauze does.

--only NAME leaves out the others. Needs PyPI; `make nightly` runs it.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import yaml

import lib
import run_docs

NEEDED = {"dagster": ["dagster"], "airflow": ["apache-airflow"], "dbt": ["dbt-core<1.12", "dbt-duckdb", "pyarrow"]}
POLICY = """\
version: 1
source: patients.csv
attributes:
  age: {role: quasi_identifying, type: integer}
  city: {role: quasi_identifying}
  illness: {role: sensitive}
protect:
  - k_anonymity: {k: 5}
release: {directory: release}
"""


def page_blocks(title):
    """The blocks of a section of the page."""
    text = (lib.ROOT / "docs" / "orchestrators.md").read_text()
    section = next(part for part in text.split("\n## ") if part.startswith(title + "\n"))
    return ["\n".join(lines) + "\n" for _, _, _, lines in run_docs.blocks(section)]


class Place:
    """A folder with a table and its policy, and perhaps an environment."""

    def __init__(self, name, dist, program):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"gauze-{name}-"))
        self.program = program
        rows = [{"age": 20 + i % 40, "city": f"city {i % 3}", "illness": f"illness {i % 7}"} for i in range(300)]
        lib.write_csv(self.folder / "patients.csv", list(rows[0]), rows)
        (self.folder / "policy.yaml").write_text(POLICY)
        self.bin = self.folder / "environment" / "bin"
        if name in NEEDED:
            wheel = sorted(dist.glob("gauze_privacy-*-cp311-*.whl"))[-1]
            subprocess.run([sys.executable, "-m", "venv", self.bin.parent], check=True)
            subprocess.run([self.bin / "pip", "install", "-q", "--disable-pip-version-check", *NEEDED[name], wheel], check=True)
            shown = subprocess.run([self.bin / "pip", "list", "--format", "freeze"], capture_output=True, text=True, check=True).stdout
            print(" ".join(line for line in shown.split() if line.split("==")[0] in NEEDED[name]), flush=True)

    def run(self, *words, text=None, **environment):
        return subprocess.run(list(map(str, words)), cwd=self.folder, input=text, capture_output=True, text=True, check=False, timeout=600,
                              env={**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}", "HOME": str(self.folder), **environment})

    def python(self, text, **environment):
        return self.run(self.bin / "python", "-", text=text, **environment)


def dagster(check, place):
    (place.folder / "pipeline.py").write_text(page_blocks("Dagster")[0])
    judged = "import dagster, pipeline\nresult = dagster.materialize([pipeline.shared_patients, pipeline.checks], raise_on_error=False, selection=SELECTION)\n" \
             "print([(one.passed, one.metadata['rows'].value) for one in result.get_asset_check_evaluations()])"
    made = place.python(judged.replace("SELECTION", "None"))
    check("[(True, 300)]" in made.stdout, f"dagster: {made.stdout}{made.stderr[-1500:]}")
    data = place.folder / "release" / "data.csv"
    lines = data.read_text().splitlines()
    data.write_text("\n".join([*lines[:-1], "99,city 9,illness 1"]) + "\n")
    again = place.python(judged.replace("SELECTION", "dagster.AssetSelection.checks(pipeline.checks)"))
    check("[(False, 300)]" in again.stdout, f"dagster does not see a changed release: {again.stdout}{again.stderr[-1500:]}")


def airflow(check, place):
    (place.folder / "dags").mkdir()
    code = page_blocks("Airflow")[0].replace("from airflow.sdk import DAG", "import os\nos.chdir(os.environ['AIRFLOW_HOME'])\nfrom airflow.sdk import DAG").replace('source="patients.csv"', 'source="{{ \'patients\' }}.csv"')
    (place.folder / "dags" / "patients.py").write_text(code)
    environment = {"AIRFLOW_HOME": str(place.folder), "AIRFLOW__CORE__LOAD_EXAMPLES": "False", "AIRFLOW__CORE__DAGS_FOLDER": str(place.folder / "dags")}
    migrated = place.run(place.bin / "airflow", "db", "migrate", **environment)
    check(migrated.returncode == 0, f"airflow db migrate: {migrated.stderr[-800:]}")
    done = place.run(place.bin / "airflow", "dags", "test", "patients", "2026-01-02", **environment)
    check(done.returncode == 0 and (place.folder / "release" / "manifest.json").exists(), f"airflow: {done.stdout[-1500:]}{done.stderr[-1500:]}")
    (place.folder / "policy.yaml").write_text(POLICY.replace("k: 5", "k: 500"))
    wrong = place.run(place.bin / "airflow", "dags", "test", "patients", "2026-01-03", **environment)
    text = wrong.stdout + wrong.stderr
    check("AirflowFailException" in text and "up_for_retry" not in text.lower(), f"airflow: a policy that cannot be kept: {text[-1500:]}")


def dbt(check, place):
    (place.folder / "models").mkdir()
    (place.folder / "seeds").mkdir()
    shutil.move(place.folder / "patients.csv", place.folder / "seeds" / "patients.csv")
    (place.folder / "policy.yaml").write_text(POLICY.replace("source: patients.csv\n", ""))
    (place.folder / "models" / "shared_patients.py").write_text(page_blocks("dbt")[0])
    (place.folder / "dbt_project.yml").write_text("name: clinic\nversion: '1.0'\nprofile: clinic\n")
    (place.folder / "profiles.yml").write_text("clinic: {target: dev, outputs: {dev: {type: duckdb, path: clinic.db}}}\n")
    done = place.run(place.bin / "dbt", "build", "--profiles-dir", ".")
    check(done.returncode == 0, f"dbt: {done.stdout[-1500:]}")
    found = place.python("import duckdb\ndb = duckdb.connect('clinic.db')\nprint(db.sql('SELECT min(n) FROM (SELECT count(*) AS n FROM shared_patients GROUP BY age, city)').fetchall()[0][0] >= 5)")
    check(found.stdout.strip() == "True" and (place.folder / "release" / "manifest.json").exists(), f"dbt: {found.stdout}{found.stderr}")


def services(check, place):
    """The files for GitHub and GitLab, with a stand-in for Docker that runs the program here."""
    stand_in = place.folder / "stand-in"
    stand_in.mkdir()
    (stand_in / "docker").write_text(f'#!/bin/sh\nwhile [ "$1" != image ]; do shift; done\nshift\nexec {place.program} "$@"\n')
    (stand_in / "gauze").symlink_to(place.program)
    os.chmod(stand_in / "docker", 0o755)
    path = {"PATH": f"{stand_in}:{os.environ['PATH']}"}
    subprocess.run([place.program, "run", "policy.yaml", "-q"], cwd=place.folder, check=True, stdout=subprocess.DEVNULL)
    action = yaml.safe_load((lib.ROOT / "packaging" / "github" / "action.yml").read_text())
    job = list(yaml.safe_load_all((lib.ROOT / "packaging" / "gitlab" / "gauze.yml").read_text()))[1]["gauze"]
    scripts = {"GitHub": action["runs"]["steps"][0]["run"], "GitLab": "set -e\n" + "\n".join(job["script"])}
    for k, code in (("k: 5", 0), ("k: 500", 2)):
        (place.folder / "policy.yaml").write_text(POLICY.replace("k: 5", k))
        for service, script in scripts.items():
            done = place.run("bash", "-c", script, GAUZE_IMAGE="image", GAUZE_POLICY="policy.yaml", GAUZE_RELEASE="release", GAUZE_RESULTS=".", **path)
            check(done.returncode == code, f"{service}, {k}: exit {done.returncode}: {done.stderr}")
    check(json.loads((place.folder / "gauze-check.sarif").read_text())["runs"][0]["results"], "no SARIF of what is wrong")
    check((place.folder / "gauze-verify.xml").exists() and (place.folder / "gauze-check.xml").exists(), "no JUnit")
    for block in page_blocks("GitHub and GitLab"):
        check(yaml.safe_load(block), "the page's YAML cannot be read")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--gauze", type=pathlib.Path, default=lib.ROOT / "build" / "gauze")
    parser.add_argument("--dist", type=pathlib.Path, default=lib.ROOT / "dist")
    parser.add_argument("--only", choices=["dagster", "airflow", "dbt", "services"])
    flags = parser.parse_args()
    report = lib.Report()
    for work in (dagster, airflow, dbt, services):
        if flags.only in (None, work.__name__):
            place = Place(work.__name__, flags.dist.resolve(), flags.gauze.resolve())
            work(report.check, place)
            shutil.rmtree(place.folder)
    report.finish()


if __name__ == "__main__":
    main()
