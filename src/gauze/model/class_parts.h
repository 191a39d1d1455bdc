#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "gauze/model/class_model.h"
#include "gauze/policy/policy.h"
#include "gauze/taxonomy/coded_table.h"

// A promise about several columns at once, taken apart into conditions on the classes of a release:
// if every class keeps every part, the release keeps the promise. For promises whose file is judged
// as a whole and not class by class. Adding one is one file and one line in class_parts.cc.

namespace gauze {

// One condition. Its counts are rows per code of one attribute, or rows per combination of several.
struct ClassPart {
  std::unique_ptr<ClassModel> model;
  std::optional<std::size_t> attribute;
  // The combination that each tuple of the table has, and how many there are. Null with an
  // attribute.
  std::shared_ptr<const CodeColumn> combination;
  Code combinations = 0;
};

struct ClassPartsEntry {
  std::string_view name;  // of the promise
  // Unions of classes that satisfy every part always satisfy it. A table without tuples has no
  // combinations.
  Result<std::vector<ClassPart>> (*make)(const PolicyEntry& promise, const CodedTable& coded);
};

// Null if the promise has no such form.
const ClassPartsEntry* FindClassParts(std::string_view name);

}  // namespace gauze
