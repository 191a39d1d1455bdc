#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "gauze/measure/record_risk/flag_tally.h"
#include "gauze/measure/record_risk/risk_walk.h"

// Known sets of flags. Most rows of a group have the mode on most flags, so a set of flags on which
// an item has the mode too (common ones) singles out nearly the whole group, and the numbers of
// rows off the mode bound its F well. Only sets with a flag on which the item itself is off the
// mode (rare ones) are walked, by the first such; and common ones where the bound is too wide.

namespace gauze::risk {

void Walk::WalkFlags(const Items& items, const Group& group, Accounts& accounts) const {
  if (items.size() <= tuning_.small_group) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!items[i].active()) continue;
      CloseSmall(items, i, items[i].open, index_.flags(), group, accounts);
    }
    return;
  }
  const Tally tally = Count(items, group);
  std::vector<std::uint32_t> unclosed;
  Mask rare = 0;
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    const Item& item = items[i];
    if (!item.active()) continue;
    if (!CloseCommon(item, group, tally, accounts)) unclosed.push_back(i);
    rare |= item.open & item.off;
  }
  if (!unclosed.empty()) WalkCommon(items, unclosed, group, tally, accounts);
  if (rare != 0) WalkRare(items, group, rare, accounts);
}

Tally Walk::Count(const Items& items, const Group& group) const {
  Tally tally;
  for (std::size_t j = index_.flags(); j < index_.attributes(); ++j) tally.off[j] = 0;
  for (const Item& item : items) {
    Mask off = item.off & ~group.known;
    if (off == 0) tally.nowhere += item.count;
    for (; off != 0; off &= off - 1) tally.off[std::countr_zero(off)] += item.count;
  }
  double most = 0;
  double second = 0;
  for (std::size_t j = index_.flags(); j < index_.attributes(); ++j) {
    if ((group.known >> j & 1) != 0 || tally.off[j] >= group.rows) continue;
    tally.single[j] = index_.odds(j) / (group.rows - tally.off[j]);
    tally.all.Add(tally.single[j], index_.odds(j), tally.off[j], 1);
    tally.counted |= Mask{1} << j;
    second = std::max(second, std::min(most, tally.off[j]));
    most = std::max(most, tally.off[j]);
  }
  tally.two_most = most + second;
  return tally;
}

// Sets of common flags by the first one, commonest deviation first: a group shrinks most by it, and
// what follows has narrower bounds.
void Walk::WalkCommon(const Items& items, std::vector<std::uint32_t>& unclosed, const Group& group,
                      const Tally& tally, Accounts& accounts) const {
  Items rest;  // of each unclosed item what is still to do
  for (const std::uint32_t i : unclosed) {
    Item& item = rest.emplace_back(items[i]);
    const Mask rare = item.open & item.off;
    item.outside += WeightOn(item.tuple, rare);
    item.open &= ~rare;
    const double all = group.odds * Weigh(item, item.open).all / group.rows;
    const double one = group.odds / group.rows;
    accounts.Add(item.id, group.known, {one, one}, {all, all});
  }
  std::vector<std::uint32_t> order;
  for (Mask left = tally.counted; left != 0; left &= left - 1) {
    order.push_back(static_cast<std::uint32_t>(std::countr_zero(left)));
  }
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return tally.off[a] != tally.off[b] ? tally.off[a] > tally.off[b] : a < b;
  });
  for (const std::uint32_t j : order) {
    const Mask bit = Mask{1} << j;
    const Group next{.rows = group.rows - tally.off[j],
                     .odds = group.odds * index_.odds(j),
                     .known = group.known | bit};
    bool left = false;
    std::vector<std::pair<std::uint32_t, Item>> taken;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      Item& item = rest[i];
      if (!item.active() || CloseRest(item, group, tally, accounts)) continue;
      left = true;
      if ((item.open & bit) == 0) continue;
      item.open &= ~bit;
      Item with = item;
      if (!CloseWhole(with, with.open, next, accounts)) taken.emplace_back(unclosed[i], with);
      item.outside += WeightOn(item.tuple, bit);
    }
    if (!left) return;
    if (taken.empty()) continue;
    Items part;
    part.reserve(items.size());
    auto with = taken.begin();
    for (std::uint32_t i = 0; i < items.size(); ++i) {
      if ((items[i].off & bit) != 0) continue;
      const bool active = with != taken.end() && with->first == i;
      part.push_back(active ? with->second : items[i]);
      if (active) {
        ++with;
      } else {
        part.back().tolerance = -1;
      }
    }
    WalkFlags(part, next, accounts);
  }
}

