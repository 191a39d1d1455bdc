#include "gauze/attack/known_victim.h"

#include <algorithm>

namespace gauze {

Victim::Victim(const KnownTable& table, const RiskSection& risk, std::size_t kind)
    : table_(table), kind_(kind), scale_(risk.alpha) {
  const bool paper = risk.reading == RiskReading::kPaper;
  for (std::size_t j = 0; j < table.columns().size(); ++j) {
    const KnownTable::Column& column = table.columns()[j];
    const std::uint32_t code = column.codes[kind];
    if (code == column.suppressed) continue;
    weight_ += column.weights[code];
    if (column.chance == 0) continue;
    const double sum = paper ? 1 + column.chance : 1;
    scale_ *= sum;
    cells_.push_back({j, column.chance / sum, column.weights[code]});
  }
}

Victim::Try Victim::Attack(Dice& dice) {
  Try result;
  KnownTable::KnownSet known = 0;
  double weight = weight_;
  for (const Cell& cell : cells_) {
    if (!dice.Chance(cell.chance)) continue;
    known |= KnownTable::KnownSet{1} << cell.column;
    weight -= cell.weight;
    ++result.known;
  }
  const auto [place, fresh] = candidates_.try_emplace(known, 0);
  if (fresh) place->second = table_.Candidates(kind_, known);
  result.candidates = place->second;
  result.at_stake = scale_ * std::max(weight, 0.0);   // a rounded difference may be below 0
  result.right = dice.Below(result.candidates) == 0;  // the victim's own is one of them
  return result;
}

}  // namespace gauze
