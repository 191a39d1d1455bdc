#include "gauze/attack/channels/deduce.h"

#include <algorithm>
#include <atomic>
#include <span>

#include "gauze/base/parallel.h"

namespace gauze::channels {
namespace {

// How many rows of a class show a value, and bounds for the parts that may be among them.
struct Bounds {
  std::uint64_t rows = 0;
  std::uint64_t least = 0;  // of the parts that are certainly here
  std::uint64_t most = 0;   // of all parts that may be here
};
constexpr std::uint32_t kNone = ~std::uint32_t{0};

// How many of a part have one value.
struct HowMany {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};

// A class that may hold a part.
struct Place {
  std::uint32_t release = 0;
  bool alone = false;  // the part is certainly in this class
};

struct Bounded {
  std::vector<Code> values;
  std::vector<HowMany> numbers;     // one per value
  std::vector<Place> places;        // by release
  std::vector<std::uint32_t> sums;  // [place, value]: where the sum is; kNone: nobody there has it

  std::uint32_t SumOf(std::size_t place, std::size_t value) const {
    return sums[place * values.size() + value];
  }
};

class Sums {
 public:
  explicit Sums(const std::vector<std::vector<const Multiset*>>& classes) : classes_(classes) {
    for (const auto& release : classes) {
      auto& first = first_.emplace_back();
      for (const Multiset* values : release) {
        first.push_back(static_cast<std::uint32_t>(all.size()));
        for (const auto& [value, rows] : *values) all.push_back({.rows = rows});
      }
    }
  }

  std::uint32_t Find(std::size_t release, std::uint32_t place, Code value) const {
    const Multiset& values = *classes_[release][place];
    const auto found =
        std::ranges::lower_bound(values, value, {}, &std::pair<Code, std::uint64_t>::first);
    if (found == values.end() || found->first != value) return kNone;
    return first_[release][place] + static_cast<std::uint32_t>(found - values.begin());
  }

  // All sums of a class.
  std::span<Bounds> OfClass(std::size_t release, std::uint32_t place) {
    return std::span(all).subspan(first_[release][place], classes_[release][place]->size());
  }

  std::vector<Bounds> all;

 private:
  const std::vector<std::vector<const Multiset*>>& classes_;
  std::vector<std::vector<std::uint32_t>> first_;  // [release][class]
};

class Deduction {
 public:
  Deduction(const std::vector<std::vector<const Multiset*>>& classes,
            std::vector<PeopleAlike>& parts)
      : classes_(classes), parts_(parts), sums_(classes), bounded_(parts.size()) {
    ForEach(parts_.size(), [&](std::size_t p) { bounded_[p] = Begin(parts_[p]); });
  }

  bool Run() {
    std::atomic<bool> changed = true;
    std::atomic<bool> agree = true;
    while (changed && agree) {
      AddUp();
      changed = false;
      ForEach(parts_.size(), [&](std::size_t p) {
        if (!parts_[p].most) return;
        bool tighter = false;
        if (!Tighten(parts_[p], bounded_[p], tighter)) agree = false;
        if (tighter) changed = true;
      });
    }
    if (agree) Conclude();
    return agree;
  }

 private:
  void Conclude() {
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      if (!parts_[p].most) continue;
      parts_[p].most->clear();
      for (std::size_t v = 0; v < bounded_[p].values.size(); ++v) {
        const std::uint64_t most = bounded_[p].numbers[v].most;
        if (most > 0) parts_[p].most->emplace_back(bounded_[p].values[v], most);
      }
    }
  }