// Sets with a rare flag, by the first one in order of position.
void Walk::WalkRare(const Items& items, const Group& group, Mask rare, Accounts& accounts) const {
  std::array<std::uint32_t, kMostAttributes + 1> ends;
  for (std::size_t j = index_.flags(); j <= index_.attributes(); ++j) ends[j] = 0;
  for (const Item& item : items) {
    for (Mask off = item.off & rare; off != 0; off &= off - 1) ++ends[std::countr_zero(off)];
  }
  std::uint32_t sum = 0;
  for (std::size_t j = index_.flags(); j < index_.attributes(); ++j) {
    sum += std::exchange(ends[j], sum);
  }
  std::vector<std::uint32_t> members(sum);
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    for (Mask off = items[i].off & rare; off != 0; off &= off - 1) {
      members[ends[std::countr_zero(off)]++] = i;
    }
  }
  std::uint32_t begin = 0;
  for (; rare != 0; rare &= rare - 1) {
    const auto flag = static_cast<std::size_t>(std::countr_zero(rare));
    const std::span here(members.data() + begin, ends[flag] - begin);
    begin = ends[flag];
    WalkRareFlag(items, here, group, flag, accounts);
  }
}

// `members` are off the mode on the flag.
void Walk::WalkRareFlag(const Items& items, std::span<const std::uint32_t> members,
                        const Group& group, std::size_t flag, Accounts& accounts) const {
  const Mask bit = Mask{1} << flag;
  double everywhere = 0;  // rows that match every value
  const bool suppressed = index_.any_suppressed() && index_.wildcard();
  for (std::size_t i = 0; i < items.size() && suppressed; ++i) {
    if ((index_.suppressed(items[i].tuple) & bit) != 0) everywhere += items[i].count;
  }
  struct Value {
    std::uint32_t name = 0;
    double rows = 0;
    Items active;
  };
  std::vector<Value> values;  // that an active item has; mostly one
  const auto find = [&](std::uint32_t name) {
    auto value = values.begin();
    while (value != values.end() && value->name != name) ++value;
    return value;
  };
  for (const std::uint32_t i : members) {
    if (!items[i].active() || (items[i].open & bit) == 0) continue;
    const std::uint32_t name = index_.OffValue(items[i].tuple, flag);
    auto value = find(name);
    if (value == values.end()) value = values.insert(value, {name, everywhere, {}});
    Item& item = value->active.emplace_back(items[i]);
    const Mask before = item.open & item.off & (bit - 1);
    if (before != 0) item.outside += WeightOn(item.tuple, before);
    item.open &= ~(before | bit);
  }
  for (const std::uint32_t i : members) {
    const auto value = find(index_.OffValue(items[i].tuple, flag));
    if (value != values.end()) value->rows += items[i].count;
  }
  for (Value& value : values) {
    const Group next{
        .rows = value.rows, .odds = group.odds * index_.odds(flag), .known = group.known | bit};
    Items& part = value.active;
    std::erase_if(part, [&](Item& item) { return CloseWhole(item, item.open, next, accounts); });
    if (part.empty()) continue;
    // The others only count; the order of items does not matter.
    const std::size_t active = part.size();
    std::size_t seen = 0;
    for (const std::uint32_t i : members) {
      if (seen < active && part[seen].tuple == items[i].tuple) {
        ++seen;
      } else if (index_.OffValue(items[i].tuple, flag) == value.name) {
        part.push_back(items[i]);
        part.back().tolerance = -1;
      }
    }
    for (std::size_t i = 0; i < items.size() && everywhere > 0; ++i) {
      if ((index_.suppressed(items[i].tuple) & bit) == 0) continue;
      part.push_back(items[i]);
      part.back().tolerance = -1;
    }
    WalkFlags(part, next, accounts);
  }
}

}  // namespace gauze::risk
