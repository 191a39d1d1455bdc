#include "gauze/transform/suppress/suppress.h"

#include <algorithm>

#include "gauze/transform/suppress/removal_search.h"

namespace gauze::suppress {
namespace {

constexpr std::uint64_t kMostSingleRows = 512;
constexpr std::size_t kSlots = 512;

std::size_t Hash(std::span<const TermId> terms) {
  std::uint64_t hash = terms.size();
  for (const TermId term : terms) hash = (hash ^ term) * 0x9E3779B97F4A7C15U;
  return static_cast<std::size_t>(hash >> 32U);
}

}  // namespace

struct Suppressor::Workspace {
  struct Slot {
    std::vector<TermId> terms;
    std::shared_ptr<const RowLinks> links;
  };

  std::shared_ptr<const RowLinks> LinksOf(const std::vector<TermId>& terms) {
    Slot& slot = slots[Hash(terms) % kSlots];
    if (slot.links == nullptr || slot.terms != terms) {
      slot.links.reset();
      slot.links = std::make_shared<RowLinks>(knowledge, terms, condition.prior_shares());
      slot.terms = terms;
    }
    return slot.links;
  }

  Best Find(Meter& meter) {
    switch (search) {
      case Search::kAdaptive:
        return SearchAdaptive(state, meter);
      case Search::kDepthFirst:
        return SearchDepthFirst(state, meter);
      case Search::kExact:
        break;
    }
    return SearchExact(state, meter);
  }

  const Knowledge& knowledge;
  const QsCondition& condition;
  Search search;
  Budget budget;
  ClassState state;
  std::vector<Slot> slots = std::vector<Slot>(kSlots);
};

Suppressor::Suppressor(const Knowledge& knowledge, const QsCondition& condition, Search search,
                       Budget budget)
    : workspace_(new Workspace{.knowledge = knowledge,
                               .condition = condition,
                               .search = search,
                               .budget = budget,
                               .state = ClassState(condition, knowledge.label_count())}) {}

Suppressor::~Suppressor() = default;

Outcome Suppressor::Run(std::span<const TermRows> rows) {
  std::uint64_t total = 0;
  for (const TermRows& set : rows) total += set.rows;
  const bool single = total <= kMostSingleRows;
  bool whole = true;  // every set of removals can be reached
  std::vector<SearchRow> search_rows;
  for (std::size_t set = 0; set < rows.size(); ++set) {
    if (rows[set].rows == 0) continue;
    const auto links = workspace_->LinksOf(rows[set].terms);
    whole = whole && !links->bundled() && (single || rows[set].rows == 1);
    for (std::uint64_t i = 0; i < (single ? rows[set].rows : 1); ++i) {
      search_rows.push_back({links, set, single ? 1 : rows[set].rows});
    }
  }
  Outcome outcome;
  if (search_rows.empty()) {
    outcome.found = outcome.proven = true;
    return outcome;
  }
  ClassState& state = workspace_->state;
  state.Reset(std::move(search_rows));
  Meter meter(workspace_->budget);
  Best best;
  (void)meter.Spend();
  if (state.Now().holds) {
    best.Offer(0, state.masks());
    best.proven = true;
  } else {
    best = workspace_->Find(meter);
    best.proven = best.proven && whole;
    best.bound = best.proven ? best.cost : whole ? std::min(best.bound, best.cost) : 0;
  }
  outcome.found = best.found();
  outcome.proven = best.proven;
  outcome.cost = best.found() ? best.cost : 0;
  outcome.bound = best.found() || !best.proven ? best.bound : 0;
  outcome.nodes = meter.nodes();
  for (std::size_t row = 0; row < best.masks.size(); ++row) {
    const SearchRow& searched = state.rows()[row];
    Removal removal{.set = searched.set, .rows = searched.weight};
    searched.links->AppendPositions(best.masks[row], removal.positions);
    // Rows of a set stand side by side, but those that lose the same need not.
    auto same = outcome.removals.rbegin();
    while (same != outcome.removals.rend() && same->set == removal.set &&
           same->positions != removal.positions) {
      ++same;
    }
    if (same != outcome.removals.rend() && same->set == removal.set) {
      same->rows += removal.rows;
    } else {
      outcome.removals.push_back(std::move(removal));
    }
  }
  return outcome;
}

}  // namespace gauze::suppress
