#include "gauze/release/inspect/try_suppression.h"

#include <algorithm>
#include <bit>

#include "gauze/base/json.h"
#include "gauze/measure/record_risk/histogram.h"
#include "gauze/transform/suppress_cells/suppress_cells.h"

namespace gauze {
namespace {

risk::RiskTable Without(risk::RiskTable table, const std::vector<risk::Mask>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (risk::Mask left = cells[i]; left != 0; left &= left - 1) {
      const auto j = static_cast<std::size_t>(std::countr_zero(left));
      table.columns[j].Set(i, table.domain_sizes[j]);
    }
  }
  return table;
}

}  // namespace

Result<Json> TrySuppression(const RiskRows& rows, const RiskSection& section, double delta,
                            Progress& progress) {
  const auto& [table, settings, attributes, tuple_of] = rows.input;
  risk::MayLose may{.attributes = 0};
  for (std::size_t j = 0; j < rows.columns.size(); ++j) {
    const bool known = std::ranges::any_of(
        section.known, [&](const auto& pair) { return pair.first == rows.columns[j]; });
    if (known) may.attributes |= risk::Mask{1} << j;
  }
  const double all_cells =
      static_cast<double>(rows.rows) * static_cast<double>(section.known.size());
  Json tries = Json::array();
  for (const bool once : {true, false}) {
    for (const bool weighing : {false, true}) {
      may.weighing = weighing;
      const auto suppress = once ? risk::SuppressOnce : risk::SuppressUntilSafe;
      GAUZE_ASSIGN(const risk::CellSuppression made,
                   suppress(table, settings, delta, may, progress));
      const risk::RiskTable after = Without(table, made.cells);
      GAUZE_ASSIGN(const auto risks, risk::ComputeRecordRisk(after, settings, {}, progress));
      double highest = 0;
      for (const risk::RecordRisk& risk : risks) highest = std::max(highest, risk.hi);
      Json figures = Json::object();
      for (const auto& [name, value] : risk::HistogramFigures(risk::MakeHistogram(after, risks))) {
        figures[name] = value;
      }
      tries.push_back({{"until", once ? "single_pass" : "fixpoint"},
                       {"cells", weighing ? "any" : "harmless"},
                       {"delta", delta},
                       {"above_before", made.above_before},
                       {"above_after", made.above_after},
                       {"cells_lost", made.cells_lost},
                       {"loss", static_cast<double>(made.cells_lost) / all_cells},
                       {"highest", highest},
                       {"histogram", figures}});
    }
  }
  return tries;
}

}  // namespace gauze
