"""Opens a vault as the trusted server would, and nothing of Gauze: libsodium by its C interface, and
the layout that src/gauze/vault/encode.cc describes.
"""
import base64
import ctypes
import ctypes.util
import hashlib
import struct

sodium = ctypes.CDLL(ctypes.util.find_library("sodium"))
sodium.sodium_init()
MAGIC = b"gauze vault 2\n"
SEALED_KEY, HEADER, TAG, CHUNK = 32 + 48, 24, 17, 64 << 10
FINAL = 3


def _key(path, kind):
    words = path.read_text().split()
    assert words[:4] == ["gauze", "vault", kind, "key"], path
    return base64.b64decode(words[4])


def unseal(path, secret_file):
    """The plain bytes of a vault file."""
    data = path.read_bytes()
    assert data.startswith(MAGIC)
    secret = _key(secret_file, "secret")
    public = ctypes.create_string_buffer(32)
    assert sodium.crypto_scalarmult_base(public, secret) == 0
    front = len(MAGIC) + SEALED_KEY + HEADER
    key = ctypes.create_string_buffer(32)
    sealed = data[len(MAGIC):len(MAGIC) + SEALED_KEY]
    assert sodium.crypto_box_seal_open(key, sealed, ctypes.c_ulonglong(SEALED_KEY), public, secret) == 0
    state = ctypes.create_string_buffer(sodium.crypto_secretstream_xchacha20poly1305_statebytes())
    header = data[front - HEADER:front]
    assert sodium.crypto_secretstream_xchacha20poly1305_init_pull(state, header, key) == 0
    plain, at, tag = b"", front, ctypes.c_ubyte(0)
    while at < len(data):
        chunk = data[at:at + CHUNK + TAG]
        out = ctypes.create_string_buffer(max(1, len(chunk) - TAG))
        before = data[:front] if at == front else None
        assert sodium.crypto_secretstream_xchacha20poly1305_pull(
            state, out, None, ctypes.byref(tag), chunk, ctypes.c_ulonglong(len(chunk)), before,
            ctypes.c_ulonglong(len(before or b""))) == 0, "a chunk is not authentic"
        plain += out.raw[:len(chunk) - TAG]
        at += len(chunk)
    assert tag.value == FINAL, "the end is missing"
    return plain


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, form):
        values = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return values[0] if len(values) == 1 else values

    def text(self):
        size = self.take("I")
        self.at += size
        return self.data[self.at - size:self.at].decode()

    def texts(self):
        return [self.text() for _ in range(self.take("I"))]

    def codes(self, values, rows):
        form = "B" if len(values) <= 0x100 else "H" if len(values) <= 0x10000 else "I"
        codes = struct.unpack_from(f"<{rows}{form}", self.data, self.at)
        self.at += struct.calcsize(f"<{rows}{form}")
        return codes


KINDS = ("released", "aliased", "graded", "safe")
VERSION = 2


def read(path, secret_file):
    """A vault as a dictionary; columns by name, cells already looked up in their lists."""
    reader = Reader(unseal(path, secret_file))
    assert reader.take("I") == VERSION
    vault = {"release": reader.text(), "recipient": reader.text(), "digest": reader.text(),
             "rows": reader.take("Q"), "persons": None, "columns": {}}
    rows = vault["rows"]
    if reader.take("B"):
        vault["persons"] = struct.unpack_from(f"<{rows}I", reader.data, reader.at)
        reader.at += 4 * rows
    key = reader.take("32s")
    vault["tags"] = [reader.take("16s") for _ in range(reader.take("I"))]
    vault["tag_of"] = lambda person: hashlib.blake2b(person.encode(), digest_size=16, key=key).digest()
    for _ in range(reader.take("I")):
        name = reader.text()
        kind, number = KINDS[reader.take("B")], bool(reader.take("B"))
        shown = reader.texts()
        column = {"kind": kind, "number": number,
                  "shown": [shown[code] for code in reader.codes(shown, rows)]}
        if kind in ("aliased", "graded"):
            own = reader.texts()
            column["own"] = [own[code] for code in reader.codes(own, rows)]
        if kind in ("aliased", "safe"):
            column["choices"] = struct.unpack_from(f"<{rows}B", reader.data, reader.at)
            reader.at += rows
            column["aliases"] = [(reader.text(), reader.text()) for _ in range(reader.take("I"))]
        if kind == "graded":
            column["categories"] = [reader.take("dd") for _ in range(reader.take("I"))]
        vault["columns"][name] = column
    assert reader.at == len(reader.data), "bytes are left"
    return vault
