#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/bundle/merkle.h"

// What is in a bundle: one line per file, in the order of their names, as `sha256sum` writes it and
// `sha256sum -c` reads it:
//
//   9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08  release/data.csv
//
// The tree of merkle.h is over these lines, without their line feeds.

namespace gauze::bundle {

struct ListedFile {
  std::string name;
  Hash digest{};  // SHA-256 of its bytes

  std::string Line() const;  // without a line feed
  friend bool operator==(const ListedFile&, const ListedFile&) = default;
};

// A name is a path that means the same on every machine and leads nowhere else: folders and a file,
// each of letters, digits, '.', '_', '-' and inner spaces, none "." or ".."; at most 100
// characters, and not one of the two that a bundle itself uses.
bool IsName(std::string_view name);

std::string ListText(const std::vector<ListedFile>& files);
// The only text that ListText makes for these files, or an error: names in order, none twice, and
// none the folder of another.
Result<std::vector<ListedFile>> ReadList(std::string_view text);

// A list that is not ours, or not sound.
Status CheckList(const std::vector<ListedFile>& files);

std::vector<Hash> Leaves(const std::vector<ListedFile>& files);

}  // namespace gauze::bundle
