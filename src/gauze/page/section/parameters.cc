#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

Html ShowParameters(const Entry& evidence) {
  const Entry parameters = evidence["parameters"];
  std::vector<std::vector<Html>> rows;
  for (const Entry& parameter : parameters.items()) {
    const bool left_out = parameter["default"].flag().value_or(false);
    rows.push_back({Tag{"code"}(Named(parameter["name"].text())),
                    Tag{"code"}(Named(parameter["value"].shown())) +
                        Words(left_out ? " (not chosen: the default)" : ""),
                    Words(ShortSentences(parameter["sentence"].text()))});
  }
  if (rows.empty()) return {};
  // Enough for paper, where the table is not printed.
  Html told = Words("Each promise names its parameters. What is not named has its default.");
  if (const std::string transform = evidence["about"]["transform"].text(); !transform.empty()) {
    told += Words(" The transform: ") + Tag{"code"}(Named(transform, 200));
  }
  return Tag{"p"}(told) +
         Folded("All parameters", TableOf({"parameter", "value", "what it does"}, rows)) +
         LeftOut(parameters, rows.size(), "parameters");
}

}  // namespace

Section ParametersSection() { return {"parameters", "What was chosen?", ShowParameters, true}; }

}  // namespace gauze::page
