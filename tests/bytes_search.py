"""The search of bytes.py: values that no released row shows, in the files that leave the house. Texts are looked for as they are, numbers
also as eight bytes; in Parquet in the file itself, in every page after decompression (parquet_pages.py), and in every dictionary,
cell and bound of a column as pyarrow decodes them.
"""
import json
import struct
import tarfile

import lib
import parquet_pages
import pyarrow
import pyarrow.parquet


def decoded(path):
    """Every text of a Parquet file: dictionaries of all row groups, unused entries included, and bounds of columns."""
    file, texts = pyarrow.parquet.ParquetFile(path), set()
    names = [field.name for field in file.schema_arrow if pyarrow.types.is_string(field.type)]
    with_dictionaries = pyarrow.parquet.ParquetFile(path, read_dictionary=names)
    for group in range(file.metadata.num_row_groups):
        for column in range(file.metadata.num_columns):
            bounds = file.metadata.row_group(group).column(column).statistics
            if bounds is not None and bounds.has_min_max:
                texts |= {str(bounds.min), str(bounds.max)}
        for column in with_dictionaries.read_row_group(group).columns:
            for chunk in column.chunks:
                texts |= {str(value) for value in (chunk.dictionary if pyarrow.types.is_dictionary(chunk.type) else chunk).to_pylist()}
    return texts


def everything(path):
    """All bytes of a file, and what they decode to."""
    parts = [path.read_bytes()]
    if path.suffix == ".parquet":
        parts += [*parquet_pages.pages(path), *(text.encode() for text in decoded(path))]
    return b"\n".join(parts)


def shown(folder):
    """What the rows of a release show."""
    texts = set()
    for path in [*folder.rglob("*.csv"), *folder.rglob("*.parquet")]:
        _, rows = (lib.read_csv if path.suffix == ".csv" else lib.read_parquet)(path)
        texts |= {cell for row in rows for cell in row.values()}
    return "\n".join(texts)


def spellings(value):
    """A value as it may stand in a file."""
    yield value.encode()
    if value.replace(".", "", 1).isdigit():
        yield struct.pack("<d", float(value))


def search(release, places, private):
    """Which of the private values no row of a release shows, and how many of these are in each file in some places that has any."""
    text = shown(release)
    hidden = {value for value in private if value not in text}
    found = {}
    for path in (path for place in places for path in ([place] if place.is_file() else place.rglob("*")) if path.is_file()):
        content = everything(path)
        if count := sum(any(spelling in content for spelling in spellings(value)) for value in hidden):
            found[path] = count
    return hidden, found


def look(suite, name, release, private, dropped=(), policy=None, original=True, places=(), ledger=None):
    """Packs a release with its public report, made with the original at hand if there is a policy, and searches all of it for what no
    row shows, of a ledger in any of its releases. Values of dropped columns never are in a row; gives how many of the others are hidden."""
    beside, flags = suite.folder / "looked-at" / name.replace(" ", "-"), ["--policy", policy] if policy else []
    beside.mkdir(parents=True)
    if json.loads((release / "manifest.json").read_text())["rows"]:  # else everybody waits
        suite.expect(0, name, "report", release, "--public", "--out", beside / "report", *(flags if original else []), "-q", cwd=release.parent)
        suite.expect(0, name, "bundle", release, "--key", suite.folder / "signing.key", "--report", beside / "report",
                     "--out", beside / "bundle.tar", *flags, "-q")
        with tarfile.open(beside / "bundle.tar") as archive:
            archive.extractall(beside / "unpacked", filter="data")
        if ledger:
            suite.expect(0, name, "report", ledger, "--public", "--out", beside / "ledger-report", "-q")
    hidden, found = search(ledger / "releases" if ledger else release, [release, beside, *places], {*private, *dropped})
    suite.check(not found, f"{name}: of {len(hidden)} hidden values, so many in each file: {found}")
    return len(hidden & set(private))
