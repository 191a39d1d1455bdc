#include <algorithm>
#include <atomic>
#include <bit>

#include "gauze/base/parallel.h"
#include "gauze/measure/record_risk/index.h"
#include "gauze/measure/record_risk/record_risk.h"

// The known set that contributes most, by branch and bound over positions: sets of one attribute
// first, then of at most two, and so on, because a good set found early cuts most of the rest. The
// likeliest known come first, so that what is left soon is too unlikely to matter. A
// superset of a set that already singles out equal tuples only loses odds and weight, unless odds
// above 1 (probability reading) make up for it.

namespace gauze::risk {
namespace {

struct Best {
  double contribution = 0;
  Mask set = 0;  // of table attributes

  void Offer(double offered, Mask offered_set) {
    if (offered < contribution || offered == 0) return;
    if (offered == contribution) {
      const int size = std::popcount(set);
      const int offered_size = std::popcount(offered_set);
      if (size < offered_size || (size == offered_size && set <= offered_set)) return;
    }
    contribution = offered;
    set = offered_set;
  }
};

class Search {
 public:
  Search(const Index& index, const RiskTable& table, const RiskSettings& settings)
      : index_(index), table_(table), settings_(settings), best_(index.tuples()) {
    for (std::size_t position = index.first(); position < index.attributes(); ++position) {
      order_.push_back(position);
    }
    std::ranges::sort(order_, [&](std::size_t a, std::size_t b) {
      return index.odds(a) != index.odds(b) ? index.odds(a) > index.odds(b) : a < b;
    });
    largest_.assign(order_.size() + 1, 0.0);
    for (std::size_t i = order_.size(); i-- > 0;) {
      const double odds = index.odds(order_[i]);
      // Of all sets that are not empty, the largest product.
      largest_[i] = std::max({odds, largest_[i + 1], odds * largest_[i + 1]});
    }
  }

  void Run(std::span<const std::uint32_t> chosen) {
    Group group;
    for (std::uint32_t i = 0; i < index_.tuples(); ++i) group.tuples.push_back(i);
    std::vector<std::uint8_t> active(index_.tuples(), 0);
    for (const std::uint32_t tuple : chosen) active[tuple] = 1;
    for (std::uint32_t i = 0; i < index_.tuples(); ++i) group.active.push_back(active[i]);
    for (limit_ = 1; limit_ <= index_.attributes(); ++limit_) {
      std::atomic<bool> cut = false;
      Grow(group, 0, 0, 1, 0, cut);
      if (!cut) return;
    }
  }
  Mask of(std::uint32_t tuple) const { return best_[tuple].set; }

 private:
  struct Group {
    std::vector<std::uint32_t> tuples;
    std::vector<std::uint8_t> active;

    void Add(std::uint32_t tuple, std::uint8_t is_active) {
      tuples.push_back(tuple);
      active.push_back(is_active);
    }
  };

  double WeightOutside(std::uint32_t tuple, Mask known) const {
    double sum = 0;
    for (const Weight& weight : index_.weights(tuple)) {
      if ((known >> weight.position & 1) == 0) sum += weight.weight;
    }
    return sum;
  }

  // In the order of the table's attributes, so that the order of positions, which depends on the
  // data, does not decide between equals.
  double Contribution(std::uint32_t tuple, Mask set, double rows) const {
    double product = 1;
    double weight = 0;
    for (std::size_t j = 0; j < settings_.known.size(); ++j) {
      const Code code = table_.columns[j].Get(tuple);
      if (code == table_.domain_sizes[j]) continue;
      const double known = settings_.known[j];
      const bool inside = (set >> j & 1) != 0;
      if (inside) product *= known;
      if (!inside) weight += settings_.weights[j][code];
      if (!inside && settings_.reading == Reading::kProbability) product *= 1 - known;
    }
    return product * weight / rows;
  }

  // No set that adds places from `place` on can contribute more to the tuple.
  bool Closed(std::uint32_t tuple, Mask known, double odds, std::size_t place) const {
    const double bound = index_.scale(tuple) / settings_.alpha * odds * largest_[place] *
                         WeightOutside(tuple, known) / index_.count(tuple);
    return bound * (1 + 1e-12) < best_[tuple].contribution || bound == 0;
  }

  // Sets that add positions, from the one at `from` in the order on, to the known ones.
  void Grow(const Group& group, Mask known, std::size_t size, double odds, std::size_t from,
            std::atomic<bool>& cut) {
    std::vector<std::uint8_t> active = group.active;
    for (std::size_t place = from; place < order_.size(); ++place) {
      bool any = false;
      for (std::size_t i = 0; i < active.size(); ++i) {
        if (active[i] == 0) continue;
        if (Closed(group.tuples[i], known, odds, place)) active[i] = 0;
        any = any || active[i] != 0;
      }
      if (!any) return;
      GrowBy(group, active, known, size, odds, place, cut);
    }
  }

