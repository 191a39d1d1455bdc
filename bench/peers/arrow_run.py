"""`gauze.run` on an Arrow table that is already in memory: `arrow_run.py SOURCE POLICY TARGET`. Prints the call's seconds as JSON."""
import json
import sys
import time

import gauze
import pyarrow.dataset

source, policy, target = sys.argv[1:]
table = pyarrow.dataset.dataset(source).to_table()
gauze.show_progress(False)
begin = time.monotonic()
gauze.run(gauze.Policy.load(policy), table, out=target)
print(json.dumps({"seconds": round(time.monotonic() - begin, 3)}))
