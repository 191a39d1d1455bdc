#include "gauze/release/run/explain_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "gauze/base/counted.h"
#include "gauze/base/json.h"
#include "gauze/base/text/suggest.h"
#include "gauze/base/threads.h"
#include "gauze/release/input/input.h"
#include "gauze/release/rows/released.h"
#include "gauze/release/rows/released_groups.h"
#include "gauze/release/run/load_policy.h"
#include "gauze/release/run/region_pipeline.h"

namespace gauze {
namespace {

// Runs the policy without writing anything: `use` sees every region in order.
Status Replay(const RunOptions& options, const Policy& policy, Progress& progress,
              const std::function<Status(const RegionPipeline::Made&)>& use) {
  const auto limit = LimitThreads(options.threads);
  const std::size_t workers = ThreadsOf(options.threads);
  GAUZE_ASSIGN(Database database, Database::Open({options.threads, ""}));
  GAUZE_ASSIGN(Input input, ReadInput(database, policy, {.workers = workers}, progress));
  GAUZE_ASSIGN(RegionPipeline pipeline, RegionPipeline::Start(policy, input, {.workers = workers}));
  progress.Stage("explaining", input.rows, "rows");
  return pipeline.Run(progress, [&](const std::vector<RegionPipeline::Made>& batch) -> Status {
    for (const RegionPipeline::Made& made : batch) GAUZE_TRY(use(made));
    return {};
  });
}

const Label& LabelOf(const Generalization& generalization, std::size_t in_class, std::size_t qi) {
  const std::size_t width = generalization.quasi_identifiers.size();
  return generalization.labels[qi][generalization.class_labels[in_class * width + qi]];
}

// Steps mostly leave the classes alone.
bool HasTheTransformsClasses(const RegionPipeline::Made& made) {
  for (const auto& figures : made.figures) {
    for (const StepFigure& figure : figures) {
      const bool counts = figure.name == "classes_joined" || figure.name == "classes_withheld";
      if (counts && figure.value > 0) return false;
    }
  }
  return true;
}

// What the rows of a class have in the source, in the order of the column's values; the first
// kMostOriginals of them, and how many more there are.
Json OriginalsOf(const RegionPipeline::Made& made, std::size_t c, std::size_t attribute) {
  constexpr std::size_t kMostOriginals = 100;
  const Generalization& classes = made.generalization;
  const Table& table = made.region.coded.table;
  std::map<Code, std::uint64_t> rows;
  for (std::size_t i = classes.class_begin[c]; i < classes.class_begin[c + 1]; ++i) {
    rows[table.columns[attribute].Get(classes.tuples[i])] += classes.RowsOf(table, i);
  }
  const Domain& domain = table.domains[attribute];
  Json values = Json::array();
  for (const auto& [code, count] : rows) {
    if (values.size() == kMostOriginals) break;
    values.push_back({{"value", domain.IsMissing(code) ? Json(nullptr) : Json(domain[code].text)},
                      {"rows", count}});
  }
  return {{"values", std::move(values)}, {"count", rows.size()}};
}

Result<Json> DescribeClass(const Policy& policy, const RegionPipeline::Made& made, std::size_t c,
                           bool originals) {
  const TransformEntry* transform = FindTransform(policy.transform.descriptor->name);
  const Table& table = made.region.coded.table;
  std::vector<std::string> lines = {"a step merged classes: how they were made is not shown"};
  if (HasTheTransformsClasses(made)) {
    const auto promises = PromisesOfTransform(policy);
    GAUZE_ASSIGN(lines, transform->explain(
                            {made.region.coded, promises, policy.missing,
                             !made.region.carried.empty(), policy.risk ? &*policy.risk : nullptr},
                            policy.transform.parameters, c));
  }
  Json labels;
  for (std::size_t j = 0; j < made.generalization.quasi_identifiers.size(); ++j) {
    const Label& label = LabelOf(made.generalization, c, j);
    const std::size_t attribute = made.generalization.quasi_identifiers[j];
    Json& described = labels[table.attributes[attribute].name] = {
        {"released", label.missing ? Json(nullptr) : Json(label.text)}, {"loss", label.loss}};
    if (originals) described["originals"] = OriginalsOf(made, c, attribute);
  }
  return Json{{"labels", labels}, {"path", lines}};
}

// A class of a release, and where it was made.
struct PrintedClass {
  std::vector<const Label*> labels;  // by quasi-identifier
  std::uint64_t rows = 0;
  std::size_t region = 0;
  std::size_t in_class = 0;
};

// The order of released files, as far as quasi-identifiers tell (rows/released_groups.h).
class ClassesAsPrinted {
 public:
  void Add(const RegionPipeline::Made& made, RangeStyle ranges) {
    const Table& table = made.region.coded.table;
    if (types_.empty()) {
      for (const std::size_t attribute : made.generalization.quasi_identifiers) {
        const bool bounds = PrintsBounds(made.region.coded, attribute, ranges);
        types_.push_back(bounds ? std::optional(table.attributes[attribute].type) : std::nullopt);
      }
    }
    labels_.push_back(std::make_shared<const Generalization>(made.generalization));
    const auto rows = ClassRows(table, made.generalization);
    for (std::size_t c = 0; c < rows.size(); ++c) {
      PrintedClass one{.rows = rows[c], .region = made.index, .in_class = c};
      for (std::size_t j = 0; j < types_.size(); ++j) {
        one.labels.push_back(&LabelOf(*labels_.back(), c, j));
      }
      classes_.push_back(std::move(one));
    }
  }

