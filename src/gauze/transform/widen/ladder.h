#pragma once

#include <cstdint>
#include <vector>

#include "gauze/transform/label.h"
#include "gauze/transform/transform.h"

namespace gauze::widen {

using Rung = std::uint32_t;

// What classes can print of one quasi-identifier instead of their labels: nodes of its hierarchy;
// or, of numbers without one, ranges that halve the values again and again, cut where fewest rows
// lie across. Of two rungs one holds the other, or they have nothing in common, so that rows which
// print the same go on doing so when everything below a rung is raised to it. Above all is "*",
// which is no rung.
class Ladder {
 public:
  // Rows of a class, and the lowest and highest code that they have.
  struct Held {
    Span span;
    std::uint64_t rows = 0;
  };
  Ladder(const TransformInput& input, std::size_t attribute, LabelStyle style,
         const std::vector<Held>& classes);

  // The lowest rung that holds the span, as a place to begin; Top() if only "*" does.
  Rung Lowest(Span span) const;
  Rung Above(Rung rung) const { return rungs_[rung].above; }
  static constexpr Rung Top() { return 0; }
  std::size_t size() const { return rungs_.size(); }

  const Span& span(Rung rung) const { return rungs_[rung].span; }
  double loss(Rung rung) const { return rungs_[rung].loss; }
  Label Make(Rung rung) const;

 private:
  struct Step {
    Span span;
    Rung above = 0;
    double loss = 1;
    Rung lower_half = 0;  // of ranges; the upper one is the next
  };
  void Halve(const std::vector<Held>& classes);
  ClassValues ValuesOf(Rung rung) const;

  const Hierarchy* hierarchy_;
  Code values_;
  Labeler labeler_;
  std::vector<Step> rungs_;  // the first holds everything
};

}  // namespace gauze::widen
