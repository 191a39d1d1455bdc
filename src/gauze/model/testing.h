#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gauze/model/class_model.h"

// For tests: models made from text, and tables small enough for an oracle that looks at every row.

namespace gauze {

// Rows of a large table: what overflows 64 bits when it is multiplied shows here.
inline constexpr std::uint64_t kTrillion = 1'000'000'000'000;

using Written = std::vector<std::pair<std::string, std::string>>;
using Histogram = std::vector<std::uint64_t>;  // rows per code

// Enough for every shape of a table of eight rows to come by; each test counts what it looked at.
constexpr int kRandomTables = 20'000;

struct TestColumn {
  TestColumn() { attribute.name = "disease"; }

  Attribute attribute;
  Domain domain;
  std::optional<Hierarchy> hierarchy;
  Histogram reference;

  ModelContext Context() const {
    return {.attribute = &attribute,
            .domain = &domain,
            .hierarchy = hierarchy ? &*hierarchy : nullptr,
            .reference = reference};
  }
};

// `values` texts "a", "b", "c" …, and missing if wanted.
inline TestColumn TextColumn(Code values, bool has_missing) {
  std::vector<Value> texts;
  texts.reserve(values);
  for (Code code = 0; code < values; ++code) {
    texts.push_back({.text = std::string(1, static_cast<char>('a' + code))});
  }
  TestColumn column;
  column.domain = Domain(ValueType::kText, std::move(texts), has_missing);
  return column;
}

inline Parameters ParametersOf(const std::string& name, const Written& written) {
  std::vector<RawParameter> raw;
  for (const auto& [key, text] : written) raw.push_back({key, text, "policy.yaml:1:1"});
  auto parameters = Parameters::Make(FindModel(name)->descriptor, raw, "policy.yaml:1:1");
  Check(parameters.has_value(), "a test writes valid parameters");
  return *std::move(parameters);
}

inline Result<std::unique_ptr<ClassModel>> TryModel(const std::string& name, const Written& written,
                                                    const TestColumn& column) {
  return FindModel(name)->make(ParametersOf(name, written), column.Context(), "policy.yaml:1:1");
}

inline std::unique_ptr<ClassModel> MakeModel(const std::string& name, const Written& written,
                                             const TestColumn& column) {
  auto model = TryModel(name, written, column);
  Check(model.has_value(), "a test makes valid models");
  return *std::move(model);
}

inline ClassCounts CountsOf(const Histogram& values) {
  std::uint64_t rows = 0;
  for (const std::uint64_t count : values) rows += count;
  return {.rows = rows, .persons = rows, .values = values};
}

inline Histogram Union(const Histogram& a, const Histogram& b) {
  Histogram both = a;
  for (std::size_t code = 0; code < b.size(); ++code) both[code] += b[code];
  return both;
}

// Uniform in [low, high]. The standard distributions differ between libraries; this does not.
inline int Draw(std::mt19937_64& random, int low, int high) {
  return low + static_cast<int>(random() % static_cast<std::uint64_t>(high - low + 1));
}

template <typename T>
const T& Pick(std::mt19937_64& random, const std::vector<T>& from) {
  return from[static_cast<std::size_t>(Draw(random, 0, static_cast<int>(from.size()) - 1))];
}

// From `least` to `most` rows over `codes` values.
inline Histogram RandomHistogram(std::mt19937_64& random, Code codes, int least, int most) {
  Histogram histogram(codes);
  for (int rows = Draw(random, least, most); rows > 0; --rows) {
    ++histogram[static_cast<std::size_t>(Draw(random, 0, static_cast<int>(codes) - 1))];
  }
  return histogram;
}

// One entry per row: its code.
inline std::vector<std::size_t> Rows(const Histogram& histogram) {
  std::vector<std::size_t> rows;
  for (std::size_t code = 0; code < histogram.size(); ++code) {
    rows.insert(rows.end(), histogram[code], code);
  }
  return rows;
}

}  // namespace gauze
