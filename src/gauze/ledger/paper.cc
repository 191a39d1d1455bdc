#include <algorithm>
#include <numeric>

#include "gauze/ledger/insert.h"
#include "gauze/ledger/methods.h"
#include "gauze/ledger/row_groups.h"

// The paper's own method, kept to be measured and attacked. A cut is allowed if every inference
// enabling set of its figure 6 is good: with e an earlier state of a class and E today's classes
// that came from it and are compatible with it, for each c of E
//   e ∩ c              who was in e and is in c now;
//   (ΣE \ e) ∩ c       who was not yet in e and is in c now; empty: nobody
// as multisets of values: Σ adds up, \ subtracts down to nothing, ∩ takes the smaller count.
//
// It looks at pairs of releases and at values, not at who is where, and that is not enough: see
// the tests for two histories in which every set is good and a value is certain.

namespace gauze::ledger {
namespace {

using Multiset = std::vector<std::uint64_t>;  // rows by code of the sensitive attribute

class FigureSix final : public SplitRule {
 public:
  FigureSix(const Constraints& constraints, const BoxBook& boxes)
      : constraints_(constraints),
        boxes_(boxes),
        attribute_(constraints.counted().front()),
        by_code_(constraints.coded().table.attributes.size()) {}

  void Begin(const State& state) override {
    for (const Group& earlier : state.earlier) {
      origins_.push_back(Shadow(earlier));
      children_.emplace_back();
    }
    for (std::size_t i = 0; i < state.classes.size(); ++i) Changed(state, i);
  }

  void Changed(const State& state, std::size_t index) override {
    if (index >= classes_.size()) classes_.resize(index + 1);
    classes_[index] = Shadow(state.classes[index].members);
    for (const std::uint32_t origin : state.classes[index].origins) {
      auto& children = children_[origin];
      if (std::ranges::find(children, index) == children.end()) children.push_back(index);
    }
  }

  bool Allows(const State& state, std::size_t index, const Cut& cut) override {
    const Sides sides = Divide(boxes_, state.classes[index].members, cut);
    const Trace left = Shadow(sides.left);
    const Trace right = Shadow(sides.right);
    return std::ranges::all_of(state.classes[index].origins, [&](std::uint32_t origin) {
      std::vector<const Trace*> today = {&left, &right};
      for (const std::size_t child : children_[origin]) {
        if (child != index) today.push_back(&classes_[child]);
      }
      return SetsAreGood(origins_[origin], today);
    });
  }

  void End(State& state) override {
    for (Class& shown : state.classes) {
      const Box box = boxes_.Printed(boxes_.Tight(shown.members));
      std::erase_if(shown.origins, [&](std::uint32_t origin) {
        return !Touch(box, boxes_.Printed(boxes_.Tight(state.earlier[origin])));
      });
      if (shown.since != state.releases) continue;
      shown.origins.push_back(static_cast<std::uint32_t>(state.earlier.size()));
      state.earlier.push_back(shown.members);
    }
    Forget(state);
  }

 private:
  // What a reader sees of a class.
  struct Trace {
    Box box;
    Multiset values;
  };

  Trace Shadow(const Group& group) const {
    const Table& table = constraints_.coded().table;
    Trace trace{boxes_.Printed(boxes_.Tight(group)), Multiset(table.domains[attribute_].size())};
    for (const Share& share : group) {
      trace.values[table.columns[attribute_].Get(share.tuple)] += share.rows;
    }
    return trace;
  }

  bool SetsAreGood(const Trace& origin, std::vector<const Trace*> today) {
    std::erase_if(today, [&](const Trace* one) { return !Touch(origin.box, one->box); });
    Multiset sum(origin.values.size());
    for (const Trace* one : today) {
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += one->values[i];
    }
    return std::ranges::all_of(today, [&](const Trace* one) {
      Multiset old(sum.size());
      Multiset fresh(sum.size());
      for (std::size_t i = 0; i < sum.size(); ++i) {
        old[i] = std::min(origin.values[i], one->values[i]);
        fresh[i] = std::min(sum[i] - std::min(sum[i], origin.values[i]), one->values[i]);
      }
      return Holds(old) && (std::ranges::count(fresh, 0U) == std::ssize(fresh) || Holds(fresh));
    });
  }

  bool Holds(const Multiset& values) {
    by_code_[attribute_] = values;
    const auto rows = std::accumulate(values.begin(), values.end(), std::uint64_t{0});
    return constraints_.Hold(rows, by_code_);
  }

  // Drops earlier classes that no class of today came from.
  static void Forget(State& state) {
    std::vector<std::uint32_t> place(state.earlier.size(), kNowhere);
    std::vector<Group> kept;
    for (Class& shown : state.classes) {
      for (std::uint32_t& origin : shown.origins) {
        if (place[origin] == kNowhere) {
          place[origin] = static_cast<std::uint32_t>(kept.size());
          kept.push_back(std::move(state.earlier[origin]));
        }
        origin = place[origin];
      }
    }
    state.earlier = std::move(kept);
  }

  const Constraints& constraints_;
  const BoxBook& boxes_;
  std::size_t attribute_;
  std::vector<std::vector<std::uint64_t>> by_code_;
  std::vector<Trace> origins_;                      // as State::earlier
  std::vector<Trace> classes_;                      // as State::classes
  std::vector<std::vector<std::size_t>> children_;  // of each origin
};

Result<State> AppendPaper(const AppendInput& input, const Constraints& constraints, State state,
                          const Group& batch, Progress& progress) {
  if (constraints.counted().size() != 1) {
    return InputError(
        "the method paper is defined for one sensitive column, and the models look "
        "at " +
            std::to_string(constraints.counted().size()),
        "", "promise l_diversity or t_closeness of one column, or use the method pool");
  }
  BoxBook boxes(input.coded, input.missing);
  FigureSix rule(constraints, boxes);
  return InsertAndSplit(input, constraints, std::move(state), batch, boxes, rule, progress);
}

}  // namespace

MethodEntry PaperEntry() {
  return {
      .descriptor =
          {
              .name = "paper",
              .summary = "new records join the nearest class when they are diverse among "
                         "themselves; classes are split where no pair of releases reveals more",
              .guarantees = "every class satisfies every model, taken by itself",
              .not_covered = "an adversary who combines releases, or knows who is in which class: "
                             "some records fall below l",
              .reference = "J.-W. Byun, Y. Sohn, E. Bertino, N. Li: Secure Anonymization for "
                           "Incremental Datasets (2006), figure 6",
          },
      .append = AppendPaper,
      .needs_monotone = true,
      .known_holes = true,
  };
}

}  // namespace gauze::ledger
