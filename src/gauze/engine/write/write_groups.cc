#include "gauze/engine/read/source/source.h"
#include "gauze/engine/write/release_writer.h"

namespace gauze {
namespace {

class GroupWriter final : public ReleaseWriter {
 public:
  explicit GroupWriter(std::unique_ptr<ReleaseWriter> writer) : writer_(std::move(writer)) {}

  Status Append(std::shared_ptr<const ReleasedTable> table) override {
    ReleasedTable groups = *table;
    table.reset();
    ReleasedColumn& counts = groups.columns.emplace_back();
    counts.name = kCountColumn;
    counts.type = ValueType::kInteger;
    for (std::uint64_t& rows : groups.counts) {
      counts.keys.push_back(
          OrderKey(ValueType::kInteger, {.whole = static_cast<std::int64_t>(rows)}));
      rows = 1;
    }
    groups.rows = groups.counts.size();
    return writer_->Append(std::make_shared<const ReleasedTable>(std::move(groups)));
  }
  Result<std::vector<std::string>> Finish() override { return writer_->Finish(); }

 private:
  std::unique_ptr<ReleaseWriter> writer_;
};

}  // namespace

std::unique_ptr<ReleaseWriter> CountGroups(std::unique_ptr<ReleaseWriter> writer) {
  return std::make_unique<GroupWriter>(std::move(writer));
}

}  // namespace gauze
