#include "gauze/release/rows/released.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "gauze/release/rows/released_groups.h"

namespace gauze {
namespace {

constexpr std::uint32_t kMissing = std::numeric_limits<std::uint32_t>::max();

void FillCodes(const std::vector<std::uint32_t>& value_of,
               const std::vector<std::uint32_t>& label_of_group,
               std::shared_ptr<std::vector<Value>> values, ReleasedColumn& column) {
  const auto missing = static_cast<std::uint32_t>(values->size());
  column.codes.reserve(label_of_group.size());
  for (const std::uint32_t label : label_of_group) {
    column.codes.push_back(std::min(value_of[label], missing));
  }
  column.values = std::move(values);
}

// The text of each label; they differ, but for one that stands for missing.
ReleasedColumn LabelColumn(std::string name, const std::vector<Label>& labels,
                           const std::vector<std::uint32_t>& label_of_group) {
  ReleasedColumn column{.name = std::move(name)};
  auto values = std::make_shared<std::vector<Value>>();
  values->reserve(labels.size());
  std::vector<std::uint32_t> value_of(labels.size(), kMissing);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i].missing) continue;
    value_of[i] = static_cast<std::uint32_t>(values->size());
    values->push_back({.text = labels[i].text});
  }
  FillCodes(value_of, label_of_group, std::move(values), column);
  return column;
}

// One end of each label's range; many labels share theirs.
ReleasedColumn BoundColumn(std::string name, ValueType type, const std::vector<Label>& labels,
                           const std::vector<std::uint32_t>& label_of_group, Value Label::* end) {
  ReleasedColumn column{.name = std::move(name), .type = type};
  auto values = std::make_shared<std::vector<Value>>();
  std::unordered_map<std::string_view, std::uint32_t> known;
  std::vector<std::uint32_t> value_of(labels.size(), kMissing);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Value& value = labels[i].*end;
    if (value.text.empty()) continue;
    const auto [entry, added] =
        known.emplace(value.text, static_cast<std::uint32_t>(values->size()));
    if (added) values->push_back(value);
    value_of[i] = entry->second;
  }
  FillCodes(value_of, label_of_group, std::move(values), column);
  return column;
}

ReleasedColumn KeptColumn(const Region& region, const Generalization& generalization,
                          std::size_t attribute, const std::vector<Group>& groups) {
  const Table& table = region.coded.table;
  ReleasedColumn column{.name = table.attributes[attribute].name,
                        .type = table.attributes[attribute].type};
  for (const CarriedColumn& carried : region.carried) {
    if (carried.attribute != attribute) continue;
    for (const Group& group : groups) {
      if (carried.keys.empty()) {
        column.texts.push_back(carried.texts[group.row]);
      } else {
        column.keys.push_back(carried.keys[group.row]);
      }
    }
    return column;
  }
  if (const auto* changed = generalization.FindChanged(attribute)) {
    column.values = changed->values;
    column.codes.reserve(groups.size());
    for (const Group& group : groups) column.codes.push_back(changed->codes[group.member]);
    return column;
  }
  column.values = table.domains[attribute].shared_values();
  column.codes.reserve(groups.size());
  table.columns[attribute].Visit([&](const auto& codes) {
    for (const Group& group : groups) column.codes.push_back(codes[group.tuple]);
  });
  return column;
}

// Only what some row shows: a file may list all values of a column.
ReleasedColumn ReleasedDisguise(const Table& table, const Disguise& disguise,
                                const std::vector<Group>& groups) {
  ReleasedColumn column{.name = table.attributes[disguise.attribute].name, .type = disguise.type};
  std::vector<std::uint32_t> place(disguise.shown.size() + 1, kMissing);
  for (const Group& group : groups) place[disguise.CodeOf(table, group.tuple)] = 0;
  auto values = std::make_shared<std::vector<Value>>();
  for (std::size_t code = 0; code < disguise.shown.size(); ++code) {
    if (place[code] == kMissing) continue;
    place[code] = static_cast<std::uint32_t>(values->size());
    values->push_back(disguise.shown[code]);
  }
  place.back() = static_cast<std::uint32_t>(values->size());
  column.codes.reserve(groups.size());
  for (const Group& group : groups) {
    column.codes.push_back(place[disguise.CodeOf(table, group.tuple)]);
  }
  column.values = std::move(values);
  return column;
}

}  // namespace

