#include "gauze/transform/specialize/prepare_specialize.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gauze/base/text/suggest.h"
#include "gauze/model/freeform/promise.h"

namespace gauze {
namespace {

using freeform::FreeformInput;
using freeform::Order;
using freeform::SpecializeOptions;

// Promises as this transform keeps them.
struct Kept {
  const PolicyEntry* freeform = nullptr;
  std::vector<PolicyEntry> classes;
};

Result<Kept> SortPromises(const TransformInput& input) {
  Kept kept;
  for (const PolicyEntry& entry : input.protect) {
    if (FindModel(entry.descriptor->name) != nullptr) {
      kept.classes.push_back(entry);
      continue;
    }
    if (entry.descriptor->name != freeform::kFreeform) continue;  // judged when all is done
    if (kept.freeform != nullptr) {
      return InputError("specialize keeps one promise freeform", entry.where,
                        "guard all columns in one, or use transform: {cluster: {labels: node}}");
    }
    kept.freeform = &entry;
  }
  return kept;
}

// Where a policy asks for it.
std::string PlaceOf(const TransformInput& input) {
  return input.protect.empty() ? "transform specialize" : input.protect.front().where;
}

Status CheckGuarded(const TransformInput& input, const PolicyEntry& promise) {
  for (const PolicyEntry::Column& column : promise.columns) {
    const Role role = input.coded.table.attributes[input.coded.table.Find(column.name)].role;
    if (role == Role::kQuasiIdentifying) continue;
    return InputError(fmt::format("\"{}\" is guarded, but is {}", column.name, Name(role)),
                      column.where,
                      "specialize cuts through every column: make it quasi_identifying; or use "
                      "transform: {mondrian: {}}, which leaves sensitive columns as they are");
  }
  return {};
}

Status CheckTable(const TransformInput& input, const Kept& kept, const SpecializeOptions& options) {
  const std::string where = PlaceOf(input);
  if (kept.freeform != nullptr) GAUZE_TRY(CheckGuarded(input, *kept.freeform));
  if (input.missing == MissingPolicy::kWildcard) {
    return InputError("specialize treats a missing cell as a value of its own", where,
                      "use missing: own_value, or missing: reject");
  }
  if (options.withhold.numerator == 0) return {};
  if (input.whole_tuples) {
    return InputError("cells cannot be withheld beside columns that are carried along", where,
                      "set withhold: 0, or drop the columns with free text");
  }
  if (!kept.classes.empty()) {
    return InputError(
        fmt::format("cells cannot be withheld beside {}: rows of a class would no longer be alike",
                    kept.classes.front().descriptor->name),
        kept.classes.front().where, "set withhold: 0, or leave out the promise");
  }
  return {};
}

// A step that fails must fail forever, or it could not be given up for good.
Status CheckJoined(const Constraints& constraints, const std::vector<PolicyEntry>& promises) {
  const auto not_joined = constraints.FirstNotMonotone();
  if (!not_joined) return {};
  const PolicyEntry& promise = promises[*not_joined];
  const bool of_persons = FindModel(promise.descriptor->name)->monotone;
  return InputError(
      fmt::format(
          "specialize does not keep {}: two classes may keep it that do not keep it as one{}",
          promise.descriptor->name, of_persons ? ", where people have several rows" : ""),
      promise.where, "use transform: {mondrian: {}} or {cluster: {}}, or promise something else");
}

Result<Order> OrderOf(const TransformInput& input, const FreeformInput& made,
                      const Parameters& parameters, const std::string& where) {
  Order order;
  order.choose =
      parameters.Text("choose") == "ratio" ? Order::Choose::kRatio : Order::Choose::kFall;
  const auto& first = parameters.Names("first");
  if (first == std::vector<std::string>{"guarded"}) return order;
  if (first == std::vector<std::string>{"observable"}) {
    order.first = Order::First::kObservable;
    return order;
  }
  order.first = Order::First::kListed;
  std::vector<std::string> names = {"guarded", "observable"};
  for (const std::size_t attribute : made.attributes) {
    names.push_back(input.coded.table.attributes[attribute].name);
  }
  for (const std::string& name : first) {
    const auto found = std::ranges::find(names.begin() + 2, names.end(), name);
    if (found == names.end()) {
      return InputError(fmt::format("first names a column \"{}\" that is not cut through", name),
                        where, DidYouMean(name, names));
    }
    order.listed.push_back(static_cast<std::size_t>(found - names.begin()) - 2);
  }
  return order;
}

}  // namespace

Result<PreparedSpecialize> PrepareSpecialize(const TransformInput& input,
                                             const Parameters& parameters) {
  GAUZE_ASSIGN(const Kept kept, SortPromises(input));
  PreparedSpecialize prepared;
  GAUZE_ASSIGN(prepared.input,
               freeform::MakeFreeformInput(input.coded, kept.freeform, PlaceOf(input)));
  SpecializeOptions& options = prepared.options;
  options.rules = prepared.input.rules;
  options.portfolio = static_cast<std::uint32_t>(parameters.Integer("portfolio"));
  options.withhold = parameters.Number("withhold");
  GAUZE_TRY(CheckTable(input, kept, options));
  if (!kept.classes.empty()) {
    GAUZE_ASSIGN(Constraints classes, Constraints::Make(input.coded, kept.classes));
    GAUZE_TRY(CheckJoined(classes, kept.classes));
    prepared.classes = std::make_unique<const Constraints>(std::move(classes));
    options.classes = prepared.classes.get();
  }
  GAUZE_ASSIGN(options.order, OrderOf(input, prepared.input, parameters, "transform specialize"));
  return prepared;
}

}  // namespace gauze
