#include "gauze/release/rows/printed_values.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "gauze/base/parallel.h"
#include "gauze/base/text/text_order.h"
#include "gauze/release/rows/block_bytes.h"

namespace gauze {
namespace {

// A list that every table may have: whoever writes it looks at all of it.
constexpr std::size_t kShortList = std::size_t{1} << 16U;

}  // namespace

std::uint32_t PrintedValues::Column::NumberOf(std::string_view text, std::int64_t whole,
                                              double real) {
  const std::size_t before = values.texts.size();
  const std::uint32_t number = values.texts.NumberOf(text);
  if (values.texts.size() > before && values.type != ValueType::kText) {
    values.numbers.emplace_back(whole, real);
  }
  return number + 1;
}

PrintedValues::Numbers PrintedValues::Column::NumbersOf(const std::vector<Value>& listed) {
  Numbers result;
  result.reserve(listed.size() + 1);
  for (const Value& value : listed) {
    result.push_back(NumberOf(value.text, value.whole, value.real));
  }
  result.push_back(kMissing);
  return result;
}

std::vector<std::shared_ptr<const PrintedValues::Numbers>> PrintedValues::NumbersOf(
    const ReleasedTable& table) {
  columns_.resize(table.columns.size());
  std::vector<std::shared_ptr<const Numbers>> numbers(table.columns.size());
  ForEach(columns_.size(), [&](std::size_t c) {
    const ReleasedColumn& from = table.columns[c];
    Column& column = columns_[c];
    column.values.name = from.name;
    column.values.type = from.type;
    if (from.codes.empty()) return;
    const auto shared = shared_.find(from.name);
    const bool is_shared = shared != shared_.end() && shared->second == from.values;
    if (is_shared && column.of_shared != nullptr) {
      numbers[c] = column.of_shared;
      return;
    }
    numbers[c] = std::make_shared<const Numbers>(column.NumbersOf(*from.values));
    if (is_shared) column.of_shared = numbers[c];
  });
  return numbers;
}

std::string PrintedValues::TakeNew() {
  BlockWriter out;
  out.Put(static_cast<std::uint32_t>(columns_.size()));
  for (auto& [values, told, of_shared] : columns_) {
    out.PutText(values.name);
    out.Put(values.type);
    out.Put(static_cast<std::uint32_t>(values.texts.size() - told));
    for (; told < values.texts.size(); ++told) {
      out.PutText(values.texts.texts()[told]);
      if (values.type == ValueType::kText) continue;
      out.Put(values.numbers[told].first);
      out.Put(values.numbers[told].second);
    }
  }
  return out.Take();
}

void PrintedValues::AddNew(std::string_view bytes) {
  BlockReader in(bytes);
  columns_.resize(in.Get<std::uint32_t>());
  for (Column& column : columns_) {
    column.values.name = in.GetText();
    column.values.type = in.Get<ValueType>();
    for (auto left = in.Get<std::uint32_t>(); left > 0; --left) {
      const std::string_view text = in.GetText();
      const bool plain = column.values.type == ValueType::kText;
      const auto whole = plain ? 0 : in.Get<std::int64_t>();
      const auto real = plain ? 0 : in.Get<double>();
      column.NumberOf(text, whole, real);
    }
    column.told = column.values.texts.size();
  }
}

PrintedValues::Sorted PrintedValues::Sort() {
  Sorted sorted;
  for (Column& column : columns_) sorted.columns_.push_back(std::move(column.values));
  columns_.clear();
  ForEach(sorted.columns_.size(), [&](std::size_t c) { sorted.columns_[c].Sort(); });
  return sorted;
}

void PrintedValues::Sorted::Column::Sort() {
  if (type == ValueType::kText || type == ValueType::kSet) {
    order = TextOrder(texts.texts());
  } else {
    order.resize(texts.size());
    std::iota(order.begin(), order.end(), 0U);
    const bool real = type == ValueType::kDecimal;
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
      return real ? numbers[a].second < numbers[b].second : numbers[a].first < numbers[b].first;
    });
  }
  const auto missing = static_cast<std::uint32_t>(order.size());
  codes.resize(order.size() + 1, missing);
  for (std::uint32_t code = 0; code < missing; ++code) codes[order[code] + 1] = code;
  if (order.size() > kShortList) return;
  std::vector<Value> values;
  values.reserve(order.size());
  for (std::uint32_t code = 0; code < missing; ++code) values.push_back(ValueOf(code));
  all = std::make_shared<const std::vector<Value>>(std::move(values));
}

Value PrintedValues::Sorted::Column::ValueOf(std::uint32_t code) const {
  const std::uint32_t text = order[code];
  Value value{.text = std::string(texts.texts()[text])};
  if (type != ValueType::kText) std::tie(value.whole, value.real) = numbers[text];
  return value;
}

void PrintedValues::Sorted::SetValues(std::size_t index, ReleasedColumn& filled) const {
  const Column& column = columns_[index];
  if (column.all != nullptr) {
    filled.values = column.all;
    return;
  }
  const auto missing = static_cast<std::uint32_t>(column.order.size());
  std::vector<std::uint32_t> shown;
  std::uint32_t last = missing;
  for (const std::uint32_t code : filled.codes) {
    if (code != last && code != missing) shown.push_back(code);
    last = code;
  }
  if (!std::ranges::is_sorted(shown)) std::ranges::sort(shown);
  shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
  auto values = std::make_shared<std::vector<Value>>();
  values->reserve(shown.size());
  for (const std::uint32_t code : shown) values->push_back(column.ValueOf(code));
  filled.values = std::move(values);
  last = missing;
  auto place = static_cast<std::uint32_t>(shown.size());
  for (std::uint32_t& code : filled.codes) {
    if (code != last) {
      last = code;
      place = static_cast<std::uint32_t>(std::ranges::lower_bound(shown, code) - shown.begin());
    }
    code = place;
  }
}

}  // namespace gauze