std::vector<std::string> ReleasedNames(const CodedTable& coded, std::size_t attribute,
                                       RangeStyle ranges) {
  const std::string& name = coded.table.attributes[attribute].name;
  const Role role = coded.table.attributes[attribute].role;
  if (role == Role::kEntity || role == Role::kChoice) return {};
  if (PrintsBounds(coded, attribute, ranges)) return {name + "_from", name + "_to"};
  return {name};
}

ReleasedTable MakeReleased(const Region& region, const Generalization& generalization,
                           RangeStyle ranges, const std::vector<Disguise>& disguises,
                           std::optional<std::size_t> left_out) {
  const CodedTable& coded = region.coded;
  const Table& table = coded.table;
  const auto groups = MakeGroups(region, generalization, ranges, disguises, left_out);
  ReleasedTable released;
  for (const Group& group : groups) {
    released.counts.push_back(group.rows);
    released.rows += group.rows;
  }
  const std::size_t width = generalization.quasi_identifiers.size();
  std::size_t qi = 0;
  for (std::size_t attribute = 0; attribute < table.attributes.size(); ++attribute) {
    const Role role = table.attributes[attribute].role;
    const auto disguise = std::ranges::find(disguises, attribute, &Disguise::attribute);
    if (role == Role::kChoice || attribute == left_out) continue;
    if (disguise != disguises.end()) {
      released.columns.push_back(ReleasedDisguise(table, *disguise, groups));
    } else if (role == Role::kEntity) {
      released.persons = KeptColumn(region, generalization, attribute, groups).codes;
    } else if (role != Role::kQuasiIdentifying) {
      released.columns.push_back(KeptColumn(region, generalization, attribute, groups));
    } else {
      const auto& labels = generalization.labels[qi];
      std::vector<std::uint32_t> label_of_group;
      for (const Group& group : groups) {
        label_of_group.push_back(generalization.class_labels[group.in_class * width + qi]);
      }
      const auto names = ReleasedNames(coded, attribute, ranges);
      if (names.size() == 2) {
        const ValueType type = table.attributes[attribute].type;
        released.columns.push_back(
            BoundColumn(names[0], type, labels, label_of_group, &Label::from));
        released.columns.push_back(BoundColumn(names[1], type, labels, label_of_group, &Label::to));
      } else {
        released.columns.push_back(LabelColumn(names[0], labels, label_of_group));
      }
      ++qi;
    }
  }
  for (const Disguise& disguise : disguises) {
    released.own.push_back(KeptColumn(region, generalization, disguise.attribute, groups).codes);
  }
  return released;
}

std::vector<std::pair<std::string, ValueType>> ReleasedColumns(const CodedTable& coded,
                                                               RangeStyle ranges) {
  std::vector<std::pair<std::string, ValueType>> columns;
  for (std::size_t attribute = 0; attribute < coded.table.attributes.size(); ++attribute) {
    const Attribute& about = coded.table.attributes[attribute];
    if (about.role == Role::kEntity || about.role == Role::kChoice) continue;
    const bool label = about.role == Role::kQuasiIdentifying;
    const bool typed = !label || PrintsBounds(coded, attribute, ranges);
    for (std::string& name : ReleasedNames(coded, attribute, ranges)) {
      columns.emplace_back(std::move(name), typed ? about.type : ValueType::kText);
    }
  }
  return columns;
}

std::vector<std::string> ReleasedOrder(const CodedTable& coded, RangeStyle ranges) {
  std::vector<std::string> order;
  std::vector<std::string> others;
  for (std::size_t attribute = 0; attribute < coded.table.attributes.size(); ++attribute) {
    const bool first = coded.table.attributes[attribute].role == Role::kQuasiIdentifying;
    std::ranges::move(ReleasedNames(coded, attribute, ranges),
                      std::back_inserter(first ? order : others));
  }
  std::ranges::move(others, std::back_inserter(order));
  return order;
}

std::vector<std::uint64_t> ClassRows(const Table& table, const Generalization& generalization) {
  std::vector<std::uint64_t> rows(generalization.classes());
  for (std::size_t c = 0; c < rows.size(); ++c) {
    for (std::size_t i = generalization.class_begin[c]; i < generalization.class_begin[c + 1];
         ++i) {
      rows[c] += generalization.RowsOf(table, i);
    }
  }
  return rows;
}

}  // namespace gauze
