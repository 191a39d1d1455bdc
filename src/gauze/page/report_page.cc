#include "gauze/page/report_page.h"

#include <fmt/format.h>

#include "gauze/base/json.h"
#include "gauze/page/opening.h"
#include "gauze/page/section/section.h"
#include "gauze/page/style.h"

namespace gauze::page {
namespace {

Html Head(const Entry& evidence) {
  return Tag{"head"}(
      Tag{"meta", {{"charset", "utf-8"}}}.Empty() +
      Tag{"meta", {{"http-equiv", "Content-Security-Policy"}, {"content", ContentPolicy()}}}
          .Empty() +
      Tag{"meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}}
          .Empty() +
      Tag{"meta", {{"name", "referrer"}, {"content", "no-referrer"}}}.Empty() +
      Tag{"title"}(Words("Gauze report: " + TitleOf(evidence))) + Styled(PageStyle()));
}

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
  return "<!DOCTYPE html>\n" + Tag{"html", {{"lang", "en"}}}(Head(entry) + body).markup();
}

}  // namespace gauze::page
