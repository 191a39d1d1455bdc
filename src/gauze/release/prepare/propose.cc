#include "gauze/release/prepare/propose.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gauze/base/json.h"
#include "gauze/release/compare/plan.h"
#include "gauze/release/prepare/decisions.h"
#include "gauze/release/prepare/proposal.h"

namespace gauze {
namespace {

// A run of the dearest transform should not take longer; then a faster one is proposed.
constexpr double kSecondsToWait = 600;

Result<Json> TryProposal(const FirstLook& look, RunOptions run, FirstPolicy& proposal,
                         Progress& progress) {
  run.policy.text = WriteFirstPolicy(proposal);
  GAUZE_ASSIGN(Json plan, PlanRun(run, progress));
  const double seconds = plan["planned"]["seconds"].get<double>();
  if (seconds > kSecondsToWait) {
    proposal.transform = {
        "mondrian",
        fmt::format("cluster loses less, and would take about {:.0f} min", seconds / 60)};
    run.policy.text = WriteFirstPolicy(proposal);
    GAUZE_ASSIGN(plan, PlanRun(run, progress));
  }
  GAUZE_ASSIGN(Json trial, WhatToDecide(look, proposal, run, progress));
  return Json{{"plan", std::move(plan)}, {"trial", std::move(trial)}};
}

}  // namespace

Result<Json> ProposePolicy(const ProposeOptions& options, Progress& progress) {
  const Purpose* purpose = FindPurpose(options.purpose);
  if (purpose == nullptr) {
    std::vector<std::string_view> known;
    for (const Purpose& one : Purposes()) known.push_back(one.name);
    return InputError(fmt::format("there is no purpose \"{}\"", options.purpose), "",
                      fmt::format("known: {}", fmt::join(known, ", ")));
  }
  InitOptions table = options.table;
  table.accept = true;
  GAUZE_ASSIGN(const FirstLook look, LookAtTable(table, progress));
  GAUZE_ASSIGN(FirstPolicy proposal, ProposalFor(*purpose, look, table));
  const RunOptions run{.policy = {.file = table.folder + "/policy.yaml"},
                       .source = table.source,
                       .threads = options.threads};
  const Result<Json> tried = TryProposal(look, run, proposal, progress);
  Json answer = {{"policy", WriteFirstPolicy(proposal)},
                 {"purpose", purpose->name},
                 {"readers", purpose->readers}};
  if (!tried) {
    answer["problem"] = {{"message", tried.error().message}, {"hint", tried.error().hint}};
  } else {
    answer.update(*tried);
  }
  return answer;
}

}  // namespace gauze
