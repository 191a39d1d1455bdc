#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gauze/attack/node_labels.h"
#include "gauze/release/manifest/manifest.h"

namespace gauze::report {

// Shares of one row at some places, which sum up to 1.
using Spread = std::vector<std::pair<std::uint8_t, double>>;

// The values of a column in at most kMost bins, so that original and released cells can be counted
// in the same places. Behind the bins are two more places: other values, and no value.
//
// Categories: the most frequent values of the original, one per bin. Numbers, dates and times: from
// the smallest to the largest value of the original, and between its 1st and 99th percentile bins
// of equal width; whole numbers and dates have bins that begin and end with one.
//
// A released label counts evenly over what it covers: a range over the whole numbers (or the
// width) in it, a node or a list over the values of the original below it, "*" over all values of
// the original. Labels are read as docs/transforms/mondrian.md says, not by the code that wrote
// them.
class Bins {
 public:
  static constexpr std::size_t kMost = 20;

  // `rows` by code of the domain; `hierarchy` may be null.
  Bins(Attribute attribute, Domain domain, const std::shared_ptr<const Hierarchy>& hierarchy,
       const std::vector<std::uint64_t>& rows);

  std::size_t size() const { return numbers_ ? edges_.size() - 1 : shown_.size(); }
  std::size_t other() const { return size(); }
  std::size_t missing() const { return size() + 1; }
  std::size_t places() const { return size() + 2; }
  bool numbers() const { return numbers_; }
  // Values that are not in a bin of their own.
  std::size_t other_values() const { return numbers_ ? 0 : domain_.value_count() - shown_.size(); }

  std::uint8_t PlaceOf(Code code) const { return place_of_[code]; }
  // A cell of the release.
  Spread SpreadOf(const std::optional<std::string>& label) const;
  // {"label"} or {"from", "to"}: both ends belong to a bin of whole numbers or dates; any other
  // ends before `to`, but for the last.
  Json Describe(std::size_t bin) const;

 private:
  void PlaceNumbers(const std::vector<std::uint64_t>& rows);
  void PlaceCategories(const std::vector<std::uint64_t>& rows);
  bool IsWhole() const { return domain_.type() != ValueType::kDecimal; }
  double NumberOf(const Value& value) const;
  Json Written(double number) const;
  std::uint8_t PlaceOfNumber(double number) const;
  Spread SpreadRange(double from, double to) const;
  std::vector<Code> CodesOf(const std::string& label) const;
  void AddCodes(const std::string& label, std::vector<Code>& codes) const;

  // What labels are read by; stays where it is when the bins are moved.
  struct Reader {
    Reader(const Attribute& as_released, const Domain& values,
           std::shared_ptr<const Hierarchy> over)
        : attribute(as_released),
          domain(values),
          hierarchy(std::move(over)),
          labels(attribute, domain, *hierarchy) {}

    Attribute attribute;
    Domain domain;
    std::shared_ptr<const Hierarchy> hierarchy;
    NodeLabels labels;
  };

  Attribute attribute_;  // as a release spells it
  Domain domain_;
  std::shared_ptr<const Reader> reader_;  // if there is a hierarchy
  bool numbers_ = false;
  std::vector<double> edges_;           // of numbers: one more than bins
  std::vector<Code> shown_;             // of categories: the value of each bin
  std::vector<std::uint8_t> place_of_;  // by code
};

}  // namespace gauze::report
