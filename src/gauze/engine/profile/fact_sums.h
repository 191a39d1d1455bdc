#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gauze/engine/profile/cell_facts.h"

// Private to engine/: what many cells say of their column.

namespace gauze {

struct CellFacts {
  TypedCell typed;
  TextLength length;
  std::uint32_t shape = 0;  // its place in ShapeRows
};

// Rows by shape.
class ShapeRows {
 public:
  // A column with more shapes has none worth telling; so that the same is told whatever thread saw
  // what, it then tells none at all.
  static constexpr std::size_t kMost = 65'536;

  // The place of a text's shape.
  std::uint32_t Place(std::string_view text);
  void Add(std::uint32_t place, std::uint64_t rows) { rows_[place] += rows; }
  void Add(const ShapeRows& other);

  bool too_many() const { return too_many_; }
  // Most rows first, equals by their spelling.
  std::vector<std::pair<std::string, std::uint64_t>> MostFrequent(std::size_t most) const;

 private:
  std::uint32_t PlaceOf(const std::string& shape);

  std::unordered_map<std::string, std::uint32_t> places_;
  std::vector<std::uint64_t> rows_ = std::vector<std::uint64_t>(1);  // the first is of the others
  std::string shape_;
  bool too_many_ = false;
};

// Sums over rows.
struct FactSums {
  std::array<std::uint64_t, kGuessedTypes.size()> fits{};  // rows by type
  std::uint32_t shortest = ~std::uint32_t{0};
  std::uint32_t longest = 0;
  std::uint64_t characters = 0;
  std::uint64_t words = 0;
  // Of numbers and dates, without those that are well-known marks of missing ones.
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
  ShapeRows shapes;

  CellFacts Look(std::string_view text);
  void Add(const CellFacts& cell, std::uint64_t rows);
  void AddNumber(const TypedCell& cell, std::uint64_t rows);
  void Add(const FactSums& other);
};

// Some of the different values, the same ones whoever saw them: those with the smallest hashes.
class ValueSample {
 public:
  static constexpr std::size_t kMost = 1'000;

  // Whether the value is among the smallest so far.
  bool Wants(std::uint64_t key) const;
  void Take(std::uint64_t key, std::string text);
  void Add(ValueSample&& other);

  std::vector<std::string> values() const;

 private:
  std::map<std::uint64_t, std::string> smallest_;  // by the hash of the key
};

}  // namespace gauze
