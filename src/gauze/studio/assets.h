#pragma once

#include <string_view>
#include <vector>

// Files that are compiled into the program, by cmake/studio.cmake.

namespace gauze::studio {

struct Asset {
  std::string_view path;  // "index.html", "assets/index-1a2b3c.js", "docs/roles/index.html"
  std::string_view type;  // of its content
  std::string_view gzip;  // its bytes, compressed
};

// The page and what it loads, and the manual.
const std::vector<Asset>& Assets();

// The files of the example that `gauze studio --example` opens: their names and texts.
struct ExampleFile {
  std::string_view name;
  std::string_view text;
};
const std::vector<ExampleFile>& ExampleFiles();

}  // namespace gauze::studio
