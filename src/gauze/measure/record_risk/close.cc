#include <array>
#include <bit>
#include <cmath>

#include "gauze/measure/record_risk/risk_walk.h"

// Branches of the walk that end, because the rest of the sum is known well enough.

namespace gauze::risk {

// The known set itself has F = rows of the group; its supersets have count <= F <= rows.
bool Walk::CloseWhole(Item& item, Mask open, const Group& group, Accounts& accounts) const {
  const Outside outside = Weigh(item, open);
  const double mass = index_.Mass(open);
  const double least = 1 / group.rows;
  const double most = 1 / item.count;
  if (group.odds * (mass - 1) * (most - least) * (item.most + outside.all) > item.tolerance) {
    return false;
  }
  const double weighted = mass * outside.mean;
  const double odds = group.odds;
  const double more_plain = Minus(mass, 1).hi;
  const double more_weighted = Minus(weighted, outside.all).hi;
  accounts.Add(item.id, group.known, {odds * mass * least, odds * (least + more_plain * most)},
               {odds * weighted * least, odds * (outside.all * least + more_weighted * most)});
  if (accounts.has_shares()) {
    const double middle = odds * 0.5 * (least + most);
    accounts.ShareOpen(item.id, item.tuple, open, middle * mass, middle * weighted);
  }
  item.tolerance = -1;
  return true;
}

// With A_i the open positions on which item i matches, F_S = count + sum of count_i over S in A_i.
// So 1/F_S is a sum over sets of others Y of h(Y) * [S in all A_i of Y], and the sum over S of a
// set of open positions is a closed form. h is the Moebius inverse of 1 / (count + counts of Y).
void Walk::CloseSmall(const Items& items, std::size_t which, Mask open, std::size_t from,
                      const Group& group, Accounts& accounts) const {
  const Item& item = items[which];
  std::array<Mask, 8> matches{};
  std::array<double, 8> counts{};
  std::size_t others = 0;
  double own = item.count;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i == which) continue;
    const Mask agree = index_.Matches(item.tuple, items[i].tuple, from) & open;
    if (agree == open) {
      own += items[i].count;
      continue;
    }
    std::size_t same = 0;
    while (same < others && matches[same] != agree) ++same;
    if (same == others) matches[others++] = agree;
    counts[same] += items[i].count;
  }
  std::array<double, 256> inverse{};
  std::array<Mask, 256> common{};
  std::array<double, 256> rows{};
  const std::size_t sets = std::size_t{1} << others;
  rows[0] = own;
  common[0] = open;
  inverse[0] = 1 / own;
  for (std::size_t set = 1; set < sets; ++set) {
    const auto last = static_cast<std::size_t>(std::countr_zero(set));
    rows[set] = rows[set & (set - 1)] + counts[last];
    common[set] = common[set & (set - 1)] & matches[last];
    inverse[set] = 1 / rows[set];
  }
  for (std::size_t bit = 1; bit < sets; bit <<= 1) {
    for (std::size_t set = 0; set < sets; ++set) {
      if ((set & bit) != 0) inverse[set] -= inverse[set ^ bit];
    }
  }
  const Outside whole = Weigh(item, open);
  double plain = 0;
  double weighted = 0;
  double plain_margin = 0;
  double weighted_margin = 0;
  for (std::size_t set = 0; set < sets; ++set) {
    const double term = group.odds * inverse[set] * index_.Mass(common[set]);
    double outside = whole.mean;
    if (common[set] != open) {
      outside = item.outside;
      for (const Weight& weight : index_.weights(item.tuple)) {
        if ((open >> weight.position & 1) == 0) continue;
        outside += (common[set] >> weight.position & 1) != 0 ? weight.kept : weight.weight;
      }
    }
    plain += term;
    weighted += term * outside;
    // h is a sum of 2^|Y| inverses, none above 1/own, in at most 8 steps.
    const double cancelled = group.odds * index_.Mass(common[set]) / own *
                             static_cast<double>(std::size_t{1} << std::popcount(set)) * 0x1p-49;
    const double margin = cancelled + std::abs(term) * kTermMargin;
    plain_margin += margin;
    weighted_margin += margin * outside;
    if (accounts.has_shares()) {
      accounts.ShareOpen(item.id, item.tuple, common[set], term, term * outside);
    }
  }
  accounts.AddSigned(item.id, group.known, plain, weighted, plain_margin, weighted_margin);
}

bool Walk::CloseAll(Items& items, const Group& group, std::size_t from, Accounts& accounts) const {
  const Mask suffix = index_.Suffix(from);
  bool left = false;
  for (Item& item : items) {
    if (!item.active()) continue;
    const Mask open = suffix & ~index_.suppressed(item.tuple);
    if (!CloseWhole(item, open, group, accounts)) left = true;
  }
  if (!left) return true;
  if (items.size() > tuning_.small_group) return false;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!items[i].active()) continue;
    const Mask open = suffix & ~index_.suppressed(items[i].tuple);
    CloseSmall(items, i, open, from, group, accounts);
  }
  return true;
}

}  // namespace gauze::risk
