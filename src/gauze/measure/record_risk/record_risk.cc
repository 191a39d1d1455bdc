#include "gauze/measure/record_risk/record_risk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "gauze/base/parallel.h"
#include "gauze/measure/record_risk/risk_walk.h"
#include "gauze/measure/record_risk/superset.h"

namespace gauze::risk {
namespace {

// Walks the table again and again, each time only for the tuples whose interval is not narrow
// enough, and with a tolerance that should do for them: coarse walks are cheap, and most tuples
// need no other.
class Refinement {
 public:
  Refinement(const Index& index, const RiskSettings& settings, const Goal& goal,
             const Tuning& tuning, Progress& progress)
      : index_(index),
        settings_(settings),
        goal_(goal),
        tuning_(tuning),
        progress_(progress),
        tolerances_(index.tuples(), -1.0F),
        risks_(index.tuples()) {}

  void Run(std::span<const std::uint32_t> chosen) {
    for (const std::uint32_t tuple : chosen) {
      double weight = 0;
      for (const Weight& one : index_.weights(tuple)) weight += one.weight;
      risks_[tuple].floor = index_.scale(tuple) * weight / index_.rows();
      if (weight > 0 && !DecidedAtOnce(tuple)) left_.push_back(tuple);
    }
    for (const std::uint32_t tuple : left_) tolerances_[tuple] = First(tuple);
    const bool superset = CanSumAllSets(index_);
    for (int walk = 0; !left_.empty(); ++walk) {
      // A small table is not worth more than one attempt; nor are the last few tuples.
      if (superset && walk > 0 && left_.size() <= tuning_.superset_rows) return SumSupersets();
      const bool last = walk == kWalks || goal_.kind == Goal::Kind::kExact;
      if (last) {
        for (const std::uint32_t tuple : left_) tolerances_[tuple] = 0;
      }
      const Accounts accounts = Walk(index_, tuning_, progress_).Run(tolerances_, false);
      for (const std::uint32_t tuple : left_) Set(tuple, accounts.of(tuple).weighted);
      if (last) return;
      std::erase_if(left_, [&](std::uint32_t tuple) { return !Narrow(tuple); });
    }
  }
  const RecordRisk& of(std::uint32_t tuple) const { return risks_[tuple]; }

 private:
  static constexpr int kWalks = 12;

  void Set(std::uint32_t tuple, const Interval& sum) {
    const double scale = index_.scale(tuple);
    risks_[tuple].lo = scale * sum.lo * (1 - kTermMargin);
    risks_[tuple].hi = scale * sum.hi * (1 + kTermMargin);
  }

  // F is from the tuple's own rows to all rows; for a delta near the floor that is enough.
  bool DecidedAtOnce(std::uint32_t tuple) {
    if (goal_.kind != Goal::Kind::kDecide) return false;
    double mean = 0;
    for (const Weight& weight : index_.weights(tuple)) mean += weight.kept;
    const double mass = index_.Mass(index_.Suffix(0) & ~index_.suppressed(tuple));
    Interval sum;
    sum.Add(mass * mean / index_.rows(), mass * mean / index_.count(tuple));
    Set(tuple, sum);
    return Decided(risks_[tuple]);
  }
  bool Decided(const RecordRisk& risk) const {
    return risk.lo > goal_.delta || risk.hi <= goal_.delta;
  }

  float First(std::uint32_t tuple) const {
    if (goal_.kind != Goal::Kind::kDecide) return Scaled(1e-5 * settings_.alpha, tuple);
    return Scaled(std::min(1e-4 * settings_.alpha, goal_.delta), tuple);
  }
  float Scaled(double tolerance, std::uint32_t tuple) const {
    return static_cast<float>(tolerance / index_.scale(tuple));
  }

