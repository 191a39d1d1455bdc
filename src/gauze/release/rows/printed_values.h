#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/release/rows/text_numbers.h"
#include "gauze/table/released_table.h"

// Private to sorted_runs.cc: what the columns of a release print, over all of its regions.

namespace gauze {

// Each distinct value of a column has a number, in the order of arrival: rows of different regions
// can be kept as numbers, and compared by them once all values are known and sorted. There may be
// one for every class, so they take little more than their bytes.
class PrintedValues {
 public:
  using Numbers = std::vector<std::uint32_t>;
  static constexpr std::uint32_t kMissing = 0;  // values are numbered from 1

  // Dictionaries that many tables share, by column: they are numbered once.
  using Shared = std::map<std::string, std::shared_ptr<const std::vector<Value>>>;
  explicit PrintedValues(Shared shared) : shared_(std::move(shared)) {}

  // The number of each value of each column of the table, and one more for a missing cell; null for
  // a column that has no values but keys or texts. All tables have the same columns.
  std::vector<std::shared_ptr<const Numbers>> NumbersOf(const ReleasedTable& table);

  // What has come since it was asked last, for a file; and back.
  std::string TakeNew();
  void AddNew(std::string_view bytes);

  // After the last table. Codes of a column compare like what they print.
  class Sorted {
   public:
    std::size_t columns() const { return columns_.size(); }
    const std::string& name(std::size_t column) const { return columns_[column].name; }
    ValueType type(std::size_t column) const { return columns_[column].type; }
    // By number.
    const Numbers& codes(std::size_t column) const { return columns_[column].codes; }

    // Fills in the values of a column that has these codes. A short list is shared by all tables;
    // each table has its own copy of a long one, and codes of that.
    void SetValues(std::size_t column, ReleasedColumn& filled) const;

   private:
    friend class PrintedValues;
    struct Column {
      std::string name;
      ValueType type = ValueType::kText;
      TextNumbers texts;
      std::vector<std::pair<std::int64_t, double>> numbers;  // behind the texts, for numeric types
      std::vector<std::uint32_t> order;                      // text by code
      Numbers codes;
      std::shared_ptr<const std::vector<Value>> all;  // of a short list

      Value ValueOf(std::uint32_t code) const;
      void Sort();
    };
    std::vector<Column> columns_;
  };
  Sorted Sort();

 private:
  struct Column {
    Sorted::Column values;
    std::size_t told = 0;  // of them, by TakeNew
    std::shared_ptr<const Numbers> of_shared;

    std::uint32_t NumberOf(std::string_view text, std::int64_t whole, double real);
    Numbers NumbersOf(const std::vector<Value>& listed);
  };

  Shared shared_;
  std::vector<Column> columns_;
};

}  // namespace gauze
