#include "gauze/release/production.h"

#include "gauze/base/parallel.h"

namespace gauze {
namespace {

// Unions may break a model, and suppression changes what t-closeness compares with: both need the
// table in one piece.
bool NeedsWhole(const Constraints& constraints, const Policy& policy) {
  if (!constraints.monotone()) return true;
  const Parameters& parameters = policy.transform.parameters;
  return parameters.Has("suppress_rows") && parameters.Number("suppress_rows").numerator > 0;
}

Result<Production::Made> Make(const Policy& policy, const Input& input, Pile pile,
                              Progress& progress) {
  GAUZE_ASSIGN(Region region,
               MakeRegion(std::move(pile), input.packing, input.schema, input.carried));
  const TransformEntry* transform = FindTransform(policy.transform.descriptor->name);
  GAUZE_ASSIGN(
      Generalization generalization,
      transform->run({region.coded, policy.protect, policy.missing, !input.carried.empty()},
                     policy.transform.parameters, progress));
  return Production::Made{std::move(region), std::move(generalization)};
}

}  // namespace

Result<Production> Production::Start(const Policy& policy, Input& input, const Options& options) {
  GAUZE_ASSIGN(Constraints constraints, Constraints::Make(input.schema, policy.protect));
  GAUZE_TRY(constraints.CheckFeasible());
  return Production(policy, input, options, std::make_unique<Constraints>(std::move(constraints)));
}

Production::Production(const Policy& policy, Input& input, const Options& options,
                       std::unique_ptr<Constraints> constraints)
    : policy_(policy), input_(input), options_(options), constraints_(std::move(constraints)) {
  rule_ =
      std::make_unique<RegionRule>(*constraints_, input.rows, NeedsWhole(*constraints_, policy));
  RegionCounts whole = rule_->Empty();
  whole.rows = input.rows;
  for (std::size_t j = 0; j < whole.by_code.size(); ++j) {
    if (!whole.by_code[j].empty()) whole.by_code[j] = (*input.schema.totals)[j];
  }
  walk_ = std::make_unique<RegionWalk>(
      *rule_, input.packing,
      RegionWalk::Options{options.workers, options.memory_bytes, options.folder},
      RegionWalk::Part{std::move(input.pile), std::move(whole)});
}

Result<std::vector<Production::Made>> Production::NextBatch(Progress& progress) {
  std::vector<Pile> piles;
  while (piles.size() < 2 * options_.workers) {
    GAUZE_ASSIGN(std::optional<Pile> pile, walk_->Next());
    if (!pile) break;
    piles.push_back(*std::move(pile));
  }
  std::vector<std::optional<Result<Made>>> results(piles.size());
  ForEach(piles.size(), [&](std::size_t i) {
    results[i] = Make(policy_, input_, std::move(piles[i]), progress);
  });
  std::vector<Made> batch;
  for (auto& result : results) {
    if (!*result) return tl::unexpected(std::move(result->error()));
    batch.push_back(*std::move(*result));
  }
  return batch;
}

Status Production::Run(Progress& progress, const Use& use) {
  GAUZE_ASSIGN(std::vector<Made> batch, NextBatch(progress));
  while (!batch.empty()) {
    Status used;
    Result<std::vector<Made>> next;
    Together([&] { used = use(std::move(batch)); }, [&] { next = NextBatch(progress); });
    GAUZE_TRY(used);
    if (!next) return tl::unexpected(std::move(next.error()));
    batch = *std::move(next);
  }
  return {};
}

}  // namespace gauze
