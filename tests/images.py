"""The images of tools/images, run by crun: not as root, with a root file system that nobody can write to, without a network and without capabilities.

Proved: `gauze` makes and verifies the release of the README inside its image; `gauze-server` answers its health check beside a PostgreSQL and an nginx of this machine, and refuses it when the database is gone; neither image has apt,
and nothing in them can be written to but what is mounted; deploy/compose.yaml names only files that its page makes.

images.py --dist DIST. Needs root, buildah and crun; `make test-images` calls it.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import yaml

import lib

sys.path.append(str(lib.ROOT / "tests" / "server"))
from postgres import Cluster  # noqa: E402  pylint: disable=wrong-import-position


def call(*words, **options):
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False, **options)


class Image:
    """An archive, unpacked; its settings as the archive has them."""

    def __init__(self, archive, work):
        self.storage = ["--root", work / "storage", "--runroot", work / "run", "--storage-driver", "vfs"]
        self.work = work
        made = call("buildah", *self.storage, "from", f"oci-archive:{archive}")
        assert made.returncode == 0, made.stderr
        self.container = made.stdout.strip()
        self.root = pathlib.Path(call("buildah", *self.storage, "mount", self.container).stdout.strip())
        self.settings = json.loads(call("buildah", *self.storage, "inspect", self.container).stdout)["OCIv1"]["config"]
        self.number = 0

    def user(self):
        """As the runtime reads it: numbers, or names in the image's passwd."""
        name, _, group = self.settings["User"].partition(":")
        found = []
        for word, file in ((name, "passwd"), (group or name, "group")):
            lines = [line.split(":") for line in (self.root / "etc" / file).read_text().splitlines()]
            found.append(int(word) if word.isdigit() else next(int(line[2]) for line in lines if line[0] == word))
        return found

    def start(self, *words, mounts=(), environment=(), entrypoint=None):
        """A container as a process of ours."""
        uid, gid = self.user()
        self.number += 1
        bundle = self.work / f"bundle{self.number}"
        bundle.mkdir()
        shared = [{"destination": "/proc", "type": "proc", "source": "proc"},
                  {"destination": "/dev", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "strictatime", "mode=755", "size=65536k"]},
                  {"destination": "/tmp", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "nodev", "mode=1777"]}]
        shared += [{"destination": inside, "type": "bind", "source": str(outside), "options": ["bind", how]} for outside, inside, how in mounts]
        process = {"terminal": False, "user": {"uid": uid, "gid": gid}, "args": [*(entrypoint or self.settings["Entrypoint"]), *words], "cwd": self.settings.get("WorkingDir") or "/",
                   "env": [*self.settings["Env"], *environment], "noNewPrivileges": True, "capabilities": {}}
        (bundle / "config.json").write_text(json.dumps({
            "ociVersion": "1.0.2", "process": process, "root": {"path": str(self.root), "readonly": True}, "hostname": "gauze", "mounts": shared,
            "linux": {"namespaces": [{"type": kind} for kind in ("pid", "ipc", "uts", "mount", "network")]}}))
        # crun refuses machines that have both kinds of control groups; the container needs neither.
        alone = ["unshare", "-m", "sh", "-c", 'umount -l /sys/fs/cgroup/unified 2>/dev/null; exec "$@"', "sh"]
        return subprocess.Popen([*alone, "crun", "--root", self.work / "crun", "--cgroup-manager", "disabled", "run", "--bundle", bundle, f"gauze-test-{os.getpid()}-{self.number}"], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def run(self, *words, **options):
        process = self.start(*words, **options)
        out, error = process.communicate(timeout=120)
        return process.returncode, out, error


def looks(check, image, name):
    check(image.user()[0] != 0, f"{name} runs as root")
    check(not (image.root / "usr/bin/apt").exists(), f"{name} has apt")
    code, out, error = image.run("-c", "touch /etc/x /usr/x /var/x 2>/dev/null; id -u; cat /proc/self/status | grep CapEff", entrypoint=["/bin/sh"])
    check(code == 0 and out.split()[0] == str(image.user()[0]) and "0000000000000000" in out, f"{name}: {out}{error}")
    check(not any((image.root / place / "x").exists() for place in ("etc", "usr", "var")), f"{name} can be written to")


def gauze(check, image, folder):
    data = folder / "clinic"
    shutil.copytree(lib.ROOT / "examples" / "clinic", data)
    for path in [data, *data.rglob("*")]:
        shutil.chown(path, *image.user())
    mounts = [(data, "/data", "rw")]
    for words, says in ((["run", "policy.yaml"], "released"), (["verify", "release"], "holds   k_anonymity(k=5)"), (["doctor"], "")):
        code, out, error = image.run(*words, mounts=mounts)
        check(code == 0 and says in out, f"gauze {' '.join(words)}: exit {code}: {out}{error}")


def server(check, image, folder):
    """PostgreSQL is this machine's, reached by its socket; so is nobody else."""
    cluster = Cluster()
    places = {name: folder / f"gauzed-{name}" for name in ("run", "state", "keys", "etc")}
    for path in places.values():
        path.mkdir()
    database = cluster.create()
    cluster.sql("CREATE ROLE served LOGIN", database)
    text = (lib.ROOT / "deploy" / "gauzed.yaml").read_text().replace("host=/run/postgresql dbname=gauzed user=gauzed", f"host=/run/postgresql dbname={database} user=served")
    (places["etc"] / "gauzed.yaml").write_text(text.replace("https://id.hospital.example/jwks", "/etc/gauzed/jwks.json"))
    (places["etc"] / "jwks.json").write_text(json.dumps({"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "1", "alg": "EdDSA", "use": "sig", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}))
    for name in ("run", "state", "keys"):
        shutil.chown(places[name], *image.user())
        places[name].chmod(0o700)
    mounts = [(places["run"], "/run/gauzed", "rw"), (places["state"], "/var/lib/gauzed", "rw"), (places["keys"], "/keys", "rw"), (places["etc"], "/etc/gauzed", "ro"), (cluster.folder, "/run/postgresql", "rw")]
    cluster.folder.chmod(0o755)
    credentials = ["CREDENTIALS_DIRECTORY=/keys/made"]
    (places["keys"] / "made").mkdir(mode=0o700)
    shutil.chown(places["keys"] / "made", *image.user())
    for words in (["keys", "--out", "/keys/made"],
                  ["migrate", "--config", "/etc/gauzed/gauzed.yaml", "--database", f"host=/run/postgresql dbname={database} user=gauzed", "--grant", "served"]):
        code, out, error = image.run(*words, mounts=mounts, environment=credentials)
        check(code == 0, f"gauzed {words[0]}: exit {code}: {out}{error}")
    serving = image.start(*image.settings["Cmd"], mounts=mounts, environment=credentials)
    healthy = lambda: image.run(mounts=mounts, entrypoint=["/usr/lib/gauze-server/health"])[0] == 0  # noqa: E731
    try:
        deadline = time.monotonic() + 30
        while not healthy() and time.monotonic() < deadline and serving.poll() is None:
            time.sleep(0.2)
        check(healthy(), f"gauzed is not healthy: {serving.poll()}")
        cluster.stop()
        time.sleep(1)
        check(not healthy(), "gauzed is healthy without its database")
    finally:
        serving.terminate()
        print("gauzed:", serving.communicate()[1][-300:].replace("\n", " "))
        cluster.close()


def compose(check):
    """What needs a daemon is at least read: its files are those that the page makes, and nothing of ours may be written to."""
    settings = yaml.safe_load((lib.ROOT / "deploy" / "compose.yaml").read_text())
    page = (lib.ROOT / "docs" / "server-deployment.md").read_text().split("## In containers")[1].split("\n## ")[0]
    files = [secret["file"] for secret in settings["secrets"].values()]
    files += [place.split(":")[0] for service in settings["services"].values() for place in service["volumes"] if place.startswith("./")]
    for file in files:
        name = pathlib.PurePath(file).parts[0]
        check(name in page or name == "tls", f"deploy/compose.yaml: nobody makes {file}")
    for name in ("migrate", "gauzed", "nginx"):
        service = settings["services"][name]
        check(service["read_only"] and service["cap_drop"] == ["ALL"], f"deploy/compose.yaml: {name} may do too much")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--dist", type=pathlib.Path, default=lib.ROOT / "dist")
    flags = parser.parse_args()
    report = lib.Report()
    compose(report.check)
    work = pathlib.Path(tempfile.mkdtemp(prefix="gauze-images-", dir="/var/tmp"))
    for name, tried in (("gauze", gauze), ("gauze-server", server)):
        archive = sorted(flags.dist.resolve().glob(f"{name}-[0-9]*.oci.tar"))[-1]
        folder = work / name
        folder.mkdir(mode=0o755)
        image = Image(archive, folder)
        size = sum(path.lstat().st_size for path in image.root.rglob("*") if not path.is_symlink())
        print(f"{archive.name}: {archive.stat().st_size / 1e6:.0f} MB, {size / 1e6:.0f} MB unpacked", flush=True)
        looks(report.check, image, name)
        tried(report.check, image, folder)
        call("buildah", *image.storage, "rm", image.container)
    shutil.rmtree(work, ignore_errors=True)
    report.finish()


if __name__ == "__main__":
    main()
