#include "gauze/transform/suppress/knapsack.h"

#include <algorithm>

namespace gauze::suppress {
namespace {

// Rounding of a few hundred gains, all of them at most 1.
constexpr double kGainDoubt = 1e-9;
constexpr std::size_t kRowsToCheck = 10;
// Half a unit: costs are whole.
constexpr double kHalf = 0.5;

}  // namespace

Knapsack::Knapsack(const Options& options)
    : options_(options), check_(options.clumps() > 0 && options.rows() <= kRowsToCheck) {
  for (std::size_t row = 0; row < options.rows(); ++row) {
    width_ = std::max(width_, options.of(row).size());
  }
  gains_.resize(options.rows() * width_);
  layers_.resize(options.rows() + 1);
}

double Knapsack::Bound(double& price) {
  double cost = 0;
  double gain = 0;
  steps_.clear();
  for (std::size_t row = 0; row < options_.rows(); ++row) {
    hull_.clear();  // points of the lower hull, by gain
    const auto& options = options_.of(row);
    for (std::size_t removed = 0; removed < options.size(); ++removed) {
      const HullStep point{Gain(row, removed), static_cast<double>(options[removed].cost)};
      if (point.gain == Options::kUseless) continue;
      if (!hull_.empty() && point.gain <= hull_.back().gain) continue;
      while (hull_.size() > 1) {
        const HullStep& last = hull_.back();
        const HullStep& before = hull_[hull_.size() - 2];
        if ((last.cost - before.cost) * (point.gain - before.gain) <
            (point.cost - before.cost) * (last.gain - before.gain)) {
          break;
        }
        hull_.pop_back();
      }
      hull_.push_back(point);
    }
    if (hull_.empty()) return kInfinite;
    cost += hull_[0].cost;
    gain += hull_[0].gain;
    for (std::size_t i = 1; i < hull_.size(); ++i) {
      steps_.push_back({hull_[i].gain - hull_[i - 1].gain, hull_[i].cost - hull_[i - 1].cost});
    }
  }
  price = 0;
  const double need = need_ - kGainDoubt;
  if (gain >= need) return cost;
  std::ranges::sort(steps_, [](const HullStep& a, const HullStep& b) {
    return a.gain * b.cost > b.gain * a.cost;
  });
  for (const HullStep& step : steps_) {
    if (gain + step.gain >= need) {
      price = step.cost / step.gain;
      return cost + (need - gain) * price;
    }
    gain += step.gain;
    cost += step.cost;
  }
  return kInfinite;
}

void Knapsack::PrepareSuffixes(double price) {
  least_.assign(options_.rows() + 1, 0);
  most_gain_.assign(options_.rows() + 1, 0);
  cheapest_.assign(options_.rows(), Best::kNone);
  cheapest_from_.assign(options_.rows() + 1, 0);
  for (std::size_t row = options_.rows(); row-- > 0;) {
    double least = kInfinite;
    double most = Options::kUseless;
    for (std::size_t removed = 0; removed < options_.of(row).size(); ++removed) {
      const double gain = Gain(row, removed);
      if (gain == Options::kUseless) continue;
      const double cost = static_cast<double>(options_.of(row)[removed].cost);
      cheapest_[row] = std::min(cheapest_[row], options_.of(row)[removed].cost);
      least = std::min(least, cost - price * gain);
      most = std::max(most, gain);
    }
    least_[row] = least_[row + 1] + least;
    most_gain_[row] = most_gain_[row + 1] + most;
    cheapest_from_[row] = cheapest_from_[row + 1] + cheapest_[row];
  }
}

bool Knapsack::Possible(std::size_t row, Cost cost, const Counts& counts, Cost limit) {
  values_.resize(options_.rows());
  const Cost left = limit - cost - cheapest_from_[row];
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const auto& options = options_.of(i);
    values_[i] = options[counts[i]].value;
    for (std::size_t removed = 0; i >= row && removed < options.size(); ++removed) {
      if (options[removed].cost - cheapest_[i] >= left) break;
      if (Gain(i, removed) != Options::kUseless) {
        values_[i] = std::max(values_[i], options[removed].value);
      }
    }
  }
  return options_.Possible(values_);
}

bool Knapsack::Hopeless(std::size_t row, Cost cost, double gain, double price, Cost limit) const {
  if (gain + most_gain_[row] < need_ - kGainDoubt) return true;
  return static_cast<double>(cost) + least_[row] + price * (need_ - kGainDoubt - gain) >=
         static_cast<double>(limit) - kHalf;
}

Cost Knapsack::Solve(double price, Cost limit, Meter& meter, Counts& counts) {
  PrepareSuffixes(price);
  layers_[0].assign(1, State{});
  for (std::size_t row = 0; row < options_.rows(); ++row) {
    fresh_.clear();
    for (std::uint32_t from = 0; from < layers_[row].size(); ++from) {
      if (!meter.Spend()) return Best::kNone;
      const State& state = layers_[row][from];
      for (std::size_t removed = 0; removed < options_.of(row).size(); ++removed) {
        if (Gain(row, removed) == Options::kUseless) continue;
        const Cost cost = state.cost + options_.of(row)[removed].cost;
        if (cost >= limit) break;
        const double gain = state.gain + Gain(row, removed);
        if (Hopeless(row + 1, cost, gain, price, limit)) continue;
        fresh_.push_back({cost, gain, from, static_cast<std::uint16_t>(removed)});
      }
    }
    std::ranges::sort(fresh_, [](const State& a, const State& b) {
      if (a.cost != b.cost) return a.cost < b.cost;
      if (a.gain != b.gain) return a.gain > b.gain;
      return a.from != b.from ? a.from < b.from : a.removed < b.removed;
    });
    std::vector<State>& kept = layers_[row + 1];
    kept.clear();
    for (const State& state : fresh_) {
      if (kept.empty() || state.gain > kept.back().gain) kept.push_back(state);
    }
    if (kept.empty()) return Best::kNone;
  }
  const std::vector<State>& last = layers_.back();
  const auto found = std::ranges::find_if(
      last, [&](const State& state) { return state.gain >= need_ - kGainDoubt; });
  if (found == last.end()) return Best::kNone;
  counts.resize(options_.rows());
  auto at = static_cast<std::uint32_t>(found - last.begin());
  for (std::size_t row = options_.rows(); row-- > 0;) {
    counts[row] = layers_[row + 1][at].removed;
    at = layers_[row + 1][at].from;
  }
  return found->cost;
}

}  // namespace gauze::suppress
