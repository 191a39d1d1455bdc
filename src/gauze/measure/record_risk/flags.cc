#include <algorithm>
#include <bit>

#include "gauze/measure/record_risk/tally.h"
#include "gauze/measure/record_risk/walk.h"

// Known sets of flags. Most rows of a group have the mode on most flags, so a set of flags on which
// an item has the mode too (common ones) singles out nearly the whole group, and the numbers of
// rows off the mode bound its F well. Only sets with a flag on which the item itself is off the
// mode (rare ones) are walked, by the first such; and common ones where the bound is too wide.

namespace gauze::risk {

void Walk::WalkFlags(Items& items, const Group& group, Accounts& accounts) const {
  if (CloseAll(items, group, index_.flags(), true, accounts)) return;
  const Tally tally = Count(items, group);
  std::vector<std::uint32_t> unclosed;
  Mask rare = 0;
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    const Item& item = items[i];
    if (!item.active()) continue;
    if (!CloseCommon(item, group, tally, accounts)) unclosed.push_back(i);
    rare |= item.open & index_.off_mode(item.tuple);
  }
  if (!unclosed.empty()) WalkCommon(items, unclosed, group, tally, accounts);
  if (rare != 0) WalkRare(items, group, tally, rare, accounts);
}

Tally Walk::Count(const Items& items, const Group& group) const {
  Tally tally;
  for (const Item& item : items) {
    Mask off = index_.off_mode(item.tuple) & ~group.known;
    tally.suppressed |= index_.suppressed(item.tuple);
    if (off == 0) tally.nowhere += item.count;
    for (; off != 0; off &= off - 1) tally.flags[std::countr_zero(off)].off += item.count;
  }
  for (std::size_t j = index_.flags(); j < index_.attributes(); ++j) {
    FlagSums& flag = tally.flags[j];
    if ((group.known >> j & 1) != 0 || flag.off >= group.rows) continue;
    const double odds = index_.odds(j);
    flag.single = odds / (group.rows - flag.off);
    flag.odds = odds;
    flag.odds_off = odds * flag.off;
    flag.squares_off = odds * odds * flag.off;
    flag.mean_off = flag.odds_off / (1 + odds);
    tally.all.Add(flag, 1);
    tally.counted |= Mask{1} << j;
    tally.order.push_back(static_cast<std::uint32_t>(j));
  }
  std::sort(tally.order.begin(), tally.order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const double off_a = tally.flags[a].off;
    const double off_b = tally.flags[b].off;
    return off_a != off_b ? off_a > off_b : a < b;
  });
  for (std::size_t i = 0; i < std::min<std::size_t>(tally.order.size(), 2); ++i) {
    tally.two_most += tally.flags[tally.order[i]].off;
  }
  return tally;
}

// Sets of common flags by the first one, commonest deviation first: a group shrinks most by it, and
// what follows has narrower bounds.
void Walk::WalkCommon(const Items& items, std::vector<std::uint32_t>& unclosed, const Group& group,
                      const Tally& tally, Accounts& accounts) const {
  Items rest = items;
  for (Item& item : rest) item.tolerance = -1;
  for (const std::uint32_t i : unclosed) {
    Item& item = rest[i];
    const Mask rare = item.open & index_.off_mode(item.tuple);
    item.tolerance = items[i].tolerance;
    item.outside += WeightOn(item.tuple, rare);
    item.open &= ~rare;
    const double all = group.odds * Weigh(item, item.open).all / group.rows;
    const double one = group.odds / group.rows;
    accounts.Add(item.id, group.known, {one, one}, {all, all});
  }
  for (const std::uint32_t j : tally.order) {
    const Mask bit = Mask{1} << j;
    std::erase_if(unclosed,
                  [&](std::uint32_t i) { return CloseRest(rest[i], group, tally, accounts); });
    if (unclosed.empty()) return;
    Group next{.odds = group.odds * index_.odds(j), .known = group.known | bit};
    Items part;
    for (const Item& item : rest) {
      if ((index_.off_mode(item.tuple) & bit) != 0) continue;
      part.push_back(item);
      next.rows += item.count;
      if ((item.open & bit) == 0) part.back().tolerance = -1;
      part.back().open &= ~bit;
    }
    WalkFlags(part, next, accounts);
    for (const std::uint32_t i : unclosed) {
      Item& item = rest[i];
      if ((item.open & bit) == 0) continue;
      item.open &= ~bit;
      item.outside += WeightOn(item.tuple, bit);
    }
  }
  for (const std::uint32_t i : unclosed) CloseRest(rest[i], group, tally, accounts);
}

// Sets with a rare flag, by the first one in order of position.
void Walk::WalkRare(const Items& items, const Group& group, const Tally& tally, Mask rare,
                    Accounts& accounts) const {
  std::array<std::uint32_t, kMostAttributes + 1> ends{};
  for (const Item& item : items) {
    for (Mask off = index_.off_mode(item.tuple) & rare; off != 0; off &= off - 1) {
      ++ends[std::countr_zero(off)];
    }
  }
  std::uint32_t sum = 0;
  for (std::uint32_t& end : ends) {
    const std::uint32_t size = end;
    end = sum;
    sum += size;
  }
  std::vector<std::uint32_t> members(sum);
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    for (Mask off = index_.off_mode(items[i].tuple) & rare; off != 0; off &= off - 1) {
      members[ends[std::countr_zero(off)]++] = i;
    }
  }
  for (; rare != 0; rare &= rare - 1) {
    const auto j = static_cast<std::size_t>(std::countr_zero(rare));
    const std::uint32_t begin = j == 0 ? 0 : ends[j - 1];
    const std::span<const std::uint32_t> here(members.data() + begin, ends[j] - begin);
    WalkRareFlag(items, here, group, tally, j, accounts);
  }
}

void Walk::WalkRareFlag(const Items& items, std::span<const std::uint32_t> members,
                        const Group& group, const Tally& tally, std::size_t j,
                        Accounts& accounts) const {
  const Mask bit = Mask{1} << j;
  std::vector<std::uint32_t> values;  // mostly one
  for (const std::uint32_t i : members) {
    if (!items[i].active() || (items[i].open & bit) == 0) continue;
    const std::uint32_t code = index_.code(items[i].tuple, j);
    if (std::find(values.begin(), values.end(), code) == values.end()) values.push_back(code);
  }
  for (const std::uint32_t value : values) {
    Group next{.odds = group.odds * index_.odds(j), .known = group.known | bit};
    Items part;
    for (const std::uint32_t i : members) {
      if (index_.code(items[i].tuple, j) != value) continue;
      Item item = items[i];
      next.rows += item.count;
      if ((item.open & bit) == 0) item.tolerance = -1;
      if (item.active()) {
        const Mask before = item.open & index_.off_mode(item.tuple) & (bit - 1);
        if (before != 0) item.outside += WeightOn(item.tuple, before);
        item.open &= ~(before | bit);
      }
      part.push_back(item);
    }
    if (index_.wildcard() && (tally.suppressed & bit) != 0) {
      for (const Item& item : items) {
        if ((index_.suppressed(item.tuple) & bit) == 0) continue;
        next.rows += item.count;
        part.push_back(item);
        part.back().tolerance = -1;
      }
    }
    WalkFlags(part, next, accounts);
  }
}

}  // namespace gauze::risk
