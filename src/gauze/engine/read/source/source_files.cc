#include "gauze/engine/read/source/source_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "gauze/base/counted.h"
#include "gauze/engine/read/source/other_formats.h"

namespace gauze {

bool IsParquet(const std::string& path) {
  return path.ends_with(".parquet") || path.ends_with(".pq");
}

std::string Lower(std::string name) {
  std::ranges::transform(name, name.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

Result<std::vector<std::string>> ExpandPaths(Database& database,
                                             const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  std::error_code error;
  for (const std::string& path : paths) {
    if (std::filesystem::is_directory(path, error)) {
      return InputError("this is a folder, not a file", path, "write folder/*.parquet or *.csv");
    }
    GAUZE_ASSIGN(const auto rows, database.Rows(fmt::format(
                                      "SELECT file FROM glob({}) ORDER BY file", QuoteText(path))));
    if (rows.empty()) {
      return InputError("the file does not exist", path,
                        "check the path; in a policy it is relative to the policy file");
    }
    for (const auto& row : rows) files.push_back(*row[0]);
  }
  for (const std::string& file : files) {
    GAUZE_TRY(LookInside(file, !IsParquet(file) && !file.ends_with(".gz")));
    if (IsParquet(file) != IsParquet(files.front())) {
      return InputError("CSV and Parquet files cannot be read as one table", file,
                        "convert one of them");
    }
  }
  return files;
}

std::string FileList(const std::vector<std::string>& files) {
  std::vector<std::string> quoted;
  for (const std::string& file : files) quoted.push_back(QuoteText(file));
  return fmt::format("[{}]", fmt::join(quoted, ", "));
}

tl::unexpected<Error> InFile(Error error, const std::string& file) {
  error.where = file + (error.where.empty() ? "" : ", " + error.where);
  return tl::unexpected(std::move(error));
}

Status CheckNames(const std::vector<std::string>& names, const std::string& file,
                  const std::string& place) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) {
      return InputError(fmt::format("column {} has no name", i + 1), file,
                        "give every column a name" + place);
    }
    if (!seen.insert(Lower(names[i])).second) {
      // Without a header these would be cells, so the name is not shown.
      return InputError(fmt::format("column {} has the same name as an earlier one", i + 1), file,
                        "rename one of them" + place + "; names are not case-sensitive");
    }
  }
  return {};
}

namespace {

// Columns of `names` that `others` does not have: how many, and the first three, by name where it
// may be shown and otherwise by number.
struct LackedColumns {
  std::size_t count = 0;
  std::string shown;

  LackedColumns(const std::vector<std::string>& names, const std::vector<std::string>& others,
                const MayShow& may_show) {
    constexpr std::size_t kMostShown = 3;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (std::ranges::find(others, names[i]) != others.end()) continue;
      if (++count > kMostShown) continue;
      shown += fmt::format(
          "{}{}", count > 1 ? ", " : "",
          may_show(names[i]) ? fmt::format("\"{}\"", names[i]) : fmt::format("number {}", i + 1));
    }
    if (count > kMostShown) shown += ", …";
  }
};

}  // namespace

Status CheckSameColumns(const std::vector<std::string>& first,
                        const std::vector<std::string>& other, const std::string& file,
                        const MayShow& may_show) {
  const LackedColumns lacking(first, other, may_show);
  const LackedColumns more(other, first, may_show);
  if (lacking.count == 0 && more.count == 0) return {};
  std::vector<std::string> differences;
  if (lacking.count > 0) {
    differences.push_back(fmt::format("the file lacks {} of the first one: {}",
                                      Counted(lacking.count, "column", "columns"), lacking.shown));
  }
  if (more.count > 0) {
    differences.push_back(fmt::format("the file has {} that the first one lacks: {}",
                                      Counted(more.count, "column", "columns"), more.shown));
  }
  return InputError(fmt::format("{}", fmt::join(differences, "; ")), file,
                    "files of one source need the same columns, spelled the same, in any order: "
                    "rename or add them, or leave the file out");
}

}  // namespace gauze
