#include "gauze/transform/widen/widen.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <tuple>

#include "gauze/base/stop.h"
#include "gauze/transform/widen/moves.h"

namespace gauze::widen {
namespace {

using RiskyTuples = std::vector<std::uint32_t>;

// Up to so many tuples above delta are treated one after another, since a move for one may save
// the others.
constexpr std::size_t kMoveByMove = 16;
// Of more, all moves that are at least this good, compared with the best.
constexpr double kNearlyBest = 0.5;

// A label that a class printed at first, and need not print any more.
struct Lowered {
  std::uint32_t of_class = 0;
  std::size_t quasi = 0;
  std::uint32_t before = 0;
  double saved = 0;  // loss by rows
};

class Widening {
 public:
  Widening(const WidenOptions& options, PrintedClasses& classes, Progress& progress)
      : options_(options), classes_(classes), progress_(progress) {
    for (std::size_t c = 0; c < classes.classes(); ++c) {
      for (std::size_t q = 0; q < classes.width(); ++q) before_.push_back(classes.label(c, q));
    }
  }

  Result<Widened> Run() {
    RiskyTuples all(classes_.table().tuples());
    std::iota(all.begin(), all.end(), 0U);
    GAUZE_ASSIGN(RiskyTuples above, Above(all));
    result_.above_before = Rows(above);
    while (!above.empty()) {
      StopIfAsked();
      GAUZE_ASSIGN(const bool raised, RaiseSome(above));
      if (!raised) {
        result_.above_after = Rows(above);
        return result_;
      }
      ++result_.rounds;
      // With wildcards hardly anybody else's risk can have risen, so they are looked at last.
      const bool wildcard = classes_.settings().matching == risk::Matching::kWildcard;
      GAUZE_ASSIGN(above, Above(wildcard ? above : all));
      if (above.empty() && wildcard) {
        GAUZE_ASSIGN(above, Above(all));
      }
    }
    if (result_.rounds > 0) GAUZE_TRY(LowerAll());
    return result_;
  }

 private:
  // Those of the tuples that are above delta.
  Result<RiskyTuples> Above(const RiskyTuples& tuples) {
    GAUZE_ASSIGN(
        const auto risks,
        risk::ComputeRecordRisk(classes_.table(), classes_.settings(),
                                {risk::Goal::Kind::kDecide, options_.delta}, progress_, tuples));
    RiskyTuples above;
    for (std::size_t i = 0; i < tuples.size(); ++i) {
      if (!risks[i].Above(options_.delta)) continue;
      above.push_back(tuples[i]);
      if (result_.rounds == 0 && risks[i].floor > options_.delta) {
        result_.above_by_floor += classes_.table().counts[tuples[i]];
      }
    }
    return above;
  }

  std::uint64_t Rows(const RiskyTuples& tuples) const {
    std::uint64_t rows = 0;
    for (const std::uint32_t tuple : tuples) rows += classes_.table().counts[tuple];
    return rows;
  }

  // The best move for these tuples, or several that have nothing to do with each other; false if
  // there is none.
  Result<bool> RaiseSome(const RiskyTuples& above) {
    Risky risky{.tuples = above};
    GAUZE_ASSIGN(const auto risks, risk::ComputeRecordRisk(classes_.table(), classes_.settings(),
                                                           {}, progress_, above));
    for (const risk::RecordRisk& one : risks) risky.risks.push_back(one.hi);
    GAUZE_ASSIGN(risky.without,
                 risk::RiskWithoutCell(classes_.table(), classes_.settings(), progress_, above));
    std::vector<bool> at_risk(classes_.classes(), false);
    for (const std::uint32_t tuple : above) at_risk[classes_.class_of(tuple)] = true;
    double least_rate = 0;
    bool raised = false;
    for (const Move& move : FindMoves(classes_, risky, options_.delta, options_.weighing)) {
      if (raised && (above.size() <= kMoveByMove || move.rate < least_rate)) break;
      const auto moved = ClassesOf(classes_, move);
      // What is known of a class at risk is what it was before this round.
      const bool stale = raised && std::ranges::any_of(moved, [&](std::uint32_t c) {
                           return at_risk[c] && raised_now_.contains(c);
                         });
      if (stale || !Raise(move, moved)) continue;
      if (!raised) least_rate = kNearlyBest * move.rate;
      raised = true;
      raised_now_.insert(moved.begin(), moved.end());
    }
    raised_now_.clear();
    return raised || StarOthers(risky);
  }

