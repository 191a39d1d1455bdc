#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gauze/labels/column_domain.h"

// Releases by any tool, as somebody reads them who knows their columns (description.h), and people
// whom that somebody knows.

namespace gauze::labels {

// A released quasi-identifier.
struct AnyColumn {
  std::string name;
  std::vector<std::uint64_t> rows;  // by label
  std::vector<Label> labels;        // different ones; what is not tight has nothing certain
  std::uint64_t ambiguous = 0;      // labels that are nodes, and would be other values as ranges
  bool tight = false;               // something is certain
  std::string why;                  // labels are taken to be tight, or not; for people

  std::array<std::uint64_t, kKinds> CountKinds() const;  // of different labels
};

struct AnyRelease {
  using Shares =
      std::vector<std::pair<std::uint32_t, std::uint64_t>>;  // values, ascending, and rows

  std::string file;
  std::vector<AnyColumn> columns;
  // Rows that show the same labels are a class.
  std::vector<std::uint32_t> class_labels;  // columns.size() to a class
  std::vector<std::uint64_t> class_rows;
  std::vector<std::vector<Shares>> class_values;  // [sensitive column][class]
  std::uint64_t rows = 0;

  std::size_t classes() const { return class_rows.size(); }
  const Label& LabelOf(std::size_t one, std::size_t column) const {
    return columns[column].labels[class_labels[one * columns.size() + column]];
  }
};

// People who are alike in what is known of them are one entry.
struct KnownPeople {
  static constexpr std::uint32_t kNoValue = ~std::uint32_t{0};

  std::vector<Code> places;        // of the domains, one for each quasi-identifier
  std::vector<std::uint32_t> own;  // number of the value, one for each sensitive column
  std::vector<std::uint64_t> rows;
  std::uint64_t people = 0;

  std::size_t size() const { return rows.size(); }
};

struct Scene {
  std::vector<std::string> quasi_identifiers;
  std::vector<bool> known;  // by quasi-identifier: whoever looks for a person knows it of them
  std::vector<std::string> sensitive;
  std::vector<ColumnDomain> domains;      // by quasi-identifier; shared by all releases
  std::vector<std::vector<Cell>> values;  // of each sensitive column, in all releases
  std::vector<AnyRelease> releases;
  std::vector<KnownPeople> people;    // one for each table that was asked for
  std::vector<std::string> left_out;  // columns, each with the reason, for people
};

}  // namespace gauze::labels
