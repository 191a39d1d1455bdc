#include "gauze/attack/personal/personal_columns.h"

#include <algorithm>

namespace gauze {

std::vector<PersonalColumn> PersonalColumns(const Policy& policy) {
  std::vector<PersonalColumn> columns;
  if (!policy.personal) return columns;
  for (const PersonalSection::Column& column : policy.personal->columns) {
    columns.push_back({.attribute = policy.Find(column.name),
                       .graded = !column.aliases,
                       .safe = column.aliases == AliasMode::kSafe,
                       .choice = column.choice,
                       .missing_choice = policy.personal->missing_choice});
  }
  return columns;
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
