#include "gauze/release/rows/released_groups.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <string_view>

#include "gauze/base/text/text_order.h"

namespace gauze {
namespace {

// The place of each value in the order of released files; equal values have the same. One more for
// a missing cell, which comes last.
template <typename Before>
std::vector<std::uint32_t> Places(std::size_t size, const Before& before) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0U);
  if (!std::ranges::is_sorted(order, before)) std::ranges::sort(order, before);
  std::vector<std::uint32_t> places(size + 1, static_cast<std::uint32_t>(size));
  for (std::size_t i = 0; i < size; ++i) {
    const bool same = i > 0 && !before(order[i - 1], order[i]);
    places[order[i]] = same ? places[order[i - 1]] : static_cast<std::uint32_t>(i);
  }
  return places;
}

std::vector<std::uint32_t> PlacesOfValues(ValueType type, const std::vector<Value>& values) {
  return Places(values.size(), [&](std::uint32_t a, std::uint32_t b) {
    return Value::Before(type, values[a], values[b]);
  });
}

std::vector<std::uint32_t> PlacesOfLabels(const std::vector<Label>& labels) {
  std::vector<std::string_view> texts;
  texts.reserve(labels.size());
  for (const Label& label : labels) texts.push_back(label.text);
  const auto last = static_cast<std::uint32_t>(labels.size());
  std::vector<std::uint32_t> places(labels.size());
  std::uint32_t place = 0;
  std::string_view before;
  for (const std::uint32_t label : TextOrder(texts)) {
    if (texts[label] != before) ++place;
    before = texts[label];
    places[label] = labels[label].missing ? last + 1 : place;
  }
  return places;
}

std::vector<std::uint32_t> PlacesOfEnds(ValueType type, const std::vector<Label>& labels) {
  const auto compare = [&](const Value& a, const Value& b) {
    if (a.text.empty() || b.text.empty()) {
      return static_cast<int>(a.text.empty()) - static_cast<int>(b.text.empty());
    }
    return Value::Before(type, a, b) ? -1 : static_cast<int>(Value::Before(type, b, a));
  };
  return Places(labels.size(), [&](std::uint32_t a, std::uint32_t b) {
    const int from = compare(labels[a].from, labels[b].from);
    return from != 0 ? from < 0 : compare(labels[a].to, labels[b].to) < 0;
  });
}

// Classes by what they print.
class ClassOrder {
 public:
  ClassOrder(const CodedTable& coded, const Generalization& generalization, RangeStyle ranges)
      : width_(generalization.quasi_identifiers.size()) {
    std::vector<std::vector<std::uint32_t>> places;
    for (std::size_t j = 0; j < width_; ++j) {
      const std::size_t attribute = generalization.quasi_identifiers[j];
      const auto& labels = generalization.labels[j];
      places.push_back(PrintsBounds(coded, attribute, ranges)
                           ? PlacesOfEnds(coded.table.attributes[attribute].type, labels)
                           : PlacesOfLabels(labels));
    }
    printed_.reserve(generalization.class_labels.size());
    for (std::size_t i = 0; i < generalization.class_labels.size(); ++i) {
      printed_.push_back(places[i % width_][generalization.class_labels[i]]);
    }
  }

  std::vector<std::size_t> Sorted() const {
    // The first two places tell most classes apart, and can be compared where they are sorted.
    std::vector<std::pair<std::uint64_t, std::uint32_t>> keys;
    const std::size_t classes = width_ == 0 ? 0 : printed_.size() / width_;
    keys.reserve(classes);
    for (std::size_t c = 0; c < classes; ++c) {
      const std::uint64_t second = width_ > 1 ? Of(c)[1] : 0;
      keys.emplace_back(std::uint64_t{Of(c)[0]} << 32U | second, static_cast<std::uint32_t>(c));
    }
    std::ranges::sort(keys, [&](const auto& a, const auto& b) {
      if (a.first != b.first) return a.first < b.first;
      return std::ranges::lexicographical_compare(Of(a.second), Of(b.second));
    });
    std::vector<std::size_t> sorted;
    sorted.reserve(classes);
    for (const auto& [key, in_class] : keys) sorted.push_back(in_class);
    return sorted;
  }
  bool Equal(std::size_t a, std::size_t b) const { return std::ranges::equal(Of(a), Of(b)); }

 private:
  std::span<const std::uint32_t> Of(std::size_t in_class) const {
    return std::span(printed_).subspan(in_class * width_, width_);
  }

  std::size_t width_;
  std::vector<std::uint32_t> printed_;
};

