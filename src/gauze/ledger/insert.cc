#include "gauze/ledger/insert.h"

#include <algorithm>
#include <limits>

#include "gauze/ledger/pool.h"
#include "gauze/ledger/row_groups.h"
#include "gauze/ledger/transformed.h"

namespace gauze::ledger {
namespace {

class Insertion {
 public:
  Insertion(const AppendInput& input, const Constraints& constraints, State& state, BoxBook& boxes,
            SplitRule& rule)
      : input_(input), state_(state), boxes_(boxes), rule_(rule), test_(constraints) {
    for (const Class& shown : state.classes) outlines_.push_back(OutlineOf(shown.members));
  }

  Status Run(const Group& batch, Progress& progress) {
    for (const Share& share : batch) {
      state_.waiting.push_back(
          {.tuple = share.tuple, .rows = share.rows, .since = state_.releases});
    }
    for (Waiting& waiting : state_.waiting) {
      if (waiting.place == kNowhere) waiting.place = NearestTo(waiting);
    }
    InsertLists();
    GAUZE_TRY(AddApart(progress));
    for (std::size_t i = 0; i < state_.classes.size(); ++i) {
      if (state_.classes[i].since == state_.releases) SplitAll(i);
    }
    return {};
  }

 private:
  struct Outline {
    Box box;
    std::uint64_t rows = 0;
    double loss = 0;  // of a row
  };

  Outline OutlineOf(const Group& group) {
    Outline outline{.box = boxes_.Tight(group), .rows = RowsOf(group)};
    outline.loss = boxes_.Loss(outline.box);
    return outline;
  }

  std::uint32_t NearestTo(const Waiting& waiting) {
    std::uint32_t nearest = kNowhere;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < outlines_.size(); ++i) {
      const Outline& outline = outlines_[i];
      const auto rows = static_cast<double>(outline.rows);
      const double growth =
          (rows + static_cast<double>(waiting.rows)) * boxes_.LossWith(outline.box, waiting.tuple) -
          rows * outline.loss;
      if (growth >= least) continue;
      least = growth;
      nearest = static_cast<std::uint32_t>(i);
    }
    return nearest;
  }

  void InsertLists() {
    std::vector<Group> lists(state_.classes.size());
    for (const Waiting& waiting : state_.waiting) {
      lists[waiting.place].push_back({waiting.tuple, waiting.rows});
    }
    std::vector<bool> inserted(lists.size());
    for (std::size_t i = 0; i < lists.size(); ++i) {
      cluster::Tidy(lists[i]);
      if (lists[i].empty() || !test_.Holds(lists[i])) continue;
      inserted[i] = true;
      Class& grown = state_.classes[i];
      grown.members = Union(grown.members, lists[i]);
      grown.atoms.push_back(lists[i]);
      grown.since = state_.releases;
      outlines_[i] = OutlineOf(grown.members);
      rule_.Changed(state_, i);
    }
    std::erase_if(state_.waiting, [&](const Waiting& waiting) { return inserted[waiting.place]; });
  }

  Status AddApart(Progress& progress) {
    const Group group = AllWaiting(state_);
    if (group.empty()) return {};
    const CodedTable table = TableOf(input_.coded, group);
    GAUZE_ASSIGN(const Constraints here, Constraints::Make(table, input_.protect));
    PoolClasses made = ClusterPool(
        {.coded = table, .missing = input_.missing, .labels = LabelStyle::kNode}, here, progress);
    for (Group& part : made.groups) {
      Renumber(group, part);
      if (!IsApart(boxes_.Printed(boxes_.Tight(part)))) continue;
      StopWaiting(part);
      state_.classes.push_back({.members = part, .since = state_.releases, .atoms = {part}});
      outlines_.push_back(OutlineOf(part));
      rule_.Changed(state_, state_.classes.size() - 1);
    }
    return {};
  }

  bool IsApart(const Box& box) const {
    const auto touches = [&](const Group& group) {
      return Touch(box, boxes_.Printed(boxes_.Tight(group)));
    };
    return std::ranges::none_of(state_.classes, touches, &Class::members) &&
           std::ranges::none_of(state_.earlier, touches);
  }

  // The oldest rows of a tuple first; the list is in this order.
  void StopWaiting(const Group& group) {
    for (Share share : group) {
      for (Waiting& waiting : state_.waiting) {
        if (waiting.tuple != share.tuple) continue;
        const std::uint64_t rows = std::min(waiting.rows, share.rows);
        waiting.rows -= rows;
        share.rows -= rows;
      }
    }
    std::erase_if(state_.waiting, [](const Waiting& waiting) { return waiting.rows == 0; });
  }

  void SplitAll(std::size_t index) {
    while (Split(index)) {
      SplitAll(state_.classes.size() - 1);
    }
  }

  // The left side keeps the place of the class, the right one becomes the last.
  bool Split(std::size_t index) {
    const Group members = state_.classes[index].members;
    const Outline& outline = outlines_[index];
    for (const Cut& cut :
         CutsOf(boxes_, members, static_cast<double>(outline.rows) * outline.loss)) {
      const Sides sides = Divide(boxes_, members, cut);
      if (!test_.Holds(sides.left) || !test_.Holds(sides.right)) continue;
      if (!rule_.Allows(state_, index, cut)) continue;
      Apply(index, cut, sides);
      return true;
    }
    return false;
  }

  void Apply(std::size_t index, const Cut& cut, const Sides& sides) {
    Class left{.members = sides.left,
               .since = state_.releases,
               .atoms = {},
               .origins = state_.classes[index].origins};
    Class right = left;
    right.members = sides.right;
    for (const Group& atom : state_.classes[index].atoms) {
      Sides parts = Divide(boxes_, atom, cut);
      if (!parts.left.empty()) left.atoms.push_back(std::move(parts.left));
      if (!parts.right.empty()) right.atoms.push_back(std::move(parts.right));
    }
    const auto added = static_cast<std::uint32_t>(state_.classes.size());
    for (Waiting& waiting : state_.waiting) {
      if (waiting.place == index && boxes_.CodeOf(waiting.tuple, cut.qi) > cut.code) {
        waiting.place = added;
      }
    }
    outlines_[index] = OutlineOf(left.members);
    outlines_.push_back(OutlineOf(right.members));
    state_.classes[index] = std::move(left);
    state_.classes.push_back(std::move(right));
    rule_.Changed(state_, index);
    rule_.Changed(state_, added);
  }

  const AppendInput& input_;
  State& state_;
  BoxBook& boxes_;
  SplitRule& rule_;
  GroupTest test_;
  std::vector<Outline> outlines_;  // one per class
};

}  // namespace

Result<State> InsertAndSplit(const AppendInput& input, const Constraints& constraints, State state,
                             const Group& batch, BoxBook& boxes, SplitRule& rule,
                             Progress& progress) {
  if (state.classes.empty()) {
    const Group all = Union(AllWaiting(state), batch);
    GAUZE_ASSIGN(const Group rest, AddTransformed(input, constraints, all, state, progress));
    KeepWaiting(rest, batch, state);
  } else {
    rule.Begin(state);
    GAUZE_TRY(Insertion(input, constraints, state, boxes, rule).Run(batch, progress));
  }
  rule.End(state);
  return state;
}

}  // namespace gauze::ledger
