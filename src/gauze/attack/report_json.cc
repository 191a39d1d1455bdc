#include "gauze/attack/report_json.h"

namespace gauze {

nlohmann::ordered_json ReportJson(const AttackEntry& attack, const AttackReport& report) {
  nlohmann::ordered_json figures = nlohmann::ordered_json::object();
  for (const Figure& figure : report.figures) figures[figure.name] = figure.value;
  return {{"attack", attack.descriptor.name},
          {"promise", report.promise},
          {"holds", report.holds},
          {"figures", figures},
          {"findings", report.findings}};
}

}  // namespace gauze
