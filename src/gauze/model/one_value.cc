#include "gauze/model/one_value.h"

#include <fmt/format.h>

namespace gauze {

Status CheckOneValue(const ModelContext& context, std::string_view name, bool with_missing,
                     const std::string& where) {
  if (!context.persons) return {};
  const std::uint64_t several =
      with_missing ? context.persons->several_with_missing : context.persons->several;
  if (several == 0) return {};
  return InputError(
      fmt::format("{} is about one value per person, but {} {} several values of column {}{}", name,
                  several, several == 1 ? "person has" : "people have", context.attribute->name,
                  with_missing && context.persons->several < several ? " (or one and none)" : ""),
      where,
      "use l_diversity with kind: frequency or kind: distinct, which count people however many "
      "values they have; or give every person one row");
}

std::string OneValueSql(std::string_view sql, bool with_missing) {
  return fmt::format("SELECT class, value, holds AND (SELECT {} FROM mixed) = 0 AS holds FROM ({})",
                     with_missing ? "with_missing" : "persons", sql);
}

const char* UnitOf(const ModelContext& context) { return context.persons ? "people" : "rows"; }

}  // namespace gauze
