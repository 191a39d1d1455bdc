#include "gauze/engine/write/release_sample.h"

#include "gauze/base/parallel.h"
#include "gauze/encode/record_spool.h"

namespace gauze {
namespace {

void Spell(const ReleasedColumn& column, const std::vector<std::size_t>& groups,
           CellSpeller& cells) {
  for (const std::size_t group : groups) {
    if (!column.codes.empty()) {
      const std::uint32_t code = column.codes[group];
      if (code < column.values->size()) {
        cells.Add((*column.values)[code].text);
      } else {
        cells.AddMissing();
      }
    } else if (!column.texts.empty()) {
      if (column.texts[group]) {
        cells.Add(*column.texts[group]);
      } else {
        cells.AddMissing();
      }
    } else if (column.keys[group] != RecordShape::kMissingKey) {
      cells.Add(ValueOfKey(column.type, column.keys[group]).text);
    } else {
      cells.AddMissing();
    }
  }
}

}  // namespace

ReleaseSample::ReleaseSample(std::uint64_t rows, std::uint64_t rows_per_file)
    : sample_(rows), rows_(rows), rows_per_file_(rows_per_file) {}

std::vector<std::size_t> ReleaseSample::TakenGroups(const ReleasedTable& table) {
  std::vector<std::size_t> groups;
  for (std::size_t group = 0; group < table.counts.size(); ++group) {
    for (std::uint64_t i = 0; i < table.counts[group]; ++i, ++seen_) {
      if (sample_.Has(seen_ % rows_per_file_)) groups.push_back(group);
    }
  }
  return groups;
}

void ReleaseSample::Take(const ReleasedTable& table) {
  const std::vector<std::size_t> groups = TakenGroups(table);
  std::vector<CellSpeller*> cells;
  for (const ReleasedColumn& column : table.columns) cells.push_back(&columns_[column.name]);
  ForEach(cells.size(), [&](std::size_t i) { Spell(table.columns[i], groups, *cells[i]); });
}

std::shared_ptr<const SampledRelease> ReleaseSample::Finish() {
  if (seen_ != rows_) return nullptr;
  SampledRelease release;
  for (auto& [name, cells] : columns_) release.emplace(name, cells.Finish());
  return std::make_shared<const SampledRelease>(std::move(release));
}

}  // namespace gauze
