#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gauze/attack/files/people_index.h"
#include "gauze/attack/files/published_shares.h"
#include "gauze/measure/figures_by_name.h"

// What an attack says must be in the table, checked in a table of people, and against somebody who
// reads labels plainly.

namespace gauze {

// At least so many rows of a class have one of these values, which are some of its label's.
struct CellClaim {
  std::size_t one = 0;  // class
  std::size_t column = 0;
  Span values;
  std::uint64_t rows = 1;
};

class ClaimCheck {
 public:
  ClaimCheck(const labels::Scene& scene, const labels::AnyRelease& release,
             const labels::KnownPeople& people)
      : release_(release), index_(scene, people) {}

  // People whom the class's labels cover and who have such a value; counting ends when there are
  // more than `enough`.
  std::uint64_t People(const CellClaim& claim, std::uint64_t enough) const;
  bool IsTrue(const CellClaim& claim) const { return People(claim, claim.rows - 1) >= claim.rows; }

 private:
  const labels::AnyRelease& release_;
  PeopleIndex index_;
};

// Somebody who expects the rows of a class to be drawn from the published shares.
class PlainReader {
 public:
  PlainReader(const labels::Scene& scene, const labels::AnyRelease& release);

  // How likely the claim is for them.
  double Expects(const CellClaim& claim) const;

 private:
  const labels::AnyRelease& release_;
  std::vector<PublishedShares> shares_;  // by column
};

// Sentences about the figures guess, success and control of claims.
std::vector<std::string> DescribeClaims(const FiguresByName& figures);

}  // namespace gauze
