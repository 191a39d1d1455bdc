#include "gauze/table/table.h"

#include <algorithm>

namespace gauze {

std::vector<std::size_t> Table::WithRole(Role role) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (attributes[i].role == role) found.push_back(i);
  }
  return found;
}

std::size_t Table::Find(std::string_view name) const {
  return static_cast<std::size_t>(std::ranges::find(attributes, name, &Attribute::name) -
                                  attributes.begin());
}

}  // namespace gauze
