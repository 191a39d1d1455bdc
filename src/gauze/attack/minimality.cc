#include "gauze/attack/minimality.h"

#include <algorithm>
#include <map>

namespace gauze {
namespace {

constexpr double kRounding = 1e-9;
constexpr std::uint64_t kMostWork = 4'000'000;  // shares looked at, for one class

// A row with one more term: all that matters is what it then links to.
struct PutBack {
  std::size_t row = 0;
  std::vector<std::uint32_t> linked;  // positions in Originals::labels_
};

class Originals {
 public:
  Originals(const TermLinks& links, const BeliefBound& bound, std::span<const ReleasedSet> sets)
      : links_(links), bound_(bound), sets_(sets) {}

  std::optional<MinimalityBelief> Run() {
    PlaceLabels();
    if (bound_.Excess(labels_, shares_) > kRounding) return Result();  // nothing was suppressed
    for (std::size_t row = 0; row < set_of_.size(); ++row) {
      if (!TrySingles(row)) return std::nullopt;
    }
    for (std::size_t a = 0; a < breaking_.size(); ++a) {
      for (std::size_t b = a + 1; b < breaking_.size(); ++b) {
        if (!TryPair(breaking_[a], breaking_[b])) return std::nullopt;
      }
    }
    return Result();
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

  // Whether there is work left to spend.
  bool Spend(std::uint64_t work) { return (work_ += work) <= kMostWork; }

  // By term that the row may have had: the labels that are left with it.
  std::map<TermId, std::vector<std::uint32_t>> More(const ReleasedSet& set) const {
    std::map<TermId, std::vector<std::uint32_t>> more;
    set.linked->ForEach([&](LabelId label) {
      for (const TermId term : links_.terms_of(label)) more[term].push_back(place_[label]);
    });
    for (const TermId term : set.terms) more.erase(term);
    return more;
  }

  bool TrySingles(std::size_t row) {
    const ReleasedSet& set = sets_[set_of_[row]];
    if (row == 0 || set_of_[row] != set_of_[row - 1]) more_ = More(set);
    for (const auto& [term, linked] : more_) {
      if (linked.size() == set.linked->size()) continue;  // nothing changes, so nothing breaks
      if (!Spend(labels_.size())) return false;
      Start();
      Change(row, linked);
      if (Count()) breaking_.push_back({row, linked});
    }
    return true;
  }

  bool TryPair(const PutBack& a, const PutBack& b) {
    if (!Spend(labels_.size())) return false;
    Start();
    if (a.row == b.row) {
      std::vector<std::uint32_t> both;
      std::ranges::set_intersection(a.linked, b.linked, std::back_inserter(both));
      if (both.empty()) return true;
      Change(a.row, both);
    } else {
      Change(a.row, a.linked);
      Change(b.row, b.linked);
    }
    Count();
    return true;
  }

  void Start() { tried_ = shares_; }

  void Change(std::size_t row, const std::vector<std::uint32_t>& linked) {
    const LabelSet& before = *sets_[set_of_[row]].linked;
    const double less = 1 / (rows_ * static_cast<double>(before.size()));
    const double more = 1 / (rows_ * static_cast<double>(linked.size()));
    before.ForEach([&](LabelId label) { tried_[place_[label]] -= less; });
    for (const std::uint32_t place : linked) tried_[place] += more;
  }

  // Counts what is tried if it may have been the original.
  bool Count() {
    if (bound_.Excess(labels_, tried_) <= kRounding) return false;
    ++originals_;
    for (std::size_t i = 0; i < tried_.size(); ++i) total_[i] += tried_[i];
    return true;
  }

  MinimalityBelief Result() const {
    std::vector<double> mean = total_;
    for (double& share : mean) share /= static_cast<double>(originals_);
    const auto largest = [](const std::vector<double>& shares) {
      return shares.empty() ? 0 : *std::ranges::max_element(shares);
    };
    return {.largest = largest(mean),
            .rise = largest(mean) - largest(shares_),
            .exceeds = bound_.Excess(labels_, mean) > kRounding,
            .originals = originals_};
  }

  const TermLinks& links_;
  const BeliefBound& bound_;
  std::span<const ReleasedSet> sets_;
  double rows_ = 0;
  std::vector<std::size_t> set_of_;  // by row
  std::vector<LabelId> labels_;
  std::vector<std::uint32_t> place_;  // by label, where it is in labels_
  std::vector<double> shares_;
  std::map<TermId, std::vector<std::uint32_t>> more_;  // of the last row's set
  std::vector<PutBack> breaking_;
  std::vector<double> tried_;
  std::vector<double> total_;  // of all originals
  std::uint64_t originals_ = 1;
  std::uint64_t work_ = 0;
};

}  // namespace

std::optional<MinimalityBelief> KnowMinimality(const TermLinks& links, const BeliefBound& bound,
                                               std::span<const ReleasedSet> sets) {
  return Originals(links, bound, sets).Run();
}

}  // namespace gauze
