#include "gauze/engine/read/source/name_file.h"

#include <fmt/format.h>

#include "gauze/base/read_number.h"
#include "gauze/engine/csv/line_ends.h"

namespace gauze {
namespace {

bool CanBeRead(Database& database, const std::string& file, const CsvDialect& dialect) {
  return OpenSource(database, {file}, dialect, "single_file") &&
         database.Run("SELECT max(hash(one)) FROM single_file AS one");
}

std::string FileWithError(Database& database, const SourceColumns& source) {
  for (std::size_t i = 0; i + 1 < source.files.size(); ++i) {
    if (!CanBeRead(database, source.files[i], source.dialect)) return source.files[i];
  }
  return source.files.back();
}

// Where line ends change, unless that is further on than what the error is about.
std::optional<LineEndChange> FindCause(const Error& error, const std::string& file,
                                       const CsvDialect& dialect) {
  if (file.ends_with(".gz") || dialect.encoding == "utf-16") return std::nullopt;
  const char quote = dialect.quote.empty() ? '"' : dialect.quote.front();
  const auto change = FindLineEndChange(file, quote);
  if (!change || error.where.empty()) return change;
  const auto line = static_cast<std::uint64_t>(ReadNumber(error.where.substr(5)));  // "line 17"
  return change->line <= line + 1 ? change : std::nullopt;
}

}  // namespace

Error NameFile(Database& database, Error error, const SourceColumns& source) {
  const bool about_csv = error.where.starts_with("line ") ||
                         (error.where.empty() && error.hint.find("`csv: ") != std::string::npos);
  if (error.code != ErrorCode::kInput || !about_csv || source.files.empty()) return error;
  const std::string file = FileWithError(database, source);
  if (const auto change = FindCause(error, file, source.dialect)) {
    return {ErrorCode::kInput,
            fmt::format("the line ends {}, and those before it {}", change->other, change->first),
            fmt::format("{}, line {}", file, change->line),
            "save the file with one kind of line ends, or convert it: dos2unix FILE"};
  }
  error.where = file + (error.where.empty() ? "" : ", " + error.where);
  return error;
}

}  // namespace gauze
