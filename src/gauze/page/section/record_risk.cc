#include <fmt/format.h>

#include <cstdlib>

#include "gauze/base/read_number.h"
#include "gauze/page/chart/bars.h"
#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

// "records_from.1e-3" as what a reader would call it.
std::string RiskOf(const std::string& figure) {
  const std::string from = figure.substr(figure.find('.') + 1);
  return from == "0" ? "none" : fmt::format("{:g} and more", ReadNumber(from));
}

Bars RecordRiskPicture(const Entry& risk) {
  Bars bars{.title = "Records, by their risk",
            .description = fmt::format("How many records have which risk, in powers of ten. The "
                                       "highest is {}, the mean {}.",
                                       risk["highest"].shown(), risk["mean"].shown()),
            .names = "risk",
            .now = "records"};
  for (const auto& [figure, records] : risk["histogram"].members()) {
    bars.bars.push_back({.name = RiskOf(figure), .before = {}, .now = records.number()});
  }
  return bars;
}

Html Above(const Entry& above) {
  std::vector<std::vector<Html>> rows;
  for (const Entry& line : above.items()) {
    const std::optional<double> share = line["share"].number();
    rows.push_back({Words(line["delta"].shown()), Words(line["rows"].shown()),
                    Words(share ? Written(*share, Unit::kShare) : "–")});
  }
  if (rows.empty()) return {};
  return TableOf({"threshold", "records above it", "share"}, rows);
}

Html WhatIf(const Entry& tried) {
  Html all;
  for (const Entry& one : tried.items()) {
    all += Tag{"h3"}(Words(fmt::format("If everything were {} times as likely to be known",
                                       one["factor"].shown()))) +
           Above(one["above"]);
  }
  return all;
}

Html TopSets(const Entry& sets) {
  std::vector<std::vector<Html>> rows;
  for (const Entry& set : sets.items()) {
    std::string columns;
    for (const Entry& column : set["columns"].items()) {
      columns += (columns.empty() ? "" : ", ") + column.text();
    }
    rows.push_back({Named(columns), Words(set["rows"].shown())});
  }
  if (rows.empty()) return {};
  return Paragraph("Known columns that add most to the risk of records:") +
         TableOf({"known columns", "records"}, rows) + LeftOut(sets, rows.size(), "sets");
}

Html Tries(const Entry& tries) {
  std::vector<std::vector<Html>> rows;
  for (const Entry& one : tries.items()) {
    const std::optional<double> loss = one["loss"].number();
    rows.push_back({Named(Spoken(one["until"].text()) + ", " + one["cells"].text() + " cells"),
                    Words(one["above_after"].shown()), Words(one["cells_lost"].shown()),
                    Words(loss ? Written(*loss, Unit::kShare) : "–"),
                    Words(one["highest"].shown())});
  }
  if (rows.empty()) return {};
  return Tag{"h3"}(Words("What suppressing cells would do")) +
         TableOf({"way", "still above", "cells lost", "loss", "highest risk"}, rows);
}

Html ShowRecordRisk(const Entry& evidence) {
  const Entry risk = evidence["record_risk"];
  if (!risk) return {};
  Html shown;
  if (risk["histogram"]) {
    shown +=
        Figure(RecordRiskPicture(risk)) + Facts({{"highest risk", risk["highest"].shown()},
                                                 {"mean risk", risk["mean"].shown()},
                                                 {"if nothing is known", risk["floor"].shown()}});
  }
  return shown + Above(risk["above"]) + WhatIf(risk["what_if"]) + TopSets(risk["top_sets"]) +
         Tries(risk["suppress"]) +
         Paragraph(
             "The risk of a record adds up over everything that somebody may know about the "
             "person: how likely they know it, how few records match it, and how much is then left "
             "to find out. It is only as good as the chances and weights that the policy states.");
}

}  // namespace

Section RecordRiskSection() {
  return {"record-risk", "How dangerous is each record?", ShowRecordRisk};
}

}  // namespace gauze::page
