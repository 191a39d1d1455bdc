#pragma once

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "gauze/taxonomy/library/library.h"

// For tests of libraries: what people who know a classification say where codes stand in it.

namespace gauze {

inline std::vector<std::string> LabelsAbove(const std::string& library, const std::string& text,
                                            ValueType type = ValueType::kText) {
  const HierarchyLibrary* found = FindHierarchyLibrary(library);
  Check(found != nullptr, "a test names a library that exists");
  const auto place = found->find({.text = text}, type, LibraryDefaults(*found));
  return place ? place->above : std::vector<std::string>{"not known"};
}

// One code per line, then what is above it up to the top: "250.83|250.-|249-259|240-279". Of a
// label its beginning is enough, up to a blank. Returns how many different codes there were.
inline std::size_t CheckKnownCodes(const std::string& library, const std::string& table) {
  std::set<std::string> codes;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    std::vector<std::string> cells;
    std::istringstream parts(line);
    for (std::string cell; std::getline(parts, cell, '|');) cells.push_back(cell);
    const auto above = LabelsAbove(library, cells.front());
    codes.insert(cells.front());
    EXPECT_EQ(above.size() + 1, cells.size()) << line << ": " << testing::PrintToString(above);
    for (std::size_t i = 0; i < above.size() && i + 1 < cells.size(); ++i) {
      EXPECT_TRUE(above[i] == cells[i + 1] || above[i].starts_with(cells[i + 1] + " "))
          << line << ": " << above[i];
    }
  }
  return codes.size();
}

}  // namespace gauze