  // Sets the tolerance for another walk; false if none is needed.
  bool Narrow(std::uint32_t tuple) {
    const RecordRisk& risk = risks_[tuple];
    const double width = risk.hi - risk.lo;
    double wanted = std::max(1e-6 * settings_.alpha, 1e-3 * risk.lo);
    if (goal_.kind == Goal::Kind::kDecide) {
      if (Decided(risk)) {
        wanted = width;
      } else {
        // Narrow enough that most are decided by the next walk; more would cost all of them.
        const double distance = std::abs(0.5 * (risk.lo + risk.hi) - goal_.delta);
        wanted = std::max(0.25 * distance, 0.01 * width);
      }
    }
    if (width <= wanted || width <= 1e-11 * risk.hi) {
      tolerances_[tuple] = -1;
      return false;
    }
    // A smaller tolerance closes more branches, each narrower: their sum falls more slowly.
    tolerances_[tuple] *= static_cast<float>(std::pow(0.8 * wanted / width, 1.4));
    return true;
  }

  void SumSupersets() {
    progress_.Stage("risk of the last records", left_.size());
    ForEach(left_.size(), [&](std::size_t i) {
      Set(left_[i], SumAllSets(index_, left_[i]));
      progress_.Advance(1);
    });
  }

  const Index& index_;
  const RiskSettings& settings_;
  const Goal& goal_;
  const Tuning& tuning_;
  Progress& progress_;
  std::vector<float> tolerances_;
  std::vector<RecordRisk> risks_;
  std::vector<std::uint32_t> left_;
};

std::vector<std::uint32_t> AllTuples(const RiskTable& table) {
  std::vector<std::uint32_t> all(table.tuples());
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

}  // namespace

Result<std::vector<RecordRisk>> ComputeRecordRisk(const RiskTable& table,
                                                  const RiskSettings& settings, const Goal& goal,
                                                  Progress& progress,
                                                  std::span<const std::uint32_t> chosen,
                                                  const Tuning& tuning) {
  GAUZE_TRY(Validate(table, settings));
  const Index index(table, settings, tuning);
  const std::vector<std::uint32_t> all =
      chosen.empty() ? AllTuples(table) : std::vector<std::uint32_t>{};
  if (chosen.empty()) chosen = all;
  Refinement refinement(index, settings, goal, tuning, progress);
  refinement.Run(chosen);
  std::vector<RecordRisk> risks;
  risks.reserve(chosen.size());
  for (const std::uint32_t tuple : chosen) risks.push_back(refinement.of(tuple));
  return risks;
}

Result<std::vector<double>> RiskWithoutCell(const RiskTable& table, const RiskSettings& settings,
                                            Progress& progress,
                                            std::span<const std::uint32_t> chosen) {
  GAUZE_TRY(Validate(table, settings));
  const Tuning tuning;
  const Index index(table, settings, tuning);
  std::vector<float> tolerances(index.tuples(), -1.0F);
  for (const std::uint32_t tuple : chosen) {
    tolerances[tuple] = static_cast<float>(1e-6 * settings.alpha / index.scale(tuple));
  }
  const Accounts accounts = Walk(index, tuning, progress).Run(tolerances, true);
  const std::size_t m = index.attributes();
  std::vector<double> without(chosen.size() * m, std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const std::uint32_t tuple = chosen[i];
    std::vector<double> weights(m, 0.0);
    for (const Weight& weight : index.weights(tuple)) weights[weight.position] = weight.weight;
    for (std::size_t position = 0; position < m; ++position) {
      if ((index.suppressed(tuple) >> position & 1) != 0) continue;
      const std::size_t attribute = index.attribute_at(position);
      const Sums& sums = accounts.of(tuple);
      const Accounts::Share& share = accounts.share(tuple, position);
      const double plain = sums.plain.middle() - share.plain;
      const double weighted = sums.weighted.middle() - share.weighted;
      const double unknown =
          settings.reading == Reading::kPaper ? 1.0 : 1 - settings.known[attribute];
      without[i * m + attribute] =
          std::max(0.0, (weighted - weights[position] * plain) * index.scale(tuple) / unknown);
    }
  }
  return without;
}

}  // namespace gauze::risk
