#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gauze/attack/attack.h"
#include "gauze/attack/knowledge/belief.h"
#include "gauze/attack/knowledge/minimality.h"
#include "gauze/attack/knowledge/term_links.h"
#include "gauze/attack/release_rows.h"

namespace gauze {

// The sets of a release, linked to labels once each. What it is given must outlive it.
class ReleasedSets {
 public:
  // The set column is the only one that `release` shows.
  ReleasedSets(const TermLinks& links, const ReleaseRows& release, const std::string& separator);

  const TermLinks& links() const { return links_; }
  std::size_t class_count() const { return release_.classes.size(); }
  // What the rows of some classes together let one believe, if up to `mismatches` terms of a row
  // may be missing from a label.
  Belief Believe(const std::vector<std::size_t>& classes, std::size_t mismatches) const;
  std::vector<ReleasedSet> SetsOf(std::size_t one) const;

 private:
  const TermLinks& links_;
  const ReleaseRows& release_;
  std::vector<TermLinks::Linked> linked_;  // by number of a set
};

// Classes that may hold a victim, and how many rows of the original they cover alike.
using TermCandidates = std::pair<std::vector<std::size_t>, std::uint64_t>;

// How terms were removed, as far as an adversary knows it.
enum class KnownRemoval : std::uint8_t { kNone, kLeast, kSafe };

// The figures of docs/attacks.md. `holds` if every class among the candidates keeps the bound.
// If terms were removed: also the figures of an adversary who knows how.
AttackReport AttackViews(const ReleasedSets& sets, const BeliefBound& bound,
                         const std::vector<TermCandidates>& candidates, KnownRemoval removal,
                         Progress& progress);

}  // namespace gauze
