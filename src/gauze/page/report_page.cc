#include "gauze/page/report_page.h"

#include <fmt/format.h>

#include "gauze/base/json.h"
#include "gauze/page/document.h"
#include "gauze/page/head.h"
#include "gauze/page/opening.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

Html Closing(const Entry& evidence) {
  return Tag{"footer"}(Tag{"p"}(Words("Made by Gauze ") + Named(evidence["gauze"].text()) +
                                Words(". The same figures for programs are in evidence.json.")));
}

}  // namespace

std::string ReportPage(const Json& evidence) {
  const Entry entry(evidence);
  Html sections;
  Html links;
  for (const Section& section : Sections()) {
    const Html shown = section.show(entry);
    if (shown.empty()) continue;
    const std::string heading = fmt::format("{}-heading", section.id);
    sections += Tag{"section", {{"id", section.id}, {"aria-labelledby", heading}}}(
        Tag{"h2", {{"id", heading}}}(Words(section.title)) + shown);
    links += Tag{"li"}(Tag{"a", {{"href", fmt::format("#{}", section.id)}}}(Words(section.title)));
  }
  if (!links.empty()) links = Tag{"nav", {{"aria-label", "Contents"}}}(Tag{"ul"}(links));
  const Html body =
      Tag{"body"}(Tag{"header"}(Opening(entry) + links) + Tag{"main"}(sections) + Closing(entry));
  return Document("Gauze report: " + TitleOf(entry), body);
}

}  // namespace gauze::page
