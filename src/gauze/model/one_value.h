#pragma once

#include <string>
#include <string_view>

#include "gauze/model/class_model.h"

// For models that are statements about one value per person: entropy, recursion, closeness,
// proximity, and those of sets. If everybody has one value of the attribute in the whole table,
// however many rows, persons are counted instead of rows and nothing else changes. If somebody
// has several, the model says nothing of what that person has, and is refused.

namespace gauze {

// Refuses persons with several values and says what counts them. `name` for the message:
// "t_closeness". `with_missing`: missing is a value, too; otherwise rows without one do not count.
Status CheckOneValue(const ModelContext& context, std::string_view name, bool with_missing,
                     const std::string& where);

// The same for the verifier: a verification_sql that holds for no class if somebody has several
// values in the file.
std::string OneValueSql(std::string_view sql, bool with_missing);

// What is counted, for messages: "rows" or "people".
const char* UnitOf(const ModelContext& context);

}  // namespace gauze
