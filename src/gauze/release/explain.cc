#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/suggest.h"
#include "gauze/release/load.h"
#include "gauze/release/released.h"
#include "gauze/release/run.h"

namespace gauze {

Result<Json> ExplainRow(const RunOptions& options, std::uint64_t row, Progress& progress) {
  GAUZE_ASSIGN(const Policy policy, LoadForRun(options));
  const auto limit = LimitThreads(options.threads);
  GAUZE_ASSIGN(Database database, Database::Open({options.threads, ""}));
  GAUZE_ASSIGN(const CodedTable coded, LoadTable(database, policy, progress));
  GAUZE_ASSIGN(const Generalization generalization, Transform(policy, coded, progress));
  const ReleaseShape shape = MakeShape(coded, generalization, 0);
  std::uint64_t last = 0;
  for (std::size_t c = 0; c < shape.class_rows.size(); ++c) {
    last += shape.class_rows[c];
    if (row > last || row == 0) continue;
    const TransformEntry* transform = FindTransform(policy.transform.descriptor->name);
    GAUZE_ASSIGN(const auto lines, transform->explain({coded, policy.protect, policy.missing},
                                                      policy.transform.parameters, c));
    Json labels;
    const std::size_t width = shape.quasi_identifiers.size();
    for (std::size_t j = 0; j < width; ++j) {
      const Label& label = generalization.labels[j][generalization.class_labels[c * width + j]];
      labels[shape.quasi_identifiers[j]] = {
          {"released", label.missing ? Json(nullptr) : Json(label.text)}, {"loss", label.loss}};
    }
    return Json{{"row", row},
                {"class", c + 1},
                {"class_rows", shape.class_rows[c]},
                {"labels", labels},
                {"path", lines}};
  }
  return InputError(fmt::format("the release has {} rows", last), "--row", "count from 1");
}

Result<Json> ExplainColumn(const RunOptions& options, const std::string& column,
                           Progress& progress) {
  GAUZE_ASSIGN(const Policy policy, LoadForRun(options));
  const auto limit = LimitThreads(options.threads);
  GAUZE_ASSIGN(Database database, Database::Open({options.threads, ""}));
  GAUZE_ASSIGN(const CodedTable coded, LoadTable(database, policy, progress));
  GAUZE_ASSIGN(const Generalization generalization, Transform(policy, coded, progress));
  const ReleaseShape shape = MakeShape(coded, generalization, 0);
  const auto found = std::ranges::find(shape.quasi_identifiers, column);
  if (found == shape.quasi_identifiers.end()) {
    return InputError(fmt::format("\"{}\" is not a quasi-identifying column", column), "--column",
                      DidYouMean(column, shape.quasi_identifiers));
  }
  const std::size_t width = shape.quasi_identifiers.size();
  const auto j = static_cast<std::size_t>(found - shape.quasi_identifiers.begin());
  std::uint64_t exact = 0;
  std::uint64_t anything = 0;
  double loss = 0;
  for (std::size_t c = 0; c < shape.class_rows.size(); ++c) {
    const Label& label = generalization.labels[j][generalization.class_labels[c * width + j]];
    if (label.loss == 0) exact += shape.class_rows[c];
    if (label.text == "*") anything += shape.class_rows[c];
    loss += label.loss * static_cast<double>(shape.class_rows[c]);
  }
  const std::uint64_t rows = shape.rows_out();
  return Json{{"column", column},
              {"rows", rows},
              {"exact_rows", exact},
              {"anything_rows", anything},
              {"labels", generalization.labels[j].size()},
              {"mean_loss", rows == 0 ? 0 : loss / static_cast<double>(rows)}};
}

}  // namespace gauze
