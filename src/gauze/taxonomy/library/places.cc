#include <fmt/format.h>

#include <unordered_map>

#include "gauze/taxonomy/library/libraries.h"
#include "gauze/taxonomy/library/library_data.h"
#include "gauze/taxonomy/library/spelling.h"

// Places by their codes or names.

namespace gauze {
namespace {

// A data file of names (data/hierarchies/README.md). Immutable.
class NameTable {
 public:
  explicit NameTable(std::string_view file) {
    const auto records = LibraryRecords(file);
    for (std::size_t i = 1; i < records.size(); ++i) {
      auto& above = above_.emplace_back();
      for (std::size_t j = 0; j < records[i].size(); ++j) {
        const std::string_view heading = records[0][j];
        if (heading.starts_with("code") || heading.starts_with("name")) {
          AddSpellings(records[i][j], i - 1);
        } else if (!records[i][j].empty()) {
          above.push_back(records[i][j]);
        }
      }
    }
  }

  std::optional<LibraryPlace> Find(std::string_view text) const {
    const auto found = line_of_.find(NameSpelling(text));
    if (found == line_of_.end()) return std::nullopt;
    return LibraryPlace{fmt::format("{:04}", found->second), above_[found->second]};
  }

 private:
  void AddSpellings(std::string_view cell, std::size_t line) {
    while (true) {
      const std::size_t bar = cell.find('|');
      const bool fresh = line_of_.emplace(NameSpelling(cell.substr(0, bar)), line).second;
      Check(fresh, "a spelling means one place");
      if (bar == std::string_view::npos) return;
      cell.remove_prefix(bar + 1);
    }
  }

  std::vector<std::vector<std::string>> above_;  // of each line
  std::unordered_map<std::string, std::size_t> line_of_;
};

std::optional<LibraryPlace> FindCountry(const Value& value, ValueType /*type*/,
                                        const Parameters& /*parameters*/) {
  static const NameTable table("countries");
  return table.Find(value.text);
}

std::optional<LibraryPlace> FindState(const Value& value, ValueType /*type*/,
                                      const Parameters& /*parameters*/) {
  static const NameTable table("us_states");
  return table.Find(value.text);
}

}  // namespace

HierarchyLibrary CountryLibrary() {
  return {.name = "countries",
          .title =
              "countries (ISO 3166-1 codes or English names): area, subregion and region of "
              "the UN's M49",
          .words = {"country", "nationality", "birthplace"},
          .find = FindCountry};
}

HierarchyLibrary UsStateLibrary() {
  return {.name = "us_states",
          .title = "states of the USA (postal codes or names): division and region of the census",
          .words = {"state"},
          .find = FindState};
}

}  // namespace gauze
