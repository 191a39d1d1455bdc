#include "gauze/attack/personal_columns.h"

#include <algorithm>

namespace gauze {

std::vector<PersonalColumn> PersonalColumns(const Policy& policy) {
  (void)policy;
  return {};
}

const PersonalColumn* FindPersonal(const std::vector<PersonalColumn>& columns,
                                   const std::string& name) {
  const auto found = std::ranges::find_if(columns, [&](const PersonalColumn& column) {
    return column.attribute->attribute.name == name;
  });
  return found == columns.end() ? nullptr : &*found;
}

bool IsAlias(std::string_view cell) {
  constexpr std::size_t kLetters = 10;
  return cell.size() == kLetters + 1 && cell.starts_with('~') &&
         std::ranges::all_of(cell.substr(1), [](char letter) {
           return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
         });
}

}  // namespace gauze
