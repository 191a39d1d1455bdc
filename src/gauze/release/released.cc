#include "gauze/release/released.h"

#include <algorithm>
#include <unordered_map>

namespace gauze {
namespace {

bool PrintsBounds(const CodedTable& coded, std::size_t attribute, RangeStyle ranges) {
  return ranges == RangeStyle::kBounds &&
         coded.table.attributes[attribute].role == Role::kQuasiIdentifying &&
         coded.HierarchyOf(attribute) == nullptr;
}

// Groups of equal released rows: the class, a tuple that stands for it, and how many rows.
struct Group {
  std::size_t in_class;
  std::uint32_t tuple;
  std::uint64_t rows;
};

// Inside a class by the kept columns, then by person where there is one.
std::vector<Group> MakeGroups(const CodedTable& coded, const Generalization& generalization) {
  const Table& table = coded.table;
  std::vector<std::size_t> keys;
  for (std::size_t j = 0; j < table.attributes.size(); ++j) {
    const Role role = table.attributes[j].role;
    if (role != Role::kQuasiIdentifying && role != Role::kEntity) keys.push_back(j);
  }
  for (const std::size_t entity : table.WithRole(Role::kEntity)) keys.push_back(entity);
  const auto compare = [&](std::uint32_t a, std::uint32_t b) {
    for (const std::size_t j : keys) {
      const Code x = table.columns[j].Get(a);
      const Code y = table.columns[j].Get(b);
      if (x != y) return x < y ? -1 : 1;
    }
    return 0;
  };
  std::vector<Group> groups;
  std::vector<Group> members;
  for (std::size_t c = 0; c < generalization.classes(); ++c) {
    members.clear();
    for (std::size_t i = generalization.class_begin[c]; i < generalization.class_begin[c + 1];
         ++i) {
      members.push_back({c, generalization.tuples[i], generalization.RowsOf(table, i)});
    }
    std::ranges::sort(members, [&](const Group& a, const Group& b) {
      return compare(a.tuple, b.tuple) < 0;
    });
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (i == 0 || compare(members[i - 1].tuple, members[i].tuple) != 0) {
        groups.push_back(members[i]);
      } else {
        groups.back().rows += members[i].rows;
      }
    }
  }
  return groups;
}

// A column whose dictionary is filled from the labels of one quasi-identifier.
ReleasedColumn LabelColumn(std::string name, ValueType type, const std::vector<Label>& labels,
                           const std::vector<std::uint32_t>& label_of_group,
                           Value (*spell)(const Label&)) {
  ReleasedColumn column{.name = std::move(name), .type = type};
  std::unordered_map<std::string, std::uint32_t> known;
  std::vector<std::uint32_t> value_of(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    Value value = spell(labels[i]);
    if (value.text.empty()) continue;
    const auto [entry, added] =
        known.emplace(value.text, static_cast<std::uint32_t>(column.values.size()));
    if (added) column.values.push_back(std::move(value));
    value_of[i] = entry->second;
  }
  const auto missing = static_cast<std::uint32_t>(column.values.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (spell(labels[i]).text.empty()) value_of[i] = missing;
  }
  for (const std::uint32_t label : label_of_group) column.codes.push_back(value_of[label]);
  return column;
}

ReleasedColumn KeptColumn(const Table& table, std::size_t attribute,
                          const std::vector<Group>& groups) {
  ReleasedColumn column{.name = table.attributes[attribute].name,
                        .type = table.attributes[attribute].type};
  column.values = table.domains[attribute].values();
  table.columns[attribute].Visit([&](const auto& codes) {
    for (const Group& group : groups) column.codes.push_back(codes[group.tuple]);
  });
  return column;
}

}  // namespace

std::vector<std::string> ReleasedNames(const CodedTable& coded, std::size_t attribute,
                                       RangeStyle ranges) {
  const std::string& name = coded.table.attributes[attribute].name;
  if (coded.table.attributes[attribute].role == Role::kEntity) return {};
  if (PrintsBounds(coded, attribute, ranges)) return {name + "_from", name + "_to"};
  return {name};
}

ReleasedTable MakeReleased(const CodedTable& coded, const Generalization& generalization,
                           RangeStyle ranges) {
  const Table& table = coded.table;
  const auto groups = MakeGroups(coded, generalization);
  ReleasedTable released;
  for (const Group& group : groups) {
    released.counts.push_back(group.rows);
    released.rows += group.rows;
  }
  const std::size_t width = generalization.quasi_identifiers.size();
  std::size_t qi = 0;
  for (std::size_t attribute = 0; attribute < table.attributes.size(); ++attribute) {
    const Role role = table.attributes[attribute].role;
    if (role == Role::kEntity) {
      released.persons = KeptColumn(table, attribute, groups).codes;
    } else if (role != Role::kQuasiIdentifying) {
      released.columns.push_back(KeptColumn(table, attribute, groups));
    } else {
      const auto& labels = generalization.labels[qi];
      std::vector<std::uint32_t> label_of_group;
      for (const Group& group : groups) {
        label_of_group.push_back(generalization.class_labels[group.in_class * width + qi]);
      }
      const auto names = ReleasedNames(coded, attribute, ranges);
      if (names.size() == 2) {
        const ValueType type = table.attributes[attribute].type;
        released.columns.push_back(LabelColumn(names[0], type, labels, label_of_group,
                                               [](const Label& label) { return label.from; }));
        released.columns.push_back(LabelColumn(names[1], type, labels, label_of_group,
                                               [](const Label& label) { return label.to; }));
      } else {
        released.columns.push_back(
            LabelColumn(names[0], ValueType::kText, labels, label_of_group,
                        [](const Label& label) { return Value{label.text}; }));
      }
      ++qi;
    }
  }
  return released;
}

ReleaseShape MakeShape(const CodedTable& coded, const Generalization& generalization,
                       std::uint64_t k) {
  const Table& table = coded.table;
  ReleaseShape shape;
  shape.rows_in = table.rows;
  shape.k = k;
  for (const std::size_t attribute : generalization.quasi_identifiers) {
    shape.quasi_identifiers.push_back(table.attributes[attribute].name);
  }
  const std::size_t width = shape.quasi_identifiers.size();
  for (std::size_t c = 0; c < generalization.classes(); ++c) {
    std::uint64_t rows = 0;
    for (std::size_t i = generalization.class_begin[c]; i < generalization.class_begin[c + 1];
         ++i) {
      rows += generalization.RowsOf(table, i);
    }
    shape.class_rows.push_back(rows);
    for (std::size_t j = 0; j < width; ++j) {
      shape.loss.push_back(
          generalization.labels[j][generalization.class_labels[c * width + j]].loss);
    }
  }
  return shape;
}

}  // namespace gauze
