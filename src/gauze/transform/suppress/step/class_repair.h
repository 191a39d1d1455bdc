#pragma once

#include <cstdint>
#include <vector>

#include "gauze/transform/class_step.h"
#include "gauze/transform/suppress/step/class_terms.h"

namespace gauze::suppress {

// How a class came to keep the promise.
enum class Way : std::uint8_t { kNotYet, kAsItWas, kSearched, kEmptied, kWithheld };

// What became of one class.
struct Repaired {
  Way way = Way::kNotYet;
  double joined = 0;  // classes that went into it, beyond the first
  bool proven = false;
  double cost = 0;       // of the terms that were removed
  double bound = 0;      // no removal costs less
  double removable = 0;  // cost of removing everything
  double terms = 0;
  double removed = 0;
  double unlinked[2] = {0, 0};  // rows that link to nothing, before and after
  double certain[2] = {0, 0};   // rows that link to one label
  double largest[2] = {0, 0};   // share of the likeliest label
  std::vector<Shown> shown;
};

// The figures of one class, by their names in a manifest.
std::vector<StepFigure> FiguresOf(const Repaired& one);
// The same of what is shown alone: nothing of what was there before.
std::vector<StepFigure> ShownFiguresOf(const Repaired& one);

// Makes one class keep the promise, by the search or without any terms; kWithheld if neither does.
// What it is given must outlive it; threads may share it.
class ClassRepair {
 public:
  ClassRepair(const TransformInput& input, std::size_t attribute, const Knowledge& knowledge,
              const QsCondition& condition)
      : input_(input), attribute_(attribute), knowledge_(knowledge), condition_(condition) {}

  Repaired Run(const Generalization& generalization, std::size_t class_index,
               Suppressor& suppressor) const;

  // Shows only terms that are `safe` (safe_terms.h).
  Repaired Restrict(const Generalization& generalization, std::size_t class_index,
                    const std::vector<bool>& safe) const;

 private:
  bool Holds(const std::vector<SetOfClass>& sets, const std::vector<Removal>& removals) const;
  void Describe(const std::vector<SetOfClass>& sets, const std::vector<Removal>& removals,
                Repaired& result) const;

  const TransformInput& input_;
  std::size_t attribute_;
  const Knowledge& knowledge_;
  const QsCondition& condition_;
};

}  // namespace gauze::suppress