class GroupOrder {
 public:
  GroupOrder(const Region& region, const Generalization& generalization,
             const std::vector<Disguise>& disguises, std::optional<std::size_t> left_out)
      : table_(region.coded.table) {
    std::vector<Key> last;
    for (std::size_t j = 0; j < table_.attributes.size(); ++j) {
      const Attribute& about = table_.attributes[j];
      if (about.role == Role::kQuasiIdentifying || about.role == Role::kChoice || j == left_out) {
        continue;
      }
      Key key{.attribute = j};
      const auto carried = std::ranges::find(region.carried, j, &CarriedColumn::attribute);
      if (carried != region.carried.end()) {
        key.carried = &*carried;
      } else if (const auto* changed = generalization.FindChanged(j)) {
        key.changed = changed;
        key.places = PlacesOfValues(about.type, *changed->values);
      } else if (about.role == Role::kEntity) {
        last.push_back(std::move(key));
        continue;
      } else {
        key.places = PlacesOfValues(about.type, *table_.domains[j].shared_values());
      }
      const auto disguise = std::ranges::find(disguises, j, &Disguise::attribute);
      if (disguise != disguises.end()) {
        last.push_back(std::move(key));
        key = {.attribute = j, .disguise = &*disguise};
        key.places = PlacesOfValues(disguise->type, disguise->shown);
      }
      keys_.push_back(std::move(key));
    }
    std::ranges::move(last, std::back_inserter(keys_));
  }

  int Compare(const Group& a, const Group& b) const {
    for (const Key& key : keys_) {
      if (key.carried != nullptr) {
        if (const int order = Compare(*key.carried, a.row, b.row); order != 0) return order;
        continue;
      }
      const std::uint32_t x = PlaceOf(key, a);
      const std::uint32_t y = PlaceOf(key, b);
      if (x != y) return x < y ? -1 : 1;
    }
    return 0;
  }

 private:
  struct Key {
    std::size_t attribute = 0;
    const Disguise* disguise = nullptr;                // what is shown instead of the attribute
    const CarriedColumn* carried = nullptr;            // where its cells are, if not in the table
    const Generalization::Changed* changed = nullptr;  // what a step has made of it
    std::vector<std::uint32_t> places;                 // of what is shown; empty: as the codes are
  };

  std::uint32_t PlaceOf(const Key& key, const Group& group) const {
    const std::uint32_t code = key.disguise != nullptr ? key.disguise->CodeOf(table_, group.tuple)
                               : key.changed != nullptr
                                   ? key.changed->codes[group.member]
                                   : table_.columns[key.attribute].Get(group.tuple);
    return key.places.empty() ? code : key.places[code];
  }

  static int Compare(const CarriedColumn& column, std::size_t a, std::size_t b) {
    if (!column.keys.empty()) {
      return column.keys[a] == column.keys[b] ? 0 : column.keys[a] < column.keys[b] ? -1 : 1;
    }
    if (!column.texts[a] || !column.texts[b]) {
      return static_cast<int>(!column.texts[a]) - static_cast<int>(!column.texts[b]);
    }
    return column.texts[a]->compare(*column.texts[b]);
  }

  const Table& table_;
  std::vector<Key> keys_;
};

}  // namespace

bool PrintsBounds(const CodedTable& coded, std::size_t attribute, RangeStyle ranges) {
  return ranges == RangeStyle::kBounds &&
         coded.table.attributes[attribute].role == Role::kQuasiIdentifying &&
         coded.HierarchyOf(attribute) == nullptr;
}

std::vector<Group> MakeGroups(const Region& region, const Generalization& generalization,
                              RangeStyle ranges, const std::vector<Disguise>& disguises,
                              std::optional<std::size_t> left_out) {
  const Table& table = region.coded.table;
  const ClassOrder class_order(region.coded, generalization, ranges);
  const std::vector<std::size_t> classes = class_order.Sorted();
  const GroupOrder order(region, generalization, disguises, left_out);
  std::vector<std::size_t> taken(region.row_begin.size());  // carried rows that members have
  std::vector<Group> groups;
  std::vector<Group> members;
  const auto flush = [&] {
    std::ranges::sort(members,
                      [&](const Group& a, const Group& b) { return order.Compare(a, b) < 0; });
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (i == 0 || order.Compare(members[i - 1], members[i]) != 0) {
        groups.push_back(members[i]);
      } else {
        groups.back().rows += members[i].rows;
      }
    }
    members.clear();
  };
  for (std::size_t place = 0; place < classes.size(); ++place) {
    const std::size_t c = classes[place];
    // Who reads the file sees classes that print the same as one.
    if (place > 0 && !class_order.Equal(classes[place - 1], c)) flush();
    for (std::size_t i = generalization.class_begin[c]; i < generalization.class_begin[c + 1];
         ++i) {
      const std::uint32_t tuple = generalization.tuples[i];
      const std::uint64_t rows = generalization.RowsOf(table, i);
      const auto member = static_cast<std::uint32_t>(i);
      if (region.row_begin.empty()) {
        members.push_back({c, tuple, 0, rows, member});
        continue;
      }
      for (std::uint64_t row = 0; row < rows; ++row) {
        members.push_back({c, tuple, region.row_begin[tuple] + taken[tuple]++, 1, member});
      }
    }
  }
  flush();
  return groups;
}

}  // namespace gauze
