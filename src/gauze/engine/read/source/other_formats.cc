#include "gauze/engine/read/source/other_formats.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace gauze {
namespace {

struct OtherFormat {
  std::string_view begins;  // with these bytes
  const char* is;
  const char* hint;
};

constexpr const char* kSaveAsCsv =
    "open it, save the sheet as CSV UTF-8 (File, Save As), and name that file";

constexpr std::array kOtherFormats = {
    OtherFormat{"PK\x03\x04", "an Excel or LibreOffice workbook, or another zip archive",
                kSaveAsCsv},
    OtherFormat{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Excel workbook of the old kind (.xls)",
                kSaveAsCsv},
    OtherFormat{"$FL2@(#)", "an SPSS file", "export it from SPSS as CSV, and name that file"},
    OtherFormat{"$FL3@(#)", "an SPSS file", "export it from SPSS as CSV, and name that file"},
    OtherFormat{"<stata_dta>", "a Stata file",
                "write it from Stata with `export delimited`, and name that file"},
    OtherFormat{"SQLite format 3", "an SQLite database",
                "export the table as CSV, and name that file"},
    OtherFormat{"PAR1\x15", "a Parquet file", "give it a name that ends in .parquet"},
    OtherFormat{"\x1f\x8b\x08", "compressed by gzip", "give it a name that ends in .csv.gz"},
    OtherFormat{"{", "JSON", "convert it to CSV or Parquet, and name that file"},
    OtherFormat{"[{", "JSON", "convert it to CSV or Parquet, and name that file"},
};

constexpr std::size_t kLongestBeginning = 16;

// The first bytes, or what errno says.
Result<std::string> Beginning(const std::string& file) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  std::string bytes(kLongestBeginning, '\0');
  const ssize_t size = descriptor < 0 ? -1 : read(descriptor, bytes.data(), bytes.size());
  const int problem = errno;
  if (descriptor >= 0) close(descriptor);
  if (size < 0) {
    return ResourceError(
        fmt::format("the file cannot be read: {}", std::generic_category().message(problem)), file,
        "check who may read it, and the disk that it lies on");
  }
  bytes.resize(static_cast<std::size_t>(size));
  return bytes;
}

}  // namespace

Status LookInside(const std::string& file, bool is_csv, const std::string& encoding) {
  GAUZE_ASSIGN(const std::string bytes, Beginning(file));
  if (bytes.empty())
    return InputError("the file is empty", file, "it needs a header line and rows");
  if (!is_csv) return {};
  for (const OtherFormat& format : kOtherFormats) {
    if (!bytes.starts_with(format.begins)) continue;
    return InputError(fmt::format("the file is not CSV: it is {}", format.is), file, format.hint);
  }
  if (encoding != "utf-16" && (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff"))) {
    return InputError("the file is UTF-16", file,
                      "write `csv: {encoding: utf-16}` in the policy (init: --encoding utf-16), "
                      "or save it as UTF-8");
  }
  return {};
}

}  // namespace gauze
