#include "gauze/measure/record_risk/risk_walk.h"

#include <algorithm>
#include <bit>

#include "gauze/base/parallel.h"
#include "gauze/base/stop.h"

namespace gauze::risk {
namespace {

// Numbers for a few of many keys, forgotten in no time: a table that is never cleared, only
// stamped. One for each thread.
class Slots {
 public:
  void Reset(std::size_t keys) {
    if (stamps_.size() < keys) {
      stamps_.resize(keys, 0);
      slots_.resize(keys);
    }
    if (++stamp_ == 0) {
      std::fill(stamps_.begin(), stamps_.end(), 0U);
      stamp_ = 1;
    }
  }
  bool Has(std::size_t key) const { return stamps_[key] == stamp_; }
  void Put(std::size_t key, std::uint32_t slot) {
    stamps_[key] = stamp_;
    slots_[key] = slot;
  }
  std::uint32_t& At(std::size_t key) { return slots_[key]; }

 private:
  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> stamps_;
  std::vector<std::uint32_t> slots_;
};

Slots& ThreadSlots() {
  thread_local Slots slots;
  return slots;
}

}  // namespace

Accounts Walk::Run(const std::vector<float>& tolerances, bool shares) const {
  const std::size_t n = index_.tuples();
  Accounts accounts(index_, n, shares);
  Items items(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    items[i] = {.tuple = i,
                .id = i,
                .count = index_.count(i),
                .outside = WeightOn(i, ~index_.Suffix(index_.first())),
                .tolerance = tolerances[i]};
  }
  const std::size_t positions = index_.flags() - index_.first();
  progress_.Stage("risk", std::max<std::size_t>(positions, 1) * n);
  WalkGroup(items, {.rows = index_.rows(), .top = true}, index_.first(), false, accounts);
  return accounts;
}

void Walk::WalkGroup(Items& items, Group group, std::size_t from, bool merged,
                     Accounts& accounts) const {
  if (CloseAll(items, group, from, accounts)) return;
  const bool parallel = items.size() >= tuning_.parallel;
  Group inner = group;
  inner.known = 0;
  if (!merged && from < index_.flags() && items.size() >= tuning_.merge &&
      index_.suffix_class_count(from) < index_.tuples()) {
    Merged one = Merge(items, from, from);
    if (one.items.size() < items.size() - items.size() / 8) {
      Accounts sums(index_, one.items.size(), accounts.has_shares());
      WalkGroup(one.items, inner, from, true, sums);
      for (const auto& source : one.sources) {
        accounts.Absorb(items[source.from].id, group.known, source.outside, sums, source.into);
      }
      return;
    }
  }
  Merged flags = Merge(items, from, index_.flags());
  Accounts sums(index_, flags.items.size(), accounts.has_shares());
  const auto walk_flags = [&] {
    bool left = false;
    for (Item& item : flags.items) {
      if (item.active() && !CloseWhole(item, item.open, inner, sums)) left = true;
    }
    if (left) WalkFlags(flags.items, inner, sums);
  };
  const auto walk_positions = [&] { WalkPositions(items, group, from, accounts); };
  if (parallel) {
    Together(walk_flags, walk_positions);
  } else {
    walk_flags();
    walk_positions();
  }
  for (const auto& source : flags.sources) {
    accounts.Absorb(items[source.from].id, group.known, source.outside, sums, source.into);
  }
}

Walk::Merged Walk::Merge(const Items& items, std::size_t from, std::size_t position) const {
  const Mask passed = index_.Suffix(from) & ~index_.Suffix(position);
  Merged merged;
  Slots& slots = ThreadSlots();
  slots.Reset(index_.suffix_class_count(position));
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    const Item& item = items[i];
    const std::size_t key = index_.suffix_class(position, item.tuple);
    const bool is_new = !slots.Has(key);
    if (is_new) {
      slots.Put(key, static_cast<std::uint32_t>(merged.items.size()));
      merged.items.push_back({.tuple = item.tuple,
                              .id = slots.At(key),
                              .tolerance = -1,
                              .open = index_.Suffix(position) & ~index_.suppressed(item.tuple),
                              .off = index_.off_mode(item.tuple)});
    }
    const std::uint32_t into = slots.At(key);
    Item& one = merged.items[into];
    one.count += item.count;
    if (!item.active()) continue;
    const double outside = passed == 0 ? item.outside : item.outside + WeightOn(item.tuple, passed);
    one.most = std::max(one.most, item.most + static_cast<float>(outside));
    one.tolerance = one.active() ? std::min(one.tolerance, item.tolerance) : item.tolerance;
    merged.sources.push_back({i, into, outside});
  }
  return merged;
}

