#include "gauze/release/promise/claims.h"

#include <algorithm>
#include <optional>
#include <set>

#include "gauze/base/json.h"
#include "gauze/encode/encode.h"
#include "gauze/engine/read/load_knowledge.h"
#include "gauze/model/class_model.h"
#include "gauze/release/promise/table_promises.h"
#include "gauze/transform/constraints.h"

namespace gauze {

std::string ClaimedAttribute(const PolicyEntry& entry) {
  for (const Parameter& parameter : entry.descriptor->parameters) {
    if (parameter.type == ParameterType::kAttribute) return entry.parameters.Text(parameter.name);
  }
  return "";
}

std::string InWords(const PolicyEntry& entry, const Verdict& verdict, std::uint64_t classes) {
  if (const TablePromiseEntry* promise = FindTablePromise(entry.descriptor->name)) {
    return promise->in_words(verdict);
  }
  const ModelEntry* model = FindModel(entry.descriptor->name);
  return model->worst_in_words(entry.parameters,
                               {verdict.worst_value, classes, verdict.counts_rows});
}

Claim MakeClaim(const PolicyEntry& entry, const VerifiedColumn* column,
                std::optional<VerifiedKnowledge> knowledge, bool persons) {
  const ModelEntry* model = FindModel(entry.descriptor->name);
  Claim claim;
  claim.text = entry.Text();
  if (column != nullptr) claim.column = *column;
  claim.knowledge = std::move(knowledge);
  claim.sql = model->verification_sql(entry.parameters, persons);
  claim.worst_is_largest = model->worst_is_largest(entry.parameters);
  claim.in_words = [entry](const Verdict& verdict, std::uint64_t classes) {
    return InWords(entry, verdict, classes);
  };
  return claim;
}

Claim MakeTableClaim(const PolicyEntry& entry, Json settings) {
  Claim claim{.text = entry.Text()};
  claim.judge = [entry, settings = std::move(settings)](
                    Database& database, const FileUnderTest& file, Progress& progress) {
    const TablePromiseEntry* promise = FindTablePromise(entry.descriptor->name);
    return promise->judge(database, file, entry, settings, progress);
  };
  claim.in_words = [entry](const Verdict& verdict, std::uint64_t classes) {
    return InWords(entry, verdict, classes);
  };
  return claim;
}

std::optional<VerifiedKnowledge> DescribeKnowledge(const CodedTable& coded,
                                                   const PolicyEntry& entry) {
  const Knowledge* table = KnowledgeOf(coded, entry);
  if (table == nullptr) return std::nullopt;
  VerifiedKnowledge knowledge{.table = {coded.knowledge, table}};
  const ModelEntry* model = FindModel(entry.descriptor->name);
  if (model->prior != nullptr) {
    const std::size_t attribute = coded.table.Find(ClaimedAttribute(entry));
    knowledge.prior =
        model->prior(entry.parameters, {.attribute = &coded.table.attributes[attribute],
                                        .domain = &coded.table.domains[attribute],
                                        .reference = (*coded.totals)[attribute],
                                        .knowledge = table});
  }
  return knowledge;
}

std::string KnowledgePath(const PolicyEntry& entry) {
  for (const Parameter& parameter : entry.descriptor->parameters) {
    if (parameter.type == ParameterType::kFile) return entry.parameters.Text(parameter.name);
  }
  return "";
}

Result<std::optional<VerifiedKnowledge>> LoadClaimKnowledge(const PolicyEntry& entry,
                                                            std::vector<double> recorded_prior) {
  const std::string path = KnowledgePath(entry);
  if (path.empty()) return std::nullopt;
  GAUZE_ASSIGN(Knowledge table, LoadKnowledgeFile(path));
  VerifiedKnowledge knowledge{.table = std::make_shared<const Knowledge>(std::move(table))};
  const ModelEntry* model = FindModel(entry.descriptor->name);
  if (model->prior == nullptr) return knowledge;
  knowledge.prior = model->prior(entry.parameters, {.knowledge = knowledge.table.get()});
  if (!knowledge.prior.empty()) return knowledge;
  if (recorded_prior.size() != knowledge.table->label_count()) {
    return InputError("the prior of the original table is not known here", entry.where,
                      "verify the release by its manifest: gauze verify DIRECTORY; or claim "
                      "prior=uniform");
  }
  knowledge.prior = std::move(recorded_prior);
  return knowledge;
}

namespace {

// Missing has its place without saying, the last.
Reference PublicReference(const Domain& domain, const std::vector<bool>& released,
                          const ColumnUse& use) {
  Reference reference;
  std::uint64_t others = 0;
  for (Code code = 0; code < domain.value_count(); ++code) {
    const std::uint64_t rows = use.reference[code];
    if (released[code]) {
      reference.push_back({.value = domain[code].text, .rows = rows});
    } else if (use.places && rows > 0) {
      reference.push_back({.rows = rows, .nameless = true});
    } else {
      others += rows;
    }
  }
  if (others > 0) reference.push_back({.rows = others, .nameless = true});
  if (domain.has_missing() && use.reference.back() > 0) {
    reference.push_back({.rows = use.reference.back()});
  }
  return reference;
}

// The part of a hierarchy above these values.
std::vector<VerifiedColumn::Node> PublicTree(const Hierarchy& hierarchy,
                                             const std::vector<Code>& codes,
                                             const std::vector<bool>& released) {
  std::set<NodeId> needed = {Hierarchy::kRoot};
  for (const Code code : codes) {
    for (NodeId node = hierarchy.leaf(code); needed.insert(node).second;) {
      node = hierarchy[node].parent;
    }
  }
  // Parents come before their children in a hierarchy, so one pass renumbers.
  std::vector<VerifiedColumn::Node> tree;
  std::vector<std::uint32_t> index(hierarchy.nodes().size());
  for (const NodeId node : needed) {
    const Hierarchy::Node& from = hierarchy[node];
    const bool leaf = node != Hierarchy::kRoot && from.children.empty();
    index[node] = static_cast<std::uint32_t>(tree.size());
    tree.push_back({.label = leaf && released[from.span.low] ? from.label : "",
                    .parent = index[from.parent],
                    .height = from.height,
                    .leaf = leaf});
  }
  return tree;
}

}  // namespace

VerifiedColumn DescribeColumn(const CodedTable& coded, std::size_t attribute,
                              const std::vector<bool>& released, const ColumnUse& use) {
  VerifiedColumn column{.name = coded.table.attributes[attribute].name,
                        .attribute = coded.table.attributes[attribute]};
  const Domain& domain = coded.table.domains[attribute];
  if (!use.reference.empty()) column.reference = PublicReference(domain, released, use);
  const Hierarchy* hierarchy = coded.HierarchyOf(attribute);
  if (hierarchy == nullptr || !use.places) return column;
  std::vector<Code> codes;
  for (Code code = 0; code < domain.value_count(); ++code) {
    const bool compared = !use.reference.empty() && use.reference[code] > 0;
    if (released[code] || compared) codes.push_back(code);
  }
  column.tree = PublicTree(*hierarchy, codes, released);
  return column;
}

namespace {

// Depth first, so that the order of nodes is the order of leaves.
std::vector<VerifiedColumn::Node> Flatten(const Taxonomy& taxonomy) {
  std::vector<VerifiedColumn::Node> flat;
  std::vector<std::pair<NodeId, std::uint32_t>> pending = {{Taxonomy::kRoot, 0}};
  while (!pending.empty()) {
    const auto [node, parent] = pending.back();
    pending.pop_back();
    const auto place = static_cast<std::uint32_t>(flat.size());
    flat.push_back({taxonomy[node].label, parent, taxonomy[node].height, taxonomy.IsLeaf(node)});
    const auto& children = taxonomy[node].children;
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
      pending.emplace_back(*child, place);
    }
  }
  return flat;
}

// The values of a column in its type's order; what cannot be read is left to the verdict.
ColumnValues ValuesOf(const PolicyAttribute& attribute, const RawTable& raw,
                      const std::vector<std::string>& markers) {
  ColumnValues column{.type = attribute.attribute.type};
  const RawColumn& cells = raw.columns.front();
  std::vector<std::pair<Value, std::uint64_t>> values;
  for (std::size_t i = 0; i < raw.counts.size(); ++i) {
    if (cells.codes[i] == RawColumn::kNull) continue;
    const std::string& spelling = cells.values[cells.codes[i]];
    if (spelling.empty() || std::ranges::find(markers, spelling) != markers.end()) continue;
    if (auto value = ParseValue(attribute.attribute, spelling)) {
      values.emplace_back(*std::move(value), raw.counts[i]);
    }
  }
  std::ranges::sort(values, [&](const auto& a, const auto& b) {
    return Value::Before(column.type, a.first, b.first);
  });
  for (auto& [value, count] : values) {
    column.values.push_back(std::move(value));
    column.counts.push_back(count);
  }
  return column;
}

}  // namespace

