#include "gauze/engine/profile/fact_sums.h"

#include <algorithm>

#include "gauze/base/hash.h"
#include "gauze/engine/profile/missing_marks.h"
#include "gauze/roles/shape.h"

namespace gauze {
namespace {

constexpr std::uint64_t kSampleSalt = 0x5A;

}  // namespace

std::uint32_t ShapeRows::PlaceOf(const std::string& shape) {
  const auto found = places_.find(shape);
  if (found != places_.end()) return found->second;
  if (places_.size() == kMost) {
    too_many_ = true;
    return 0;
  }
  const auto place = static_cast<std::uint32_t>(rows_.size());
  places_.emplace(shape, place);
  rows_.push_back(0);
  return place;
}

std::uint32_t ShapeRows::Place(std::string_view text) {
  WriteShape(text, shape_);
  return PlaceOf(shape_);
}

void ShapeRows::Add(const ShapeRows& other) {
  too_many_ = too_many_ || other.too_many_;
  for (const auto& [shape, place] : other.places_) rows_[PlaceOf(shape)] += other.rows_[place];
}

std::vector<std::pair<std::string, std::uint64_t>> ShapeRows::MostFrequent(std::size_t most) const {
  std::vector<std::pair<std::string, std::uint64_t>> shapes;
  if (too_many_) return shapes;
  for (const auto& [shape, place] : places_) {
    if (rows_[place] > 0) shapes.emplace_back(shape, rows_[place]);
  }
  std::ranges::sort(shapes, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  if (shapes.size() > most) shapes.resize(most);
  return shapes;
}

CellFacts FactSums::Look(std::string_view text) {
  return {ReadTypes(text), MeasureText(text), shapes.Place(text)};
}

void FactSums::AddNumber(const TypedCell& cell, std::uint64_t rows) {
  if (cell.types == 0) return;
  for (std::size_t type = 0; type < fits.size(); ++type) fits[type] += cell.Fits(type) ? rows : 0;
  if (IsMissingMark(cell)) return;
  lowest = std::min(lowest, cell.number);
  highest = std::max(highest, cell.number);
}

void FactSums::Add(const CellFacts& cell, std::uint64_t rows) {
  AddNumber(cell.typed, rows);
  shortest = std::min(shortest, cell.length.characters);
  longest = std::max(longest, cell.length.characters);
  characters += cell.length.characters * rows;
  words += cell.length.words * rows;
  shapes.Add(cell.shape, rows);
}

void FactSums::Add(const FactSums& other) {
  for (std::size_t type = 0; type < fits.size(); ++type) fits[type] += other.fits[type];
  shortest = std::min(shortest, other.shortest);
  longest = std::max(longest, other.longest);
  characters += other.characters;
  words += other.words;
  lowest = std::min(lowest, other.lowest);
  highest = std::max(highest, other.highest);
  shapes.Add(other.shapes);
}

bool ValueSample::Wants(std::uint64_t key) const {
  return smallest_.size() < kMost || Mix(key, kSampleSalt) < smallest_.rbegin()->first;
}

void ValueSample::Take(std::uint64_t key, std::string text) {
  if (text.empty()) return;
  smallest_.try_emplace(Mix(key, kSampleSalt), std::move(text));
  if (smallest_.size() > kMost) smallest_.erase(std::prev(smallest_.end()));
}

void ValueSample::Add(ValueSample&& other) {
  smallest_.merge(other.smallest_);
  while (smallest_.size() > kMost) smallest_.erase(std::prev(smallest_.end()));
}

std::vector<std::string> ValueSample::values() const {
  std::vector<std::string> values;
  for (const auto& [hash, text] : smallest_) values.push_back(text);
  return values;
}

}  // namespace gauze
