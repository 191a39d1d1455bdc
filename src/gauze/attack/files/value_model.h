#pragma once

#include <cstdint>
#include <vector>

#include "gauze/attack/scene/any_release.h"

namespace gauze {

// How quasi-identifiers depend on a sensitive value, learned from a release alone: for each column
// and value the chances of all places, as if columns had nothing to do with each other but for the
// value (naive Bayes). Labels hide places, so expectation and maximisation take turns: rows of a
// label are spread over its places by the chances so far, and the sums are the next chances. A
// row more for each value, spread evenly, keeps every chance above 0.
//
// Memory: places * values numbers for each column. Time: kRounds times (labels + places) * values.
class ValueModel {
 public:
  static constexpr int kRounds = 20;
  // Places times values of a column beyond which nobody wants to wait.
  static constexpr std::size_t kMostNumbers = 50'000'000;

  ValueModel(const labels::Scene& scene, const labels::AnyRelease& release, std::size_t sensitive);

  // The chance that somebody with this value is at the place, if their label is so.
  double Within(std::size_t column, std::uint32_t value, std::uint32_t label, Code place) const;

 private:
  struct Column {
    std::vector<std::vector<double>> chances;  // [value][place]
    std::vector<std::vector<double>> masses;   // [value][label]
  };

  std::vector<Column> columns_;
};

}  // namespace gauze
