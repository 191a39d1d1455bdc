#include "gauze/model/freeform/breaches.h"

#include <algorithm>
#include <tuple>

#include "gauze/base/parallel.h"

namespace gauze::freeform {
namespace {

bool ComesFirst(const Breach& a, const Breach& b) {
  if (b.threat < a.threat) return true;
  if (a.threat < b.threat) return false;
  return std::tie(a.support, a.attribute, a.known, a.target) <
         std::tie(b.support, b.attribute, b.known, b.target);
}

// Keeps the first `most` without holding many more.
void Shorten(std::vector<Breach>& list, std::size_t most) {
  std::ranges::sort(list, ComesFirst);
  if (list.size() > most) list.resize(most);
}

// Rows match what is above what they show. Where shown nodes are above one another, as in a file
// that shows some cells coarser than others, a row below matches the shown node above, too.
void MatchShownAbove(const GuardedTree& tree, const std::vector<NodeId>& shown, Choices& choices) {
  std::vector<bool> is_shown(tree.size());
  for (const NodeId node : shown) is_shown[node] = true;
  for (NodeId node = 1; node < tree.size(); ++node) {
    const NodeId above = tree.Parent(node);
    const bool critical = tree.IsBorder(above) || (is_shown[above] && tree.Observable(above));
    choices.next[node] = critical ? above : choices.next[above];
  }
}

void TakeWorst(const Threat& threat, std::uint64_t support, BreachReport& report) {
  const bool larger = report.worst < threat;
  if (!larger && (threat < report.worst || report.worst_support <= support)) return;
  report.worst = threat;
  report.worst_support = support;
}

// Collects the breaches against one attribute.
class Finder {
 public:
  Finder(const Items& items, const GuardedTree& tree, std::size_t attribute,
         const BreachRules& rules, std::size_t most)
      : items_(items),
        tree_(tree),
        attribute_(attribute),
        limit_(ThreatOf(rules.threat)),
        most_(most),
        tally_(tree, rules) {}

  BreachReport Find(std::vector<const Choices*> choices) {
    Walk walk(items_, std::move(choices));
    walk_ = &walk;
    walk.Run(*this);
    Shorten(report_.listed, most_);
    return std::move(report_);
  }

  bool Enter(std::span<const std::uint32_t> set, std::size_t depth) {
    const std::vector<NodeId>& shown = items_.nodes[attribute_];
    const auto is_target = [&](std::uint32_t item) { return !tree_.Observable(shown[item]); };
    if (std::ranges::none_of(set, is_target)) return false;
    if (depth + 1 < items_.nodes.size()) return true;
    for (const Suspicion& suspicion : tally_.Threats(shown, items_.counts, set)) Take(suspicion);
    return false;
  }
  bool Skips(std::size_t /*depth*/, NodeId /*value*/) const { return false; }

 private:
  void Take(const Suspicion& suspicion) {
    ++report_.attacks;
    TakeWorst(suspicion.threat, suspicion.support, report_);
    if (!(limit_ < suspicion.threat)) return;
    ++report_.breaches;
    if (most_ == 0) return;
    Breach breach{.known = walk_->known(),
                  .attribute = attribute_,
                  .target = suspicion.target,
                  .threat = suspicion.threat,
                  .support = suspicion.support};
    breach.known[attribute_] = suspicion.scope;
    report_.listed.push_back(std::move(breach));
    if (report_.listed.size() / 2 > most_ + 1000) Shorten(report_.listed, most_);
  }

  const Items& items_;
  const GuardedTree& tree_;
  std::size_t attribute_;
  Threat limit_;
  std::size_t most_;
  Tally tally_;
  Walk* walk_ = nullptr;
  BreachReport report_;
};

}  // namespace

BreachReport FindBreaches(const std::vector<GuardedTree>& trees, const NodeTable& table,
                          const BreachRules& rules, Breadth breadth, std::size_t most) {
  Items items(trees.size());
  items.counts = table.counts;
  std::vector<Choices> choices;
  for (std::size_t attribute = 0; attribute < trees.size(); ++attribute) {
    table.cells[attribute].Visit(
        [&](const auto& cells) { items.nodes[attribute].assign(cells.begin(), cells.end()); });
    choices.push_back(ChoicesOf(trees[attribute], attribute, breadth));
    if (breadth == Breadth::kAll) continue;
    MatchShownAbove(trees[attribute], items.nodes[attribute], choices.back());
  }
  std::vector<std::size_t> attributes;
  for (std::size_t attribute = 0; attribute < trees.size(); ++attribute) {
    if (trees[attribute].HasTargets()) attributes.push_back(attribute);
  }
  std::vector<BreachReport> reports(attributes.size());
  ForEach(attributes.size(), [&](std::size_t at) {
    std::vector<const Choices*> others;
    for (const Choices& choice : choices) {
      if (choice.attribute != attributes[at]) others.push_back(&choice);
    }
    reports[at] =
        Finder(items, trees[attributes[at]], attributes[at], rules, most).Find(std::move(others));
  });
  BreachReport all;
  for (BreachReport& report : reports) {
    all.attacks += report.attacks;
    all.breaches += report.breaches;
    TakeWorst(report.worst, report.worst_support, all);
    std::ranges::move(report.listed, std::back_inserter(all.listed));
  }
  Shorten(all.listed, most);
  return all;
}

}  // namespace gauze::freeform
