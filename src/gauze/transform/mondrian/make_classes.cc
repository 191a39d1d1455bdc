#include "gauze/transform/mondrian/make_classes.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

#include "gauze/transform/label_book.h"
#include "gauze/transform/mondrian/grow.h"

namespace gauze::mondrian {
namespace {

// Leaves grouped by what they print, classes in the order of their first leaf.
struct Grouping {
  std::vector<std::vector<Label>> labels;  // one dictionary a quasi-identifier
  std::vector<std::uint32_t> printed;      // [class * QIs + qi]
  std::vector<Node*> leaves;               // class by class
  std::vector<std::size_t> class_begin;    // into leaves; one more than there are classes
  std::vector<std::uint32_t> suppressed;   // tuples

  std::size_t classes() const { return class_begin.size() - 1; }
  std::span<Node* const> LeavesOf(std::size_t c) const {
    return std::span(leaves).subspan(class_begin[c], class_begin[c + 1] - class_begin[c]);
  }
};

// Gives equal rows of labels the same number, in the order of arrival.
class Numbering {
 public:
  explicit Numbering(std::size_t width) : width_(width), slots_(64, kFree) {}

  std::uint32_t Of(const std::vector<std::uint32_t>& printed) {
    std::size_t at = Hash(printed.data()) & (slots_.size() - 1);
    while (slots_[at] != kFree &&
           !std::equal(printed.begin(), printed.end(), &rows_[slots_[at] * width_])) {
      at = (at + 1) & (slots_.size() - 1);
    }
    if (slots_[at] != kFree) return slots_[at];
    slots_[at] = size_++;
    rows_.insert(rows_.end(), printed.begin(), printed.end());
    const std::uint32_t number = slots_[at];
    if (size_ * 2 > slots_.size()) Grow();
    return number;
  }
  std::uint32_t size() const { return size_; }
  std::vector<std::uint32_t> TakeRows() { return std::move(rows_); }

 private:
  static constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();

  std::size_t Hash(const std::uint32_t* printed) const {
    std::size_t hash = 0;
    for (std::size_t j = 0; j < width_; ++j) hash = (hash ^ printed[j]) * 0x9E3779B97F4A7C15U;
    return hash ^ (hash >> 32U);
  }
  void Grow() {
    slots_.assign(slots_.size() * 2, kFree);
    for (std::uint32_t number = 0; number < size_; ++number) {
      std::size_t at = Hash(&rows_[number * width_]) & (slots_.size() - 1);
      while (slots_[at] != kFree) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = number;
    }
  }

