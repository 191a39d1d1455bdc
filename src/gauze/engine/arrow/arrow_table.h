#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/engine/arrow/arrow_c.h"

// A table that somebody else holds in memory, in Arrow's form, read where it lies. It has a name
// that may stand wherever the path of a file may: OpenSource (source.h) knows it.

namespace gauze {

// One piece of a table, as it came from a stream; released when nobody needs it any more.
class ArrowBatch {
 public:
  explicit ArrowBatch(const ArrowArray& array) : array_(array) {}
  ~ArrowBatch() {
    if (array_.release != nullptr) array_.release(&array_);
  }
  ArrowBatch(const ArrowBatch&) = delete;
  ArrowBatch& operator=(const ArrowBatch&) = delete;

  const ArrowArray& array() const { return array_; }
  std::int64_t rows() const { return array_.length; }
  // A column, and its first row: a piece of a larger piece begins somewhere inside.
  const ArrowArray& column(std::size_t index) const { return *array_.children[index]; }
  std::int64_t first() const { return array_.offset; }

 private:
  ArrowArray array_;
};

// A stream and its schema. Movable; released at the end.
class ArrowStream {
 public:
  // Takes over. Fails if the stream cannot say what it is, or is not one of tables.
  static Result<ArrowStream> Open(ArrowArrayStream& stream);
  ArrowStream(ArrowStream&& other) noexcept;
  ArrowStream& operator=(ArrowStream&&) = delete;
  ArrowStream(const ArrowStream&) = delete;
  ArrowStream& operator=(const ArrowStream&) = delete;
  ~ArrowStream();

  // The next piece that has rows; null at the end.
  Result<std::shared_ptr<const ArrowBatch>> Next();

  const ArrowSchema& schema() const { return *schema_; }
  const std::shared_ptr<const ArrowSchema>& shared_schema() const { return schema_; }

 private:
  ArrowStream() = default;

  ArrowArrayStream stream_{};
  std::shared_ptr<const ArrowSchema> schema_;
};

class ArrowTable {
 public:
  using Batches = std::vector<std::shared_ptr<const ArrowBatch>>;

  ArrowTable(std::shared_ptr<const ArrowSchema> schema, Batches batches);
  ~ArrowTable();
  ArrowTable(const ArrowTable&) = delete;
  ArrowTable& operator=(const ArrowTable&) = delete;

  // "<table 1>"; no other table of this process has the same. Gone with the table.
  const std::string& name() const { return name_; }
  std::uint64_t rows() const { return rows_; }
  const ArrowSchema& schema() const { return *schema_; }
  const Batches& batches() const { return batches_; }

 private:
  std::shared_ptr<const ArrowSchema> schema_;
  Batches batches_;
  std::uint64_t rows_ = 0;
  std::string name_;
};

std::shared_ptr<ArrowTable> MakeArrowTable(std::shared_ptr<const ArrowSchema> schema,
                                           ArrowTable::Batches batches);

// The table of that name, or null.
std::shared_ptr<const ArrowTable> FindArrowTable(const std::string& name);

}  // namespace gauze
