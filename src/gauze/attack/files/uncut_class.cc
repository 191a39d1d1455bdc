#include "gauze/attack/files/uncut_class.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace gauze {
namespace {

// The sides of a cut: whether each person is on the left.
using CutSides = std::vector<bool>;

std::vector<CutSides> CutsWithK(const UncutClass& uncut, std::uint64_t k) {
  std::set<CutSides> cuts;  // two columns may have the same
  for (const std::vector<Code>& column : uncut.places) {
    const std::set<Code> places(column.begin(), column.end());
    for (const Code last : places) {
      CutSides left;
      for (const Code place : column) left.push_back(place <= last);
      const auto size = static_cast<std::uint64_t>(std::ranges::count(left, true));
      if (size >= k && left.size() - size >= k) cuts.insert(std::move(left));
    }
  }
  return {cuts.begin(), cuts.end()};
}

// People times places at which a class could be cut: what it takes to look for cuts.
std::uint64_t StepsToCut(const UncutClass& uncut) {
  std::uint64_t steps = 0;
  for (const std::vector<Code>& column : uncut.places) {
    const std::set<Code> places(column.begin(), column.end());
    steps += column.size() * (places.size() - 1);
  }
  return steps;
}

// Ways to choose some of so many people. Their numbers exceed every double in classes of a few
// hundred people, their logarithms do not.
class Choices {
 public:
  explicit Choices(std::size_t people) : log_factorial_(people + 1) {
    for (std::size_t i = 2; i <= people; ++i) {
      log_factorial_[i] = log_factorial_[i - 1] + std::log(static_cast<double>(i));
    }
  }

  double Log(std::uint64_t all, std::uint64_t some) const {
    return log_factorial_[all] - log_factorial_[some] - log_factorial_[all - some];
  }

 private:
  std::vector<double> log_factorial_;
};

// Goes through all ways to spread values over groups of people.
class Spreader {
 public:
  Spreader(const UncutClass& uncut, std::uint64_t k, std::uint32_t l)
      : uncut_(uncut), l_(l), choices_(uncut.places.front().size()) {
    const std::vector<CutSides> cuts = CutsWithK(uncut, k);
    const std::size_t people = uncut.places.front().size();
    std::map<std::vector<bool>, std::size_t> group_of;
    for (std::size_t person = 0; person < people; ++person) {
      std::vector<bool> sides;
      for (const CutSides& cut : cuts) sides.push_back(cut[person]);
      const auto [place, fresh] = group_of.try_emplace(sides, sizes_.size());
      if (fresh) {
        sizes_.push_back(0);
        sides_.push_back(std::move(sides));
      }
      groups_.push_back(place->second);
      ++sizes_[place->second];
    }
    cuts_ = cuts.size();
    left_ = sizes_;
    given_.assign(uncut.values.size(), std::vector<std::uint64_t>(sizes_.size()));
    sums_.assign(uncut.values.size(), std::vector<double>(sizes_.size()));
    // Nobody has fewer than this many of a value, until a table shows it.
    fewest_.assign(uncut.values.size(), sizes_);
  }

  UncutBelief Believe() {
    UncutBelief belief;
    // Calls nest so deep. Where they would, one table alone takes most of the steps.
    constexpr std::size_t kDeepest = 5'000;
    if (sums_.size() * sizes_.size() > kDeepest) return {.too_large = true};
    GiveValue(0, 1);
    belief.refuted = steps_ <= UncutBelief::kMostSteps && !found_;
    if (belief.refuted) return belief;
    belief.too_large = steps_ > UncutBelief::kMostSteps || consistent_ <= 0;
    if (belief.too_large) return belief;
    belief.narrowed = ruled_out_;
    for (const std::size_t group : groups_) {
      auto& chances = belief.chances.emplace_back();
      bool certain = false;
      for (std::size_t v = 0; v < sums_.size(); ++v) {
        chances.push_back(sums_[v][group] / consistent_ / static_cast<double>(sizes_[group]));
        certain = certain || fewest_[v][group] == sizes_[group];
      }
      belief.certain.push_back(certain);
    }
    return belief;
  }