  const std::vector<PrintedClass>& Sorted() {
    std::ranges::sort(classes_, [&](const PrintedClass& a, const PrintedClass& b) {
      for (std::size_t j = 0; j < types_.size(); ++j) {
        const int order = Compare(*a.labels[j], *b.labels[j], types_[j]);
        if (order != 0) return order < 0;
      }
      return std::pair(a.region, a.in_class) < std::pair(b.region, b.in_class);
    });
    return classes_;
  }

 private:
  // Text by its bytes, ends of ranges by value, what is missing last.
  static int Compare(const Label& a, const Label& b, std::optional<ValueType> bounds) {
    if (!bounds) {
      if (a.missing || b.missing) return static_cast<int>(a.missing) - static_cast<int>(b.missing);
      return a.text.compare(b.text);
    }
    const int from = Compare(a.from, b.from, *bounds);
    return from != 0 ? from : Compare(a.to, b.to, *bounds);
  }
  static int Compare(const Value& a, const Value& b, ValueType type) {
    if (a.text.empty() || b.text.empty()) {
      return static_cast<int>(a.text.empty()) - static_cast<int>(b.text.empty());
    }
    return Value::Before(type, a, b) ? -1 : static_cast<int>(Value::Before(type, b, a));
  }

  std::vector<std::optional<ValueType>> types_;  // of columns that print the ends of ranges
  std::vector<std::shared_ptr<const Generalization>> labels_;
  std::vector<PrintedClass> classes_;
};

}  // namespace

Result<Json> ExplainRow(const RunOptions& options, std::uint64_t row, Progress& progress,
                        bool originals) {
  GAUZE_ASSIGN(const Policy policy, LoadForRun(options));
  ClassesAsPrinted order;
  GAUZE_TRY(Replay(options, policy, progress, [&](const RegionPipeline::Made& made) -> Status {
    order.Add(made, policy.ranges);
    return {};
  }));
  std::uint64_t last = 0;
  std::uint64_t number = 0;
  const PrintedClass* found = nullptr;
  for (const PrintedClass& one : order.Sorted()) {
    last += one.rows;
    if (found != nullptr) continue;
    ++number;
    if (row > 0 && row <= last) found = &one;
  }
  if (found == nullptr) {
    return InputError(
        fmt::format("there is no row {}: the release has {}", row, Counted(last, "row", "rows")),
        "--row", fmt::format("name one from 1 to {}", last));
  }
  Json report = {{"row", row}, {"class", number}, {"class_rows", found->rows}};
  GAUZE_TRY(Replay(options, policy, progress, [&](const RegionPipeline::Made& made) -> Status {
    if (made.index != found->region) return {};
    GAUZE_ASSIGN(const Json described, DescribeClass(policy, made, found->in_class, originals));
    report.update(described);
    return {};
  }));
  return report;
}

Result<Json> ExplainColumn(const RunOptions& options, const std::string& column,
                           Progress& progress) {
  GAUZE_ASSIGN(const Policy policy, LoadForRun(options));
  std::vector<std::string> names;
  for (const PolicyAttribute& attribute : policy.attributes) {
    if (attribute.attribute.role == Role::kQuasiIdentifying) {
      names.push_back(attribute.attribute.name);
    }
  }
  if (std::ranges::find(names, column) == names.end()) {
    return InputError(fmt::format("\"{}\" is not a quasi-identifying column", column), "--column",
                      DidYouMean(column, names));
  }
  std::uint64_t released = 0;
  std::uint64_t exact = 0;
  std::uint64_t anything = 0;
  double loss = 0;
  std::set<std::string> labels;
  GAUZE_TRY(Replay(options, policy, progress, [&](const RegionPipeline::Made& made) -> Status {
    const Table& table = made.region.coded.table;
    const auto& quasi = made.generalization.quasi_identifiers;
    const auto j =
        static_cast<std::size_t>(std::ranges::find(quasi, table.Find(column)) - quasi.begin());
    const auto rows = ClassRows(table, made.generalization);
    for (std::size_t c = 0; c < rows.size(); ++c) {
      const Label& label = LabelOf(made.generalization, c, j);
      labels.insert(label.text);
      released += rows[c];
      if (label.loss == 0) exact += rows[c];
      if (label.text == "*") anything += rows[c];
      loss += label.loss * static_cast<double>(rows[c]);
    }
    return {};
  }));
  return Json{{"column", column},
              {"rows", released},
              {"exact_rows", exact},
              {"anything_rows", anything},
              {"labels", labels.size()},
              {"mean_loss", released == 0 ? 0 : loss / static_cast<double>(released)}};
}

}  // namespace gauze
