#include <algorithm>
#include <atomic>
#include <bit>

#include "gauze/base/parallel.h"
#include "gauze/measure/record_risk/index.h"
#include "gauze/measure/record_risk/record_risk.h"

// The known set that contributes most, by branch and bound over positions: sets of one attribute
// first, then of at most two, and so on, because a good set found early cuts most of the rest. A
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
      : index_(index),
        table_(table),
        settings_(settings),
        best_(index.tuples()),
        largest_(index.attributes() + 1, 0.0) {
    for (std::size_t i = index.attributes(); i-- > 0;) {
      const double odds = index.odds(i);
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
      Grow(group, 0, 0, 1, index_.first(), cut);
      if (!cut) return;
    }
  }
  Mask of(std::uint32_t tuple) const { return best_[tuple].set; }

 private:
  struct Group {
    std::vector<std::uint32_t> tuples;
    std::vector<std::uint8_t> active;
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

  // Sets that add positions from `from` on to the known ones.
  void Grow(const Group& group, Mask known, std::size_t size, double odds, std::size_t from,
            std::atomic<bool>& cut) {
    std::vector<std::uint8_t> active = group.active;
    for (std::size_t position = from; position < index_.attributes(); ++position) {
      bool any = false;
      for (std::size_t i = 0; i < active.size(); ++i) {
        if (active[i] == 0) continue;
        const std::uint32_t tuple = group.tuples[i];
        const double bound = index_.scale(tuple) / settings_.alpha * odds * largest_[position] *
                             WeightOutside(tuple, known) / index_.count(tuple);
        if (bound * (1 + 1e-12) < best_[tuple].contribution || bound == 0) active[i] = 0;
        any = any || active[i] != 0;
      }
      if (!any) return;
      if (size == limit_) {
        cut = true;
        return;
      }
      GrowBy(group, active, known, size, odds, position, cut);
    }
  }

  void GrowBy(const Group& group, const std::vector<std::uint8_t>& active, Mask known,
              std::size_t size, double odds, std::size_t position, std::atomic<bool>& cut) {
    const std::size_t suppressed = index_.codes(position);
    std::vector<std::uint32_t> part_of(suppressed + 1, 0);
    std::vector<Group> parts;
    for (std::size_t i = 0; i < active.size(); ++i) {
      const std::uint32_t code = index_.code(group.tuples[i], position);
      if (active[i] == 0 || code == suppressed || part_of[code] != 0) continue;
      parts.emplace_back();
      part_of[code] = static_cast<std::uint32_t>(parts.size());
    }
    if (parts.empty()) return;
    for (std::size_t i = 0; i < active.size(); ++i) {
      const std::uint32_t code = index_.code(group.tuples[i], position);
      if (part_of[code] == 0) continue;
      parts[part_of[code] - 1].tuples.push_back(group.tuples[i]);
      parts[part_of[code] - 1].active.push_back(active[i]);
    }
    std::vector<std::uint32_t> everywhere;
    for (std::size_t i = 0; i < active.size() && index_.wildcard(); ++i) {
      if (index_.code(group.tuples[i], position) == suppressed)
        everywhere.push_back(group.tuples[i]);
    }
    const auto grow = [&](std::size_t p) {
      Group& part = parts[p];
      part.tuples.insert(part.tuples.end(), everywhere.begin(), everywhere.end());
      part.active.resize(part.tuples.size(), 0);
      Offer(part, known | Mask{1} << position);
      Grow(part, known | Mask{1} << position, size + 1, odds * index_.odds(position), position + 1,
           cut);
    };
    if (group.tuples.size() >= kParallel) {
      ForEach(parts.size(), grow);
    } else {
      for (std::size_t p = 0; p < parts.size(); ++p) grow(p);
    }
  }

  // Tuples that the set singles out are done: all further sets are supersets, worse or larger.
  void Offer(Group& part, Mask known) {
    double rows = 0;
    for (const std::uint32_t tuple : part.tuples) rows += index_.count(tuple);
    const Mask set = index_.ToTable(known);
    for (std::size_t i = 0; i < part.tuples.size(); ++i) {
      if (part.active[i] == 0) continue;
      const std::uint32_t tuple = part.tuples[i];
      best_[tuple].Offer(Contribution(tuple, set, rows), set);
      if (rows == index_.count(tuple) && settings_.reading == Reading::kPaper) part.active[i] = 0;
    }
  }

  static constexpr std::size_t kParallel = 2048;

  const Index& index_;
  const RiskTable& table_;
  const RiskSettings& settings_;
  std::vector<Best> best_;
  std::vector<double> largest_;
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
