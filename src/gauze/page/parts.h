#pragma once

#include <initializer_list>

#include "gauze/page/chart/frame.h"
#include "gauze/page/entry.h"
#include "gauze/page/html.h"

// What sections are made of.

namespace gauze::page {

Html Paragraph(std::string_view words);

// "smallest class: 5", side by side.
struct Fact {
  std::string name;
  std::string value;
};
Html Facts(const std::vector<Fact>& facts);

// First column and head are names. Cells are whatever they are.
Html TableOf(const std::vector<std::string>& head, const std::vector<std::vector<Html>>& rows);
// Any members of an object, as name and value; objects in objects with both names.
std::vector<Fact> FactsOf(const Entry& object);

// A picture, and its numbers for readers who do not see it or want exact figures. Needs no script.
Html FigureOf(std::string svg, const Table& numbers);
template <typename Chart>
Html Figure(const Chart& chart) {
  return FigureOf(Svg(chart, Standing::kInPage), Numbers(chart));
}
// Pictures side by side where there is room.
Html Side(const std::vector<Html>& figures);

// What a list holds and the page does not show; empty if it shows all.
Html LeftOut(const Entry& list, std::size_t shown, const char* what);

// "holds" with a tick, or "does not hold" with a cross: never by colour alone.
Html Verdict(bool good, const char* yes, const char* no);

}  // namespace gauze::page
