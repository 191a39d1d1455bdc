#include "gauze/transform/suppress/realise.h"

#include <algorithm>

namespace gauze::suppress {

Realiser::Realiser(ClassState& state, Options& options, Meter& meter, Best& best)
    : state_(state), options_(options), meter_(meter), best_(best), values_(options.rows()) {}

Realiser::Answer Realiser::Try(const Counts& counts, Cost cost) {
  const auto [found, fresh] = answers_.try_emplace(counts, Answer::kUnknown);
  if (fresh) found->second = Look(counts, cost);
  return found->second;
}

Realiser::Answer Realiser::Look(const Counts& counts, Cost cost) {
  for (std::size_t row = 0; row < counts.size(); ++row) {
    values_[row] = options_.of(row)[counts[row]].value;
  }
  if (!options_.Possible(values_)) return Answer::kFails;
  for (std::size_t row = 0; row < counts.size(); ++row) {
    state_.Set(row, options_.of(row)[counts[row]].mask);
  }
  if (!meter_.Spend()) return Answer::kUnknown;
  if (state_.Now().holds) {
    best_.Offer(cost, state_.masks());
    return Answer::kHolds;
  }
  choices_.clear();
  double combinations = 1;
  for (std::size_t row = 0; row < counts.size(); ++row) {
    if (counts[row] == 0) continue;
    const std::size_t usable = Usable(row, counts[row]);
    if (usable < 2) continue;
    choices_.push_back({row, std::span(options_.Subsets(row, counts[row])).first(usable)});
    combinations *= static_cast<double>(usable);
  }
  if (choices_.empty()) return Answer::kFails;
  const bool many = combinations > static_cast<double>(kMostCombinations);
  if (many && Climb(cost)) return Answer::kHolds;
  left_ = many ? kMostOfMany : kMostCombinations;
  if (TryAll(0, cost)) return Answer::kHolds;
  return meter_.over() || left_ == 0 ? Answer::kUnknown : Answer::kFails;
}

std::size_t Realiser::Usable(std::size_t row, int removed) {
  const std::vector<Mask>& subsets = options_.Subsets(row, removed);
  const double best = values_[row];
  const auto end = std::ranges::partition_point(subsets, [&](Mask mask) {
    values_[row] = options_.Value(row, mask);
    return options_.Possible(values_);
  });
  values_[row] = best;
  return static_cast<std::size_t>(end - subsets.begin());
}

void Realiser::Accept(std::size_t row, Mask mask, Cost cost) {
  state_.Set(row, mask);
  best_.Offer(cost, state_.masks());
}

bool Realiser::TryAll(std::size_t index, Cost cost) {
  Choice& choice = choices_[index];
  const double best = values_[choice.row];
  // Equal rows that lose as much may be exchanged: the later takes no better removal.
  const bool twin = index > 0 && choice.masks.data() == choices_[index - 1].masks.data();
  bool holds = false;
  for (std::size_t i = twin ? choices_[index - 1].taken : 0; i < choice.masks.size(); ++i) {
    const Mask mask = choice.masks[i];
    values_[choice.row] = options_.Value(choice.row, mask);
    if (!options_.Possible(values_) || meter_.over() || left_ == 0) break;
    if (index + 1 < choices_.size()) {
      choice.taken = i;
      state_.Set(choice.row, mask);
      holds = TryAll(index + 1, cost);
    } else {
      if (!meter_.Spend()) break;
      --left_;
      state_.Focus(choice.row);
      holds = state_.Try(mask).holds;
      if (holds) Accept(choice.row, mask, cost);
    }
    if (holds) break;
  }
  values_[choice.row] = best;
  return holds;
}

// Row by row the removal with most slack, twice round.
bool Realiser::Climb(Cost cost) {
  constexpr std::size_t kMostMasks = 24;
  constexpr int kRounds = 2;
  double slack = state_.Now().slack;
  for (int round = 0; round < kRounds; ++round) {
    bool changed = false;
    for (const Choice& choice : choices_) {
      state_.Focus(choice.row);
      Mask taken = state_.mask(choice.row);
      for (std::size_t i = 0; i < std::min(kMostMasks, choice.masks.size()); ++i) {
        if (!meter_.Spend()) return false;
        const Verdict verdict = state_.Try(choice.masks[i]);
        if (verdict.holds) {
          Accept(choice.row, choice.masks[i], cost);
          return true;
        }
        if (verdict.slack > slack) {
          slack = verdict.slack;
          taken = choice.masks[i];
          changed = true;
        }
      }
      state_.Set(choice.row, taken);
    }
    if (!changed) break;
  }
  return false;
}

}  // namespace gauze::suppress
