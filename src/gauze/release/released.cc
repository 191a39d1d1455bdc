#include "gauze/release/released.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>

namespace gauze {
namespace {

bool PrintsBounds(const CodedTable& coded, std::size_t attribute, RangeStyle ranges) {
  return ranges == RangeStyle::kBounds &&
         coded.table.attributes[attribute].role == Role::kQuasiIdentifying &&
         coded.HierarchyOf(attribute) == nullptr;
}

// Groups of equal released rows: the class, a tuple and a carried row that stand for it, and how
// many rows.
struct Group {
  std::size_t in_class;
  std::uint32_t tuple;
  std::size_t row;  // where something is carried
  std::uint64_t rows;
  std::uint32_t changed;  // what is shown of a column that a step has changed
};

// Inside a class by the kept columns, then by person where there is one.
class GroupOrder {
 public:
  GroupOrder(const Region& region, const Generalization& generalization)
      : table_(region.coded.table), carried_(region.carried) {
    if (generalization.changed) changed_ = generalization.changed->attribute;
    std::vector<std::size_t> last;
    for (std::size_t j = 0; j < table_.attributes.size(); ++j) {
      const Role role = table_.attributes[j].role;
      if (role == Role::kQuasiIdentifying) continue;
      (role == Role::kEntity ? last : keys_).push_back(j);
    }
    keys_.insert(keys_.end(), last.begin(), last.end());
  }

  int Compare(const Group& a, const Group& b) const {
    for (const std::size_t j : keys_) {
      if (j == changed_) {
        if (a.changed != b.changed) return a.changed < b.changed ? -1 : 1;
        continue;
      }
      if (const int carried = CompareCarried(j, a.row, b.row); carried != 0) return carried;
      const Code x = table_.columns[j].Get(a.tuple);
      const Code y = table_.columns[j].Get(b.tuple);
      if (x != y) return x < y ? -1 : 1;
    }
    return 0;
  }

 private:
  // Missing comes last, as it does among codes.
  int CompareCarried(std::size_t attribute, std::size_t a, std::size_t b) const {
    for (const CarriedColumn& column : carried_) {
      if (column.attribute != attribute) continue;
      if (!column.keys.empty()) {
        return column.keys[a] == column.keys[b] ? 0 : column.keys[a] < column.keys[b] ? -1 : 1;
      }
      if (!column.texts[a] || !column.texts[b]) {
        return static_cast<int>(!column.texts[a]) - static_cast<int>(!column.texts[b]);
      }
      return column.texts[a]->compare(*column.texts[b]);
    }
    return 0;
  }

  const Table& table_;
  const std::vector<CarriedColumn>& carried_;
  std::vector<std::size_t> keys_;
  std::optional<std::size_t> changed_;
};

std::vector<Group> MakeGroups(const Region& region, const Generalization& generalization) {
  const Table& table = region.coded.table;
  const GroupOrder order(region, generalization);
  std::vector<std::size_t> taken(region.row_begin.size());  // carried rows that members have
  std::vector<Group> groups;
  std::vector<Group> members;
  for (std::size_t c = 0; c < generalization.classes(); ++c) {
    members.clear();
    for (std::size_t i = generalization.class_begin[c]; i < generalization.class_begin[c + 1];
         ++i) {
      const std::uint32_t tuple = generalization.tuples[i];
      const std::uint64_t rows = generalization.RowsOf(table, i);
      const std::uint32_t changed = generalization.changed ? generalization.changed->codes[i] : 0;
      if (region.row_begin.empty()) {
        members.push_back({c, tuple, 0, rows, changed});
        continue;
      }
      for (std::uint64_t row = 0; row < rows; ++row) {
        members.push_back({c, tuple, region.row_begin[tuple] + taken[tuple]++, 1, changed});
      }
    }
    std::ranges::sort(members,
                      [&](const Group& a, const Group& b) { return order.Compare(a, b) < 0; });
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (i == 0 || order.Compare(members[i - 1], members[i]) != 0) {
        groups.push_back(members[i]);
      } else {
        groups.back().rows += members[i].rows;
      }
    }
  }
  return groups;
}

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
  if (generalization.changed && generalization.changed->attribute == attribute) {
    column.values = generalization.changed->values;
    column.codes.reserve(groups.size());
    for (const Group& group : groups) column.codes.push_back(group.changed);
    return column;
  }
  column.values = table.domains[attribute].shared_values();
  column.codes.reserve(groups.size());
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

ReleasedTable MakeReleased(const Region& region, const Generalization& generalization,
                           RangeStyle ranges) {
  const CodedTable& coded = region.coded;
  const Table& table = coded.table;
  const auto groups = MakeGroups(region, generalization);
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
  return released;
}

std::vector<std::pair<std::string, ValueType>> ReleasedColumns(const CodedTable& coded,
                                                               RangeStyle ranges) {
  std::vector<std::pair<std::string, ValueType>> columns;
  for (std::size_t attribute = 0; attribute < coded.table.attributes.size(); ++attribute) {
    const Attribute& about = coded.table.attributes[attribute];
    if (about.role == Role::kEntity) continue;
    const bool label = about.role == Role::kQuasiIdentifying;
    const bool typed = !label || PrintsBounds(coded, attribute, ranges);
    for (std::string& name : ReleasedNames(coded, attribute, ranges)) {
      columns.emplace_back(std::move(name), typed ? about.type : ValueType::kText);
    }
  }
  return columns;
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

std::vector<double> LossOfRows(const Table& table, const Generalization& generalization) {
  const std::size_t width = generalization.quasi_identifiers.size();
  std::vector<double> sums(width);
  const auto rows = ClassRows(table, generalization);
  for (std::size_t c = 0; c < rows.size(); ++c) {
    for (std::size_t j = 0; j < width; ++j) {
      sums[j] += static_cast<double>(rows[c]) *
                 generalization.labels[j][generalization.class_labels[c * width + j]].loss;
    }
  }
  return sums;
}

}  // namespace gauze