  void GrowBy(const Group& group, std::vector<std::uint8_t> active, Mask known, std::size_t size,
              double odds, std::size_t place, std::atomic<bool>& cut) {
    const std::size_t position = order_[place];
    known |= Mask{1} << position;
    odds *= index_.odds(position);
    const std::size_t open = Offer(group, position, known, odds, place + 1, active);
    if (open == 0) return;
    if (size + 1 == limit_) {
      cut = true;
      return;
    }
    std::vector<Group> parts = Part(group, position, active);
    const auto grow = [&](std::size_t p) { Grow(parts[p], known, size + 1, odds, place + 1, cut); };
    if (group.tuples.size() >= kParallel) {
      ForEach(parts.size(), grow);
    } else {
      for (std::size_t p = 0; p < parts.size(); ++p) grow(p);
    }
  }

  // Looks at the known set for all active tuples, from counts alone, and lets go of those for which
  // no larger set can be better: what they single out, and what is too unlikely from `place` on.
  // Says how many are left.
  std::size_t Offer(const Group& group, std::size_t position, Mask known, double odds,
                    std::size_t place, std::vector<std::uint8_t>& active) {
    const std::size_t suppressed = index_.codes(position);
    std::vector<double> rows(suppressed + 1, 0);
    for (const std::uint32_t tuple : group.tuples) {
      rows[index_.code(tuple, position)] += index_.count(tuple);
    }
    const double everywhere = index_.wildcard() ? rows[suppressed] : 0;
    const Mask set = index_.ToTable(known);
    std::size_t open = 0;
    for (std::size_t i = 0; i < active.size(); ++i) {
      if (active[i] == 0) continue;
      const std::uint32_t tuple = group.tuples[i];
      const std::uint32_t code = index_.code(tuple, position);
      active[i] = 0;
      if (code == suppressed) continue;
      const double matching = rows[code] + everywhere;
      const double about =
          index_.scale(tuple) / settings_.alpha * odds * WeightOutside(tuple, known) / matching;
      if (about * (1 + 1e-9) >= best_[tuple].contribution) {
        best_[tuple].Offer(Contribution(tuple, set, matching), set);
      }
      if (matching == index_.count(tuple) && settings_.reading == Reading::kPaper) continue;
      if (Closed(tuple, known, odds, place)) continue;
      active[i] = 1;
      ++open;
    }
    return open;
  }

  // The group by value, only values that an active tuple has.
  std::vector<Group> Part(const Group& group, std::size_t position,
                          const std::vector<std::uint8_t>& active) const {
    const std::size_t suppressed = index_.codes(position);
    std::vector<std::uint32_t> part_of(suppressed + 1, 0);
    std::vector<Group> parts;
    for (std::size_t i = 0; i < active.size(); ++i) {
      if (active[i] == 0) continue;
      std::uint32_t& part = part_of[index_.code(group.tuples[i], position)];
      if (part != 0) continue;
      parts.emplace_back();
      part = static_cast<std::uint32_t>(parts.size());
    }
    for (std::size_t i = 0; i < active.size(); ++i) {
      const std::uint32_t code = index_.code(group.tuples[i], position);
      if (code == suppressed && index_.wildcard()) {
        for (Group& part : parts) part.Add(group.tuples[i], 0);
      } else if (part_of[code] != 0) {
        parts[part_of[code] - 1].Add(group.tuples[i], active[i]);
      }
    }
    return parts;
  }

  static constexpr std::size_t kParallel = 2048;

  const Index& index_;
  const RiskTable& table_;
  const RiskSettings& settings_;
  std::vector<Best> best_;
  std::vector<std::size_t> order_;  // positions that may be known, the likeliest first
  std::vector<double> largest_;     // product of odds of a set from that place in the order on
  std::size_t limit_ = 0;
};

}  // namespace

Result<std::vector<Mask>> TopKnownSets(const RiskTable& table, const RiskSettings& settings,
                                       Progress& progress, std::span<const std::uint32_t> chosen) {
  GAUZE_TRY(Validate(table, settings));
  const Index index(table, settings, {});
  progress.Stage("known sets", 0);
  Search search(index, table, settings);
  search.Run(chosen);
  std::vector<Mask> sets;
  for (const std::uint32_t tuple : chosen) sets.push_back(search.of(tuple));
  return sets;
}

}  // namespace gauze::risk
