#include "gauze/transform/suppress_cells/suppress_cells.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <span>

#include "gauze/base/stop.h"

namespace gauze::risk {
namespace {

using Tuples = std::vector<std::uint32_t>;

// A table that loses cells, and the account of it.
class Suppression {
 public:
  Suppression(const RiskTable& table, const RiskSettings& settings, double delta,
              Progress& progress)
      : table_(table), settings_(settings), delta_(delta), progress_(progress) {
    result_.cells.assign(table.tuples(), 0);
    result_.cells_by_attribute.assign(table.columns.size(), 0);
  }

  // All tuples above delta before anything is suppressed, riskiest first.
  Result<Tuples> Begin() {
    GAUZE_ASSIGN(Tuples above, Above(All()));
    result_.above_before = Rows(above);
    return above;
  }

  // Those of the tuples that are above delta, riskiest first.
  Result<Tuples> Above(const Tuples& tuples) {
    if (tuples.empty()) return Tuples{};
    GAUZE_ASSIGN(
        const auto risks,
        ComputeRecordRisk(table_, settings_, {Goal::Kind::kDecide, delta_}, progress_, tuples));
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < tuples.size(); ++i) {
      if (!risks[i].Above(delta_)) continue;
      order.push_back(i);
      if (result_.rounds == 0 && risks[i].floor > delta_) {
        result_.above_by_floor += table_.counts[tuples[i]];
      }
    }
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      if (risks[a].lo != risks[b].lo) return risks[a].lo > risks[b].lo;
      return tuples[a] < tuples[b];
    });
    Tuples above;
    for (const std::size_t i : order) above.push_back(tuples[i]);
    return above;
  }

  void Suppress(std::uint32_t tuple, Mask cells) {
    for (Mask left = cells; left != 0; left &= left - 1) {
      const auto j = static_cast<std::size_t>(std::countr_zero(left));
      table_.columns[j].Set(tuple, table_.domain_sizes[j]);
      result_.cells_by_attribute[j] += table_.counts[tuple];
      result_.cells_lost += table_.counts[tuple];
    }
    result_.cells[tuple] |= cells;
  }

  // Cells that a tuple can still lose.
  Mask Open(std::uint32_t tuple, const MayLose& may) const {
    Mask open = may.attributes & ~result_.cells[tuple];
    for (std::size_t j = 0; j < table_.columns.size(); ++j) {
      const Code code = table_.columns[j].Get(tuple);
      const bool gone = code == table_.domain_sizes[j];
      if (gone || (!may.weighing && settings_.weights[j][code] > 0)) open &= ~(Mask{1} << j);
    }
    return open;
  }

  Tuples All() const {
    Tuples all(table_.tuples());
    std::iota(all.begin(), all.end(), 0U);
    return all;
  }
  std::uint64_t Rows(const Tuples& tuples) const {
    std::uint64_t rows = 0;
    for (const std::uint32_t tuple : tuples) rows += table_.counts[tuple];
    return rows;
  }
  const RiskTable& table() const { return table_; }
  CellSuppression& result() { return result_; }

 private:
  RiskTable table_;
  const RiskSettings& settings_;
  double delta_;
  Progress& progress_;
  CellSuppression result_;
};

Status CheckDelta(double delta) {
  if (std::isfinite(delta) && delta >= 0) return {};
  return InputError("delta must be a number of at least 0", "", "no record has a risk below 0");
}

// Up to so many tuples above delta are treated one by one.
constexpr std::size_t kOneByOne = 16;

}  // namespace

Result<CellSuppression> SuppressOnce(const RiskTable& table, const RiskSettings& settings,
                                     double delta, const MayLose& may, Progress& progress) {
  GAUZE_TRY(CheckDelta(delta));
  Suppression suppression(table, settings, delta, progress);
  CellSuppression& result = suppression.result();
  GAUZE_ASSIGN(const Tuples above, suppression.Begin());
  if (above.empty()) return result;
  GAUZE_ASSIGN(const auto sets, TopKnownSets(table, settings, progress, above));
  for (std::size_t i = 0; i < above.size(); ++i)
    suppression.Suppress(above[i], sets[i] & suppression.Open(above[i], may));
  result.rounds = 1;
  GAUZE_ASSIGN(const Tuples after, suppression.Above(suppression.All()));
  result.above_after = suppression.Rows(after);
  return result;
}

Result<CellSuppression> SuppressUntilSafe(const RiskTable& table, const RiskSettings& settings,
                                          double delta, const MayLose& may, Progress& progress) {
  GAUZE_TRY(CheckDelta(delta));
  Suppression suppression(table, settings, delta, progress);
  CellSuppression& result = suppression.result();
  GAUZE_ASSIGN(Tuples above, suppression.Begin());
  const std::size_t m = table.columns.size();
  std::set<std::uint32_t> stuck;  // they have nothing left that may be suppressed
  while (!above.empty()) {
    StopIfAsked();
    ++result.rounds;
    const auto now = std::span(above).first(above.size() <= kOneByOne ? 1 : above.size());
    GAUZE_ASSIGN(const auto left, RiskWithoutCell(suppression.table(), settings, progress, now));
    for (std::size_t i = 0; i < now.size(); ++i) {
      const Mask open = suppression.Open(now[i], may);
      std::optional<std::size_t> best;
      for (std::size_t j = 0; j < m; ++j) {
        const bool can = (open >> j & 1U) != 0 && std::isfinite(left[i * m + j]);
        if (can && (!best || left[i * m + j] < left[i * m + *best])) best = j;
      }
      if (best) {
        suppression.Suppress(now[i], Mask{1} << *best);
      } else {
        stuck.insert(now[i]);
      }
    }
    // With wildcards nobody else's risk can have risen.
    const bool wildcard = settings.matching == Matching::kWildcard;
    GAUZE_ASSIGN(above, suppression.Above(wildcard ? above : suppression.All()));
    std::erase_if(above, [&](std::uint32_t tuple) { return stuck.contains(tuple); });
  }
  GAUZE_ASSIGN(const Tuples left_above, suppression.Above({stuck.begin(), stuck.end()}));
  result.above_after = suppression.Rows(left_above);
  return result;
}

}  // namespace gauze::risk
