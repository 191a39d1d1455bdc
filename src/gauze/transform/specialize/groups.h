#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gauze/model/freeform/items.h"
#include "gauze/transform/specialize/specialize_input.h"

namespace gauze::freeform {

// The rows of the table by what they are released as: a group is the rows that show the same node
// of the cut in every attribute. Starts with all cuts at the root.
class Groups {
 public:
  explicit Groups(const SpecializeInput& input);

  std::size_t attributes() const { return nodes_.size(); }
  std::size_t size() const { return rows_.size(); }
  NodeId Node(std::size_t attribute, std::size_t group) const { return nodes_[attribute][group]; }
  std::span<const std::uint32_t> Tuples(std::size_t group) const {
    return std::span(tuples_).subspan(begin_[group], end_[group] - begin_[group]);
  }

  // Nodes of the attribute's cut.
  std::size_t CutSize(std::size_t attribute) const { return cut_size_[attribute]; }
  // Whether a node of the cut is not observable.
  bool ShowsTargets(std::size_t attribute) const { return shows_targets_[attribute]; }
  // For each code the child of its cut node that is above it; the cut node itself if it is a leaf.
  const std::vector<NodeId>& Below(std::size_t attribute) const { return below_[attribute]; }

  const CodeColumn& Codes(std::size_t attribute) const {
    return input_.attributes[attribute].codes;
  }

  // Replaces the node of the cut by its children. Returns the groups of the rows below it.
  std::vector<std::uint32_t> Split(std::size_t attribute, NodeId node);

  // What the groups show, with children instead of the nodes of attribute `finer` that are marked
  // in `focus`. Groups that show another node there are left out, or kept as they are.
  enum class Others : std::uint8_t { kLeftOut, kKept };
  Items Show(std::span<const std::uint32_t> groups, std::size_t finer,
             const std::vector<std::uint8_t>& focus, Others others) const;

 private:
  struct Scratch {
    struct Subgroup {
      NodeId node = 0;
      std::uint32_t begin = 0;
      std::uint32_t size = 0;
      std::uint64_t rows = 0;
    };
    std::vector<Subgroup> parts;
    std::vector<std::uint32_t> place;  // by node: 1 + its part; all 0 between uses
    std::vector<std::uint32_t> tuples;
  };
  void SplitGroup(std::size_t group, std::size_t attribute, Scratch& scratch,
                  std::vector<std::uint32_t>& made);

  const SpecializeInput& input_;
  std::vector<std::vector<NodeId>> nodes_;  // nodes_[attribute][group]
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint32_t> begin_;  // into tuples_
  std::vector<std::uint32_t> end_;
  std::vector<std::uint32_t> tuples_;
  std::vector<std::vector<NodeId>> below_;  // below_[attribute][code]
  std::vector<std::size_t> cut_size_;
  std::vector<bool> shows_targets_;
};

}  // namespace gauze::freeform
