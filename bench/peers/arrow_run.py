"""`gauze.run` on an Arrow table that is already in memory: `arrow_run.py SOURCE POLICY TARGET FORM`, whose texts are `strings` or `dictionaries`. Prints
the call's seconds as JSON."""
import json
import sys
import time

import gauze
import pyarrow
import pyarrow.dataset

source, policy, target, form = sys.argv[1:]
schema = pyarrow.dataset.dataset(source).schema
texts = [field.name for field in schema if pyarrow.types.is_string(field.type)] if form == "dictionaries" else []
options = pyarrow.dataset.ParquetReadOptions(dictionary_columns=set(texts))
table = pyarrow.dataset.dataset(source, format=pyarrow.dataset.ParquetFileFormat(read_options=options)).to_table()
gauze.show_progress(False)
begin = time.monotonic()
gauze.run(gauze.Policy.load(policy), table, out=target)
print(json.dumps({"seconds": round(time.monotonic() - begin, 3)}))