  std::size_t width_;
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint32_t> rows_;
  std::uint32_t size_ = 0;
};

// Labelers that know no value which only suppressed rows have.
std::vector<Labeler> LabelersFor(const Workspace& workspace, const std::vector<Node*>& released) {
  std::vector<Labeler> labelers = workspace.labelers;
  for (std::size_t j = 0; j < labelers.size(); ++j) {
    std::vector<Code> shown;
    for (const Node* leaf : released) {
      for (std::uint32_t i = leaf->begin; i < leaf->end; ++i) {
        shown.push_back(workspace.CodeAt(i, j));
      }
    }
    std::ranges::sort(shown);
    shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
    labelers[j].ShowOnly(std::move(shown));
  }
  return labelers;
}

Grouping Group(const Workspace& workspace, Node& root) {
  Grouping grouping;
  std::vector<Node*> released;
  for (Node* leaf : Leaves(root)) {
    if (!leaf->suppressed) {
      released.push_back(leaf);
      continue;
    }
    grouping.suppressed.insert(grouping.suppressed.end(), workspace.order.begin() + leaf->begin,
                               workspace.order.begin() + leaf->end);
  }
  const std::vector<Labeler> fewer =
      grouping.suppressed.empty() ? std::vector<Labeler>() : LabelersFor(workspace, released);
  const std::vector<Labeler>& labelers = fewer.empty() ? workspace.labelers : fewer;
  std::vector<LabelBook> books(labelers.begin(), labelers.end());
  Numbering numbering(books.size());
  std::vector<std::uint32_t> class_of;
  std::vector<std::uint32_t> printed(books.size());
  for (const Node* leaf : released) {
    for (std::size_t j = 0; j < books.size(); ++j) {
      printed[j] = books[j].IndexOf(workspace.ValuesOf(*leaf, j));
    }
    class_of.push_back(numbering.Of(printed));
  }
  for (LabelBook& book : books) grouping.labels.push_back(book.TakeLabels());
  grouping.printed = numbering.TakeRows();
  // Leaves put together by class, each class in tree order.
  grouping.class_begin.resize(numbering.size() + 1);
  for (const std::uint32_t c : class_of) ++grouping.class_begin[c + 1];
  std::partial_sum(grouping.class_begin.begin(), grouping.class_begin.end(),
                   grouping.class_begin.begin());
  std::vector<std::size_t> next(grouping.class_begin.begin(), grouping.class_begin.end() - 1);
  grouping.leaves.resize(released.size());
  for (std::size_t i = 0; i < released.size(); ++i) {
    grouping.leaves[next[class_of[i]]++] = released[i];
  }
  return grouping;
}

// The lowest node above all of them; the parent of a single leaf.
Node* Above(std::span<Node* const> leaves) {
  Node* node = leaves.front();
  if (leaves.size() == 1) return node->parent;
  const auto covers = [&](const Node* leaf) {
    return node->begin <= leaf->begin && leaf->end <= node->end;
  };
  while (!std::ranges::all_of(leaves, covers)) node = node->parent;
  return node;
}

// The nodes to collapse so that the failing classes go away.
Result<std::vector<Node*>> Failing(const Workspace& workspace, const Grouping& grouping,
                                   const std::vector<PolicyEntry>& protect) {
  GAUZE_ASSIGN(const Constraints constraints,
               Constraints::Make(workspace.constraints.coded(), protect, grouping.suppressed));
  Tally tally(constraints);
  std::vector<Node*> failing;
  for (std::size_t c = 0; c < grouping.classes(); ++c) {
    const auto leaves = grouping.LeavesOf(c);
    tally.Reset();
    for (const Node* leaf : leaves) {
      for (std::uint32_t i = leaf->begin; i < leaf->end; ++i) tally.Add(workspace.order[i]);
    }
    if (tally.Holds()) continue;
    Node* above = Above(leaves);
    Check(above != nullptr, "the whole table satisfies every model");
    failing.push_back(above);
  }
  return failing;
}

Generalization Finish(const Workspace& workspace, Grouping grouping) {
  Generalization result;
  result.quasi_identifiers = workspace.quasi_identifiers;
  result.labels = std::move(grouping.labels);
  result.suppressed = std::move(grouping.suppressed);
  std::ranges::sort(result.suppressed);
  result.class_labels = std::move(grouping.printed);
  result.tuples.reserve(workspace.order.size());
  for (std::size_t c = 0; c < grouping.classes(); ++c) {
    result.class_begin.push_back(result.tuples.size());
    for (const Node* leaf : grouping.LeavesOf(c)) {
      result.tuples.insert(result.tuples.end(), workspace.order.begin() + leaf->begin,
                           workspace.order.begin() + leaf->end);
    }
  }
  result.class_begin.push_back(result.tuples.size());
  return result;
}

}  // namespace

Result<Generalization> MakeClasses(const Workspace& workspace, Node& root,
                                   const std::vector<PolicyEntry>& protect) {
  while (true) {
    Grouping grouping = Group(workspace, root);
    const bool must_check = !workspace.constraints.monotone() || !grouping.suppressed.empty();
    std::vector<Node*> failing;
    if (must_check) {
      GAUZE_ASSIGN(failing, Failing(workspace, grouping, protect));
    }
    if (failing.empty()) return Finish(workspace, std::move(grouping));
    // Outermost first. A node below a collapsed one is gone with it and must not even be looked at,
    // so the ranges are taken down before.
    struct Range {
      std::uint32_t begin;
      std::uint32_t end;
      Node* node;
    };
    std::vector<Range> ranges;
    for (Node* node : failing) ranges.push_back({node->begin, node->end, node});
    std::ranges::sort(ranges, [](const Range& a, const Range& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    std::uint32_t collapsed_to = 0;
    for (const Range& range : ranges) {
      if (range.begin < collapsed_to) continue;
      collapsed_to = range.end;
      range.node->Collapse();
    }
  }
}

}  // namespace gauze::mondrian
