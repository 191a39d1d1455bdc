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
  return Paragraph("Every parameter of the promises and of the transform, with its value.") +
         Folded("All parameters", TableOf({"parameter", "value", "what it does"}, rows)) +
         LeftOut(parameters, rows.size(), "parameters");
}

}  // namespace

Section ParametersSection() { return {"parameters", "What was chosen?", ShowParameters, true}; }

}  // namespace gauze::page