 private:
  // All ways to give this value and those after it; what was given before has this chance.
  void GiveValue(std::size_t value, double chance) {
    if (value == uncut_.values.size()) return Judge(chance);
    // People without a value from each group on, for this value.
    std::vector<std::uint64_t> left_from(sizes_.size() + 1);
    for (std::size_t group = sizes_.size(); group-- > 0;) {
      left_from[group] = left_from[group + 1] + left_[group];
    }
    Give(value, 0, uncut_.values[value], left_from, chance);
  }

  // `rest` people with the value still have to be in groups from `group` on.
  void Give(std::size_t value, std::size_t group, std::uint64_t rest,
            const std::vector<std::uint64_t>& left_from, double chance) {
    if (++steps_ > UncutBelief::kMostSteps) return;
    if (group == sizes_.size()) return GiveValue(value + 1, chance);
    const std::uint64_t in_group = left_[group];
    const std::uint64_t after = left_from[group + 1];
    for (std::uint64_t some = rest > after ? rest - after : 0; some <= std::min(rest, in_group);
         ++some) {
      const double share =
          std::exp(choices_.Log(in_group, some) + choices_.Log(after, rest - some) -
                   choices_.Log(left_from[group], rest));
      left_[group] -= some;
      given_[value][group] = some;
      Give(value, group + 1, rest - some, left_from, chance * share);
      left_[group] += some;
    }
    given_[value][group] = 0;
  }

  void Judge(double chance) {
    steps_ += sums_.size() * sizes_.size() * (cuts_ + 1);
    if (!IsUncut()) {
      ruled_out_ = true;
      return;
    }
    found_ = true;
    consistent_ += chance;
    for (std::size_t v = 0; v < sums_.size(); ++v) {
      for (std::size_t g = 0; g < sizes_.size(); ++g) {
        sums_[v][g] += chance * static_cast<double>(given_[v][g]);
        fewest_[v][g] = std::min(fewest_[v][g], given_[v][g]);
      }
    }
  }

  // Every cut leaves fewer than l values on one side.
  bool IsUncut() const {
    for (std::size_t cut = 0; cut < cuts_; ++cut) {
      std::uint32_t left = 0;
      std::uint32_t right = 0;
      for (const auto& by_group : given_) {
        bool on_left = false;
        bool on_right = false;
        for (std::size_t g = 0; g < by_group.size(); ++g) {
          if (by_group[g] > 0) (sides_[g][cut] ? on_left : on_right) = true;
        }
        left += on_left ? 1 : 0;
        right += on_right ? 1 : 0;
      }
      if (left >= l_ && right >= l_) return false;
    }
    return true;
  }

  const UncutClass& uncut_;
  std::uint32_t l_;
  Choices choices_;
  std::size_t cuts_ = 0;
  std::vector<std::size_t> groups_;                // by person
  std::vector<std::uint64_t> sizes_;               // people by group
  std::vector<std::uint64_t> left_;                // of them without a value
  std::vector<std::vector<bool>> sides_;           // [group][cut]
  std::vector<std::vector<std::uint64_t>> given_;  // [value][group]
  std::vector<std::vector<double>> sums_;          // mean over all tables, inconsistent ones as 0
  std::vector<std::vector<std::uint64_t>> fewest_;
  double consistent_ = 0;  // chance that values given blindly are a consistent table
  bool found_ = false;     // some table is consistent
  bool ruled_out_ = false;
  std::uint64_t steps_ = 0;
};

}  // namespace

UncutBelief BelieveUncut(const UncutClass& uncut, std::uint64_t k, std::uint32_t l) {
  if (StepsToCut(uncut) > UncutBelief::kMostSteps) return {.too_large = true};
  return Spreader(uncut, k, l).Believe();
}

}  // namespace gauze
