#pragma once

#include <vector>

#include "gauze/transform/suppress/options.h"

namespace gauze::suppress {

// Choose for each row how many terms it loses, so that gains reach a need at the lowest cost: a
// multiple-choice knapsack, which bounds the cost of a removal from below.
class Knapsack {
 public:
  static constexpr double kInfinite = std::numeric_limits<double>::infinity();

  explicit Knapsack(const Options& options);

  // A gain for each row and number of terms; Options::kUseless where that is not allowed.
  template <typename Gain>
  void Load(double need, const Gain& gain) {
    need_ = need;
    for (std::size_t row = 0; row < options_.rows(); ++row) {
      for (std::size_t removed = 0; removed < options_.of(row).size(); ++removed) {
        gains_[row * width_ + removed] = gain(row, removed);
      }
    }
  }

  // A lower bound on the cost, kInfinite if there is no choice that reaches the need: the
  // Lagrangian dual, solved by taking the steps of the rows' convex hulls in the order of gain for
  // cost. `price` is the multiplier, for the other two.
  double Bound(double& price);

  // The cheapest choice below `limit`, or Best::kNone: partial choices row by row, without those
  // that are worse in cost and gain, and without those that the price rules out.
  Cost Solve(double price, Cost limit, Meter& meter, Counts& counts);

  // Calls visit(counts, cost) for choices below `limit` as long as it returns the limit from there
  // on. Of rows with the same terms the earlier never loses more.
  template <typename Visit>
  void ForEach(double price, Cost limit, Meter& meter, const Visit& visit) {
    PrepareSuffixes(price);
    Counts counts(options_.rows());
    Descend(0, 0, 0, counts, limit, price, meter, visit);
  }

 private:
  struct State {
    Cost cost = 0;
    double gain = 0;
    std::uint32_t from = 0;
    std::uint16_t removed = 0;
  };
  struct HullStep {
    double gain = 0;
    double cost = 0;
  };

  double Gain(std::size_t row, std::size_t removed) const { return gains_[row * width_ + removed]; }
  // What the rows from each on cost at least, less their gains at the price; and gain at most.
  void PrepareSuffixes(double price);
  // Whether the necessary condition can still hold when each of the rows from this on gets the best
  // that the limit leaves to it alone.
  bool Possible(std::size_t row, Cost cost, const Counts& counts, Cost limit);
  bool Hopeless(std::size_t row, Cost cost, double gain, double price, Cost limit) const;

  template <typename Visit>
  void Descend(std::size_t row, Cost cost, double gain, Counts& counts, Cost& limit, double price,
               Meter& meter, const Visit& visit) {
    if (row == options_.rows()) {
      limit = visit(counts, cost);
      return;
    }
    if (check_ && !Possible(row, cost, counts, limit)) return;
    const std::size_t first = row > 0 && options_.SameSet(row, row - 1) ? counts[row - 1] : 0;
    for (std::size_t removed = first; removed < options_.of(row).size(); ++removed) {
      if (Gain(row, removed) == Options::kUseless) continue;
      const Cost next = cost + options_.of(row)[removed].cost;
      if (next >= limit) break;
      const double reached = gain + Gain(row, removed);
      if (Hopeless(row + 1, next, reached, price, limit)) continue;
      if (!meter.Spend()) return;
      counts[row] = static_cast<std::uint16_t>(removed);
      Descend(row + 1, next, reached, counts, limit, price, meter, visit);
      if (meter.over()) return;
    }
    counts[row] = 0;
  }

  const Options& options_;
  std::size_t width_ = 0;
  bool check_;  // Possible() at each step: worth its time where a few rows share labels
  double need_ = 0;
  std::vector<double> gains_;
  std::vector<double> least_;
  std::vector<double> most_gain_;
  std::vector<Cost> cheapest_;  // of each row, and of all rows from it on
  std::vector<Cost> cheapest_from_;
  std::vector<double> values_;
  std::vector<HullStep> steps_;
  std::vector<HullStep> hull_;
  std::vector<std::vector<State>> layers_;
  std::vector<State> fresh_;
};

}  // namespace gauze::suppress
