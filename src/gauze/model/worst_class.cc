#include "gauze/model/worst_class.h"

#include <fmt/format.h>

#include "gauze/base/counted.h"

namespace gauze {

std::string OneOfClasses(const char* which, const WorstClass& worst) {
  if (worst.classes == 1) return "the only class";
  return fmt::format("the {} of {} classes", which, Grouped(worst.classes));
}

std::string InWorstClass(const WorstClass& worst) { return "in " + OneOfClasses("worst", worst); }

}  // namespace gauze
