#include "gauze/transform/suppress/step/show_sets.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <unordered_map>

namespace gauze::suppress {
namespace {

// In order, each once.
std::vector<Value> DifferentSets(const std::vector<Repaired>& repaired) {
  std::vector<std::string_view> texts;
  for (const Repaired& one : repaired) {
    for (const Shown& shown : one.shown) {
      if (!shown.set.empty()) texts.push_back(shown.set);
    }
  }
  std::ranges::sort(texts);
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  std::vector<Value> values;
  values.reserve(texts.size());
  for (const std::string_view text : texts) values.push_back({.text = std::string(text)});
  return values;
}

}  // namespace

void ShowSets(std::size_t attribute, const std::vector<Repaired>& repaired,
              Generalization& generalization) {
  Generalization made;
  made.quasi_identifiers = std::move(generalization.quasi_identifiers);
  made.labels = std::move(generalization.labels);
  made.label_style = generalization.label_style;
  made.suppressed = std::move(generalization.suppressed);
  made.class_begin = {0};
  const std::size_t width = made.quasi_identifiers.size();
  auto values = std::make_shared<std::vector<Value>>(DifferentSets(repaired));
  std::unordered_map<std::string_view, std::uint32_t> code_of;
  for (std::uint32_t i = 0; i < values->size(); ++i) code_of.emplace((*values)[i].text, i);
  for (const Generalization::Changed& before : generalization.changed) {
    made.changed.push_back({before.attribute, before.values, {}});
  }
  Generalization::Changed own{.attribute = attribute};
  for (std::size_t c = 0; c < repaired.size(); ++c) {
    const Repaired& one = repaired[c];
    const std::size_t begin = generalization.class_begin[c];
    if (one.way == Way::kWithheld) {
      const std::size_t end = generalization.class_begin[c + 1];
      for (std::size_t i = begin; i < end; ++i) made.suppressed.push_back(generalization.tuples[i]);
      continue;
    }
    for (const Shown& shown : one.shown) {
      made.tuples.push_back(shown.tuple);
      made.rows.push_back(shown.rows);
      for (std::size_t j = 0; j < made.changed.size(); ++j) {
        made.changed[j].codes.push_back(generalization.changed[j].codes[begin + shown.member]);
      }
      own.codes.push_back(shown.set.empty() ? static_cast<std::uint32_t>(values->size())
                                            : code_of.at(shown.set));
    }
    const auto labels =
        generalization.class_labels.begin() + static_cast<std::ptrdiff_t>(c * width);
    made.class_labels.insert(made.class_labels.end(), labels,
                             labels + static_cast<std::ptrdiff_t>(width));
    made.class_begin.push_back(made.tuples.size());
  }
  own.values = std::move(values);
  made.changed.push_back(std::move(own));
  generalization = std::move(made);
}

}  // namespace gauze::suppress
