#pragma once

#include <string>
#include <vector>

#include "gauze/policy/policy.h"

namespace gauze {

// Everything a policy may name in this build.
const Catalog& TheCatalog();

// Everything that has a descriptor, by what it is: what `gauze models` lists.
struct CatalogSection {
  std::string title;
  std::vector<const Descriptor*> descriptors;
};
std::vector<CatalogSection> CatalogSections();

inline constexpr const char* kVersion = GAUZE_VERSION;

}  // namespace gauze
