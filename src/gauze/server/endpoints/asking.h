#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>

#include "gauze/server/endpoints/call.h"

// What the endpoints that interpret share: who may ask about what, and what one question comes to.

namespace gauze::server {

// What the person may ask about. Who lacks any right learns only that: whether the project or the
// release exist is nothing they could find out.
struct Standing {
  Project* project = nullptr;
  Release* release = nullptr;  // null: no right
  const std::set<std::string>* attributes = nullptr;
};

Standing StandingOf(State& state, const Caller& caller, const std::string& project,
                    const std::string& release);

// The answer to what a rule forbids.
Verdict RefusedBy(std::string_view rule, const std::string& project);

using Asked = std::variant<Query, TreeQuery>;

// What one question came to.
struct Ruling {
  std::string refusal;  // the rule; empty if it is answered
  Decision decision;
  bool paid = false;  // the project has had it before: it costs nothing

  bool answered() const { return refusal.empty(); }
  std::uint64_t cost() const { return answered() && !paid ? decision.cost : 0; }
  // It changes what the gate or the project's budget remembers.
  bool counts() const { return answered() && (!decision.repeat || !paid); }
};

// Asks one question after another for a project. What is answered becomes part of what was ever
// answered at once, and is paid for: from then on the state is ahead of the database by this batch
// of requests, which is written before anybody is told.
//
// The one thread that decides has others waiting: after three seconds everything is `too_long`.
class Asking {
 public:
  explicit Asking(const Standing& standing);
  // Asks copies of gate and budget, and leaves everything as it is.
  static Asking Rehearsal(const Standing& standing);

  Ruling Ask(const Asked& question);

  std::uint64_t QuestionsLeft() const;

 private:
  struct Copies {
    Gate gate;
    BudgetSpent spent;
  };

  Gate& gate() { return copies_ ? copies_->gate : standing_.release->gate; }
  BudgetSpent& spent() { return copies_ ? copies_->spent : *spent_; }
  std::string Refusal(const Asked& question, Ruling& ruling);
  Decision Decide(const Asked& question, std::uint64_t left);

  Standing standing_;
  BudgetSpent* spent_;
  std::optional<Copies> copies_;
  std::chrono::steady_clock::time_point end_;
};

// What of a request's questions is stored: `questions` is what a restart asks again, empty if
// nothing counts; `answer` is what is told.
void StoreAnswered(Desk& desk, const Standing& standing, const char* kind,
                   const std::string& questions, const std::string& answer);

}  // namespace gauze::server