  Bounded Begin(PeopleAlike& part) const {
    for (std::size_t t = 0; t < part.places.size(); ++t) {
      if (!part.sure[t]) continue;
      Total here;
      for (const std::uint32_t place : part.places[t]) here.Add(*classes_[t][place]);
      part.most = part.most ? Common(*part.most, here.Values()) : here.Values();
    }
    Bounded bounded;
    if (!part.most) return bounded;
    for (const auto& [value, rows] : *part.most) {
      bounded.values.push_back(value);
      bounded.numbers.push_back({.most = std::min(rows, part.people)});
    }
    for (std::uint32_t t = 0; t < part.places.size(); ++t) {
      for (const std::uint32_t place : part.places[t]) {
        bounded.places.push_back(
            {.release = t, .alone = part.sure[t] && part.places[t].size() == 1});
        for (const Code value : bounded.values) {
          bounded.sums.push_back(sums_.Find(t, place, value));
        }
      }
    }
    return bounded;
  }

  void AddUp() {
    for (Bounds& sum : sums_.all) sum.least = sum.most = 0;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      if (!parts_[p].most) {
        AddUnknown(parts_[p]);
        continue;
      }
      const Bounded& bounded = bounded_[p];
      for (std::size_t i = 0; i < bounded.places.size(); ++i) {
        for (std::size_t v = 0; v < bounded.values.size(); ++v) {
          const std::uint32_t found = bounded.SumOf(i, v);
          if (found == kNone) continue;
          Bounds& sum = sums_.all[found];
          sum.most += bounded.numbers[v].most;
          if (bounded.places[i].alone) sum.least += bounded.numbers[v].least;
        }
      }
    }
  }

  void AddUnknown(const PeopleAlike& part) {
    for (std::size_t t = 0; t < part.places.size(); ++t) {
      for (const std::uint32_t place : part.places[t]) {
        for (Bounds& sum : sums_.OfClass(t, place)) sum.most += part.people;
      }
    }
  }

  // From the sums as they were added up last.
  bool Tighten(const PeopleAlike& part, Bounded& bounded, bool& changed) const {
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    for (const HowMany& number : bounded.numbers) {
      least += number.least;
      most += number.most;
    }
    if (least > part.people || most < part.people) return false;
    for (std::size_t v = 0; v < bounded.numbers.size(); ++v) {
      const HowMany old = bounded.numbers[v];
      HowMany number = old;
      number.most = std::min(number.most, part.people - (least - old.least));
      const std::uint64_t others = most - old.most;
      if (part.people > others) number.least = std::max(number.least, part.people - others);
      if (!TightenByClasses(part, bounded, v, old, number)) return false;
      if (number.least > number.most) return false;
      changed = changed || number.least != old.least || number.most != old.most;
      bounded.numbers[v] = number;
      least += number.least - old.least;
      most -= old.most - number.most;
    }
    return true;
  }

  bool TightenByClasses(const PeopleAlike& part, const Bounded& bounded, std::size_t v,
                        const HowMany& old, HowMany& number) const {
    for (std::size_t i = 0; i < bounded.places.size();) {
      const std::uint32_t release = bounded.places[i].release;
      std::uint64_t room = 0;  // for this part, in all its classes of the release
      for (; i < bounded.places.size() && bounded.places[i].release == release; ++i) {
        const Place& place = bounded.places[i];
        const std::uint32_t found = bounded.SumOf(i, v);
        if (found == kNone) continue;
        const Bounds& sum = sums_.all[found];
        const std::uint64_t taken = sum.least - (place.alone ? old.least : 0);
        if (taken > sum.rows || sum.most < sum.rows) return false;
        room += sum.rows - taken;
        const std::uint64_t others = sum.most - old.most;
        if (sum.rows > others) number.least = std::max(number.least, sum.rows - others);
      }
      if (part.sure[release]) number.most = std::min(number.most, room);
    }
    return true;
  }

  const std::vector<std::vector<const Multiset*>>& classes_;
  std::vector<PeopleAlike>& parts_;
  Sums sums_;
  std::vector<Bounded> bounded_;  // one per part
};

}  // namespace

bool Deduce(const std::vector<std::vector<const Multiset*>>& classes,
            std::vector<PeopleAlike>& parts) {
  return Deduction(classes, parts).Run();
}

}  // namespace gauze::channels
