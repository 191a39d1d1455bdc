"""What docs/verifying-downloads.md tells people to type finds every changed byte, in packages, in the list of their digests and in its signature.

--count N changes N bytes. --dist FOLDER takes real packages; otherwise files of some kilobytes stand for them. minisign is asked, too, where it is installed.
"""
import base64
import binascii
import hashlib
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

import lib


def documented():
    """The commands of the page: that of minisign, of sha256sum, and of Gauze."""
    text = (lib.ROOT / "docs" / "verifying-downloads.md").read_text()
    commands = [line.split(" #")[0].strip() for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]
    return {command.split()[0]: command for command in commands}


def told(signature):
    """What a signature file says to minisign: not its first line, and not the spare bits of the last letter before "==", which stand for nothing."""
    lines = signature.split(b"\n")
    try:
        return base64.b64decode(lines[1], validate=True), lines[2], base64.b64decode(lines[3], validate=True), lines[4:]
    except (binascii.Error, IndexError):
        return signature


class Download:
    """A folder as somebody has downloaded it, with the public key from elsewhere."""

    def __init__(self, suite, dist):
        self.suite, self.folder = suite, suite.folder / "download"
        self.folder.mkdir()
        if dist:
            for path in pathlib.Path(dist).iterdir():
                if path.suffix in (".deb", ".gz", ".whl", ".json"):
                    shutil.copy(path, self.folder)
        else:
            for name in ("gauze_1_amd64.deb", "gauze-1-linux-x86_64.tar.gz", "gauze-1.cdx.json"):
                (self.folder / name).write_bytes(suite.random.randbytes(5000))
        self.files = sorted(path.name for path in self.folder.iterdir())
        sums = "".join(f"{hashlib.sha256((self.folder / name).read_bytes()).hexdigest()}  {name}\n" for name in self.files)
        (self.folder / "SHA256SUMS").write_text(sums)
        suite.expect(0, "keys", "bundle", "keys", suite.folder / "signing")
        told = json.loads(suite.expect(0, "sign", "bundle", "sign", self.folder / "SHA256SUMS", "--key", suite.folder / "signing.key", "--json").stdout)
        shutil.copy(suite.folder / "signing.pub", self.folder / "gauze.pub")
        commands = documented()
        self.sums = shlex.split(commands["sha256sum"])
        self.signed = {"gauze": suite.command(*shlex.split(commands["gauze"])[1:])}
        if shutil.which("minisign"):
            self.signed["minisign"] = shlex.split(re.sub(r"-P \S+", f"-P {told['minisign_key']}", commands["minisign"]))
        else:
            print("skipped: minisign: it is not installed")

    def refused(self, words):
        return subprocess.run(words, cwd=self.folder, capture_output=True, timeout=60, check=False).returncode != 0


def main():
    dist = None
    if "--dist" in sys.argv:
        at = sys.argv.index("--dist")
        dist = sys.argv[at + 1]
        del sys.argv[at:at + 2]
    suite = lib.Suite(__doc__, count=24)
    download = Download(suite, dist)
    suite.check(not download.refused(download.sums), "digests of an unchanged download are refused")
    for name, words in download.signed.items():
        suite.check(not download.refused(words), f"{name} refuses the signature of an unchanged list")
    places = [*download.files, "SHA256SUMS", "SHA256SUMS.minisig"]
    for number in range(suite.flags.count):
        path = download.folder / places[number % len(places)]
        whole = path.read_bytes()
        at = suite.random.randrange(len(whole))
        path.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << suite.random.randrange(8))]) + whole[at + 1:])
        nothing = path.name.endswith(".minisig") and told(path.read_bytes()) == told(whole)
        for name, words in download.signed.items():
            found = download.refused(words) or download.refused(download.sums)
            suite.check(found or (name == "minisign" and nothing), f"byte {at} of {path.name} was changed, and {name} has not noticed")
        path.write_bytes(whole)
    suite.finish()


if __name__ == "__main__":
    main()
