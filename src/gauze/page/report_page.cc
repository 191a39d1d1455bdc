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

// Sections that the document has something of, and links to them.
struct Contents {
  Html sections;
  Html links;

  // `explain` is run over the section with its title.
  template <typename Explain>
  void Add(const Section& section, const Html& shown, const Explain& explain) {
    if (shown.empty()) return;
    const std::string heading = fmt::format("{}-heading", section.id);
    sections += explain(Tag{"section",
                            {{"id", section.id},
                             {"class", section.half ? "half" : "whole"},
                             {"aria-labelledby", heading}}}(
        Tag{"h2", {{"id", heading}}}(Words(section.title)) + shown));
    links += Tag{"li"}(Tag{"a", {{"href", fmt::format("#{}", section.id)}}}(Words(section.title)));
  }
};

}  // namespace

std::string ReportPage(const Json& evidence) {
  const Entry entry(evidence);
  Glossary glossary;
  const Html opening = glossary.Explain(Opening(entry));
  Contents contents;
  for (const Section& section : Sections()) {
    contents.Add(section, section.show(entry),
                 [&](const Html& whole) { return glossary.Explain(whole); });
  }
  contents.Add({"words", "What do the words mean?", nullptr}, glossary.Meanings(),
               [](const Html& whole) { return whole; });
  Html links;
  if (!contents.links.empty()) {
    links = Tag{"nav", {{"aria-label", "Contents"}}}(Tag{"ul"}(contents.links));
  }
  const Html body =
      Tag{"body"}(Tag{"header"}(opening + links) + Tag{"main"}(contents.sections) + Closing(entry));
  return Document("Gauze report: " + TitleOf(entry), body);
}

}  // namespace gauze::page
