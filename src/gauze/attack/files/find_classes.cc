#include "gauze/attack/files/find_classes.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>
#include <utility>

#include "gauze/attack/files/class_cut.h"
#include "gauze/base/parallel.h"

namespace gauze {
namespace {

using labels::AnyRelease;
using labels::KnownPeople;
using Ids = std::vector<std::uint32_t>;
using Visit = std::function<void(std::size_t, const Ids&)>;

constexpr std::size_t kMostBits = std::size_t{1} << 26U;
constexpr std::size_t kMostTogether = 4096;

// In one column, for the places that occur: a row of bits over some classes.
struct CoveringRows {
  std::vector<Code> places;  // in increasing order
  std::size_t words = 0;
  std::vector<std::uint64_t> bits;

  const std::uint64_t* RowOf(Code place) const {
    const auto found = std::ranges::lower_bound(places, place);
    return bits.data() + static_cast<std::size_t>(found - places.begin()) * words;
  }
};

class Search {
 public:
  Search(const AnyRelease& release, const std::vector<bool>& known, const KnownPeople& people,
         Progress& progress, const Visit& visit)
      : release_(release), people_(people), progress_(progress), visit_(visit) {
    for (std::size_t j = 0; j < known.size(); ++j) {
      if (known[j]) known_.push_back(j);
    }
  }

  void Look(ClassesAndPeople all) const {
    if (all.people.empty()) return;
    const ClassCut cut = BestCut(release_, people_, known_, all);
    if (cut.saved <= 0) {
      LookTogether(all);
      return;
    }
    auto pieces = cut.Apply(release_, people_, all);
    all = {};
    ForEach(pieces.size(), [&](std::size_t i) { Look(std::move(pieces[i])); });
  }

 private:
  // Of a column: labels, and places in `classes` of those that have them.
  using Labelled = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  Code PlaceOf(std::uint32_t person, std::size_t column) const {
    return people_.places[person * release_.columns.size() + column];
  }

  void LookTogether(const ClassesAndPeople& all) const {
    std::vector<Labelled> labelled(known_.size());
    for (std::size_t j = 0; j < known_.size(); ++j) {
      for (std::uint32_t i = 0; i < all.classes.size(); ++i) {
        const std::size_t at = all.classes[i] * release_.columns.size() + known_[j];
        labelled[j].emplace_back(release_.class_labels[at], i);
      }
      std::ranges::sort(labelled[j]);
    }
    const std::size_t size =
        std::clamp<std::size_t>(kMostBits / (all.classes.size() + 1), 1, kMostTogether);
    ForEach((all.people.size() + size - 1) / size, [&](std::size_t block) {
      const std::size_t from = block * size;
      const std::span some =
          std::span(all.people).subspan(from, std::min(size, all.people.size() - from));
      std::vector<CoveringRows> rows;
      for (std::size_t j = 0; j < known_.size(); ++j) {
        rows.push_back(RowsOf(known_[j], labelled[j], some));
      }
      for (const std::uint32_t person : some) {
        visit_(person, ClassesOf(person, all.classes, rows));
        progress_.Advance(1);
      }
    });
  }

  CoveringRows RowsOf(std::size_t column, const Labelled& labelled,
                      std::span<const std::uint32_t> some) const {
    CoveringRows rows{.words = labelled.size() / 64 + 1};
    for (const std::uint32_t person : some) rows.places.push_back(PlaceOf(person, column));
    std::ranges::sort(rows.places);
    rows.places.erase(std::ranges::unique(rows.places).begin(), rows.places.end());
    rows.bits.resize(rows.places.size() * rows.words);
    for (auto begin = labelled.begin(); begin != labelled.end();) {
      const auto end = std::find_if(begin, labelled.end(),
                                    [&](const auto& other) { return other.first != begin->first; });
      for (const Span span : release_.columns[column].labels[begin->first].spans) {
        auto place = std::ranges::lower_bound(rows.places, span.low);
        for (; place != rows.places.end() && *place <= span.high; ++place) {
          const auto number = static_cast<std::size_t>(place - rows.places.begin());
          std::uint64_t* row = rows.bits.data() + number * rows.words;
          for (auto at = begin; at != end; ++at) {
            row[at->second / 64] |= std::uint64_t{1} << (at->second % 64);
          }
        }
      }
      begin = end;
    }
    return rows;
  }

  Ids ClassesOf(std::uint32_t person, const Ids& classes,
                const std::vector<CoveringRows>& rows) const {
    std::vector<const std::uint64_t*> all;
    for (std::size_t j = 0; j < known_.size(); ++j) {
      all.push_back(rows[j].RowOf(PlaceOf(person, known_[j])));
    }
    Ids found;
    for (std::size_t word = 0; word < rows.front().words; ++word) {
      std::uint64_t bits = ~std::uint64_t{0};
      for (const std::uint64_t* row : all) bits &= row[word];
      for (; bits != 0; bits &= bits - 1) {
        found.push_back(classes[word * 64 + static_cast<std::size_t>(std::countr_zero(bits))]);
      }
    }
    return found;
  }

  const AnyRelease& release_;
  const KnownPeople& people_;
  Progress& progress_;
  const Visit& visit_;
  std::vector<std::size_t> known_;
};

}  // namespace

void FindClasses(const AnyRelease& release, const std::vector<bool>& known,
                 const KnownPeople& people, Progress& progress, const Visit& visit) {
  ClassesAndPeople all{.classes = Ids(release.classes()), .people = Ids(people.size())};
  std::iota(all.classes.begin(), all.classes.end(), 0);
  std::iota(all.people.begin(), all.people.end(), 0);
  Search(release, known, people, progress, visit).Look(std::move(all));
}

}  // namespace gauze
