#include "gauze/engine/read/source/source_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "gauze/base/counted.h"
#include "gauze/base/text/ascii.h"
#include "gauze/engine/read/source/other_formats.h"

namespace gauze {

bool IsParquet(const std::string& path) {
  return path.ends_with(".parquet") || path.ends_with(".pq");
}

namespace {

// What is no file, and no pattern of files.
Status CheckPath(const std::string& path) {
  namespace fs = std::filesystem;
  if (path.find("://") != std::string::npos) {
    return InputError("the source is an address on the network, and Gauze reads files", path,
                      "download it first; tables of PostgreSQL have addresses that begin with "
                      "postgresql://");
  }
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  if (type == fs::file_type::directory) {
    return InputError("this is a folder, not a file", path, "write folder/*.parquet or *.csv");
  }
  const bool is_there = type != fs::file_type::not_found && type != fs::file_type::none;
  if (!is_there && fs::is_symlink(fs::symlink_status(path, error))) {
    return InputError("this link does not lead to a file", path, "name the file itself");
  }
  if (!is_there || type == fs::file_type::regular || type == fs::file_type::unknown) return {};
  return InputError("this is a pipe or a device, and a table is read more than once", path,
                    "write the table to a file first, and name that");
}

// People of a file that is named twice would count twice.
Status CheckEachOnce(const std::vector<std::string>& files) {
  std::set<std::filesystem::path> seen;
  for (const std::string& file : files) {
    std::error_code error;
    if (seen.insert(std::filesystem::weakly_canonical(file, error)).second) continue;
    return InputError("the file is named twice, and its people would count twice", file,
                      "name each file once: a pattern may already match it");
  }
  return {};
}

}  // namespace

Result<std::vector<std::string>> ExpandPaths(Database& database,
                                             const std::vector<std::string>& paths,
                                             const std::string& encoding) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    GAUZE_TRY(CheckPath(path));
    GAUZE_ASSIGN(const auto rows, database.Rows(fmt::format(
                                      "SELECT file FROM glob({}) ORDER BY file", QuoteText(path))));
    if (rows.empty()) {
      return InputError("the file does not exist", path,
                        "check the path; in a policy it is relative to the policy file");
    }
    for (const auto& row : rows) files.push_back(*row[0]);
  }
  GAUZE_TRY(CheckEachOnce(files));
  for (const std::string& file : files) {
    GAUZE_TRY(LookInside(file, !IsParquet(file) && !file.ends_with(".gz"), encoding));
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
    if (!seen.insert(LowerCase(names[i])).second) {
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
