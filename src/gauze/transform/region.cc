#include "gauze/transform/region.h"

#include <algorithm>

#include "gauze/base/parallel.h"

namespace gauze {
namespace {

// A spool laid out flat: the fixed words of all records one after another, texts apart.
struct Flat {
  RecordShape shape;
  std::vector<std::uint64_t> fixed;
  std::vector<std::vector<std::optional<std::string>>> texts;

  std::size_t size() const { return fixed.size() / shape.fixed(); }
  const std::uint64_t* operator[](std::size_t i) const { return &fixed[i * shape.fixed()]; }
};

std::optional<std::string> TextAt(const std::uint64_t* words) {
  if (*words == RecordShape::kMissingKey) return std::nullopt;
  return std::string(reinterpret_cast<const char*>(words + 1), *words);
}

Result<Flat> Flatten(RecordSpool spool) {
  Flat flat{spool.shape(), {}, {}};
  flat.fixed.reserve(spool.records() * flat.shape.fixed());
  flat.texts.resize(flat.shape.texts);
  GAUZE_TRY(spool.TakeApart(1, [&](std::size_t, const std::uint64_t* record, std::size_t) {
    const std::uint64_t* end = record + flat.shape.fixed();
    flat.fixed.insert(flat.fixed.end(), record, end);
    for (auto& column : flat.texts) {
      column.push_back(TextAt(end));
      end += 1 + RecordShape::TextWords(*end);
    }
  }));
  return flat;
}

// Records in ascending order of their codes.
std::vector<std::uint32_t> SortByCodes(const Flat& flat) {
  // The first word, which nearly always decides, lies beside the index: no detour.
  const std::size_t words = flat.shape.words;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keyed(flat.size());
  for (std::uint32_t i = 0; i < keyed.size(); ++i) keyed[i] = {*flat[i], i};
  ParallelSort(keyed, [&](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first < b.first;
    const auto* left = flat[a.second];
    const auto [x, y] = std::mismatch(left + 1, left + words, flat[b.second] + 1);
    return x == left + words ? a.second < b.second : *x < *y;
  });
  std::vector<std::uint32_t> order(flat.size());
  for (std::size_t i = 0; i < keyed.size(); ++i) order[i] = keyed[i].second;
  return order;
}

}  // namespace

Result<Region> MakeRegion(RecordSpool spool, const Packing& packing, const CodedTable& schema,
                          const std::vector<std::size_t>& carried) {
  GAUZE_ASSIGN(const Flat flat, Flatten(std::move(spool)));
  const auto order = SortByCodes(flat);
  Region region;
  region.coded = schema;
  Table& table = region.coded.table;
  std::vector<std::uint32_t> first;  // record of each tuple
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto* record = flat[order[i]];
    if (i == 0 || !std::equal(record, record + flat.shape.words, flat[first.back()])) {
      first.push_back(order[i]);
      table.counts.push_back(0);
      if (!carried.empty()) region.row_begin.push_back(i);
    }
    const std::uint64_t rows = flat.shape.Count(record);
    table.counts.back() += rows;
    table.rows += rows;
  }
  if (!carried.empty()) region.row_begin.push_back(order.size());
  for (std::size_t j = 0; j < table.domains.size(); ++j) {
    CodeColumn column(table.domains[j].size(), first.size());
    column.Visit([&](auto& cells) {
      using Cell = typename std::decay_t<decltype(cells)>::value_type;
      for (std::size_t i = 0; i < first.size(); ++i) {
        cells[i] = static_cast<Cell>(packing.Get(flat[first[i]], j));
      }
    });
    table.columns.push_back(std::move(column));
  }
  for (std::size_t c = 0; c < carried.size(); ++c) {
    CarriedColumn column{.attribute = carried[c]};
    for (const std::uint32_t record : order) {
      if (c < flat.shape.keys) {
        column.keys.push_back(flat[record][flat.shape.first_key() + c]);
      } else {
        column.texts.push_back(flat.texts[c - flat.shape.keys][record]);
      }
    }
    region.carried.push_back(std::move(column));
  }
  return region;
}

}  // namespace gauze
