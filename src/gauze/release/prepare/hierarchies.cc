#include "gauze/release/prepare/hierarchies.h"

#include <fmt/format.h>

#include <functional>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/base/text/suggest.h"
#include "gauze/encode/encode.h"
#include "gauze/release/prepare/column_values.h"
#include "gauze/release/prepare/hierarchy_tree.h"
#include "gauze/taxonomy/library/library.h"
#include "gauze/taxonomy/read.h"

namespace gauze {
namespace {

using Covers = std::function<bool(const Value&)>;

// Writes the values that are not covered to the file that was asked for, if any.
Status ListUncovered(const ColumnValues& column, const Covers& covers, const std::string& file) {
  if (file.empty()) return {};
  std::string lines;
  for (const Value& value : column.values) {
    if (!covers(value)) lines += value.text + "\n";
  }
  if (lines.empty()) return {};
  return WriteFile(file, lines, 0600);
}

HierarchyReport ReportOf(const Taxonomy& taxonomy) {
  return {taxonomy.leaves().size(), taxonomy.nodes().size(), taxonomy[Taxonomy::kRoot].height};
}

Result<HierarchyReport> CheckLibrary(const HierarchyCheck& check, const ColumnValues& column) {
  const HierarchyLibrary* library = FindHierarchyLibrary(check.library);
  if (library == nullptr) {
    std::vector<std::string> names;
    for (const HierarchyLibrary& known : HierarchyLibraries()) names.push_back(known.name);
    return InputError(fmt::format("there is no library \"{}\"", check.library), "",
                      DidYouMean(check.library, names));
  }
  const Parameters defaults = LibraryDefaults(*library);
  GAUZE_TRY(ListUncovered(
      column,
      [&](const Value& value) { return library->find(value, column.type, defaults).has_value(); },
      check.missing));
  GAUZE_ASSIGN(const Taxonomy taxonomy,
               FindHierarchyBuilder("library")->build(column, defaults, check.data));
  return ReportOf(taxonomy);
}

Status CheckArguments(const HierarchyCheck& check) {
  if (check.file.empty() == check.library.empty()) {
    return InputError("a hierarchy file or --library is needed, and not both", "",
                      "name the file, or a library with --data and --column");
  }
  if (check.data.empty() != check.column.empty()) {
    return InputError("--data and --column belong together", "",
                      "name the file and the column that the hierarchy should cover");
  }
  if (check.data.empty() && !(check.library.empty() && check.missing.empty())) {
    return InputError("--library and --missing are about a column", "",
                      "name it by --data and --column");
  }
  return {};
}

// A column whose values may be written down.
Result<const PolicyAttribute*> PublishedColumn(const Policy& policy, const std::string& column) {
  const PolicyAttribute* attribute = policy.Find(column);
  if (attribute == nullptr) {
    std::vector<std::string> names;
    for (const PolicyAttribute& listed : policy.attributes) names.push_back(listed.attribute.name);
    return InputError(fmt::format("the policy has no column \"{}\"", column), policy.file,
                      DidYouMean(column, names));
  }
  const Role role = attribute->attribute.role;
  if (role == Role::kIdentifying || role == Role::kEntity || role == Role::kChoice) {
    return InputError(fmt::format("column \"{}\" is {}: its values must not be written to a file",
                                  column, Name(role)),
                      policy.file, "name a column that is published");
  }
  return attribute;
}

Result<ColumnValues> ValuesOf(const Policy& policy, const PolicyAttribute& attribute) {
  if (policy.sources.empty()) {
    return InputError("no source is given", policy.file, "write `source: data.csv` in the policy");
  }
  return ReadColumnValues({.files = policy.sources,
                           .csv = policy.csv,
                           .attribute = attribute.attribute,
                           .markers = policy.missing_markers});
}

}  // namespace

Result<HierarchyReport> CheckHierarchy(const HierarchyCheck& check) {
  GAUZE_TRY(CheckArguments(check));
  ColumnValues column;
  if (!check.library.empty()) {
    GAUZE_ASSIGN(column, ReadColumnValues({.files = {check.data},
                                           .attribute = {.name = check.column},
                                           .markers = check.markers}));
    return CheckLibrary(check, column);
  }
  GAUZE_ASSIGN(const Taxonomy taxonomy, ReadTaxonomy(check.file));
  if (check.data.empty()) return ReportOf(taxonomy);
  GAUZE_ASSIGN(column, ReadColumnValues({.files = {check.data},
                                         .attribute = {.name = check.column},
                                         .markers = check.markers}));
  GAUZE_TRY(ListUncovered(
      column, [&](const Value& value) { return taxonomy.FindLeaf(value.text) != Taxonomy::kRoot; },
      check.missing));
  GAUZE_TRY(Hierarchy::Bind(taxonomy, std::move(column.values), column.type, false,
                            fmt::format("{}, column {}", check.file, check.column)));
  return ReportOf(taxonomy);
}

Result<Taxonomy> BuildHierarchy(const PolicyText& text, const std::string& column,
                                const std::string& source) {
  GAUZE_ASSIGN(Policy policy, LoadPolicy(text));
  if (!source.empty()) policy.sources = {source};
  GAUZE_ASSIGN(const PolicyAttribute* attribute, PublishedColumn(policy, column));
  if (!attribute->hierarchy.file.empty()) return ReadTaxonomy(attribute->hierarchy.file);
  GAUZE_ASSIGN(const ColumnValues values, ValuesOf(policy, *attribute));
  return MakeTaxonomy(attribute->hierarchy, values, attribute->where);
}

Result<Json> ShowHierarchy(const PolicyText& text, const std::string& column) {
  GAUZE_ASSIGN(const Policy policy, LoadPolicy(text));
  GAUZE_ASSIGN(const PolicyAttribute* attribute, PublishedColumn(policy, column));
  GAUZE_ASSIGN(const ColumnValues values, ValuesOf(policy, *attribute));
  GAUZE_ASSIGN(const Taxonomy taxonomy,
               attribute->hierarchy.file.empty()
                   ? MakeTaxonomy(attribute->hierarchy, values, attribute->where)
                   : ReadTaxonomy(attribute->hierarchy.file));
  return HierarchyTree(taxonomy, values);
}

}  // namespace gauze
