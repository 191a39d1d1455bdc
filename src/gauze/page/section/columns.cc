#include <algorithm>
#include <array>
#include <utility>

#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

constexpr std::array<std::pair<std::string_view, const char*>, 6> kRoles = {
    {{"quasi_identifying", "could give a person away together with others; made coarser"},
     {"sensitive", "what must not be learnt about a person"},
     {"quasi_sensitive", "can add up to something that must not be learnt"},
     {"insensitive", "released as it is"},
     {"entity", "says which rows belong to one person; never released"},
     {"identifying", "names a person, or is better left out; never released"}}};

std::string Meaning(std::string_view role) {
  for (const auto& [name, meaning] : kRoles) {
    if (name == role) return meaning;
  }
  return Spoken(role);
}

Html NamesOf(const Entry& names) {
  Html list;
  for (const Entry& name : names.items())
    list += (list.empty() ? Html() : Words(", ")) + Named(name.text());
  return list.empty() ? Words("not released") : list;
}

// Columns of one role share a line, in the order of roles above.
Html ByRole(const std::vector<Entry>& columns) {
  std::vector<std::pair<std::string, Html>> roles;
  for (const auto& [role, meaning] : kRoles) roles.emplace_back(role, Html());
  for (const Entry& column : columns) {
    const std::string role = column["role"].text();
    auto line = std::ranges::find(roles, role, &std::pair<std::string, Html>::first);
    if (line == roles.end()) line = roles.insert(line, {role, Html()});
    line->second += (line->second.empty() ? Html() : Words(", ")) + Named(column["name"].text());
  }
  std::vector<std::vector<Html>> rows;
  for (const auto& [role, names] : roles) {
    if (!names.empty()) rows.push_back({Words(Meaning(role)), names});
  }
  return TableOf({"what it is", "columns"}, rows);
}

Html ShowColumns(const Entry& evidence) {
  const Entry columns = evidence["about"]["columns"];
  const std::vector<Entry> all = columns.items();
  if (all.empty()) return {};
  std::vector<std::vector<Html>> rows;
  for (const Entry& column : all) {
    rows.push_back({Named(column["name"].text()), Words(Meaning(column["role"].text())),
                    Named(column["type"].text()), NamesOf(column["released_as"])});
  }
  return ByRole(all) +
         Folded("Every column with its type",
                TableOf({"column", "what it is", "type", "released as"}, rows)) +
         LeftOut(columns, rows.size(), "columns");
}

}  // namespace

Section ColumnsSection() { return {"columns", "What became of each column?", ShowColumns}; }

}  // namespace gauze::page
