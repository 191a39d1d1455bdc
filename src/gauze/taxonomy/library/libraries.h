#pragma once

#include "gauze/taxonomy/library/library.h"

// Their names for list.cc.

namespace gauze {

HierarchyLibrary AgeLibrary();
HierarchyLibrary AtcLibrary();
HierarchyLibrary CountryLibrary();
HierarchyLibrary Icd10Library();
HierarchyLibrary Icd9CmLibrary();
HierarchyLibrary Isco08Library();
HierarchyLibrary Nace2Library();
HierarchyLibrary UsStateLibrary();
HierarchyLibrary UsZipLibrary();

}  // namespace gauze
