#include "gauze/measure/measure.h"

namespace gauze {

#define GAUZE_MEASURE(Name) MeasureEntry Name();
#include "gauze/measure/measures.inc"
#undef GAUZE_MEASURE

std::uint64_t ReleaseShape::rows_out() const {
  std::uint64_t rows = 0;
  for (const auto& [size, classes] : class_sizes) rows += size * classes;
  return rows;
}

std::uint64_t ReleaseShape::classes() const {
  std::uint64_t sum = 0;
  for (const auto& [size, classes] : class_sizes) sum += classes;
  return sum;
}

bool ReleaseShape::has_loss() const {
  return rows_in > 0 && !quasi_identifiers.empty() && loss.size() == quasi_identifiers.size();
}

const std::vector<MeasureEntry>& Measures() {
  static const std::vector<MeasureEntry> measures = {
#define GAUZE_MEASURE(Name) Name(),
#include "gauze/measure/measures.inc"
#undef GAUZE_MEASURE
  };
  return measures;
}

std::vector<Figure> ComputeMeasures(const ReleaseShape& shape) {
  Check(shape.rows_out() <= shape.rows_in, "a release has more rows than its input");
  Check(!shape.class_sizes.contains(0), "a class has no rows");
  Check(shape.loss.empty() || shape.loss.size() == shape.quasi_identifiers.size(),
        "losses are given for some quasi-identifiers only");
  std::vector<Figure> figures;
  for (const MeasureEntry& measure : Measures()) {
    for (Figure& figure : measure.compute(shape)) figures.push_back(std::move(figure));
  }
  return figures;
}

std::vector<std::string> ReadMeasures(const std::vector<Figure>& figures) {
  std::vector<std::string> sentences;
  for (const MeasureEntry& measure : Measures()) {
    if (measure.reading == nullptr) continue;
    std::string sentence = measure.reading(FiguresByName(figures));
    if (!sentence.empty()) sentences.push_back(std::move(sentence));
  }
  return sentences;
}

}  // namespace gauze
