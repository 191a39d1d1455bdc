"""schemathesis over docs/openapi.yaml: no 5xx, no answer that the file does not have; and the file and the routes are the same."""
import json
import re
import subprocess
import sys

import pytest
import yaml
from setting import ROOT, size

FILE = ROOT / "docs" / "openapi.yaml"
CHECKS = ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
          "response_schema_conformance", "negative_data_rejection", "unsupported_method", "ignored_auth"]


def test_routes_are_those_of_the_file():
    source = (ROOT / "src/gauze/server/routes.cc").read_text()
    routes = set(re.findall(r'Route\{"([A-Z]+)", "([^"]+)"', source))
    written = {(method.upper(), path) for path, item in yaml.safe_load(FILE.read_text())["paths"].items() for method in item
               if method != "parameters" and path.startswith("/v1/")}
    assert routes == written


@pytest.mark.parametrize("role", ["officer", "researcher", "auditor"])
def test_answers_are_those_of_the_file(fresh, role, tmp_path):
    world = fresh()
    world.start()
    world.furnish()
    settings = tmp_path / "schemathesis.toml"
    settings.write_text("")
    done = subprocess.run(
        [sys.executable, "-m", "schemathesis.cli", "--config-file", settings, "run", FILE, "--url", f"http://127.0.0.1:{world.port}",
         "-H", f"Authorization: Bearer {getattr(world, role)}", "--checks", ",".join(CHECKS), "--max-examples", str(size(6, 400)),
         "--seed", "10", "--workers", "1", "--phases", "examples,coverage,fuzzing", "--suppress-health-check", "all", "--no-color"],
        capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    world.verify()
    assert "internal" not in json.dumps(world.audit())
