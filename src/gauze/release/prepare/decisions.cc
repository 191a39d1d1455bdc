#include "gauze/release/prepare/decisions.h"

#include <algorithm>
#include <cmath>

#include "gauze/base/json.h"
#include "gauze/base/stop.h"
#include "gauze/release/compare/sample_trial.h"

namespace gauze {
namespace {

constexpr std::uint64_t kRowsToTry = 1'024;  // few: every decision is a run
constexpr double kUnsure = 0.5;              // a suggestion of less confidence is to be looked at

struct Alternative {
  std::string about;  // a column, or a promise
  std::string says;
  std::string instead;
  FirstPolicy policy;
};

class Alternatives {
 public:
  Alternatives(const FirstLook& look, const FirstPolicy& proposal)
      : look_(look), proposal_(proposal) {
    for (std::size_t i = 0; i < proposal.columns.size(); ++i) AddColumn(i);
    for (std::size_t i = 0; i < proposal.promises.size(); ++i) {
      if (proposal.promises[i].text.starts_with("k_anonymity")) continue;
      Alternative without{proposal.promises[i].text, "promised", "left out", proposal};
      without.policy.promises.erase(without.policy.promises.begin() +
                                    static_cast<std::ptrdiff_t>(i));
      all_.push_back(std::move(without));
    }
  }

  std::vector<Alternative>& all() { return all_; }

 private:
  void AddColumn(std::size_t i) {
    const FirstPolicy::Column& column = proposal_.columns[i];
    const RoleSuggestion& suggested = look_.suggested[i];
    const bool dropped = column.role == Role::kIdentifying && suggested.role != column.role;
    if (column.role == Role::kQuasiIdentifying) {
      Add(i, Role::kIdentifying, "dropped");
    } else if (dropped && suggested.role == Role::kQuasiIdentifying) {
      Add(i, suggested.role, "kept");
    } else if (column.role == Role::kInsensitive && suggested.confidence < kUnsure) {
      Add(i, Role::kQuasiIdentifying, "quasi_identifying");
    }
  }

  void Add(std::size_t i, Role role, const char* instead) {
    const FirstPolicy::Column& column = proposal_.columns[i];
    const bool was_dropped = column.role == Role::kIdentifying;
    Alternative other{column.name, was_dropped ? "dropped" : std::string(Name(column.role)),
                      instead, proposal_};
    other.policy.columns[i].role = role;
    if (role != Role::kQuasiIdentifying) other.policy.columns[i].hierarchy.clear();
    all_.push_back(std::move(other));
  }

  const FirstLook& look_;
  const FirstPolicy& proposal_;
  std::vector<Alternative> all_;
};

Result<Trial> TryPolicy(const FirstPolicy& policy, RunOptions run) {
  NoProgress silent;
  run.policy.text = WriteFirstPolicy(policy);
  return TryOut(run, kRowsToTry, silent);
}

// The mean loss of quasi-identifiers that the other has, too.
double LossBeside(const Trial& trial, const Trial& other) {
  double sum = 0;
  double count = 0;
  for (const auto& [name, loss] : trial.attribute_loss) {
    if (!other.attribute_loss.contains(name)) continue;
    sum += loss;
    ++count;
  }
  return count == 0 ? 0 : sum / count;
}

}  // namespace

Result<Json> WhatToDecide(const FirstLook& look, const FirstPolicy& proposal, const RunOptions& run,
                          Progress& progress) {
  GAUZE_ASSIGN(const Trial proposed, TryPolicy(proposal, run));
  Alternatives alternatives(look, proposal);
  progress.Stage("trying what could be decided", alternatives.all().size());
  std::vector<Json> decisions;
  for (const Alternative& other : alternatives.all()) {
    StopIfAsked();
    const Result<Trial> trial = TryPolicy(other.policy, run);
    progress.Advance(1);
    if (!trial) continue;
    decisions.push_back({{"about", other.about},
                         {"says", other.says},
                         {"instead", other.instead},
                         {"loss", LossBeside(proposed, *trial)},
                         {"loss_then", LossBeside(*trial, proposed)}});
  }
  const auto change = [](const Json& decision) {
    return -std::abs(decision["loss"].get<double>() - decision["loss_then"].get<double>());
  };
  std::ranges::sort(decisions, [&](const Json& a, const Json& b) {
    return change(a) != change(b) ? change(a) < change(b) : a["about"] < b["about"];
  });
  return Json{{"rows", static_cast<std::uint64_t>(proposed.rows)},
              {"loss", proposed.loss},
              {"decide", decisions}};
}

}  // namespace gauze
