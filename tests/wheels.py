"""Wheels as somebody would install them: in an empty environment of each Python, without a compiler and without looking elsewhere.

`make test-wheels` calls it after `make wheels`: wheels.py DIST PYTHON... In each environment: pip finds the wheel that fits, `import gauze` takes 150 ms at most, a release is made and verified, and
where pandas, polars, pyarrow and DuckDB can be had for that Python (--full), the package's own tests pass.
"""
import argparse
import pathlib
import subprocess
import tempfile

import lib

TRY = """
import gauze, tempfile, os, shutil
os.chdir(tempfile.mkdtemp())
shutil.copytree(os.environ["EXAMPLES"] + "/clinic", "clinic")
gauze.run(gauze.Policy.load("clinic/policy.yaml"), out="release")
assert gauze.verify("release")["holds"]
print(gauze.__version__)
"""
IMPORT = "import time; begin = time.perf_counter(); import gauze; print(time.perf_counter() - begin)"


def call(*words, **options):
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False, **options)


def check(report, python, dist, full):
    with tempfile.TemporaryDirectory(prefix="gauze-wheel-") as folder:
        subprocess.run([python, "-m", "venv", folder], check=True)
        inside = pathlib.Path(folder, "bin", "python")
        version = call(inside, "-c", "import sys; print('%d.%d.%d' % sys.version_info[:3])").stdout.strip()
        installed = call(inside, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--find-links", dist, "gauze-privacy")
        if not report.check(installed.returncode == 0, f"{version}: no wheel is found: {installed.stderr[-500:]}"):
            return
        seconds = min(float(call(inside, "-c", IMPORT).stdout) for _ in range(20))  # the machine may be busy
        report.check(seconds <= 0.15, f"{version}: import gauze takes {seconds * 1000:.0f} ms")
        tried = call(inside, "-c", TRY, env={"EXAMPLES": str(lib.ROOT / "examples"), "PATH": "/usr/bin:/bin"})
        report.check(tried.returncode == 0, f"{version}: {tried.stderr[-500:]}")
        print(f"{version}: import gauze in {seconds * 1000:.0f} ms", flush=True)
        if full:
            pins = [line for line in (lib.ROOT / "tools" / "requirements.in").read_text().splitlines() if line.split("==")[0] in ("pandas", "polars", "pyarrow", "duckdb", "pytest", "tqdm")]
            needed = call(inside, "-m", "pip", "install", "-q", "--disable-pip-version-check", *pins)
            report.check(needed.returncode == 0, f"{version}: {needed.stderr[-500:]}")
            tests = call(inside, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", lib.ROOT / "python" / "tests", cwd=folder)
            report.check(tests.returncode == 0, f"{version}: {tests.stdout[-1500:]}")
            print(f"{version}: {tests.stdout.splitlines()[-1] if tests.stdout else ''}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("dist", type=pathlib.Path)
    parser.add_argument("pythons", nargs="+")
    parser.add_argument("--full", action="store_true", help="the package's own tests, too")
    flags = parser.parse_args()
    report = lib.Report()
    for python in flags.pythons:
        check(report, python, flags.dist.resolve(), flags.full)
    report.finish()


if __name__ == "__main__":
    main()
