#pragma once

#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/engine/arrow/arrow_c.h"
#include "gauze/release/manifest/manifest.h"

// What the package can do, as functions from JSON to JSON: the same functions of release/ and
// attack/ that the command line calls, with the same names for what they take.

namespace gauze::python {

// Tables that came as streams; operations take them over. Options refer to them by their place:
// {"source": {"stream": 0}}, where a path would be {"source": {"path": "data.csv"}}.
using Streams = std::vector<ArrowArrayStream>;

struct Operation {
  const char* name;
  Result<Json> (*run)(const Json& options, Streams& streams, Progress& progress);
};

const std::vector<Operation>& Operations();

// The rows of a release as a stream: {"paths": […], "csv": bool, "types": as `run` returned them}.
Status Read(const Json& options, ArrowArrayStream& stream);

}  // namespace gauze::python
