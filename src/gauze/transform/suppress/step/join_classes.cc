#include "gauze/transform/suppress/step/join_classes.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>

namespace gauze::suppress {
namespace {

// The label of one quasi-identifier for these classes together, at its place among all labels.
class Relabeler {
 public:
  Relabeler(const TransformInput& input, std::size_t attribute, LabelStyle style,
            std::vector<Label>& labels)
      : codes_(input.coded.table.columns[attribute]),
        labeler_(input.coded, attribute, style, BoxStyle::kTight, input.missing),
        labels_(labels) {
    for (std::uint32_t i = 0; i < labels.size(); ++i) index_of_.emplace(labels[i].text, i);
  }

  std::uint32_t IndexFor(const std::vector<std::uint32_t>& tuples) {
    ClassValues values;
    for (const std::uint32_t tuple : tuples) values.codes.push_back(codes_.Get(tuple));
    std::ranges::sort(values.codes);
    values.codes.erase(std::unique(values.codes.begin(), values.codes.end()), values.codes.end());
    values.tight = values.cell = {values.codes.front(), values.codes.back()};
    Label label = labeler_.Make(values);
    const auto [entry, added] =
        index_of_.emplace(label.text, static_cast<std::uint32_t>(labels_.size()));
    if (added) labels_.push_back(std::move(label));
    return entry->second;
  }

 private:
  const CodeColumn& codes_;
  Labeler labeler_;
  std::vector<Label>& labels_;
  std::unordered_map<std::string, std::uint32_t> index_of_;
};

}  // namespace

Generalization JoinClasses(const TransformInput& input, const Generalization& generalization,
                           const std::vector<std::size_t>& group_of) {
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t c = 0; c < group_of.size(); ++c) {
    if (group_of[c] >= groups.size()) groups.resize(group_of[c] + 1);
    groups[group_of[c]].push_back(c);
  }
  Generalization joined;
  joined.quasi_identifiers = generalization.quasi_identifiers;
  joined.labels = generalization.labels;
  joined.label_style = generalization.label_style;
  joined.suppressed = generalization.suppressed;
  for (const Generalization::Changed& changed : generalization.changed) {
    joined.changed.push_back({changed.attribute, changed.values, {}});
  }
  joined.class_begin = {0};
  const std::size_t width = joined.quasi_identifiers.size();
  std::vector<Relabeler> relabelers;
  for (std::size_t j = 0; j < width; ++j) {
    relabelers.emplace_back(input, joined.quasi_identifiers[j], joined.label_style,
                            joined.labels[j]);
  }
  for (const auto& classes : groups) {
    const std::size_t begin = joined.tuples.size();
    for (const std::size_t c : classes) {
      for (std::size_t i = generalization.class_begin[c]; i < generalization.class_begin[c + 1];
           ++i) {
        joined.tuples.push_back(generalization.tuples[i]);
        joined.rows.push_back(generalization.RowsOf(input.coded.table, i));
        for (std::size_t j = 0; j < joined.changed.size(); ++j) {
          joined.changed[j].codes.push_back(generalization.changed[j].codes[i]);
        }
      }
    }
    const std::vector<std::uint32_t> tuples(
        joined.tuples.begin() + static_cast<std::ptrdiff_t>(begin), joined.tuples.end());
    for (std::size_t j = 0; j < width; ++j) {
      joined.class_labels.push_back(classes.size() == 1
                                        ? generalization.class_labels[classes.front() * width + j]
                                        : relabelers[j].IndexFor(tuples));
    }
    joined.class_begin.push_back(joined.tuples.size());
  }
  return joined;
}

std::vector<std::size_t> WithNeighbours(const std::vector<bool>& failing) {
  std::vector<std::size_t> group_of(failing.size());
  std::size_t group = 0;
  for (std::size_t c = 1; c < failing.size(); ++c) {
    const bool first = c == 1 && failing[0];
    if (!failing[c] && !first) ++group;
    group_of[c] = group;
  }
  return group_of;
}

std::vector<std::size_t> ByLabels(const Generalization& generalization) {
  const std::size_t width = generalization.quasi_identifiers.size();
  std::map<std::vector<std::uint32_t>, std::size_t> groups;
  std::vector<std::size_t> group_of;
  for (std::size_t c = 0; c < generalization.classes(); ++c) {
    const auto begin = generalization.class_labels.begin() + static_cast<std::ptrdiff_t>(c * width);
    const std::vector<std::uint32_t> labels(begin, begin + static_cast<std::ptrdiff_t>(width));
    group_of.push_back(groups.emplace(labels, groups.size()).first->second);
  }
  return group_of;
}

}  // namespace gauze::suppress