  // Nothing helps the tuples themselves: "*" of others matches what they print. One
  // quasi-identifier, of everybody; what was not needed is lowered in the end.
  bool StarOthers(const Risky& risky) {
    if (classes_.settings().matching == risk::Matching::kLiteral) return false;
    std::vector<std::pair<double, std::size_t>> order;
    const std::size_t columns = classes_.table().columns.size();
    for (std::size_t q = 0; q < classes_.width(); ++q) {
      double left = 0;
      bool printed = false;
      for (std::size_t i = 0; i < risky.tuples.size(); ++i) {
        if (classes_.IsStar(classes_.class_of(risky.tuples[i]), q)) continue;
        printed = true;
        left += risky.without[i * columns + classes_.column(q)] - risky.risks[i];
      }
      if (printed) order.emplace_back(left, q);
    }
    std::ranges::sort(order);
    for (const auto& [left, q] : order) {
      bool changed = false;
      for (std::size_t c = 0; c < classes_.classes(); ++c) {
        if (classes_.IsStar(c, q) || (!options_.weighing && classes_.Weighs(c, q))) continue;
        changed = classes_.Print(c, q, classes_.star(q)) || changed;
      }
      if (changed) return true;
    }
    return false;
  }

  // False if it changes nothing.
  bool Raise(const Move& move, const std::vector<std::uint32_t>& moved) {
    const std::uint32_t label = move.rung == Ladder::Top()
                                    ? classes_.star(move.quasi)
                                    : classes_.LabelOf(move.quasi, move.rung);
    bool changed = false;
    for (const std::uint32_t c : moved) {
      changed = (classes_.label(c, move.quasi) != label && classes_.Print(c, move.quasi, label)) ||
                changed;
    }
    return changed;
  }

  // Labels that were raised for nothing, in bundles that are halved: all is tried again that goes
  // together.
  Status LowerAll() {
    std::vector<Lowered> raised;
    for (std::uint32_t c = 0; c < classes_.classes(); ++c) {
      for (std::size_t q = 0; q < classes_.width(); ++q) {
        const std::uint32_t before = before_[c * classes_.width() + q];
        const std::uint32_t now = classes_.label(c, q);
        if (now == before) continue;
        const double lost = classes_.LossOf(q, now) - classes_.LossOf(q, before);
        raised.push_back({c, q, before, lost * static_cast<double>(classes_.rows(c))});
      }
    }
    std::ranges::sort(raised, {}, [](const Lowered& one) {
      return std::tuple(-one.saved, one.of_class, one.quasi);
    });
    tries_ = std::clamp<std::size_t>(kWork / classes_.table().tuples(), kFewestTries, kMostTries);
    return Lower(raised.data(), raised.size());
  }

  Status Lower(const Lowered* bundle, std::size_t size) {
    GAUZE_ASSIGN(const bool lowered, TryToPrint(bundle, size));
    if (lowered) return {};
    if (size == 1) return LowerALittle(*bundle);
    GAUZE_TRY(Lower(bundle, size / 2));
    return Lower(bundle + size / 2, size - size / 2);
  }

  // To the first rung on which nobody is above delta.
  Status LowerALittle(Lowered one) {
    const std::uint32_t now = classes_.label(one.of_class, one.quasi);
    const double least = classes_.LossOf(one.quasi, one.before);
    const double most = classes_.LossOf(one.quasi, now);
    const Ladder& ladder = classes_.ladder(one.quasi);
    for (Rung rung = classes_.lowest(one.of_class, one.quasi); rung != Ladder::Top();
         rung = ladder.Above(rung)) {
      if (ladder.loss(rung) <= least || ladder.loss(rung) >= most || tries_ == 0) continue;
      one.before = classes_.LabelOf(one.quasi, rung);
      GAUZE_ASSIGN(const bool lowered, TryToPrint(&one, 1));
      if (lowered) return {};
    }
    return {};
  }

  // False, and everything is as it was, if somebody would be above delta.
  Result<bool> TryToPrint(const Lowered* bundle, std::size_t size) {
    if (tries_ == 0) return false;
    --tries_;
    StopIfAsked();
    std::vector<std::uint32_t> now;
    bool printed = true;
    for (std::size_t i = 0; i < size; ++i) {
      now.push_back(classes_.label(bundle[i].of_class, bundle[i].quasi));
      printed = printed && classes_.Print(bundle[i].of_class, bundle[i].quasi, bundle[i].before);
    }
    if (printed) {
      RiskyTuples all(classes_.table().tuples());
      std::iota(all.begin(), all.end(), 0U);
      GAUZE_ASSIGN(const RiskyTuples above, Above(all));
      if (above.empty()) return true;
    }
    for (std::size_t i = size; i-- > 0;) {
      // It printed that before, and nobody else has come to since.
      (void)classes_.Print(bundle[i].of_class, bundle[i].quasi, now[i]);
    }
    return false;
  }

  // Tuples that are looked at again in all tries together, about.
  static constexpr std::size_t kWork = 1'000'000;
  static constexpr std::size_t kFewestTries = 12;
  static constexpr std::size_t kMostTries = 4'000;

  const WidenOptions& options_;
  PrintedClasses& classes_;
  Progress& progress_;
  Widened result_;
  std::vector<std::uint32_t> before_;  // labels, by class and quasi-identifier
  std::set<std::uint32_t> raised_now_;
  std::size_t tries_ = 0;
};

}  // namespace

Result<Widened> Widen(const WidenOptions& options, PrintedClasses& classes, Progress& progress) {
  return Widening(options, classes, progress).Run();
}

}  // namespace gauze::widen
