#include <algorithm>
#include <cmath>

#include "gauze/base/json.h"
#include "gauze/report/evidence/evidence_section.h"
#include "gauze/report/evidence/joint.h"

namespace gauze::report {
namespace {

using Column = SampledColumns::Column;

constexpr std::size_t kMostTargets = 5;

// Naive Bayes over places, from counts alone: the probability of a class is its share among the
// rows, times for every other column the share of what it shows among the rows of the class, with
// one more row at every place.
class NaiveBayes {
 public:
  template <typename JointOf>
  NaiveBayes(const std::vector<const Column*>& columns, const Column& target, const JointOf& joint)
      : classes_(target.bins.missing()), prior_(classes_) {
    const std::size_t stride = target.bins.places();
    for (const Column* column : columns) {
      const Joint counts = joint(*column, target);
      std::vector<double> of_class(classes_);
      for (std::size_t i = 0; i < counts.size(); ++i) {
        if (i % stride < classes_) of_class[i % stride] += counts[i];
      }
      const auto places = static_cast<double>(column->bins.places());
      auto& chances = chances_.emplace_back(column->bins.places() * classes_);
      for (std::size_t i = 0; i < chances.size(); ++i) {
        const double rows = counts[i / classes_ * stride + i % classes_];
        chances[i] = std::log((rows + 1) / (of_class[i % classes_] + places));
      }
      prior_ = std::move(of_class);  // the same for every column
    }
  }

  // The class of the most rows.
  std::size_t Majority() const {
    return static_cast<std::size_t>(std::ranges::max_element(prior_) - prior_.begin());
  }

  std::size_t Guess(const std::vector<const Column*>& columns, std::size_t row) const {
    std::size_t best = Majority();
    double best_chance = -HUGE_VAL;
    for (std::size_t one = 0; one < classes_; ++one) {
      if (prior_[one] <= 0) continue;
      double chance = std::log(prior_[one]);
      for (std::size_t j = 0; j < columns.size(); ++j) {
        chance += chances_[j][columns[j]->original[row] * classes_ + one];
      }
      if (chance > best_chance) {
        best = one;
        best_chance = chance;
      }
    }
    return best;
  }

 private:
  std::size_t classes_;  // places of the target, without missing
  std::vector<double> prior_;
  std::vector<std::vector<double>> chances_;  // [column][place * classes_ + class]
};

// Null if there is nothing to tell apart, or nobody to try it on.
Json Learn(const std::vector<const Column*>& compared, const Column& target) {
  std::vector<const Column*> columns;
  std::ranges::copy_if(compared, std::back_inserter(columns),
                       [&](const Column* column) { return column != &target; });
  const NaiveBayes original(columns, target, [](const Column& a, const Column& b) {
    return OriginalJoint(a, b, JointRows::kTraining);
  });
  const NaiveBayes released(columns, target, ReleasedJoint);
  std::uint64_t trained = 0;
  std::uint64_t tested = 0;
  std::uint64_t majority = 0;
  std::uint64_t by_original = 0;
  std::uint64_t by_released = 0;
  for (std::size_t row = 0; row < target.original.size(); ++row) {
    const std::size_t truth = target.original[row];
    if (truth == target.bins.missing()) continue;
    if (!SampledColumns::IsHeldOut(row)) {
      ++trained;
      continue;
    }
    ++tested;
    majority += truth == original.Majority() ? 1 : 0;
    by_original += truth == original.Guess(columns, row) ? 1 : 0;
    by_released += truth == released.Guess(columns, row) ? 1 : 0;
  }
  if (trained == 0 || tested == 0) return nullptr;
  const auto share = [&](std::uint64_t right) {
    return static_cast<double>(right) / static_cast<double>(tested);
  };
  return {{"target", target.attribute->attribute.name},
          {"majority", share(majority)},
          {"original", share(by_original)},
          {"released", share(by_released)},
          {"rows_trained", trained},
          {"rows_tested", tested}};
}

Result<Json> GatherLearning(Material& material, Progress& /*progress*/) {
  const SampledColumns* const sample = material.sample();
  if (sample == nullptr) return Json();
  const auto compared = ComparedColumns(*sample);
  if (compared.size() < 2) return Json();
  const bool any_sensitive = std::ranges::any_of(compared, [](const Column* column) {
    return column->attribute->attribute.role == Role::kSensitive;
  });
  Json targets = Json::array();
  for (const Column* column : compared) {
    const Role wanted = any_sensitive ? Role::kSensitive : Role::kInsensitive;
    if (column->attribute->attribute.role != wanted || targets.size() == kMostTargets) continue;
    if (Json learnt = Learn(compared, *column); !learnt.is_null()) {
      targets.push_back(std::move(learnt));
    }
  }
  if (targets.empty()) return Json();
  return Json{{"model", "naive Bayes"}, {"targets", targets}};
}

}  // namespace

Section LearningEvidence() {
  return {"learning",
          "learning",
          GatherLearning,
          {{".model", Holding::kText, Shown::kDrop},
           {".targets[].target", Holding::kText, Shown::kDrop},
           {".targets[].majority", Holding::kNumber, Shown::kDrop},
           {".targets[].original", Holding::kNumber, Shown::kDrop},
           {".targets[].released", Holding::kNumber, Shown::kDrop},
           {".targets[].rows_trained", Holding::kCount, Shown::kDrop},
           {".targets[].rows_tested", Holding::kCount, Shown::kDrop}}};
}

}  // namespace gauze::report
