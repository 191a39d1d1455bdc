#include "gauze/page/profile_page.h"

#include <fmt/format.h>

#include "gauze/page/chart/bars.h"
#include "gauze/page/document.h"
#include "gauze/page/parts.h"

namespace gauze::page {
namespace {

std::string ShareWritten(const Entry& share) {
  const std::optional<double> number = share.number();
  return number ? Written(*number, Unit::kShare) : "–";
}

Html SetColumns(const Entry& columns) {
  Html list;
  for (const Entry& name : columns.items()) {
    list += (list.empty() ? Html() : Words(", ")) + Named(name.text());
  }
  return list;
}

Html ProfiledSets(const Entry& sets) {
  if (!sets) return {};
  std::vector<std::vector<Html>> rows;
  for (const Entry& set : sets["best"].items()) {
    const auto small = set["small_groups"].items();
    rows.push_back({SetColumns(set["columns"]), Words(set["unique_rows"].shown()),
                    Words(ShareWritten(set["share"])),
                    Words(small.size() > 1 ? ShareWritten(small[1]["share"]) : "–"),
                    Words(set["exact"].flag().value_or(false) ? "all sets" : "some sets")});
  }
  Html shown;
  if (sets["alone"]) {
    shown += Tag{"p"}(Words("These tell rows or people apart alone, and are left out below: ") +
                      SetColumns(sets["alone"]) + Words("."));
  }
  if (!rows.empty()) {
    shown += TableOf(
        {"known about a person", "unique rows", "share", "in groups of fewer than 5", "best of"},
        rows);
  }
  return Tag{"section",
             {{"id", "sets"}}}(Tag{"h2"}(Words("Which columns tell most people apart?")) + shown);
}

Html ProfiledColumns(const Entry& columns) {
  std::vector<std::vector<Html>> rows;
  std::vector<Html> figures;
  for (const Entry& column : columns.items()) {
    std::string marks;
    for (const Entry& mark : column["looks_missing"].items()) {
      marks += fmt::format("{}\"{}\" {}", marks.empty() ? "" : ", ", mark["spelling"].text(),
                           ShareWritten(mark["share"]));
    }
    Html shapes;
    for (const Entry& shape : column["text"]["shapes"].items()) {
      shapes += (shapes.empty() ? Html() : Words(", ")) + Named(shape["shape"].text());
    }
    rows.push_back({Named(column["name"].text()), Words(column["type"].text()),
                    Words((column["exact"].flag().value_or(true) ? "" : "about ") +
                          column["distinct"].shown()),
                    Words(ShareWritten(column["missing_share"])), Words(marks), shapes,
                    Words(Spoken(column["suggested"]["role"].text())),
                    Words(column["suggested"]["reason"].text())});
    Bars bars{.title = "Values of " + column["name"].text(),
              .description = "How many values occur in so many rows.",
              .names = "rows",
              .now = "values"};
    for (const Entry& band : column["by_rows"].items()) {
      const std::string from = band["from"].shown();
      const std::string to = band["to"].shown();
      bars.bars.push_back({.name = from == to ? from : from + "–" + to,
                           .before = {},
                           .now = band["values"].number(),
                           .instead = ""});
    }
    if (bars.bars.size() > 1) figures.push_back(Figure(bars));
  }
  if (rows.empty()) return {};
  return Tag{"section", {{"id", "columns"}}}(
      Tag{"h2"}(Words("What does each column hold?")) +
      TableOf({"column", "type", "values", "missing", "looks missing", "forms", "suggested role",
               "why"},
              rows) +
      LeftOut(columns, rows.size(), "columns") + (figures.empty() ? Html() : Side(figures)));
}

}  // namespace

std::string ProfilePage(const Json& profile) {
  const Entry entry(profile);
  const std::string title = fmt::format("A table of {} rows", entry["rows"].shown());
  const Html heading = Tag{"header"}(
      Tag{"h1"}(Words(title)) +
      Paragraph("What it looks like, without a value of it. This page describes the original: keep "
                "it where the table is."));
  return Document("Gauze profile: " + title,
                  Tag{"body"}(heading + Tag{"main"}(ProfiledSets(entry["sets"]) +
                                                    ProfiledColumns(entry["columns"]))));
}

}  // namespace gauze::page
