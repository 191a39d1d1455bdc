#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/descriptor.h"
#include "gauze/taxonomy/builders/builder.h"

// Hierarchies that are the same for everybody: classifications of diseases, medicines, places,
// occupations. `hierarchy: {library: icd10}` names one. Adding one is a data file in
// data/hierarchies (or none, where a rule is enough), one source file here, its name in libraries.h
// and list.cc, fifty codes in library_test.cc, and a section in docs/hierarchies.md.

namespace gauze {

// Where a value stands in a library.
struct LibraryPlace {
  std::string order;               // places are neighbours by it, compared byte by byte
  std::vector<std::string> above;  // labels, the nearest first, without the root
};

struct HierarchyLibrary {
  std::string name;   // as written in a policy
  std::string title;  // what it is, with its edition
  // Words in names of columns that speak for it, in small letters.
  std::vector<std::string> words;
  // Nothing if the library does not know the value. `parameters` are those of the builder
  // `library`. Depends on nothing else, so a value has the same place in every table. No label is
  // a spelling that the library knows: a column may hold codes of different lengths.
  std::optional<LibraryPlace> (*find)(const Value& value, ValueType type,
                                      const Parameters& parameters);
};

const std::vector<HierarchyLibrary>& HierarchyLibraries();

// nullptr if there is none of that name.
const HierarchyLibrary* FindHierarchyLibrary(std::string_view name);

// The parameters that a policy gets with `{library: NAME}`.
Parameters LibraryDefaults(const HierarchyLibrary& library);

}  // namespace gauze
