#include "gauze/transform/random_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <set>

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

// How many persons have each code in some of the rows.
std::map<Code, std::int64_t> Shares(const RandomCase& example, std::size_t attribute,
                                    const std::vector<std::uint32_t>& rows, bool with_missing) {
  std::map<Code, std::set<std::uint32_t>> persons;
  for (const std::uint32_t row : rows) {
    const Code code = example.coded.table.columns[attribute].Get(example.tuple_of[row]);
    if (!with_missing && example.coded.table.domains[attribute].IsMissing(code)) continue;
    persons[code].insert(example.PersonOf(row));
  }
  std::map<Code, std::int64_t> shares;
  for (const auto& [code, holders] : persons) {
    shares[code] = static_cast<std::int64_t>(holders.size());
  }
  return shares;
}

// Persons of some rows, or those who have a value in them.
std::int64_t PersonsIn(const RandomCase& example, const std::vector<std::uint32_t>& rows,
                       std::optional<std::size_t> attribute = std::nullopt) {
  std::set<std::uint32_t> persons;
  for (const std::uint32_t row : rows) {
    const Table& table = example.coded.table;
    const bool missing = attribute && table.domains[*attribute].IsMissing(
                                          table.columns[*attribute].Get(example.tuple_of[row]));
    if (!missing) persons.insert(example.PersonOf(row));
  }
  return static_cast<std::int64_t>(persons.size());
}

bool Diverse(const Promise& promise, const std::map<Code, std::int64_t>& shares,
             std::int64_t persons) {
  std::vector<std::int64_t> counts;
  for (const auto& [code, count] : shares) counts.push_back(count);
  if (persons == 0) return promise.level == 1;
  std::ranges::sort(counts, std::greater<>());
  switch (promise.kind) {
    case Promise::Kind::kDistinct: {
      std::int64_t accounted = 0;
      for (int i = 0; i < promise.level - 1 && i < static_cast<int>(counts.size()); ++i) {
        accounted += counts[static_cast<std::size_t>(i)];
      }
      return accounted < persons;
    }
    case Promise::Kind::kFrequency:
      return counts[0] * promise.level <= persons;
    case Promise::Kind::kRecursive: {
      std::int64_t tail = 0;
      for (std::size_t i = static_cast<std::size_t>(promise.level) - 1; i < counts.size(); ++i) {
        tail += counts[i];
      }
      return counts[0] < 2 * tail;
    }
    default: {
      // n^n >= l^n * prod c^c, in integers: n is at most 8.
      long double left = 1;
      long double right = 1;
      for (std::int64_t i = 0; i < persons; ++i) {
        left *= static_cast<long double>(persons);
        right *= promise.level;
      }
      for (const std::int64_t count : counts) {
        for (std::int64_t i = 0; i < count; ++i) right *= static_cast<long double>(count);
      }
      const bool uniform = counts.front() == counts.back();
      return uniform ? static_cast<int>(counts.size()) >= promise.level : left > right;
    }
  }
}

bool Close(const Promise& promise, const std::map<Code, std::int64_t>& shares,
           const std::map<Code, std::int64_t>& all) {
  std::int64_t rows = 0;
  std::int64_t total = 0;
  for (const auto& [code, count] : shares) rows += count;
  for (const auto& [code, count] : all) total += count;
  std::int64_t moved = 0;
  std::int64_t carried = 0;
  for (const auto& [code, count] : all) {
    const auto found = shares.find(code);
    const std::int64_t difference =
        (found == shares.end() ? 0 : found->second) * total - count * rows;
    carried += difference;
    moved += std::abs(promise.kind == Promise::Kind::kEqualCloseness ? difference : carried);
  }
  const std::int64_t scale = promise.kind == Promise::Kind::kEqualCloseness
                                 ? 2
                                 : static_cast<std::int64_t>(all.size()) - 1;
  return 10 * moved <= promise.level * scale * rows * total;
}

