#include "gauze/attack/channels/judge.h"

#include <algorithm>

namespace gauze::channels {
namespace {

// What a model asks for besides counts.
struct Wants {
  std::optional<std::string> column;
  bool knowledge = false;
};

Wants WantsOf(const PolicyEntry& entry) {
  Wants wants;
  for (const Parameter& parameter : entry.descriptor->parameters) {
    if (parameter.type == ParameterType::kAttribute) {
      wants.column = entry.parameters.Text(parameter.name);
    }
    if (parameter.type == ParameterType::kFile) wants.knowledge = true;
  }
  return wants;
}

std::vector<std::uint64_t> Dense(const Multiset& values, Code size) {
  std::vector<std::uint64_t> counts(size);
  for (const auto& [value, rows] : values) counts[value] = rows;
  return counts;
}

}  // namespace

Result<Judge> Judge::Make(const Policy& policy, const CodedTable& sensitive,
                          const std::vector<Multiset>& shown) {
  Judge judge;
  const Table& table = sensitive.table;
  for (const Domain& domain : table.domains) judge.sizes_.push_back(domain.size());
  if (judge.sizes_.empty()) judge.sizes_.push_back(1);
  for (const PolicyEntry& entry : policy.protect) {
    const ModelEntry* model = FindModel(entry.descriptor->name);
    const Wants wants = WantsOf(entry);
    if (model == nullptr || wants.knowledge) continue;
    ModelContext context;
    Asked asked;
    std::vector<std::uint64_t> reference;
    if (wants.column) {
      const std::size_t column = table.Find(*wants.column);
      if (column == table.attributes.size()) continue;
      asked.column = column;
      reference = Dense(shown[column], judge.sizes_[column]);
      context = {.attribute = &table.attributes[column],
                 .domain = &table.domains[column],
                 .hierarchy = sensitive.HierarchyOf(column),
                 .reference = reference};
    }
    GAUZE_ASSIGN(asked.model, model->make(entry.parameters, context, entry.where));
    judge.asked_.push_back(std::move(asked));
    judge.promise_ += (judge.promise_.empty() ? "" : ", ") + entry.Text();
  }
  if (!judge.asked_.empty()) return judge;
  return InputError("the policy makes no promise about classes or their sensitive values",
                    policy.file,
                    "add k_anonymity, or l_diversity of a sensitive column: the attack checks it "
                    "for each person when all releases are combined");
}

bool Judge::Keeps(std::size_t column, const Multiset& values) const {
  const std::vector<std::uint64_t> dense = Dense(values, sizes_[column]);
  const std::uint64_t rows = RowsOf(values);
  return std::ranges::all_of(asked_, [&](const Asked& asked) {
    if (asked.column && *asked.column != column) return true;
    return asked.model->Holds({.rows = rows, .persons = rows, .values = dense});
  });
}

}  // namespace gauze::channels
