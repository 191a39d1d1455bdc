#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/interpret/index/bits.h"
#include "gauze/interpret/index/held_rows.h"
#include "gauze/interpret/query/query.h"
#include "gauze/table/code_column.h"
#include "gauze/vault/vault.h"

// A vault made ready for counting: what the trusted server holds of a release in memory. Immutable,
// so any number of threads share it.
//
// Counts first: where every row is somebody else's, rows that are alike in all they show and own
// are held once, as a group of so many persons. Where persons have several rows, each person is a
// group of one, and their rows lie side by side. So "row" means a row held, "group" what is
// counted.
//
// Memory: for each column and row held 4 bytes to find rows by their cell, and 1, 2 or 4 bytes each
// for the shown and the own value.

namespace gauze {

// What a released column shows, and the values behind it.
struct HeldColumn {
  std::string name;
  VaultKind kind = VaultKind::kReleased;
  std::vector<std::string> shown;
  std::vector<std::string> own;      // empty if only what is shown can be asked for
  std::vector<std::string> means;    // code of shown -> what the cell stands for
  std::vector<bool> alias;           // code of shown -> whether the cell is an alias
  std::vector<std::uint8_t> choice;  // code of shown -> what its people chose; empty: nothing
  std::vector<double> numbers;       // code of shown -> its number or NaN; empty: no order
  std::vector<VaultCategory> categories;
  std::vector<std::pair<double, Code>> own_by_grade;  // of a graded column, sorted
  CodeColumn shown_codes{1, 0};
  CodeColumn hidden_codes{1, 0};  // of own values; empty if they are what is shown
  // Rows in the order of what they show: those with code c are [starts[c], starts[c + 1]).
  std::vector<std::uint32_t> rows_by_shown;
  std::vector<std::uint32_t> starts;
  std::vector<Code> by_text;    // codes of shown, sorted by text
  std::vector<Code> by_number;  // those that are numbers, sorted by size

  bool IsNumber() const { return !numbers.empty(); }
  // Nothing is known here of what people own but what they show: so it is of safe columns, too.
  bool IsShown() const { return kind == VaultKind::kReleased || kind == VaultKind::kSafe; }
  const std::vector<std::string>& Own() const { return IsShown() ? shown : own; }
  const CodeColumn& OwnCodes() const { return IsShown() ? shown_codes : hidden_codes; }
};

// The rows that show one of these codes.
struct ColumnTest {
  const HeldColumn* column = nullptr;
  std::vector<Code> codes;
};

// Tests made ready to look at single rows; of none, every row passes.
class RowFilter {
 public:
  explicit RowFilter(std::span<const ColumnTest> tests);
  bool Passes(std::size_t row) const;

 private:
  struct Test {
    const CodeColumn* codes = nullptr;
    std::vector<std::uint8_t> passes;  // of each code
  };
  std::vector<Test> tests_;
};

// The test that a condition on this column makes. Nothing if it names a value that nobody shows, or
// is a range and the column has no order.
std::optional<ColumnTest> TestOf(const HeldColumn& column, const Condition& condition);

// Codes of the own values that a shown cell stands for; of safe columns, the cell itself.
std::vector<Code> OwnValuesOf(const HeldColumn& column, Code shown);

class VaultIndex {
 public:
  // An error if the vault contradicts itself.
  static Result<VaultIndex> Make(Vault vault);

  const std::string& release() const { return release_; }
  std::size_t rows() const { return rows_; }
  std::size_t groups() const { return groups_; }
  // The group of a row never falls from one row to the next. Empty: row i is group i.
  const std::vector<std::uint32_t>& group_of() const { return held_.persons; }
  // Persons of each group. Empty: 1 each.
  const std::vector<std::uint32_t>& sizes() const { return held_.sizes; }

  // The tag of a person by their name in the entity column, and the group that has it: nothing if
  // there is no such person, or nobody can be found in this vault.
  PersonTag TagOfPerson(std::string_view name) const { return TagOf(tag_key_, name); }
  std::optional<std::uint32_t> FindPerson(const PersonTag& tag) const;
  // The rows of a group that was found: from the first to before the second.
  std::pair<std::size_t, std::size_t> RowsOfGroup(std::uint32_t group) const;

  // Null if there is no such column.
  const HeldColumn* Find(std::string_view column) const;
  const std::vector<HeldColumn>& columns() const { return columns_; }

  // Rows that pass all tests. About a nanosecond for each row of the table, less where a test
  // leaves few of them.
  Bits Select(std::span<const ColumnTest> tests) const;

  // Whether the rows that pass all tests are those of at least k persons, if a few thousand looks
  // show it; if not, that says nothing. For rows that are groups.
  bool HasPersons(std::uint32_t k, std::span<const ColumnTest> tests) const;

  // Whether at least k persons show this cell; if `among` is given, in these rows.
  bool Show(const HeldColumn& column, Code shown, std::uint32_t k,
            const Bits* among = nullptr) const;

  // Groups that have one of the rows.
  Bits GroupsOf(const Bits& rows) const;

 private:
  std::string release_;
  HeldRows held_;
  std::uint64_t persons_ = 0;
  std::size_t rows_ = 0;
  std::size_t groups_ = 0;
  std::vector<HeldColumn> columns_;
  KeyBytes tag_key_{};
  std::vector<std::pair<PersonTag, std::uint32_t>> group_of_tag_;  // sorted
};

}  // namespace gauze