double Number(std::string_view text) {
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

bool Covers(const CodedTable& coded, std::size_t attribute, const Label& label, Code code) {
  const Domain& domain = coded.table.domains[attribute];
  if (label.text == "*") return true;
  if (label.missing || domain.IsMissing(code)) return label.missing && domain.IsMissing(code);
  const std::string& value = domain[code].text;
  if (label.text == value) return true;
  if (const Hierarchy* hierarchy = coded.HierarchyOf(attribute)) {
    if (label.text.starts_with('{')) {
      const std::string list = "|" + label.text.substr(1, label.text.size() - 2) + "|";
      return list.find("|" + value + "|") != std::string::npos;
    }
    for (NodeId node = hierarchy->leaf(code); node != Hierarchy::kRoot;
         node = (*hierarchy)[node].parent) {
      if ((*hierarchy)[node].label == label.text) return true;
    }
    return false;
  }
  const std::size_t comma = label.text.find(", ");
  if (!label.text.starts_with('[') || comma == std::string::npos) return false;
  const double low = Number(std::string_view(label.text).substr(1));
  const double high = Number(std::string_view(label.text).substr(comma + 2));
  return low <= domain[code].real &&
         (label.text.ends_with(')') ? domain[code].real < high : domain[code].real <= high);
}

std::vector<std::uint32_t> RandomCase::AllRows() const {
  std::vector<std::uint32_t> rows(tuple_of.size());
  for (std::uint32_t row = 0; row < rows.size(); ++row) rows[row] = row;
  return rows;
}

std::uint32_t RandomCase::PersonOf(std::uint32_t row) const {
  const auto entity = coded.table.WithRole(Role::kEntity);
  return entity.empty() ? row : coded.table.columns[entity.front()].Get(tuple_of[row]);
}

bool RandomCase::Refused(const Promise& promise) const {
  using Kind = Promise::Kind;
  if (promise.kind == Kind::kPersons || promise.kind == Kind::kDistinct ||
      promise.kind == Kind::kFrequency) {
    return false;
  }
  // Diversity leaves rows without a value out; for the others missing is a value.
  const bool with_missing = promise.kind != Kind::kEntropy && promise.kind != Kind::kRecursive;
  const Domain& domain = coded.table.domains[promise.attribute];
  std::map<std::uint32_t, std::set<Code>> values;
  for (const std::uint32_t row : AllRows()) {
    const Code code = coded.table.columns[promise.attribute].Get(tuple_of[row]);
    if (with_missing || !domain.IsMissing(code)) values[PersonOf(row)].insert(code);
  }
  return std::ranges::any_of(values, [](const auto& own) { return own.second.size() > 1; });
}

bool RandomCase::Keeps(const Promise& promise, const std::vector<std::uint32_t>& rows,
                       const std::vector<std::uint32_t>& released) const {
  if (Refused(promise)) return false;
  const Table& table = coded.table;
  switch (promise.kind) {
    case Promise::Kind::kPersons:
      return PersonsIn(*this, rows) >= promise.level;
    case Promise::Kind::kEqualCloseness:
    case Promise::Kind::kOrderedCloseness:
      return Close(promise, Shares(*this, promise.attribute, rows, true),
                   Shares(*this, promise.attribute, released, true));
    case Promise::Kind::kProximity: {
      const Domain& domain = table.domains[promise.attribute];
      const auto value = [&](std::uint32_t row) {
        return table.columns[promise.attribute].Get(tuple_of[row]);
      };
      return std::ranges::all_of(rows, [&](std::uint32_t row) {
        if (domain.IsMissing(value(row))) return true;
        std::vector<std::uint32_t> near;
        std::ranges::copy_if(rows, std::back_inserter(near), [&](std::uint32_t other) {
          return !domain.IsMissing(value(other)) &&
                 std::abs(domain[value(row)].whole - domain[value(other)].whole) <= 1;
        });
        return PersonsIn(*this, near) * promise.level <= PersonsIn(*this, rows);
      });
    }
    default:
      return Diverse(promise, Shares(*this, promise.attribute, rows, false),
                     PersonsIn(*this, rows, promise.attribute));
  }
}

bool RandomCase::KeepsAll(const std::vector<std::uint32_t>& rows,
                          const std::vector<std::uint32_t>& released) const {
  return std::ranges::all_of(
      promises, [&](const Promise& promise) { return Keeps(promise, rows, released); });
}

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

CodedTable MakeMixedTable(std::mt19937_64& random, int tuples) {
  struct Column {
    const char* name;
    Role role;
    ValueType type;
    const char* builder;
    int values;
    bool missing;
  };
  constexpr auto kQi = Role::kQuasiIdentifying;
  const std::vector<Column> columns = {
      {"born", kQi, ValueType::kInteger, nullptr, 5000, true},
      {"sex", kQi, ValueType::kText, nullptr, 2, false},
      {"city", kQi, ValueType::kText, "order", 100, true},
      {"zip", kQi, ValueType::kText, "order", 3000, false},
      {"weight", kQi, ValueType::kDecimal, nullptr, 30, true},
      {"job", kQi, ValueType::kText, nullptr, 12, true},
      {"disease", Role::kSensitive, ValueType::kText, nullptr, 6, false},
  };
  Policy policy;
  RawTable raw;
  for (const Column& column : columns) {
    PolicyAttribute attribute;
    attribute.attribute = {.name = column.name, .role = column.role, .type = column.type};
    if (column.builder != nullptr) {
      attribute.hierarchy.builder = FindHierarchyBuilder(column.builder);
      attribute.hierarchy.parameters =
          *Parameters::Make(attribute.hierarchy.builder->descriptor, {{"fanout", "4", ""}}, "test");
    }
    policy.attributes.push_back(attribute);
    raw.columns.push_back({.name = column.name});
    for (int value = 0; value < column.values; ++value) {
      raw.columns.back().values.push_back(std::to_string(value * value % 9973 + value));
    }
    auto& values = raw.columns.back().values;
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    if (column.missing) values.emplace_back();
  }
  for (int tuple = 0; tuple < tuples; ++tuple) {
    for (RawColumn& column : raw.columns) {
      // Low codes more often, so that some tuples differ little.
      const std::uint64_t size = column.values.size();
      const std::uint64_t bound = random() % 3 == 0 ? size : std::min<std::uint64_t>(size, 4);
      column.codes.push_back(static_cast<std::uint32_t>(random() % bound));
    }
    raw.counts.push_back(random() % 8 == 0 ? 20 : 1 + random() % 3);
  }
  auto coded = Encode(std::move(raw), policy, {});
  Check(coded.has_value(), "the table is sound");
  return *std::move(coded);
}

}  // namespace gauze
