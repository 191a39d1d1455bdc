#include "gauze/attack/knowledge/minimality.h"

#include <algorithm>
#include <map>

namespace gauze {
namespace {

constexpr double kRounding = 1e-9;
constexpr std::uint64_t kMostWork = 1'000'000;  // shares looked at, for singles and for pairs

// A row with one more term: all that matters is what it then links to, so terms are only counted.
struct PutBack {
  std::size_t row = 0;
  std::vector<std::uint32_t> linked;  // positions in Originals::labels_
  std::uint64_t terms = 0;
};

class Originals {
 public:
  Originals(const TermLinks& links, const BeliefBound& bound, std::span<const ReleasedSet> sets)
      : links_(links), bound_(bound), sets_(sets) {}

  MinimalityBelief Run() {
    PlaceLabels();
    if (Exceeds(shares_)) return Believed(2);  // then nothing was suppressed
    const std::vector<PutBack> singles = Singles();
    if (singles.size() * labels_.size() > kMostWork) return Believed(0);
    std::vector<const PutBack*> breaking;
    for (const PutBack& one : singles) {
      Start();
      Change(one.row, one.linked);
      if (CountIfBroken(one.terms)) breaking.push_back(&one);
    }
    if (breaking.size() * breaking.size() / 2 * labels_.size() > kMostWork) return Believed(1);
    for (std::size_t a = 0; a < breaking.size(); ++a) {
      for (std::size_t b = a; b < breaking.size(); ++b) TryPair(*breaking[a], *breaking[b], a == b);
    }
    return Believed(2);
  }

 private:
  // Labels that the class links to, with their shares; and its rows one by one.
  void PlaceLabels() {
    Belief belief(links_.label_count());
    for (const ReleasedSet& set : sets_) belief.Add(*set.linked, set.rows);
    const std::vector<double> shares = belief.Shares();
    rows_ = static_cast<double>(belief.rows());
    place_.resize(shares.size());
    for (LabelId label = 0; label < shares.size(); ++label) {
      if (shares[label] == 0) continue;
      place_[label] = static_cast<std::uint32_t>(labels_.size());
      labels_.push_back(label);
      shares_.push_back(shares[label]);
    }
    total_ = shares_;
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      set_of_.insert(set_of_.end(), sets_[i].rows, i);
    }
  }

  // Every row with every term that leaves it fewer labels, but not none.
  std::vector<PutBack> Singles() const {
    std::vector<PutBack> singles;
    std::size_t first = 0;  // of the rows with this set
    for (const ReleasedSet& set : sets_) {
      std::map<std::vector<std::uint32_t>, std::uint64_t> terms_by_labels;
      for (auto& linked : LabelsByTerm(set)) {
        if (linked.empty() || linked.size() == set.linked->size()) continue;
        ++terms_by_labels[std::move(linked)];
      }
      for (std::size_t row = first; row < first + set.rows; ++row) {
        for (const auto& [linked, terms] : terms_by_labels) singles.push_back({row, linked, terms});
        if (singles.size() * labels_.size() > kMostWork) return singles;
      }
      first += set.rows;
    }
    return singles;
  }

  // The labels that a set with one more term links to. With a term that it has: the same as before.
  std::vector<std::vector<std::uint32_t>> LabelsByTerm(const ReleasedSet& set) const {
    std::vector<std::vector<std::uint32_t>> labels(links_.term_count());
    set.linked->ForEach([&](LabelId label) {
      for (const TermId term : links_.terms_of(label)) labels[term].push_back(place_[label]);
    });
    return labels;
  }

  void TryPair(const PutBack& a, const PutBack& b, bool same) {
    Start();
    if (a.row == b.row) {
      std::vector<std::uint32_t> both;
      std::ranges::set_intersection(a.linked, b.linked, std::back_inserter(both));
      if (both.empty()) return;
      Change(a.row, both);
    } else {
      Change(a.row, a.linked);
      Change(b.row, b.linked);
    }
    CountIfBroken(same ? a.terms * (a.terms - 1) / 2 : a.terms * b.terms);
  }

  void Start() { tried_ = shares_; }

  void Change(std::size_t row, const std::vector<std::uint32_t>& linked) {
    const LabelSet& before = *sets_[set_of_[row]].linked;
    const double less = 1 / (rows_ * static_cast<double>(before.size()));
    const double more = 1 / (rows_ * static_cast<double>(linked.size()));
    before.ForEach([&](LabelId label) { tried_[place_[label]] -= less; });
    for (const std::uint32_t place : linked) tried_[place] += more;
  }

  bool Exceeds(const std::vector<double>& shares) const {
    return bound_.Excess(labels_, shares) > kRounding;
  }

  // What is tried stands for so many originals, if it can be one.
  bool CountIfBroken(std::uint64_t originals) {
    if (!Exceeds(tried_)) return false;
    const auto weight = static_cast<double>(originals);
    originals_ += weight;
    for (std::size_t i = 0; i < tried_.size(); ++i) total_[i] += weight * tried_[i];
    return true;
  }

  MinimalityBelief Believed(int most_removed) const {
    std::vector<double> mean = total_;
    for (double& share : mean) share /= originals_;
    const auto largest = [](const std::vector<double>& shares) {
      return shares.empty() ? 0 : *std::ranges::max_element(shares);
    };
    return {.largest = largest(mean),
            .rise = largest(mean) - largest(shares_),
            .exceeds = Exceeds(mean),
            .most_removed = most_removed};
  }

  const TermLinks& links_;
  const BeliefBound& bound_;
  std::span<const ReleasedSet> sets_;
  double rows_ = 0;
  std::vector<std::size_t> set_of_;  // by row
  std::vector<LabelId> labels_;
  std::vector<std::uint32_t> place_;  // by label, where it is in labels_
  std::vector<double> shares_;
  std::vector<double> tried_;
  std::vector<double> total_;  // of all originals
  double originals_ = 1;
};

}  // namespace

MinimalityBelief KnowMinimality(const TermLinks& links, const BeliefBound& bound,
                                std::span<const ReleasedSet> sets) {
  return Originals(links, bound, sets).Run();
}

MinimalityBelief KnowSafety(const TermLinks& links, const BeliefBound& bound,
                            std::span<const ReleasedSet> sets) {
  Belief belief(links.label_count());
  for (const ReleasedSet& set : sets) {
    Belief alone(links.label_count());
    alone.Add(*set.linked, 1);
    if (!bound.Keeps(alone)) return KnowMinimality(links, bound, sets);
    belief.Add(*set.linked, set.rows);
  }
  return {.largest = belief.Largest(), .exceeds = !bound.Keeps(belief), .most_removed = 2};
}

}  // namespace gauze
