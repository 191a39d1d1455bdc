#include "gauze/policy/personal_section.h"

#include <algorithm>

namespace gauze {

const PersonalSection::Column* PersonalSection::Find(std::string_view name) const {
  const auto found = std::ranges::find(columns, name, &Column::name);
  return found == columns.end() ? nullptr : &*found;
}

bool PersonalSection::Asks(std::string_view choice) const {
  return std::ranges::find(columns, choice, &Column::choice) != columns.end();
}

}  // namespace gauze
