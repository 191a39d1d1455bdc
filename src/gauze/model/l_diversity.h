#pragma once

#include <memory>
#include <string>

#include "gauze/model/class_model.h"

// Private to l_diversity*.cc.

namespace gauze {

// The condition of the kind that the parameters name.
Result<std::unique_ptr<ClassModel>> MakeLDiversity(const Parameters& parameters,
                                                   const ModelContext& context,
                                                   const std::string& where);

// The same condition as SQL: see ModelEntry::verification_sql.
std::string LDiversitySql(const Parameters& parameters, bool persons);

}  // namespace gauze
