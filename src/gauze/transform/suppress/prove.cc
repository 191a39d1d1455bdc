#include "gauze/transform/suppress/prove.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>

#include "gauze/transform/suppress/knapsack.h"
#include "gauze/transform/suppress/realise.h"

namespace gauze::suppress {
namespace {

// Values of |K|, smallest first; X and theta are 1 over one of them.
struct Box {
  double bound = 0;
  double price = 0;
  std::size_t x_first = 0;
  std::size_t x_last = 0;
  std::size_t theta_first = 0;
  std::size_t theta_last = 0;
  std::size_t clump = Options::kNoClump;  // that p1 is bounded by, instead of X
  bool solved = false;

  bool IsPair() const { return x_first == x_last && theta_first == theta_last; }
};

class Prover {
 public:
  Prover(ClassState& state, Options& options, Meter& meter, Best& best)
      : options_(options),
        meter_(meter),
        best_(best),
        knapsack_(options),
        realiser_(state, options, meter, best),
        clumped_(options.clumps() > 0 && options.clump_size(0) > 2 &&
                 options.l() - 1 > static_cast<double>(options.clumps())) {}

  void Run() {
    FindSizes();
    Push({.x_last = sizes_.size() - 1, .theta_last = sizes_.size() - 1});
    while (!open_.empty() && open_.top().bound < Limit() && !meter_.over()) {
      const Box box = open_.top();
      open_.pop();
      if (!box.IsPair()) {
        Split(box);
      } else if (!box.solved) {
        Solve(box);
      } else {
        TryAllChoices(box);
      }
    }
    double bound = unknown_;
    if (!open_.empty()) bound = std::min(bound, open_.top().bound);
    best_.proven = !meter_.over() && bound >= Limit();
    best_.bound = bound >= Limit() ? best_.cost : static_cast<Cost>(std::ceil(bound));
  }

 private:
  static constexpr std::size_t kMostClumps = 3;

  // Costs are whole, so a bound that is nearly as high as the best is as high.
  double Limit() const { return static_cast<double>(best_.cost) - 0.5; }

  void FindSizes() {
    for (std::size_t row = 0; row < options_.rows() && options_.diversity(); ++row) {
      for (const Options::Option& option : options_.of(row)) {
        if (option.value > 0 && option.cost < best_.cost) sizes_.push_back(option.value);
      }
    }
    if (sizes_.empty()) sizes_.push_back(1);
    std::ranges::sort(sizes_);
    sizes_.erase(std::unique(sizes_.begin(), sizes_.end()), sizes_.end());
  }

  void Load(const Box& box) {
    if (!options_.diversity()) {
      knapsack_.Load(options_.need(), [&](std::size_t row, std::size_t removed) {
        return options_.of(row)[removed].value;
      });
      return;
    }
    const double least = sizes_[box.x_first];
    const double theta = 1 / sizes_[box.theta_first];
    const bool by_clump = box.clump != Options::kNoClump;
    const double need = (options_.l() - 1) / sizes_[box.theta_last] +
                        (by_clump ? 0 : 1 / (options_.c() * sizes_[box.x_last]));
    knapsack_.Load(need, [&](std::size_t row, std::size_t removed) {
      const double linked = options_.of(row)[removed].value;
      if (linked == 0) return 0.0;
      if (linked < least) return Options::kUseless;
      const std::size_t clump = options_.clump_of(row);
      double gain = std::min(1.0, theta * linked);
      if (clumped_ && clump != Options::kNoClump) {
        gain = (linked - 1) * std::min(1 / linked, theta) + theta / options_.clump_size(clump);
      }
      return by_clump && clump == box.clump ? gain - 1 / (options_.c() * linked) : gain;
    });
  }

  void Push(Box box) {
    // theta <= X
    if (sizes_[box.theta_last] < sizes_[box.x_first]) return;
    box.theta_first = std::max(box.theta_first, box.x_first);
    if (!meter_.Spend(1 + options_.rows() / 16)) {
      unknown_ = std::min(unknown_, box.bound);
      return;
    }
    Box tightest = box;
    tightest.bound = -1;
    // p1 is at least X, and at least what any clump has together: the higher bound counts.
    const std::size_t clumps = std::min(options_.clumps(), kMostClumps);
    for (std::size_t i = 0; i <= clumps && tightest.bound < Limit(); ++i) {
      Box tried = box;
      tried.clump = i == 0 ? Options::kNoClump : i - 1;
      Load(tried);
      tried.bound = knapsack_.Bound(tried.price);
      if (tried.bound > tightest.bound) tightest = tried;
    }
    tightest.bound = std::max(tightest.bound, box.bound);
    if (tightest.bound < Limit()) open_.push(tightest);
  }

  void Split(const Box& box) {
    Box low = box;
    Box high = box;
    if (box.x_last - box.x_first >= box.theta_last - box.theta_first) {
      low.x_last = box.x_first + (box.x_last - box.x_first) / 2;
      high.x_first = low.x_last + 1;
    } else {
      low.theta_last = box.theta_first + (box.theta_last - box.theta_first) / 2;
      high.theta_first = low.theta_last + 1;
    }
    Push(low);
    Push(high);
  }

  void Solve(Box box) {
    Load(box);
    const Cost cost = knapsack_.Solve(box.price, best_.cost, meter_, counts_);
    if (meter_.over()) unknown_ = std::min(unknown_, box.bound);
    if (cost == Best::kNone) return;
    if (realiser_.Try(counts_, cost) == Realiser::Answer::kHolds) return;
    box.bound = std::max(box.bound, static_cast<double>(cost));
    box.solved = true;
    open_.push(box);
  }

  void TryAllChoices(const Box& box) {
    Load(box);
    knapsack_.ForEach(box.price, best_.cost, meter_, [&](const Counts& counts, Cost cost) {
      if (realiser_.Try(counts, cost) == Realiser::Answer::kUnknown) {
        unknown_ = std::min(unknown_, static_cast<double>(cost));
      }
      return best_.cost;
    });
    if (meter_.over()) unknown_ = std::min(unknown_, box.bound);
  }

  struct HigherBound {
    bool operator()(const Box& a, const Box& b) const {
      return std::tie(a.bound, a.x_first, a.theta_first) >
             std::tie(b.bound, b.x_first, b.theta_first);
    }
  };

  Options& options_;
  Meter& meter_;
  Best& best_;
  Knapsack knapsack_;
  Realiser realiser_;
  // Whether the label of a clump counts once for its rows. One or the other for all boxes, because
  // it decides where theta is.
  bool clumped_;
  std::vector<double> sizes_;
  std::priority_queue<Box, std::vector<Box>, HigherBound> open_;
  double unknown_ = Knapsack::kInfinite;  // the lowest cost that nothing is known about
  Counts counts_;
};

}  // namespace

void Prove(ClassState& state, Options& options, Meter& meter, Best& best) {
  Prover(state, options, meter, best).Run();
}

}  // namespace gauze::suppress
