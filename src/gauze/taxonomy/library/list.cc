#include <algorithm>

#include "gauze/taxonomy/library/libraries.h"

namespace gauze {

const std::vector<HierarchyLibrary>& HierarchyLibraries() {
  static const std::vector<HierarchyLibrary> libraries = {
      Icd9CmLibrary(), Icd10Library(),  AtcLibrary(),   CountryLibrary(), UsStateLibrary(),
      UsZipLibrary(),  Isco08Library(), Nace2Library(), AgeLibrary(),
  };
  return libraries;
}

const HierarchyLibrary* FindHierarchyLibrary(std::string_view name) {
  const auto& libraries = HierarchyLibraries();
  const auto found = std::ranges::find(libraries, name, &HierarchyLibrary::name);
  return found == libraries.end() ? nullptr : &*found;
}

Parameters LibraryDefaults(const HierarchyLibrary& library) {
  const auto parameters = Parameters::Make(FindHierarchyBuilder("library")->descriptor,
                                           {{"name", library.name, ""}}, "");
  Check(parameters.has_value(), "every library is a choice of the builder, and has defaults");
  return *parameters;
}

}  // namespace gauze
