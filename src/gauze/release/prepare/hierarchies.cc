#include "gauze/release/prepare/hierarchies.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/suggest.h"
#include "gauze/encode/encode.h"
#include "gauze/engine/profile/profile.h"
#include "gauze/engine/read/source.h"
#include "gauze/taxonomy/read.h"

namespace gauze {
namespace {

// One column of a file, encoded as a policy with that column alone would.
Result<CodedTable> EncodeColumn(const std::vector<std::string>& sources, const CsvDialect& dialect,
                                PolicyAttribute attribute,
                                const std::vector<std::string>& markers) {
  GAUZE_ASSIGN(Database database, Database::Open({}));
  GAUZE_ASSIGN(const SourceColumns columns, OpenSource(database, sources, dialect, "source"));
  const std::string name = attribute.attribute.name;
  if (std::ranges::find(columns.names, name) == columns.names.end()) {
    return InputError(fmt::format("the data has no column \"{}\"", name), sources.front(),
                      DidYouMean(name, columns.names));
  }
  attribute.attribute.role = Role::kQuasiIdentifying;
  Policy policy;
  policy.missing_markers = markers;
  policy.attributes.push_back(std::move(attribute));
  GAUZE_ASSIGN(RawTable raw, CountColumn(database, "source", name));
  return Encode(std::move(raw), policy, {});
}

}  // namespace

Result<HierarchyReport> CheckHierarchy(const std::string& file, const std::string& data,
                                       const std::string& column) {
  GAUZE_ASSIGN(const Taxonomy taxonomy, ReadTaxonomy(file));
  if (data.empty() != column.empty()) {
    return InputError("--data and --column belong together", "",
                      "name the file and the column that the hierarchy should cover");
  }
  if (!data.empty()) {
    PolicyAttribute attribute;
    attribute.attribute.name = column;
    attribute.hierarchy.file = file;
    GAUZE_TRY(EncodeColumn({data}, {}, std::move(attribute), {}));
  }
  return HierarchyReport{taxonomy.leaves().size(), taxonomy.nodes().size(),
                         taxonomy[Taxonomy::kRoot].height};
}

Result<Taxonomy> BuildHierarchy(const PolicyText& text, const std::string& column,
                                const std::string& source) {
  GAUZE_ASSIGN(Policy policy, LoadPolicy(text));
  if (!source.empty()) policy.sources = {source};
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
  if (!attribute->hierarchy.file.empty()) return ReadTaxonomy(attribute->hierarchy.file);
  if (policy.sources.empty()) {
    return InputError("no source is given", policy.file, "write `source: data.csv` in the policy");
  }
  GAUZE_ASSIGN(const CodedTable coded,
               EncodeColumn(policy.sources, policy.csv, *attribute, policy.missing_markers));
  ColumnValues values{.type = attribute->attribute.type, .values = coded.table.domains[0].values()};
  values.counts.resize(values.values.size());
  coded.table.columns[0].Visit([&](const auto& codes) {
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (codes[i] < values.counts.size()) values.counts[codes[i]] += coded.table.counts[i];
    }
  });
  // Builders expect the type's order, which a hierarchy may have changed.
  std::vector<std::size_t> order(values.values.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return Value::Before(values.type, values.values[a], values.values[b]);
  });
  ColumnValues sorted{.type = values.type};
  for (const std::size_t i : order) {
    sorted.values.push_back(values.values[i]);
    sorted.counts.push_back(values.counts[i]);
  }
  return MakeTaxonomy(attribute->hierarchy, sorted, attribute->where);
}

}  // namespace gauze
