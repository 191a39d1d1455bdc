#include <algorithm>
#include <bit>

#include "gauze/measure/record_risk/flag_tally.h"
#include "gauze/measure/record_risk/risk_walk.h"

// Bounds on sets of common flags. Let g be the rows of the group, n_j those off the mode on flag j,
// and N(T) those off on any flag of T; so F = g - N(T). A set of one flag is exact. For others
//   1/F = 1/g + N / (g F),  max of n_j <= N <= s(T) = sum of n_j,  F >= z,
// with z the rows off nowhere, or the item's own, or g - s(all): and o(T) and o(T) s(T) have closed
// sums.

namespace gauze::risk {
namespace {

// A difference that may have lost what its operands, of this size together, were rounded by.
Interval Around(double value, double size) {
  const double margin = size * kTermMargin;
  return {std::max(0.0, value - margin), std::max(0.0, value + margin)};
}

}  // namespace

bool Walk::CloseCommon(const Item& item, const Group& group, const Tally& tally,
                       Accounts& accounts) const {
  const Mask common = item.open & ~item.off;
  const Mask other = tally.counted & ~common;
  const bool few = std::popcount(other) < std::popcount(common);
  FlagSums sums = few ? tally.all : FlagSums{};
  for (Mask left = few ? other : common; left != 0; left &= left - 1) {
    const auto j = static_cast<std::size_t>(std::countr_zero(left));
    sums.Add(tally.single[j], index_.odds(j), tally.off[j], few ? -1 : 1);
  }
  const double g = group.rows;
  const double mass = index_.Mass(common);
  const FlagSums& all = tally.all;  // the size of what was subtracted

  const double least = std::max({tally.nowhere, item.count, g - sums.off});
  const double least_of_two = std::max(least, g - tally.two_most);
  const Interval single = Around(sums.single, all.single);
  const Interval several = Around(mass - 1 - sums.odds, mass + all.odds);
  const double pairs_size = all.odds * all.odds_off + all.squares_off;
  const Interval pairs = Around(sums.odds * sums.odds_off - sums.squares_off, pairs_size);
  const double more = Around(mass * sums.mean_off - sums.odds_off - pairs.lo,
                             mass * all.mean_off + all.odds_off + pairs_size)
                          .hi;
  // Beyond 1/g, of the sets of two or more: of a pair, N is at least the mean of its two n.
  const double beyond_lo = 0.5 * pairs.lo / (g * g);
  const double beyond_hi = std::min(pairs.hi / (g * least_of_two) + more / (g * least),
                                    several.hi * (1 / least - 1 / g) + several.hi * 0x1p-44 / g);
  const double width = several.width() / g + single.width() + beyond_hi - beyond_lo;

  const Outside outside = Weigh(item, item.open);
  if (group.odds * width * (item.most + outside.all) > item.tolerance) return false;
  const Interval plain{1 / g + single.lo + several.lo / g + beyond_lo,
                       1 / g + single.hi + several.hi / g + beyond_hi};

  // Weights of the mode itself are rare; without them the weight outside is the same for all sets.
  double weight = 0;
  double odds_weight = 0;
  double single_weight = 0;
  double mean = outside.all;
  for (const Weight& one : index_.weights(item.tuple)) {
    if ((common >> one.position & 1) == 0) continue;
    weight += one.weight;
    odds_weight += index_.odds(one.position) * one.weight;
    single_weight += tally.single[one.position] * one.weight;
    mean -= one.weight - one.kept;
  }
  Interval weighted{plain.lo * outside.all, plain.hi * outside.all};
  if (weight > 0) {
    const double u = outside.all;
    const Interval one = Around(u * sums.single - single_weight, u * all.single);
    const Interval more_sets =
        Around(mass * mean - u - u * sums.odds + odds_weight, u * (mass + all.odds) + odds_weight);
    weighted = {u / g + one.lo + more_sets.lo / g + std::max(0.0, u - weight) * beyond_lo,
                u / g + one.hi + more_sets.hi / g + u * beyond_hi};
  }
  const double odds = group.odds;
  accounts.Add(item.id, group.known, {odds * plain.lo, odds * plain.hi},
               {odds * weighted.lo, odds * weighted.hi});
  if (accounts.has_shares()) ShareCommon(item, common, group, tally, accounts);
  return true;
}

// Sets of one flag exactly, all others as if their F were g.
void Walk::ShareCommon(const Item& item, Mask common, const Group& group, const Tally& tally,
                       Accounts& accounts) const {
  const double one = group.odds / group.rows;
  const double mass = index_.Mass(common);
  Item rest = item;
  rest.outside += WeightOn(item.tuple, item.open & ~common);
  const Outside outside = Weigh(rest, common);
  accounts.ShareOpen(item.id, item.tuple, common, one * mass, one * mass * outside.mean);
  for (Mask left = common; left != 0; left &= left - 1) {
    const auto j = static_cast<std::size_t>(std::countr_zero(left));
    const double more = group.odds * tally.single[j] - one * index_.odds(j);
    const double weight = outside.all - WeightOn(item.tuple, Mask{1} << j);
    accounts.ShareKnown(item.id, Mask{1} << j, more, more * weight);
  }
}

// All sets of open flags, all of them common, but the empty one: 1/g <= 1/F <= 1/z.
bool Walk::CloseRest(Item& item, const Group& group, const Tally& tally, Accounts& accounts) const {
  const Outside outside = Weigh(item, item.open);
  const double mass = index_.Mass(item.open);
  double off = 0;
  for (Mask left = item.open; left != 0; left &= left - 1) {
    off += tally.off[std::countr_zero(left)];
  }
  const double rows = std::max({tally.nowhere, item.count, group.rows - off});
  const double least = 1 / group.rows;
  const double most = 1 / rows;
  const double width = group.odds * (mass - 1) * (most - least) * (item.most + outside.all);
  if (width > 0.25 * item.tolerance) return false;
  const Interval plain = Minus(mass, 1);
  const Interval weighted = Minus(mass * outside.mean, outside.all);
  accounts.Add(item.id, group.known, {group.odds * plain.lo * least, group.odds * plain.hi * most},
               {group.odds * weighted.lo * least, group.odds * weighted.hi * most});
  if (accounts.has_shares()) {
    const double middle = group.odds * 0.5 * (least + most);
    accounts.ShareOpen(item.id, item.tuple, item.open, middle * mass, middle * mass * outside.mean);
  }
  item.tolerance = -1;
  return true;
}

}  // namespace gauze::risk
