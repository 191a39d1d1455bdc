#include <fmt/format.h>

#include <array>
#include <cmath>

#include "gauze/page/chart/panels.h"
#include "gauze/page/parts.h"
#include "gauze/page/section/section.h"
#include "gauze/page/text.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostPlace = 8;  // characters

struct Line {
  const char* field;
  const char* title;
  Colour colour;
};
constexpr std::array kHistory = {Line{"released", "Rows released so far", Colour::kBlue},
                                 Line{"classes", "Classes", Colour::kGreen},
                                 Line{"waiting", "Rows that wait", Colour::kOrange}};

std::uint64_t Count(const Entry& entry) {
  return static_cast<std::uint64_t>(std::llround(std::max(0.0, entry.number().value_or(0))));
}

// A picture each, of what is told of every release: a count that the public form hides would look
// like none.
std::vector<Html> LedgerPictures(const std::vector<Entry>& releases) {
  std::vector<Html> pictures;
  for (const auto& [field, title, colour] : kHistory) {
    Panel panel{
        .caption = "by release", .mark = Mark::kLine, .colour = colour, .places = {}, .counts = {}};
    bool told = true;
    for (const Entry& release : releases) {
      panel.places.push_back(Shortened(release["release"].shown(), kMostPlace));
      panel.counts.push_back(Count(release[field]));
      told = told && release[field].number().has_value();
    }
    if (!told) continue;
    pictures.push_back(Figure(page::Picture{.title = title,
                                            .description = std::string(title) + ", by release.",
                                            .panels = {std::move(panel)}}));
  }
  return pictures;
}

Html History(const std::vector<Entry>& releases) {
  std::vector<std::vector<Html>> rows;
  for (const Entry& release : releases) {
    std::vector<Html>& row = rows.emplace_back();
    for (const char* field : {"release", "batch", "new", "released", "classes", "waiting"}) {
      row.push_back(Words(release[field].shown()));
    }
  }
  return Folded("Every release", TableOf({"release", "rows that arrived", "newly released",
                                          "released so far", "classes", "waiting"},
                                         rows));
}

Html ShowLedger(const Entry& evidence) {
  const Entry ledger = evidence["ledger"];
  const std::vector<Entry> releases = ledger["releases"].items();
  if (releases.empty()) return {};
  Html shown;
  if (const std::vector<Html> pictures = LedgerPictures(releases); !pictures.empty()) {
    shown += Side(pictures);
  }
  shown += Facts({{"rows that arrived", ledger["came"].shown()},
                  {"released", ledger["released"].shown()},
                  {"waiting", ledger["waiting"].shown()},
                  {"closed for good", ledger["sealed"].shown()}});
  shown += History(releases) + LeftOut(ledger["releases"], releases.size(), "releases");
  return shown +
         Paragraph(
             "New rows are released only when they fit what was released before, so that "
             "comparing two releases tells nothing new about anybody. Until then they wait.");
}

}  // namespace

Section LedgerSection() {
  return {"ledger", "How did it grow from release to release?", ShowLedger};
}

}  // namespace gauze::page
