"""Packages in fresh minimal systems, which have no compiler and nothing of ours: installed, used as the README says by an ordinary user, removed, with nothing left.

`make test-packages` calls it after `make packages`. Needs root, Debian's mmdebstrap and a Debian mirror. --dist is the folder with the packages.
"""
import argparse
import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import lib

ROOT = lib.ROOT
# What a package manager writes down for itself, and caches that it renews.
NOTES = ("var/lib/dpkg/", "var/lib/apt/", "var/cache/", "var/log/", "etc/ld.so.cache", "var/lib/systemd/", "usr/share/info/dir", "tmp/", "packages/")
# Debian does not remove the users of services: their files may still be somewhere.
USERS = ("etc/passwd", "etc/group", "etc/shadow", "etc/gshadow", "etc/subuid", "etc/subgid")
# A public key of somebody who issues tokens: that of RFC 8037, appendix A.2.
SIGNS = {"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}


def five_minutes():
    """The commands of the README, from the copy of the examples in the current folder on."""
    text = (ROOT / "README.md").read_text()
    section = text[text.index("## Five minutes"):]
    return re.search(r"```sh\n(.*?)```", section, re.DOTALL).group(1)


class System:
    """A root file system of its own, and commands in it."""

    def __init__(self, suite, suite_name, include=()):
        self.suite = suite
        self.root = pathlib.Path(tempfile.mkdtemp(prefix=f"gauze-{suite_name}-", dir="/var/tmp"))
        made = subprocess.run(["mmdebstrap", "--quiet", "--mode=root", "--variant=apt", *(f"--include={name}" for name in include), suite_name, str(self.root)],
                              capture_output=True, text=True, check=False)
        if made.returncode:
            sys.exit(f"no {suite_name} can be made: {made.stderr[-2000:]}")
        for name in ("etc/resolv.conf", "etc/hosts"):
            shutil.copy(f"/{name}", self.root / name)
        (self.root / "usr/sbin/policy-rc.d").write_text("#!/bin/sh\nexit 101\n")
        (self.root / "usr/sbin/policy-rc.d").chmod(0o755)
        (self.root / "packages").mkdir()
        self.run("install -d -m 1777 /dev/shm && apt-get update -qq")

    def run(self, script, code=0, user="root"):
        """A script in the system; what it prints."""
        words = ["chroot", str(self.root), "/bin/bash", "-euc", script] if user == "root" else \
            ["chroot", str(self.root), "runuser", "-u", user, "--", "/bin/bash", "-euc", script]
        done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False,
                              env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive", "HOME": "/tmp"})
        self.suite.check(done.returncode == code, f"exit {done.returncode}, not {code}: {script}\n{done.stdout[-1500:]}{done.stderr[-1500:]}")
        return done.stdout

    def files(self):
        """Everything in it but notes of the package manager: path, kind and size."""
        found = {}
        for folder, folders, names in os.walk(self.root):
            for name in folders + names:
                path = pathlib.Path(folder, name)
                inside = str(path.relative_to(self.root))
                if not inside.startswith(NOTES) and not inside.startswith(("proc/", "sys/", "dev/", "run/")):
                    status = path.lstat()
                    found[inside] = (status.st_mode, 0 if path.is_dir() else status.st_size)
        return found

    def installed_bytes(self):
        return sum(size for _, size in self.files().values())

    def install(self, *packages):
        """Packages of ours as files; seconds and megabytes, with all that they bring along."""
        for package in packages:
            shutil.copy(package, self.root / "packages")
        before, begin = self.installed_bytes(), time.monotonic()
        # Where a configuration was changed, what apt does without asking: the old one is kept.
        self.run("apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-confdef " + " ".join(f"/packages/{package.name}" for package in packages))
        return time.monotonic() - begin, (self.installed_bytes() - before) / 1e6

    def left(self, before):
        """What is there that was not, or is another."""
        after = self.files()
        return sorted(path for path in after if before.get(path) != after[path] and path not in USERS
                      and not path.endswith(tuple(f"{name}-" for name in USERS)))

    def remove(self):
        shutil.rmtree(self.root, ignore_errors=True)


@contextlib.contextmanager
def system(suite, name, include=()):
    made = System(suite, name, include)
    try:
        yield made
    finally:
        made.remove()


def check_program(suite, dist):
    """The program and the Python package in Debian 12."""
    with system(suite, "bookworm") as debian:
        debian.run("! command -v gcc && ! command -v cc")
        debian.run("useradd --create-home somebody")
        before = debian.files()
        seconds, megabytes = debian.install(*dist.glob("gauze_*.deb"))
        print(f"gauze: installed in {seconds:.0f} s, {megabytes:.0f} MB with what it needs", flush=True)
        begin = time.monotonic()
        debian.run(f"cd /home/somebody && cp -r /usr/share/doc/gauze/examples . && {five_minutes()}", user="somebody")
        print(f"the README's five minutes: {time.monotonic() - begin:.0f} s", flush=True)
        suite.check((debian.root / "home/somebody/examples/clinic/release/data.csv").is_file(), "the README's commands made no release")
        for command in re.findall(r"^gauze (\w+)", five_minutes(), re.MULTILINE):
            suite.check(list((debian.root / "usr/share/man/man1").glob(f"gauze-{command}.1.gz")), f"no manual page of {command}")
        suite.check("ready\": true" in debian.run("gauze doctor --json", user="somebody"), "the doctor does not find it ready")
        completed = debian.run("source /usr/share/bash-completion/completions/gauze; COMP_WORDS=(gauze ver); COMP_CWORD=1; _gauze; echo ${COMPREPLY[*]}")
        suite.check(completed.split() == ["verify", "version"], f"gauze ver<TAB> gives {completed}")
        seconds, megabytes = debian.install(*dist.glob("python3-gauze-privacy_*.deb"))
        print(f"python3-gauze-privacy: installed in {seconds:.0f} s, {megabytes:.0f} MB with what it needs", flush=True)
        counted = debian.run("cd ~somebody/examples/clinic && python3 -c 'import gauze; print(gauze.verify(\"release\")[\"holds\"])'", user="somebody")
        suite.check(counted == "True\n", f"gauze.verify says {counted}")
        debian.run("rm -r /home/somebody/examples && apt-get purge -y -qq gauze python3-gauze-privacy && apt-get autoremove -y -qq --purge")
        suite.check(not (left := debian.left(before)), f"{len(left)} files are left: {left[:10]}")


def check_tarball(suite, dist):
    """The tarball in a system that is older than the one it was built on."""
    with system(suite, "bullseye") as older:
        older.run("useradd --create-home somebody")
        for archive in dist.glob("gauze-*.tar.gz"):
            shutil.copy(archive, older.root / "packages")
        older.run("cd /home/somebody && tar xf /packages/gauze-*.tar.gz && mv gauze-* gauze", user="somebody")
        older.run(f"export PATH=~somebody/gauze/bin:$PATH && cp -r ~somebody/gauze/examples ~somebody && cd ~somebody && {five_minutes()}", user="somebody")
        suite.check((older.root / "home/somebody/examples/clinic/release/data.csv").is_file(), "the tarball made no release")


def readme_commands(debian):
    """What README.Debian tells somebody to type, one command after the other; where systemd would be asked, it is left out: there is none here."""
    text = (debian.root / "usr/share/doc/gauze-server/README.Debian").read_text().replace("\\\n", " ")
    commands = [line.strip().split("    #")[0] for line in text.splitlines() if re.match(r"     (gauzed|runuser|CREDENTIALS|cp|usermod) ?", line)]
    return [command.split(" && systemctl")[0] for command in commands]


def newer(package, folder):
    """The same package with a later version and another default configuration."""
    tree = folder / "newer"
    subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
    control = tree / "DEBIAN" / "control"
    control.write_text(re.sub(r"^Version: (.*)$", r"Version: \1+newer", control.read_text(), flags=re.MULTILINE))
    with open(tree / "etc/gauzed/gauzed.yaml", "a", encoding="utf-8") as file:
        file.write("# a comment of the newer version\n")
    made = folder / "gauze-server_newer.deb"
    subprocess.run(["dpkg-deb", "--build", "--root-owner-group", "-Zgzip", tree, made], check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(tree)
    return made


def check_server(suite, dist):
    """The server with a PostgreSQL and an nginx of its own, set up as README.Debian says; upgraded, removed, purged."""
    with system(suite, "bookworm", ["postgresql", "nginx-light", "openssl", "curl"]) as debian:
        package = next(dist.glob("gauze-server_*.deb"))
        seconds, megabytes = debian.install(package)
        print(f"gauze-server: installed in {seconds:.0f} s, {megabytes:.0f} MB with what it needs", flush=True)
        debian.run("id gauzed && test ! -e /run/gauzed && test \"$(stat -c %a /etc/gauzed/keys)\" = 700 && test -z \"$(ls /etc/gauzed/keys)\"")
        keys = debian.root / "etc/gauzed/jwks.json"
        keys.write_text(json.dumps({"keys": [{**SIGNS, "kid": "1", "alg": "EdDSA", "use": "sig"}]}))
        debian.run("sed -i 's:https.*/jwks .*:/etc/gauzed/jwks.json:' /etc/gauzed/gauzed.yaml && cp /etc/gauzed/gauzed.yaml /packages/mine.yaml")
        debian.run("cd /etc/postgresql/15/main && sed -i '1i local all gauzed,gauzed_owner peer map=gauze' pg_hba.conf && "
                   "printf 'gauze gauzed gauzed\\ngauze root gauzed\\ngauze root gauzed_owner\\n' >>pg_ident.conf && pg_ctlcluster 15 main start")
        try:
            for command in readme_commands(debian):
                debian.run(command)
            # What systemd does by the unit: folders, credentials, the user.
            debian.run("install -d -m 0750 -o gauzed -g gauzed /run/gauzed && install -d -m 0700 -o gauzed -g gauzed /var/lib/gauzed && "
                       "cp -r /etc/gauzed/keys /packages/credentials && chown -R gauzed /packages/credentials && "
                       "(umask 007; CREDENTIALS_DIRECTORY=/packages/credentials setsid runuser -u gauzed -- gauzed serve --config /etc/gauzed/gauzed.yaml "
                       ">/packages/log 2>&1 </dev/null & echo $! >/packages/pid)")
            debian.run("mkdir /etc/gauzed/tls && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=gauze.hospital.example "
                       "-keyout /etc/gauzed/tls/privkey.pem -out /etc/gauzed/tls/fullchain.pem 2>/dev/null && "
                       "sed -i 's/listen 443/listen 8443/; s/listen 80;/listen 8080;/' /etc/nginx/conf.d/gauzed.conf && rm /etc/nginx/sites-enabled/default && nginx")
            answered = debian.run("for i in $(seq 50); do [ -S /run/gauzed/gauzed.sock ] && break; sleep 0.2; done; curl -sk https://127.0.0.1:8443/healthz -w ' %{http_code}'")
            suite.check(answered.endswith("200"), f"/healthz: {answered} {(debian.root / 'packages/log').read_text()[-500:]}")
            refused = debian.run("curl -sk https://127.0.0.1:8443/v1/projects -o /dev/null -w '%{http_code}'")
            suite.check(refused == "401", f"somebody without a token gets {refused}")
        finally:
            debian.run("nginx -s stop || true; kill -- -$(cat /packages/pid) || true; pg_ctlcluster 15 main stop -m fast || true")
        debian.install(newer(package, suite_folder := pathlib.Path(tempfile.mkdtemp(prefix="gauze-newer-"))))
        shutil.rmtree(suite_folder)
        debian.run("cmp /etc/gauzed/gauzed.yaml /packages/mine.yaml && test -s /etc/gauzed/keys/master.key")
        debian.run("apt-get remove -y -qq gauze-server && test -e /etc/gauzed/gauzed.yaml && test ! -e /usr/sbin/gauzed")
        debian.run("apt-get purge -y -qq gauze-server && test ! -e /etc/gauzed/gauzed.yaml && test -s /etc/gauzed/keys/master.key && test ! -e /lib/systemd/system/gauzed.service")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--dist", type=pathlib.Path, default=ROOT / "dist")
    parser.add_argument("--only", choices=("program", "server", "tarball"), help="one part of it")
    flags = parser.parse_args()
    report = lib.Report()
    for name, check in (("program", check_program), ("server", check_server), ("tarball", check_tarball)):
        if flags.only in (None, name):
            check(report, flags.dist)
    report.finish()


if __name__ == "__main__":
    main()
