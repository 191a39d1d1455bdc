#include "gauze/release/rows/released_loss.h"

#include <algorithm>

#include "gauze/release/rows/released.h"

namespace gauze {
namespace {

// Sums over rows of the largest doubles are still doubles.
constexpr double kWidthScale = 0x1p-40;

bool PrintsRange(const CodedTable& coded, std::size_t attribute, const Label& label) {
  return coded.HierarchyOf(attribute) == nullptr && !label.missing && !label.to.text.empty();
}

}  // namespace

ReleasedLoss::ReleasedLoss(const CodedTable& coded, const Generalization& generalization)
    : columns_(generalization.quasi_identifiers.size()) {
  const auto rows = ClassRows(coded.table, generalization);
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    Column& column = columns_[j];
    for (std::size_t c = 0; c < rows.size(); ++c) {
      const Label& label =
          generalization.labels[j][generalization.class_labels[c * columns_.size() + j]];
      const auto weight = static_cast<double>(rows[c]);
      if (!PrintsRange(coded, generalization.quasi_identifiers[j], label)) {
        column.shares += weight * label.loss;
        continue;
      }
      const double low = label.from.real * kWidthScale;
      const double high = label.to.real * kWidthScale;
      column.widths += weight * (high - low);
      column.low = std::min(column.low, low);
      column.high = std::max(column.high, high);
    }
  }
}

void ReleasedLoss::Add(const ReleasedLoss& other) {
  columns_.resize(std::max(columns_.size(), other.columns_.size()));
  for (std::size_t j = 0; j < other.columns_.size(); ++j) {
    const Column& more = other.columns_[j];
    columns_[j].shares += more.shares;
    columns_[j].widths += more.widths;
    columns_[j].low = std::min(columns_[j].low, more.low);
    columns_[j].high = std::max(columns_[j].high, more.high);
  }
}

std::vector<double> ReleasedLoss::Sums() const {
  std::vector<double> sums;
  for (const Column& column : columns_) {
    const bool ranges = column.widths > 0;  // some are wider than one value
    sums.push_back(column.shares + (ranges ? column.widths / (column.high - column.low) : 0));
  }
  return sums;
}

std::vector<double> ReleasedLoss::Numbers() const {
  std::vector<double> numbers;
  for (const Column& column : columns_) {
    numbers.insert(numbers.end(), {column.shares, column.widths, column.low, column.high});
  }
  return numbers;
}

ReleasedLoss ReleasedLoss::From(const std::vector<double>& numbers, std::size_t columns) {
  ReleasedLoss loss;
  const std::size_t each = numbers.size() == columns ? 1 : kNumbers;
  for (std::size_t i = 0; i + each <= numbers.size(); i += each) {
    Column& column = loss.columns_.emplace_back();
    column.shares = numbers[i];
    if (each == 1) continue;
    column.widths = numbers[i + 1];
    column.low = numbers[i + 2];
    column.high = numbers[i + 3];
  }
  return loss;
}

}  // namespace gauze
