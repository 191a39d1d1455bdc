#include "gauze/engine/arrow/arrow_table.h"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <string_view>
#include <utility>

namespace gauze {
namespace {

// Tables by name.
struct Registry {
  std::mutex mutex;
  std::uint64_t last = 0;
  std::map<std::string, std::weak_ptr<const ArrowTable>> tables;
};

Registry& TheRegistry() {
  static Registry registry;
  return registry;
}

tl::unexpected<Error> StreamFailed() {
  // What the stream says of it may quote a cell.
  return InputError("the table's stream failed while it was read", "",
                    "read the table through on its own, without Gauze, to see why");
}

struct SchemaRelease {
  void operator()(ArrowSchema* schema) const {
    if (schema->release != nullptr) schema->release(schema);
    delete schema;
  }
};

}  // namespace

Result<ArrowStream> ArrowStream::Open(ArrowArrayStream& stream) {
  ArrowStream opened;
  opened.stream_ = std::exchange(stream, {});
  std::shared_ptr<ArrowSchema> schema(new ArrowSchema{}, SchemaRelease());
  if (opened.stream_.get_schema(&opened.stream_, schema.get()) != 0) return StreamFailed();
  if (std::string_view(schema->format) != "+s") {
    return InputError("this is a stream of arrays, not of a table", "",
                      "pass a table: columns with names");
  }
  if (schema->n_children == 0) {
    return InputError("the table has no columns", "", "is this the right table?");
  }
  opened.schema_ = std::move(schema);
  return opened;
}

ArrowStream::ArrowStream(ArrowStream&& other) noexcept
    : stream_(std::exchange(other.stream_, {})), schema_(std::move(other.schema_)) {}

ArrowStream::~ArrowStream() {
  if (stream_.release != nullptr) stream_.release(&stream_);
}

Result<std::shared_ptr<const ArrowBatch>> ArrowStream::Next() {
  while (true) {
    ArrowArray array{};
    if (stream_.get_next(&stream_, &array) != 0) return StreamFailed();
    if (array.release == nullptr) return nullptr;
    auto batch = std::make_shared<const ArrowBatch>(array);
    if (array.n_children != schema_->n_children) return StreamFailed();
    if (array.null_count > 0) {
      return InputError(
          "the table has null rows", "",
          "leave these rows out: cells of a row may be missing, but not the row itself");
    }
    if (array.length > 0) return batch;
  }
}

ArrowTable::ArrowTable(std::shared_ptr<const ArrowSchema> schema, Batches batches)
    : schema_(std::move(schema)), batches_(std::move(batches)) {
  for (const auto& batch : batches_) rows_ += static_cast<std::uint64_t>(batch->rows());
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  name_ = fmt::format("<table {}>", ++registry.last);
}

ArrowTable::~ArrowTable() {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  registry.tables.erase(name_);
}

std::shared_ptr<ArrowTable> MakeArrowTable(std::shared_ptr<const ArrowSchema> schema,
                                           ArrowTable::Batches batches) {
  auto table = std::make_shared<ArrowTable>(std::move(schema), std::move(batches));
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  registry.tables[table->name()] = table;
  return table;
}

std::shared_ptr<const ArrowTable> FindArrowTable(const std::string& name) {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  const auto found = registry.tables.find(name);
  return found == registry.tables.end() ? nullptr : found->second.lock();
}

}  // namespace gauze
