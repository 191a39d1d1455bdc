#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "gauze/attack/dice.h"
#include "gauze/attack/known_table.h"
#include "gauze/policy/risk_section.h"

namespace gauze {

// A person behind a released row, of whom somebody knows some columns by chance. Under the reading
// `probability` each column is known with its chance p. Under `paper` a known set weighs the
// product of the chances of its columns; over all sets that is not 1 but prod (1 + p). So columns
// are known with p / (1 + p), which draws each set in proportion to its weight, and gains are
// multiplied by that sum. The mean gain is then the risk of the record, also where p is 1.
class Victim {
 public:
  struct Try {
    std::size_t known = 0;         // columns
    std::uint64_t candidates = 0;  // rows that match them
    double at_stake = 0;           // what is gained if the pick is right
    bool right = false;

    double gain() const { return right ? at_stake : 0; }
    // Over all picks.
    double mean_gain() const { return at_stake / static_cast<double>(candidates); }
  };

  Victim(const KnownTable& table, const RiskSection& risk, std::size_t kind);

  // No try can gain more.
  double most() const { return scale_ * weight_; }

  // Draws what is known, and picks one of the rows that match.
  Try Attack(Dice& dice);

 private:
  struct Cell {
    std::size_t column;
    double chance;
    double weight;
  };

  const KnownTable& table_;
  std::size_t kind_;
  std::vector<Cell> cells_;  // that may be known
  double weight_ = 0;        // of all cells
  double scale_ = 0;
  std::unordered_map<KnownTable::KnownSet, std::uint64_t> candidates_;  // of sets seen before
};

}  // namespace gauze
