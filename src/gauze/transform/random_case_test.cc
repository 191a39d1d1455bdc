#include "gauze/transform/random_case.h"

#include <algorithm>

namespace gauze {
namespace {

int Draw(std::mt19937_64& random, int low, int high) {
  return low + static_cast<int>(random() % static_cast<std::uint64_t>(high - low + 1));
}

PolicyEntry EntryOf(const std::string& name, const std::vector<RawParameter>& raw) {
  const ModelEntry* model = FindModel(name);
  PolicyEntry entry;
  entry.descriptor = &model->descriptor;
  entry.parameters = *Parameters::Make(model->descriptor, raw, "test");
  return entry;
}

PolicyAttribute Column(std::string name, Role role, ValueType type, const char* builder = nullptr) {
  PolicyAttribute attribute;
  attribute.attribute = {.name = std::move(name), .role = role, .type = type};
  if (builder != nullptr) {
    attribute.hierarchy.builder = FindHierarchyBuilder(builder);
    attribute.hierarchy.parameters = *Parameters::Make(
        attribute.hierarchy.builder->descriptor,
        std::string_view(builder) == "order" ? std::vector<RawParameter>{{"fanout", "2", ""}}
                                             : std::vector<RawParameter>{},
        "test");
  }
  return attribute;
}

void AddPromises(std::mt19937_64& random, RandomCase& made) {
  using Kind = Promise::Kind;
  const std::size_t text = made.coded.table.Find("disease");
  const std::size_t number = made.coded.table.Find("income");
  for (int i = Draw(random, 1, 3); i > 0; --i) {
    const auto kind = static_cast<Kind>(Draw(random, 0, 7));
    Promise promise{kind, text, Draw(random, 1, 3)};
    const std::string level = std::to_string(promise.level);
    const auto diversity = [&](const char* name) {
      std::vector<RawParameter> raw = {
          {"attribute", "disease", ""}, {"kind", name, ""}, {"l", level, ""}};
      if (kind == Kind::kRecursive) raw.push_back({"c", "2", ""});
      return EntryOf("l_diversity", raw);
    };
    const auto closeness = [&](const char* name, const char* attribute) {
      promise.level = Draw(random, 1, 9);
      return EntryOf("t_closeness", {{"attribute", attribute, ""},
                                     {"distance", name, ""},
                                     {"t", "0." + std::to_string(promise.level), ""}});
    };
    switch (kind) {
      case Kind::kPersons:
        made.policy.protect.push_back(EntryOf("k_anonymity", {{"k", level, ""}}));
        break;
      case Kind::kDistinct:
        made.policy.protect.push_back(diversity("distinct"));
        break;
      case Kind::kFrequency:
        made.policy.protect.push_back(diversity("frequency"));
        break;
      case Kind::kEntropy:
        made.policy.protect.push_back(diversity("entropy"));
        break;
      case Kind::kRecursive:
        made.policy.protect.push_back(diversity("recursive"));
        break;
      case Kind::kEqualCloseness:
        made.policy.protect.push_back(closeness("equal", "disease"));
        break;
      case Kind::kOrderedCloseness:
        promise.attribute = number;
        made.policy.protect.push_back(closeness("ordered", "income"));
        break;
      case Kind::kProximity:
        promise.attribute = number;
        made.policy.protect.push_back(EntryOf(
            "proximity", {{"attribute", "income", ""}, {"epsilon", "1", ""}, {"m", level, ""}}));
        break;
    }
    made.promises.push_back(promise);
  }
}

}  // namespace

RandomCase MakeRandomCase(std::mt19937_64& random) {
  RandomCase made;
  const bool persons = Draw(random, 0, 1) == 0;
  const bool one_value = Draw(random, 0, 1) == 0;
  made.policy.missing =
      Draw(random, 0, 1) == 0 ? MissingPolicy::kOwnValue : MissingPolicy::kWildcard;
  made.policy.attributes = {
      Column("age", Role::kQuasiIdentifying, ValueType::kInteger),
      Column("city", Role::kQuasiIdentifying, ValueType::kText,
             Draw(random, 0, 1) == 0 ? "order" : nullptr),
      Column("weight", Role::kQuasiIdentifying, ValueType::kDecimal),
      Column("disease", Role::kSensitive, ValueType::kText),
      Column("income", Role::kSensitive, ValueType::kInteger),
  };
  if (persons) {
    made.policy.attributes.push_back(Column("person", Role::kEntity, ValueType::kText));
  }
  RawTable raw;
  const std::vector<std::vector<std::string>> spellings = {
      {"20", "23", "30", "31", "47", ""}, {"a", "b", "c", "d", ""},
      {"1.5", "2", "2.25", ""},           {"x", "y", "z", ""},
      {"1", "2", "5", "9", ""},           {"p", "q", "r", "s", "t"}};
  for (std::size_t j = 0; j < made.policy.attributes.size(); ++j) {
    raw.columns.push_back(
        {.name = made.policy.attributes[j].attribute.name, .values = spellings[j]});
  }
  for (int tuple = Draw(random, 1, 6); tuple > 0; --tuple) {
    for (std::size_t j = 0; j < raw.columns.size(); ++j) {
      raw.columns[j].codes.push_back(
          static_cast<std::uint32_t>(Draw(random, 0, static_cast<int>(spellings[j].size()) - 1)));
    }
    raw.counts.push_back(tuple <= 2 ? 2 : 1);
    if (!persons || !one_value) continue;
    // As in the person's first tuple.
    const auto& who = raw.columns.back().codes;
    const auto first = std::ranges::find(who, who.back()) - who.begin();
    for (const std::size_t sensitive : {3U, 4U}) {
      auto& codes = raw.columns[sensitive].codes;
      codes.back() = codes[static_cast<std::size_t>(first)];
    }
  }
  made.coded = *Encode(std::move(raw), made.policy, {});
  for (std::uint32_t tuple = 0; tuple < made.coded.table.tuples(); ++tuple) {
    made.tuple_of.insert(made.tuple_of.end(), made.coded.table.counts[tuple], tuple);
  }
  AddPromises(random, made);
  return made;
}

}  // namespace gauze
