#include "gauze/release/merged_piece.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "gauze/base/parallel.h"

namespace gauze {
namespace {

int CompareValues(ValueType type, const Value& a, const Value& b) {
  if (type == ValueType::kText || type == ValueType::kSet) return a.text.compare(b.text);
  return Value::Before(type, a, b) ? -1 : static_cast<int>(Value::Before(type, b, a));
}

// Missing comes last.
int CompareCells(const ReleasedColumn& a, std::size_t i, const ReleasedColumn& b, std::size_t j) {
  if (!a.keys.empty()) return a.keys[i] == b.keys[j] ? 0 : a.keys[i] < b.keys[j] ? -1 : 1;
  if (!a.texts.empty()) {
    if (a.texts[i] && b.texts[j]) return a.texts[i]->compare(*b.texts[j]);
    return static_cast<int>(!a.texts[i]) - static_cast<int>(!b.texts[j]);
  }
  const std::uint32_t x = a.codes[i];
  const std::uint32_t y = b.codes[j];
  if (a.values == b.values && x == y) return 0;
  const bool no_x = x >= a.values->size();
  const bool no_y = y >= b.values->size();
  if (no_x || no_y) return static_cast<int>(no_x) - static_cast<int>(no_y);
  return CompareValues(a.type, (*a.values)[x], (*b.values)[y]);
}

int CompareGroups(const std::vector<std::size_t>& columns, const PlaceInBlock& a,
                  const PlaceInBlock& b) {
  for (const std::size_t c : columns) {
    const int order = CompareCells(a.block->columns[c], a.group, b.block->columns[c], b.group);
    if (order != 0) return order;
  }
  return 0;
}

// Dictionaries of blocks become one.
class ValuesOfPiece {
 public:
  // Where each code of a block's dictionary has gone.
  const std::vector<std::uint32_t>& Add(const ReleasedColumn& column) {
    auto [entry, added] = blocks_.try_emplace(column.values.get());
    if (added) {
      for (const Value& value : *column.values) {
        const auto [place, fresh] =
            known_.emplace(value.text, static_cast<std::uint32_t>(values_.size()));
        if (fresh) values_.push_back(value);
        entry->second.push_back(place->second);
      }
      entry->second.push_back(kMissingCell);
    }
    return entry->second;
  }

  void Finish(ReleasedColumn& column) {
    const auto missing = static_cast<std::uint32_t>(values_.size());
    for (std::uint32_t& code : column.codes) code = std::min(code, missing);
    column.values = std::make_shared<std::vector<Value>>(std::move(values_));
  }

 private:
  static constexpr std::uint32_t kMissingCell = std::numeric_limits<std::uint32_t>::max();

  std::unordered_map<const std::vector<Value>*, std::vector<std::uint32_t>> blocks_;
  std::unordered_map<std::string_view, std::uint32_t> known_;  // texts of blocks
  std::vector<Value> values_;
};

}  // namespace

PrintedOrder::PrintedOrder(const ReleasedTable& table,
                           const std::set<std::string>& quasi_identifiers) {
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const bool first = quasi_identifiers.contains(table.columns[c].name);
    (first ? quasi_identifying_ : others_).push_back(c);
  }
}

int PrintedOrder::CompareClasses(const PlaceInBlock& a, const PlaceInBlock& b) const {
  return CompareGroups(quasi_identifying_, a, b);
}

int PrintedOrder::Compare(const PlaceInBlock& a, const PlaceInBlock& b) const {
  const int classes = CompareClasses(a, b);
  return classes != 0 ? classes : CompareGroups(others_, a, b);
}

ReleasedColumn MergedPiece::GatherColumn(std::size_t index) const {
  const ReleasedColumn& first = places_.front().block->columns[index];
  ReleasedColumn column{.name = first.name, .type = first.type};
  const auto at = [&](const PlaceInBlock& place) -> const ReleasedColumn& {
    return place.block->columns[index];
  };
  if (!first.keys.empty()) {
    column.keys.reserve(places_.size());
    for (const PlaceInBlock& place : places_) column.keys.push_back(at(place).keys[place.group]);
    return column;
  }
  if (!first.texts.empty()) {
    column.texts.reserve(places_.size());
    for (const PlaceInBlock& place : places_) column.texts.push_back(at(place).texts[place.group]);
    return column;
  }
  column.codes.reserve(places_.size());
  const bool shared = std::ranges::all_of(
      places_, [&](const PlaceInBlock& place) { return at(place).values == first.values; });
  if (shared) {
    column.values = first.values;
    for (const PlaceInBlock& place : places_) column.codes.push_back(at(place).codes[place.group]);
    return column;
  }
  ValuesOfPiece values;
  const ReleasedTable* block = nullptr;
  const std::vector<std::uint32_t>* gone = nullptr;
  for (const PlaceInBlock& place : places_) {
    if (place.block.get() != block) {
      block = place.block.get();
      gone = &values.Add(at(place));
    }
    column.codes.push_back((*gone)[at(place).codes[place.group]]);
  }
  values.Finish(column);
  return column;
}

ReleasedTable MergedPiece::Gather() const {
  ReleasedTable table;
  const ReleasedTable& first = *places_.front().block;
  table.columns.resize(first.columns.size());
  ForEach(table.columns.size(), [&](std::size_t c) { table.columns[c] = GatherColumn(c); });
  table.own.resize(first.own.size());
  for (const PlaceInBlock& place : places_) {
    table.counts.push_back(place.block->counts[place.group]);
    table.rows += table.counts.back();
    if (!first.persons.empty()) table.persons.push_back(place.block->persons[place.group]);
    for (std::size_t i = 0; i < table.own.size(); ++i) {
      table.own[i].push_back(place.block->own[i][place.group]);
    }
  }
  return table;
}

}  // namespace gauze
