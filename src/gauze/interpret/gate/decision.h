#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/interpret/index/bits.h"

namespace gauze {

// Why a question was refused. Each is a rule, never a value.
inline constexpr std::string_view kSupport = "support";        // fewer than k persons
inline constexpr std::string_view kDifference = "difference";  // too near to earlier questions
inline constexpr std::string_view kBudgetProject = "budget_project";
inline constexpr std::string_view kBudgetValue = "budget_value";
inline constexpr std::string_view kUnknownColumn = "unknown_column";
inline constexpr std::string_view kUnknownValue = "unknown_value";
inline constexpr std::string_view kTooLong = "too_long";  // a tree that takes too long to decide
inline constexpr std::string_view kMalformed = "malformed";
inline constexpr std::string_view kRight = "right";  // a column was not granted

// What an answered set of rows does to what the gate remembers. Labels are of the persons, in
// order, by the cells of a distribution; empty if there is none.
struct GateStep {
  Bits rows;
  Bits groups;
  std::vector<std::uint32_t> asked_labels;  // of cells that the release shows
  bool told = false;                        // numbers of persons are part of the answer
  std::vector<std::uint32_t> told_labels;
};

// What the gate says to a question. Nothing is remembered until it is committed.
struct Decision {
  bool answered = false;
  bool repeat = false;      // answered before, in the same words: nothing to commit
  std::string refusal;      // empty if answered
  std::string question;     // canonical; what to store for Gate::Replay
  std::string answer_json;  // empty if refused
  // Aliases and categories of grades whose meaning the answer tells: "education=~k3x9q2m7ta",
  // "age=2". What is shown, never what it stands for.
  std::vector<std::string> values_touched;
  std::uint64_t cost = 0;  // sets that were answered: 1, or the nodes of a tree
  std::vector<GateStep> steps;
  std::uint64_t version = 0;  // of the gate that decided
};

}  // namespace gauze
