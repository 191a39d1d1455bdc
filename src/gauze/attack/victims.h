#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gauze/attack/release_rows.h"

namespace gauze {

// Whom the adversary looks for: different combinations of quasi-identifiers of the original, and
// what labels can stand for them.
struct Victims {
  std::vector<std::vector<std::size_t>> known;         // [victim][column]: number of a value
  std::vector<std::uint64_t> rows;                     // of the original, by victim
  std::vector<std::vector<std::vector<bool>>> covers;  // [column][value][label]
  // [victim][column]: what the adversary is after, as the original has it.
  std::vector<std::vector<std::optional<std::string>>> own;
};

// Opens the original as the view `original`. Victims who differ in one of the columns `own` are
// different victims.
Result<Victims> ReadVictims(Database& database, const AttackInput& input,
                            const ReleaseRows& release, const std::vector<std::string>& own = {});

// The classes whose labels cover what is known of a victim, in increasing order.
std::vector<std::size_t> CoveringClasses(const ReleaseRows& release, const Victims& victims,
                                         std::size_t victim);

// The sentence of an attack where `victims` is 0: what can be told of those without candidates.
std::string NobodyFound(const FiguresByName& figures);

}  // namespace gauze
