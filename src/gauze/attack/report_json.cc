#include "gauze/attack/report_json.h"

#include "gauze/base/json.h"

namespace gauze {
namespace {

Json FiguresJson(const AttackReport& report) {
  Json figures = Json::object();
  for (const Figure& figure : report.figures) figures[figure.name] = figure.value;
  return figures;
}

}  // namespace

Json ReportJson(const AttackEntry& attack, const AttackReport& report) {
  return {{"attack", attack.descriptor.name},
          {"promise", report.promise},
          {"holds", report.holds},
          {"reading", attack.reading(FiguresByName(report.figures))},
          {"figures", FiguresJson(report)},
          {"findings", report.findings}};
}

Json ReportJson(const FileAttackEntry& attack, const AttackReport& report) {
  return {{"attack", attack.descriptor.name},
          {"reading", attack.reading(FiguresByName(report.figures))},
          {"figures", FiguresJson(report)},
          {"findings", report.findings}};
}

}  // namespace gauze
