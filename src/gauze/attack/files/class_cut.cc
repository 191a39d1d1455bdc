#include "gauze/attack/files/class_cut.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace gauze {
namespace {

using labels::AnyRelease;
using labels::KnownPeople;
using labels::Label;
using Ids = std::vector<std::uint32_t>;

constexpr std::size_t kSampled = 512;
constexpr std::size_t kMostPieces = 64;
// So many pairs are looked at while one class or person is sent to its piece: they are bits.
constexpr double kPairsForEach = 256;

Ids SampleOf(const Ids& all) {
  if (all.size() <= kSampled) return all;
  Ids sample;
  for (std::size_t i = 0; i < kSampled; ++i) sample.push_back(all[i * all.size() / kSampled]);
  return sample;
}

Code PlaceOf(const AnyRelease& release, const KnownPeople& people, std::uint32_t person,
             std::size_t column) {
  return people.places[person * release.columns.size() + column];
}

std::size_t PieceOf(const ClassCut& cut, Code place) {
  const auto after = std::ranges::upper_bound(cut.begins, place);
  return static_cast<std::size_t>(after - cut.begins.begin()) - 1;
}

// Calls visit(first, last) for runs of pieces that a label has a place in, each piece once.
template <typename Visit>
void ForEachPiece(const ClassCut& cut, const Label& label, const Visit& visit) {
  std::size_t next = 0;
  for (const Span span : label.spans) {
    const std::size_t first = std::max(next, PieceOf(cut, span.low));
    next = PieceOf(cut, span.high) + 1;
    if (first < next) visit(first, next - 1);
  }
}

// Where pieces begin that have about as many of these places each.
std::vector<Code> BeginsOf(const std::vector<Code>& sorted, std::size_t pieces) {
  std::vector<Code> begins = {0};
  for (std::size_t i = 1; i < pieces; ++i) {
    const Code begin = sorted[i * sorted.size() / pieces];
    if (begin > begins.back()) begins.push_back(begin);
  }
  // Most people are at one place.
  if (begins.size() == 1 && sorted.back() > 0) begins.push_back(sorted.back());
  return begins;
}

double Saved(const ClassCut& cut, const AnyRelease& release, const Ids& classes,
             const std::vector<Code>& places, const ClassesAndPeople& all) {
  std::vector<double> before(cut.begins.size() + 1);  // people before a piece
  for (const Code place : places) ++before[PieceOf(cut, place) + 1];
  std::partial_sum(before.begin(), before.end(), before.begin());
  double pairs = 0;
  double copies = 0;
  for (const std::uint32_t one : classes) {
    ForEachPiece(cut, release.LabelOf(one, cut.column), [&](std::size_t first, std::size_t last) {
      pairs += before[last + 1] - before[first];
      copies += static_cast<double>(last + 1 - first);
    });
  }
  const auto sampled = static_cast<double>(classes.size());
  const auto all_classes = static_cast<double>(all.classes.size());
  const auto all_people = static_cast<double>(all.people.size());
  const double left = pairs / (sampled * static_cast<double>(places.size()));
  return (1 - left) * all_classes * all_people -
         kPairsForEach * (copies / sampled * all_classes + all_people);
}

}  // namespace

std::vector<ClassesAndPeople> ClassCut::Apply(const AnyRelease& release, const KnownPeople& people,
                                              const ClassesAndPeople& all) const {
  std::vector<ClassesAndPeople> pieces(begins.size());
  for (const std::uint32_t one : all.classes) {
    ForEachPiece(*this, release.LabelOf(one, column), [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i <= last; ++i) pieces[i].classes.push_back(one);
    });
  }
  for (const std::uint32_t person : all.people) {
    pieces[PieceOf(*this, PlaceOf(release, people, person, column))].people.push_back(person);
  }
  return pieces;
}

ClassCut BestCut(const AnyRelease& release, const KnownPeople& people,
                 const std::vector<std::size_t>& columns, const ClassesAndPeople& all) {
  ClassCut best;
  const Ids classes = SampleOf(all.classes);
  if (classes.empty()) return best;
  const Ids persons = SampleOf(all.people);
  for (const std::size_t j : columns) {
    std::vector<Code> places;
    for (const std::uint32_t person : persons) {
      places.push_back(PlaceOf(release, people, person, j));
    }
    std::ranges::sort(places);
    for (const std::size_t pieces : {std::size_t{2}, kMostPieces}) {
      ClassCut cut{.column = j, .begins = BeginsOf(places, pieces)};
      cut.saved = Saved(cut, release, classes, places, all);
      if (cut.saved > best.saved) best = std::move(cut);
    }
  }
  return best;
}

}  // namespace gauze
