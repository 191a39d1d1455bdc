#pragma once

#include <initializer_list>

#include "gauze/page/chart/frame.h"
#include "gauze/page/entry.h"
#include "gauze/page/html.h"

// What sections are made of.

namespace gauze::page {

Html Paragraph(std::string_view words);

// A sentence of ours about a release. Names of its columns are set apart, as Named() does: one that
// is called "class" or "grade" is none of the words that the page explains.
Html WithNames(std::string_view sentence, const Entry& evidence);

// "age, sex and zip"; "age, sex, zip, town, job and 5 more columns"
Html ListedNames(const std::vector<std::string>& names);

inline constexpr std::size_t kMostWordsOfSentence = 25;
// Sentences of descriptors for readers in a hurry: parts between semicolons stand alone, and so do
// those between colons of what is still too long.
std::string ShortSentences(std::string_view words);

// "smallest class: 5", side by side.
struct Fact {
  std::string name;
  std::string value;
};
Html Facts(const std::vector<Fact>& facts);

// First column and head are names. Cells are whatever they are; columns of numbers stand right.
Html TableOf(const std::vector<std::string>& head, const std::vector<std::vector<Html>>& rows);
// Any members of an object, as name and value; objects in objects with both names.
std::vector<Fact> FactsOf(const Entry& object);

// Parts of a page in columns where there is room; empty ones are left out.
Html Beside(const std::vector<Html>& parts);

// A picture, and its numbers for readers who do not see it or want exact figures. Needs no script.
Html FigureOf(std::string svg, const Table& numbers);
template <typename Chart>
Html Figure(const Chart& chart) {
  return FigureOf(Svg(chart, Standing::kInPage), Numbers(chart));
}
// A picture, and beside it what it shows.
template <typename Chart>
Html Explained(const Chart& chart, std::string_view words) {
  return Beside({Figure(chart), Paragraph(words)});
}
// Pictures side by side where there is room.
Html Side(const std::vector<Html>& figures);

// Shown when it is asked for; not on paper.
Html Folded(std::string_view summary, const Html& inside);

// A share of people: never "0 %" of somebody, nor "100 %" where somebody is left.
std::string ShareOfPeople(const Entry& share);

// What a list holds and the page does not show; empty if it shows all.
Html LeftOut(const Entry& list, std::size_t shown, const char* what);

// "holds" with a tick, or "does not hold" with a cross: never by colour alone.
Html Verdict(bool good, const char* yes, const char* no);

}  // namespace gauze::page