Result<VerifiedColumn> DescribeColumn(const PolicyAttribute& attribute, const RawTable& raw,
                                      const std::vector<std::string>& markers) {
  VerifiedColumn column{.name = attribute.attribute.name, .attribute = attribute.attribute};
  if (attribute.hierarchy.given()) {
    GAUZE_ASSIGN(
        const Taxonomy taxonomy,
        MakeTaxonomy(attribute.hierarchy, ValuesOf(attribute, raw, markers), attribute.where));
    column.tree = Flatten(taxonomy);
  }
  return column;
}

Status CheckClaim(const PolicyEntry& entry, const VerifiedColumn& column,
                  const std::optional<VerifiedKnowledge>& knowledge) {
  const ValueType type = column.attribute.type;
  const Attribute attribute{.name = column.name, .role = Role::kSensitive, .type = type};
  ModelContext context{.attribute = &attribute};
  if (knowledge) context.knowledge = knowledge->table.get();
  Domain domain(type, {}, false);
  std::optional<Hierarchy> hierarchy;
  if (!column.tree.empty()) {
    // Any hierarchy will do: the check asks whether there is one.
    TaxonomyBuilder builder;
    GAUZE_TRY(builder.Add({"value"}, entry.where));
    GAUZE_ASSIGN(const Taxonomy taxonomy, builder.Finish(entry.where));
    GAUZE_ASSIGN(auto bound, Hierarchy::Bind(taxonomy, {Value{"value"}}, type, false, entry.where));
    domain = std::move(bound.domain);
    hierarchy = std::move(bound.hierarchy);
    context.hierarchy = &*hierarchy;
  }
  const std::vector<std::uint64_t> reference(domain.size(), 1);
  context.domain = &domain;
  context.reference = reference;
  GAUZE_TRY(FindModel(entry.descriptor->name)->make(entry.parameters, context, entry.where));
  return {};
}

}  // namespace gauze
