#pragma once

#include <memory>
#include <string>

#include "gauze/model/class_model.h"

// Private to t_closeness*.cc.

namespace gauze {

// The condition by the distance that the parameters name.
Result<std::unique_ptr<ClassModel>> MakeTCloseness(const Parameters& parameters,
                                                   const ModelContext& context,
                                                   const std::string& where);

// The same condition as SQL: see ModelEntry::verification_sql.
std::string TClosenessSql(const Parameters& parameters, bool persons);

}  // namespace gauze
