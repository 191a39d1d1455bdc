#include <array>
#include <utility>

#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

constexpr std::array<std::pair<std::string_view, const char*>, 6> kRoles = {
    {{"identifying", "names a person; never released"},
     {"entity", "says which rows belong to one person; never released"},
     {"quasi_identifying", "could give a person away together with others; made coarser"},
     {"sensitive", "what must not be learnt about a person"},
     {"quasi_sensitive", "can add up to something that must not be learnt"},
     {"insensitive", "released as it is"}}};

std::string Meaning(std::string_view role) {
  for (const auto& [name, meaning] : kRoles) {
    if (name == role) return meaning;
  }
  return Spoken(role);
}

Html ReleasedAs(const Entry& names) {
  Html list;
  for (const Entry& name : names.items())
    list += (list.empty() ? Html() : Words(", ")) + Named(name.text());
  return list.empty() ? Words("not released") : list;
}

Html ShowColumns(const Entry& evidence) {
  const Entry columns = evidence["about"]["columns"];
  std::vector<std::vector<Html>> rows;
  for (const Entry& column : columns.items()) {
    rows.push_back({Named(column["name"].text()), Words(Meaning(column["role"].text())),
                    Named(column["type"].text()), ReleasedAs(column["released_as"])});
  }
  if (rows.empty()) return {};
  return TableOf({"column", "what it is", "type", "released as"}, rows) +
         LeftOut(columns, rows.size(), "columns");
}

}  // namespace

Section ColumnsSection() { return {"columns", "What became of each column?", ShowColumns}; }

}  // namespace gauze::page
