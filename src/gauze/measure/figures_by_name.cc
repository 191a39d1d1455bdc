#include "gauze/measure/figures_by_name.h"

#include <algorithm>
#include <cmath>

#include "gauze/base/counted.h"

namespace gauze {

std::optional<double> FiguresByName::Find(std::string_view name) const {
  const auto found = std::ranges::find(figures_, name, &Figure::name);
  return found == figures_.end() ? std::nullopt : std::optional(found->value);
}

std::string FiguresByName::Count(std::string_view name) const {
  return Grouped(static_cast<std::uint64_t>(std::llround((*this)[name])));
}

std::string FiguresByName::Count(std::string_view name, const char* one, const char* many) const {
  return Counted(static_cast<std::uint64_t>(std::llround((*this)[name])), one, many);
}

std::string FiguresByName::Share(std::string_view name) const { return Percentage((*this)[name]); }

std::vector<std::string> FiguresByName::Columns(std::string_view begin,
                                                std::string_view end) const {
  std::vector<std::string> columns;
  for (const Figure& figure : figures_) {
    const std::string_view name = figure.name;
    if (name.size() <= begin.size() + end.size()) continue;
    if (!name.starts_with(begin) || !name.ends_with(end)) continue;
    columns.emplace_back(name.substr(begin.size(), name.size() - begin.size() - end.size()));
  }
  return columns;
}

}  // namespace gauze
