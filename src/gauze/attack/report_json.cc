#include "gauze/attack/report_json.h"

#include "gauze/base/json.h"

namespace gauze {

Json ReportJson(const AttackEntry& attack, const AttackReport& report) {
  Json figures = Json::object();
  for (const Figure& figure : report.figures) figures[figure.name] = figure.value;
  return {{"attack", attack.descriptor.name},
          {"promise", report.promise},
          {"holds", report.holds},
          {"reading", attack.reading(FiguresByName(report.figures))},
          {"figures", figures},
          {"findings", report.findings}};
}

}  // namespace gauze
