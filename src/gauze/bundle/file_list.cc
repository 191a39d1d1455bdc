#include "gauze/bundle/file_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/bundle/tar.h"

namespace gauze::bundle {
namespace {

constexpr std::size_t kDigits = 2 * std::tuple_size_v<Hash>;

bool IsPart(std::string_view part) {
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._- ";
  return !part.empty() && part != "." && part != ".." && part.front() != ' ' &&
         part.back() != ' ' && part.find_first_not_of(kAllowed) == std::string_view::npos;
}

tl::unexpected<Error> Unsound(std::string message) {
  return InputError(std::move(message), std::string(kListName), "Gauze does not write such a list");
}

}  // namespace

std::string ListedFile::Line() const { return Hex(digest) + "  " + name; }

bool IsName(std::string_view name) {
  if (name.size() > kLongestName || name == kListName || name == kSignatureName) return false;
  while (true) {
    const std::size_t slash = name.find('/');
    if (!IsPart(name.substr(0, slash))) return false;
    if (slash == std::string_view::npos) return true;
    name.remove_prefix(slash + 1);
  }
}

std::string ListText(const std::vector<ListedFile>& files) {
  std::string text;
  for (const ListedFile& file : files) text += file.Line() + "\n";
  return text;
}

Status CheckList(const std::vector<ListedFile>& files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string& name = files[i].name;
    if (!IsName(name)) return Unsound(fmt::format("the name in line {} is not allowed", i + 1));
    if (i > 0 && files[i - 1].name >= name) {
      return Unsound(fmt::format("the name in line {} is out of order or listed twice", i + 1));
    }
    for (std::size_t slash = name.find('/'); slash != std::string::npos;
         slash = name.find('/', slash + 1)) {
      if (std::ranges::binary_search(files, name.substr(0, slash), {}, &ListedFile::name)) {
        return Unsound(fmt::format("the name in line {} is below another file", i + 1));
      }
    }
  }
  return {};
}

Result<std::vector<ListedFile>> ReadList(std::string_view text) {
  std::vector<ListedFile> files;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    ListedFile file;
    if (end == std::string_view::npos || line.size() < kDigits + 2 ||
        !FromHex(line.substr(0, kDigits), file.digest) || line.substr(kDigits, 2) != "  ") {
      return Unsound(fmt::format("line {} is not a digest and a name", files.size() + 1));
    }
    file.name = line.substr(kDigits + 2);
    files.push_back(std::move(file));
    text.remove_prefix(end + 1);
  }
  GAUZE_TRY(CheckList(files));
  return files;
}

std::vector<Hash> Leaves(const std::vector<ListedFile>& files) {
  std::vector<Hash> leaves;
  leaves.reserve(files.size());
  for (const ListedFile& file : files) leaves.push_back(LeafHash(file.Line()));
  return leaves;
}

}  // namespace gauze::bundle
