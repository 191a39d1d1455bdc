"""Pages of a Parquet file as they are after decompression, by their headers alone (Thrift's compact protocol). A page may hold what
no row refers to, as an entry of a dictionary that nothing uses: readers of rows never show it.
"""
import pyarrow
import pyarrow.parquet

DATA, DICTIONARY = 0, 2


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift, at = shift + 7, at + 1
        if data[at - 1] < 128:
            return value, at


def signed(data, at):
    value, at = varint(data, at)
    return value >> 1 ^ -(value & 1), at


def field(data, at, kind):
    """The value of a field and where the next begins."""
    if kind in (1, 2):
        return kind == 1, at
    if kind in (4, 5, 6):
        return signed(data, at)
    if kind == 8:
        length, at = varint(data, at)
        return data[at:at + length], at + length
    assert kind == 12, f"headers of pages have no field of kind {kind}"
    return fields(data, at)


def fields(data, at):
    """The fields of a struct by their numbers, and where it ends."""
    found, number = {}, 0
    while data[at]:
        kind, step = data[at] & 15, data[at] >> 4
        at += 1
        if step:
            number += step
        else:
            number, at = signed(data, at)
        found[number], at = field(data, at, kind)
    return found, at + 1


def pages(path):
    """Every page of every column, dictionaries first."""
    data, metadata = path.read_bytes(), pyarrow.parquet.read_metadata(path)
    for group in range(metadata.num_row_groups):
        for column in map(metadata.row_group(group).column, range(metadata.num_columns)):
            at = min(column.dictionary_page_offset or column.data_page_offset, column.data_page_offset)
            end = at + column.total_compressed_size
            while at < end:
                header, at = fields(data, at)
                assert header[1] in (DATA, DICTIONARY), f"a page of kind {header[1]}"
                body, at = data[at:at + header[3]], at + header[3]
                yield body if column.compression == "UNCOMPRESSED" else pyarrow.decompress(body, header[2], column.compression.lower(), asbytes=True)