// Known sets with another position before the flags: first the sets whose first such is `from`,
// then `from` + 1, and so on.
void Walk::WalkPositions(Items& items, const Group& group, std::size_t from,
                         Accounts& accounts) const {
  StopIfAsked();
  std::vector<std::uint32_t> active;
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    if (items[i].active()) active.push_back(i);
  }
  const Mask flags = index_.Suffix(index_.flags());
  for (std::size_t position = from; position < index_.flags() && !active.empty(); ++position) {
    const Mask passed = index_.Suffix(from) & ~index_.Suffix(position);
    const auto close = [&](std::uint32_t i) {
      Item& item = items[i];
      const Mask known = ~index_.suppressed(item.tuple);
      const Mask open = index_.Suffix(position) & known;
      const double mass = index_.Mass(open);
      const double flag_mass = index_.Mass(open & flags);
      const Outside outside = Weigh(item, index_.Suffix(from) & known);
      const double least = 1 / group.rows;
      const double most = 1 / item.count;
      if (group.odds * (mass - flag_mass) * (most - least) * (item.most + outside.all) >
          item.tolerance) {
        return false;
      }
      Item rest = item;
      rest.outside += WeightOn(item.tuple, passed);
      const double mean = Weigh(rest, open).mean;
      rest.outside += WeightOn(item.tuple, open & ~flags);
      const double flag_mean = Weigh(rest, open & flags).mean;
      const Interval plain = Minus(mass, flag_mass);
      const Interval weighted = Minus(mass * mean, flag_mass * flag_mean);
      accounts.Add(item.id, group.known,
                   {group.odds * plain.lo * least, group.odds * plain.hi * most},
                   {group.odds * weighted.lo * least, group.odds * weighted.hi * most});
      if (accounts.has_shares()) {
        const double middle = group.odds * 0.5 * (least + most);
        accounts.ShareOpen(item.id, item.tuple, open, middle * mass, middle * mass * mean);
        accounts.ShareOpen(item.id, item.tuple, open & flags, -middle * flag_mass,
                           -middle * flag_mass * flag_mean);
      }
      item.tolerance = -1;
      return true;
    };
    std::erase_if(active, close);
    if (active.empty()) break;
    const ItemsByValue parts = Partition(items, position, active);
    const std::size_t count = parts.starts.size() - 1;
    const auto walk_part = [&](std::size_t part) {
      WalkPart(parts, part, group, position, passed, accounts);
    };
    if (items.size() >= tuning_.parallel) {
      ForEach(count, walk_part);
    } else {
      for (std::size_t part = 0; part < count; ++part) walk_part(part);
    }
    if (group.top) progress_.Set((position + 1 - from) * items.size());
  }
}

void Walk::WalkPart(const ItemsByValue& parts, std::size_t part, const Group& group,
                    std::size_t position, Mask passed, Accounts& accounts) const {
  const auto begin = parts.items.begin() + static_cast<std::ptrdiff_t>(parts.starts[part]);
  const auto end = parts.items.begin() + static_cast<std::ptrdiff_t>(parts.starts[part + 1]);
  Items items(begin, end);
  items.insert(items.end(), parts.suppressed.begin(), parts.suppressed.end());
  Group next{.odds = group.odds * index_.odds(position),
             .known = group.known | Mask{1} << position};
  for (Item& item : items) {
    next.rows += item.count;
    if (passed != 0 && item.active()) item.outside += WeightOn(item.tuple, passed);
  }
  const std::size_t size = items.size();
  WalkGroup(items, next, position + 1, false, accounts);
  if (group.top) progress_.Advance(size);
}

Walk::ItemsByValue Walk::Partition(const Items& items, std::size_t position,
                                   const std::vector<std::uint32_t>& active) const {
  Slots& slots = ThreadSlots();
  const std::size_t suppressed = index_.codes(position);
  slots.Reset(suppressed + 1);
  ItemsByValue parts;
  std::vector<std::uint32_t> values;
  for (const std::uint32_t i : active) {
    const std::uint32_t code = index_.code(items[i].tuple, position);
    if (code == suppressed || slots.Has(code)) continue;
    slots.Put(code, 0);
    values.push_back(code);
  }
  parts.starts.assign(values.size() + 1, 0);
  if (values.empty()) return parts;
  for (const Item& item : items) {
    const std::uint32_t code = index_.code(item.tuple, position);
    if (slots.Has(code)) ++slots.At(code);
  }
  for (std::size_t part = 0; part < values.size(); ++part) {
    std::uint32_t& slot = slots.At(values[part]);
    parts.starts[part + 1] = parts.starts[part] + slot;
    slot = static_cast<std::uint32_t>(parts.starts[part]);
  }
  parts.items.resize(parts.starts.back());
  for (const Item& item : items) {
    const std::uint32_t code = index_.code(item.tuple, position);
    if (slots.Has(code)) {
      parts.items[slots.At(code)++] = item;
    } else if (code == suppressed && index_.wildcard()) {
      parts.suppressed.push_back(item);
      parts.suppressed.back().tolerance = -1;
    }
  }
  return parts;
}

}  // namespace gauze::risk
