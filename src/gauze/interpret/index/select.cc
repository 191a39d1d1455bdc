// Which rows a question is about.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "gauze/base/read_number.h"
#include "gauze/interpret/index/vault_index.h"

namespace gauze {
namespace {

// Rows that pass the test, from the index: as many steps as rows.
std::uint64_t RowsOf(const ColumnTest& test) {
  std::uint64_t rows = 0;
  for (const Code code : test.codes) {
    rows += test.column->starts[code + 1] - test.column->starts[code];
  }
  return rows;
}

// Whether a code passes, for each code.
std::vector<std::uint8_t> PassesOf(const ColumnTest& test) {
  std::vector<std::uint8_t> passes(test.column->shown.size(), 0);
  for (const Code code : test.codes) passes[code] = 1;
  return passes;
}

void CollectFromIndex(const ColumnTest& test, Bits& rows) {
  for (const Code code : test.codes) {
    const auto& column = *test.column;
    for (std::uint32_t i = column.starts[code]; i < column.starts[code + 1]; ++i) {
      rows.Set(column.rows_by_shown[i]);
    }
  }
}

void CollectByScan(const ColumnTest& test, Bits& rows) {
  const auto passes = PassesOf(test);
  test.column->shown_codes.Visit([&](const auto& codes) {
    for (std::size_t word = 0; word < rows.words().size(); ++word) {
      const std::size_t from = word * 64;
      const std::size_t count = std::min<std::size_t>(64, codes.size() - from);
      std::uint64_t bits = 0;
      for (std::size_t i = 0; i < count; ++i) bits |= std::uint64_t{passes[codes[from + i]]} << i;
      rows.words()[word] = bits;
    }
  });
}

void Keep(const ColumnTest& test, Bits& rows) {
  const auto passes = PassesOf(test);
  test.column->shown_codes.Visit([&](const auto& codes) {
    for (std::size_t word = 0; word < rows.words().size(); ++word) {
      const std::uint64_t before = rows.words()[word];
      std::uint64_t kept = 0;
      for (std::uint64_t left = before; left != 0; left &= left - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(left));
        kept |= std::uint64_t{passes[codes[word * 64 + i]]} << i;
      }
      rows.words()[word] = kept;
    }
  });
}

}  // namespace

std::optional<ColumnTest> TestOf(const HeldColumn& column, const Condition& condition) {
  ColumnTest test{.column = &column};
  const auto text_of = [&](Code code) -> const std::string& { return column.shown[code]; };
  const auto number_of = [&](Code code) { return column.numbers[code]; };
  for (const std::string& value : condition.values) {
    const auto number = ReadAll<double>(value);
    if (column.IsNumber() && number) {
      const auto same = std::ranges::equal_range(column.by_number, *number, {}, number_of);
      if (same.empty()) return std::nullopt;
      std::ranges::copy(same, std::back_inserter(test.codes));
    } else {
      const auto found = std::ranges::lower_bound(column.by_text, value, {}, text_of);
      if (found == column.by_text.end() || column.shown[*found] != value) return std::nullopt;
      test.codes.push_back(*found);
    }
  }
  if (!condition.values.empty()) return test;
  if (!column.IsNumber()) return std::nullopt;
  auto first = column.by_number.begin();
  auto last = column.by_number.end();
  if (condition.from) {
    first = condition.from->included
                ? std::ranges::lower_bound(column.by_number, condition.from->at, {}, number_of)
                : std::ranges::upper_bound(column.by_number, condition.from->at, {}, number_of);
  }
  if (condition.to) {
    last = condition.to->included
               ? std::ranges::upper_bound(column.by_number, condition.to->at, {}, number_of)
               : std::ranges::lower_bound(column.by_number, condition.to->at, {}, number_of);
  }
  if (first < last) test.codes.assign(first, last);
  return test;
}

std::vector<Code> OwnValuesOf(const HeldColumn& column, Code shown) {
  if (column.IsShown()) return {shown};
  std::vector<Code> own;
  if (column.kind == VaultKind::kGraded) {
    const auto same = std::ranges::equal_range(column.own_by_grade, column.numbers[shown], {},
                                               &std::pair<double, Code>::first);
    for (const auto& [grade, code] : same) own.push_back(code);
    return own;
  }
  const auto found = std::ranges::find(column.own, column.means[shown]);
  if (found != column.own.end()) own.push_back(static_cast<Code>(found - column.own.begin()));
  return own;
}

RowFilter::RowFilter(std::span<const ColumnTest> tests) {
  for (const ColumnTest& test : tests)
    tests_.push_back({&test.column->shown_codes, PassesOf(test)});
}

bool RowFilter::Passes(std::size_t row) const {
  return std::ranges::all_of(
      tests_, [&](const Test& test) { return test.passes[test.codes->Get(row)] != 0; });
}

bool VaultIndex::HasPersons(std::uint32_t k, std::span<const ColumnTest> tests) const {
  Check(group_of().empty(), "rows must be groups");
  if (tests.empty()) return persons_ >= k;
  const auto narrowest = std::ranges::min_element(tests, {}, RowsOf);
  const RowFilter filter(tests);
  std::uint64_t persons = 0;
  constexpr int kMostLooks = 4096;  // well below the cost of a pass
  int looks = 0;
  for (const Code code : narrowest->codes) {
    const HeldColumn& column = *narrowest->column;
    for (std::uint32_t i = column.starts[code]; i < column.starts[code + 1]; ++i) {
      const std::uint32_t row = column.rows_by_shown[i];
      if (++looks > kMostLooks) return false;
      if (!filter.Passes(row)) continue;
      persons += sizes().empty() ? 1 : sizes()[row];
      if (persons >= k) return true;
    }
  }
  return false;
}

bool VaultIndex::Show(const HeldColumn& column, Code shown, std::uint32_t k,
                      const Bits* among) const {
  // Rows with a code are in rising order, so their groups are, too.
  std::uint32_t persons = 0;
  std::uint32_t last = std::numeric_limits<std::uint32_t>::max();
  for (std::uint32_t i = column.starts[shown]; i < column.starts[shown + 1] && persons < k; ++i) {
    const std::uint32_t row = column.rows_by_shown[i];
    if (among != nullptr && !among->Has(row)) continue;
    const std::uint32_t group = group_of().empty() ? row : group_of()[row];
    if (group != last) persons += sizes().empty() ? 1 : sizes()[group];
    last = group;
  }
  return persons >= k;
}

Bits VaultIndex::Select(std::span<const ColumnTest> tests) const {
  if (tests.empty()) return Bits(rows_, true);
  const auto narrowest = std::ranges::min_element(tests, {}, RowsOf);
  Bits rows(rows_);
  // Setting single bits here and there costs several times as much as filling words in order.
  constexpr std::uint64_t kScanIsCheaper = 8;
  if (RowsOf(*narrowest) * kScanIsCheaper < rows_) {
    CollectFromIndex(*narrowest, rows);
  } else {
    CollectByScan(*narrowest, rows);
  }
  for (auto test = tests.begin(); test != tests.end(); ++test) {
    if (test != narrowest) Keep(*test, rows);
  }
  return rows;
}

}  // namespace gauze
