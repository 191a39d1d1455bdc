#include "gauze/release/released_groups.h"

#include <algorithm>
#include <optional>

namespace gauze {
namespace {

class GroupOrder {
 public:
  GroupOrder(const Region& region, const Generalization& generalization,
             const std::vector<Disguise>& disguises)
      : table_(region.coded.table), carried_(region.carried) {
    if (generalization.changed) changed_ = generalization.changed->attribute;
    std::vector<Key> last;
    for (std::size_t j = 0; j < table_.attributes.size(); ++j) {
      const Role role = table_.attributes[j].role;
      if (role == Role::kQuasiIdentifying || role == Role::kChoice) continue;
      const auto disguise = std::ranges::find(disguises, j, &Disguise::attribute);
      if (disguise != disguises.end()) keys_.push_back({j, &*disguise});
      (role == Role::kEntity || disguise != disguises.end() ? last : keys_).push_back({j, nullptr});
    }
    keys_.insert(keys_.end(), last.begin(), last.end());
  }

  int Compare(const Group& a, const Group& b) const {
    for (const auto& [j, disguise] : keys_) {
      if (disguise != nullptr) {
        const std::uint32_t x = disguise->CodeOf(table_, a.tuple);
        const std::uint32_t y = disguise->CodeOf(table_, b.tuple);
        if (x != y) return x < y ? -1 : 1;
        continue;
      }
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
  struct Key {
    std::size_t attribute;
    const Disguise* disguise;  // what is shown in the place of the attribute; null: itself
  };

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
  std::vector<Key> keys_;
  std::optional<std::size_t> changed_;
};

}  // namespace

std::vector<Group> MakeGroups(const Region& region, const Generalization& generalization,
                              const std::vector<Disguise>& disguises) {
  const Table& table = region.coded.table;
  const GroupOrder order(region, generalization, disguises);
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

}  // namespace gauze
