#include "gauze/transform/widen/moves.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace gauze::widen {
namespace {

// Losses below this are as good as none: what costs nothing goes first.
constexpr double kLeastCost = 1e-9;

// What it would mean to raise one quasi-identifier to each of its rungs.
struct Raised {
  std::uint64_t rows = 0;  // that would print it
  double cost = 0;
  double gain = 0;
};

class MovesOf {
 public:
  MovesOf(const PrintedClasses& classes, const Risky& risky, double delta, bool weighing,
          std::size_t q)
      : classes_(classes), risky_(risky), delta_(delta), weighing_(weighing), q_(q) {}

  void Find(std::vector<Move>& moves) {
    const Ladder& ladder = classes_.ladder(q_);
    raised_.resize(ladder.size());
    for (std::size_t c = 0; c < classes_.classes(); ++c) {
      const double loss = LossOf(c);
      if (classes_.IsStar(c, q_)) continue;
      for (Rung rung = classes_.lowest(c, q_); rung != Ladder::Top(); rung = ladder.Above(rung)) {
        if (ladder.loss(rung) < loss) continue;
        raised_[rung].rows += classes_.rows(c);
        raised_[rung].cost += static_cast<double>(classes_.rows(c)) * (ladder.loss(rung) - loss);
      }
    }
    const auto by_label = classes_.RowsByLabel(q_);
    const std::uint64_t stars = by_label[classes_.star(q_)];
    std::map<std::uint32_t, double> by_class;  // what "*" would gain
    for (std::size_t i = 0; i < risky_.tuples.size(); ++i) {
      const std::uint32_t c = classes_.class_of(risky_.tuples[i]);
      if (classes_.IsStar(c, q_)) continue;
      by_class[c] += Gain(i, 1);
      const double loss = LossOf(c);
      const auto now = static_cast<double>(by_label[classes_.label(c, q_)] + stars);
      for (Rung rung = classes_.lowest(c, q_); rung != Ladder::Top(); rung = ladder.Above(rung)) {
        if (ladder.loss(rung) <= loss || ladder.loss(rung) >= 1) continue;
        const auto then = static_cast<double>(raised_[rung].rows + stars);
        raised_[rung].gain += Gain(i, 1 - now / then);
      }
    }
    for (Rung rung = 1; rung < raised_.size(); ++rung) {
      if (raised_[rung].gain <= 0) continue;
      moves.push_back({q_, rung, 0, Rate(raised_[rung].gain, raised_[rung].cost)});
    }
    for (const auto& [c, gain] : by_class) {
      if (!weighing_ && classes_.Weighs(c, q_)) continue;
      moves.push_back({q_, Ladder::Top(), c,
                       Rate(gain, static_cast<double>(classes_.rows(c)) * (1 - LossOf(c)))});
    }
  }

 private:
  double LossOf(std::size_t c) const { return classes_.LossOf(q_, classes_.label(c, q_)); }

  // What a risky tuple loses of its risk above delta if so much of what the cell adds goes.
  double Gain(std::size_t i, double share) const {
    const std::size_t columns = classes_.table().columns.size();
    const double left = risky_.without[i * columns + classes_.column(q_)];
    // What is left is an estimate, too: "*" always helps, if hardly.
    const double fall = std::max(risky_.risks[i] - left, 1e-12 * risky_.risks[i]) * share;
    const double most = std::max(risky_.risks[i] - delta_, 1e-12 * risky_.risks[i]);
    return std::min(fall, most) * static_cast<double>(classes_.table().counts[risky_.tuples[i]]);
  }
  static double Rate(double gain, double cost) { return gain / std::max(cost, kLeastCost); }

  const PrintedClasses& classes_;
  const Risky& risky_;
  double delta_;
  bool weighing_;
  std::size_t q_;
  std::vector<Raised> raised_;
};

}  // namespace

std::vector<Move> FindMoves(const PrintedClasses& classes, const Risky& risky, double delta,
                            bool weighing) {
  std::vector<Move> moves;
  for (std::size_t q = 0; q < classes.width(); ++q) {
    MovesOf(classes, risky, delta, weighing, q).Find(moves);
  }
  std::ranges::sort(moves, [](const Move& a, const Move& b) {
    if (a.rate != b.rate) return a.rate > b.rate;
    if (a.quasi != b.quasi) return a.quasi < b.quasi;
    if (a.rung != b.rung) return a.rung < b.rung;
    return a.one_class < b.one_class;
  });
  return moves;
}

std::vector<std::uint32_t> ClassesOf(const PrintedClasses& classes, const Move& move) {
  if (move.rung == Ladder::Top()) return {move.one_class};
  const Ladder& ladder = classes.ladder(move.quasi);
  std::vector<std::uint32_t> below;
  for (std::uint32_t c = 0; c < classes.classes(); ++c) {
    if (classes.IsStar(c, move.quasi)) continue;
    const double loss = classes.LossOf(move.quasi, classes.label(c, move.quasi));
    const Rung lowest = classes.lowest(c, move.quasi);
    const bool holds = ladder.span(move.rung).Covers(ladder.span(lowest));
    if (holds && loss < ladder.loss(move.rung)) below.push_back(c);
  }
  return below;
}

}  // namespace gauze::widen
