#include "gauze/page/report_page.h"

#include <fmt/format.h>

#include "gauze/base/json.h"
#include "gauze/page/document.h"
#include "gauze/page/glossary.h"
#include "gauze/page/head.h"
#include "gauze/page/opening.h"
#include "gauze/page/section/section.h"

namespace gauze::page {
namespace {

Html Closing(const Entry& evidence) {
  return Tag{"footer"}(Tag{"p"}(Words("Made by Gauze ") + Named(evidence["gauze"].text()) +
                                Words(". The same figures for programs are in evidence.json.")));
}

struct ShownSection {
  const Section* section;
  Html shown;
};

// What the document has something of.
std::vector<ShownSection> SectionsOf(const Entry& evidence) {
  std::vector<ShownSection> sections;
  for (const Section& section : Sections()) {
    Html shown = section.show(evidence);
    if (!shown.empty()) sections.push_back({&section, std::move(shown)});
  }
  return sections;
}

Html Link(const char* id, const char* title) {
  return Tag{"li"}(Tag{"a", {{"href", fmt::format("#{}", id)}}}(Words(title)));
}

Html Titled(const char* id, const char* title, bool half, const Html& shown) {
  const std::string heading = fmt::format("{}-heading", id);
  return Tag{"section",
             {{"id", id}, {"class", half ? "half" : "whole"}, {"aria-labelledby", heading}}}(
      Tag{"h2", {{"id", heading}}}(Words(title)) + shown);
}

}  // namespace

std::string ReportPage(const Json& evidence) {
  const Entry entry(evidence);
  Glossary glossary;
  const Html opening = glossary.Explain(Opening(entry));
  const std::vector<ShownSection> shown = SectionsOf(entry);
  Html sections;
  Html links;
  bool second = false;  // of two that share a line
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Section& section = *shown[i].section;
    // One that is left alone has the whole line.
    const bool first =
        !second && section.half && i + 1 < shown.size() && shown[i + 1].section->half;
    sections +=
        glossary.Explain(Titled(section.id, section.title, first || second, shown[i].shown));
    links += Link(section.id, section.title);
    second = first;
  }
  if (const Html meanings = glossary.Meanings(); !meanings.empty()) {
    sections += Titled("words", "What do the words mean?", false, meanings);
    links += Link("words", "What do the words mean?");
  }
  if (!links.empty()) links = Tag{"nav", {{"aria-label", "Contents"}}}(Tag{"ul"}(links));
  const Html body =
      Tag{"body"}(Tag{"header"}(opening + links) + Tag{"main"}(sections) + Closing(entry));
  return Document("Gauze report: " + TitleOf(entry), body);
}

}  // namespace gauze::page
