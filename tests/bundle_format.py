"""Bundles by a second implementation, written from docs/bundle.md: what the program reads and writes is compared with it."""
import base64
import hashlib
import io

from cryptography.hazmat.primitives.asymmetric import ed25519


def sha(data):
    return hashlib.sha256(data).digest()


def root(leaves):
    """From below: pairs are hashed, who has no partner goes up."""
    level = [sha(b"\0" + leaf) for leaf in leaves] or [sha(b"")]
    while len(level) > 1:
        level = [sha(b"\1" + b"".join(level[i:i + 2])) if i + 1 < len(level) else level[i]
                 for i in range(0, len(level), 2)]
    return level[0]


def header(name, size, kind=b"0"):
    block = bytearray(512)
    for at, text in ((0, name.encode()), (100, b"0000644\0"), (108, b"0000000\0"), (116, b"0000000\0"), (124, b"%011o\0" % size),
                     (136, b"0" * 11), (148, b" " * 8), (156, kind), (257, b"ustar\00000")):
        block[at:at + len(text)] = text
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


def part(name, data, kind=b"0"):
    return header(name, len(data), kind) + data + bytes(-len(data) % 512)


def read_key(path):
    return ed25519.Ed25519PrivateKey.from_private_bytes(base64.b64decode(path.read_text().split()[-1]))


def sign(names_and_digests, key):
    """SHA256SUMS and SIGNATURE."""
    lines = [f"{digest}  {name}".encode() for name, digest in names_and_digests]
    signed = b"gauze bundle 1\nfiles %d\nroot %s\n" % (len(lines), root(lines).hex().encode())
    public = key.public_key().public_bytes_raw().hex()
    return b"".join(line + b"\n" for line in lines), signed + f"key {public}\nsignature {key.sign(signed).hex()}\n".encode()


def make(files, key, parts=None):
    """The bundle of {name: bytes}; `parts` are tar entries to be written in the place of the right ones."""
    order = sorted(files, key=str.encode)
    sums, signature = sign([(name, sha(files[name]).hex()) for name in order], key)
    if parts is None:
        parts = [part(name, files[name]) for name in order]
    return part("SHA256SUMS", sums) + part("SIGNATURE", signature) + b"".join(parts) + bytes(1024)


def read(data):
    """{name: bytes} by Python's own tar, without a look at the signature."""
    import tarfile
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        return {member.name: archive.extractfile(member).read() for member in archive}
