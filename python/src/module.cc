// The extension module gauze._gauze: one function that does everything, and one that reads a
// release. What users see is Python (python/gauze), made from the descriptors that
// `call("catalog")` gives.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <utility>

#include "gauze/base/json.h"
#include "gauze/base/text/suggest.h"
#include "gauze/release/manifest/catalog.h"
#include "operations.h"
#include "work.h"

namespace nb = nanobind;

namespace gauze::python {
namespace {

constexpr const char* kStreamName = "arrow_array_stream";

// Releases what no operation has taken over.
struct OwnedStreams {
  Streams streams;
  ~OwnedStreams() {
    for (ArrowArrayStream& stream : streams) {
      if (stream.release != nullptr) stream.release(&stream);
    }
  }
};

ArrowArrayStream TakeStream(nb::handle capsule) {
  auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), kStreamName));
  if (stream == nullptr) throw nb::python_error();
  if (stream->release == nullptr) {
    throw Raised{{ErrorCode::kInput, "the table's stream was read before", "",
                  "a stream can be read once: make a new one"}};
  }
  return std::exchange(*stream, {});
}

std::string Call(const std::string& name, const std::string& options, const nb::list& tables,
                 const nb::object& progress) {
  auto owned = std::make_shared<OwnedStreams>();
  for (const nb::handle table : tables) owned->streams.push_back(TakeStream(table));
  for (const Operation& operation : Operations()) {
    if (operation.name != name) continue;
    return RunInterruptible(progress, [&, owned](Progress& seen) -> Result<std::string> {
      GAUZE_ASSIGN(const Json made, operation.run(Json::parse(options), owned->streams, seen));
      owned->streams.clear();
      return made.dump(-1, ' ', false, Json::error_handler_t::replace);
    });
  }
  throw nb::attribute_error(name.c_str());
}

nb::object ReadRelease(const std::string& options) {
  auto stream = std::make_unique<ArrowArrayStream>();
  *stream = {};
  RunInterruptible(nb::none(), [&](Progress& /*progress*/) -> Result<std::string> {
    GAUZE_TRY(Read(Json::parse(options), *stream));
    return std::string();
  });
  PyObject* capsule = PyCapsule_New(stream.get(), kStreamName, [](PyObject* self) {
    auto* owned = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(self, kStreamName));
    if (owned->release != nullptr) owned->release(owned);
    delete owned;
  });
  if (capsule == nullptr) throw nb::python_error();
  stream.release();  // NOLINT(bugprone-unused-return-value): the capsule has it
  return nb::steal(capsule);
}

}  // namespace
}  // namespace gauze::python

NB_MODULE(_gauze, module) {
  namespace here = gauze::python;
  here::RegisterErrors();
  module.attr("__version__") = gauze::kVersion;
  module.def("call", here::Call, nb::arg("name"), nb::arg("options"), nb::arg("tables"),
             nb::arg("progress").none(),
             "Runs the named operation. Options and result are JSON, tables are capsules of Arrow "
             "streams.");
  module.def("read", here::ReadRelease, nb::arg("options"),
             "A capsule with the rows of a release as an Arrow stream.");
}
