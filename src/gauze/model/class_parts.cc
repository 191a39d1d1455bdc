#include "gauze/model/class_parts.h"

#include <algorithm>

namespace gauze {

ClassPartsEntry FreeformParts();

const ClassPartsEntry* FindClassParts(std::string_view name) {
  static const std::vector<ClassPartsEntry> kList = {
      FreeformParts(),
  };
  const auto found = std::ranges::find(kList, name, &ClassPartsEntry::name);
  return found == kList.end() ? nullptr : &*found;
}

}  // namespace gauze
