#include "gauze/engine/duckdb/translate_error.h"

#include <fmt/format.h>

#include <cctype>

// DuckDB explains its errors well, and quotes the offending line. We keep its diagnosis and the
// line number, and leave the quote behind.

namespace gauze {
namespace {

// The number after `label` ("CSV Error on Line: 17"), or empty.
std::string NumberAfter(std::string_view message, std::string_view label) {
  const std::size_t at = message.find(label);
  if (at == std::string_view::npos) return "";
  std::string digits;
  for (std::size_t i = at + label.size(); i < message.size(); ++i) {
    if (std::isdigit(static_cast<unsigned char>(message[i])) == 0) break;
    digits += message[i];
  }
  return digits;
}

bool Says(std::string_view message, std::string_view phrase) {
  return message.find(phrase) != std::string_view::npos;
}

Error CsvError(std::string_view message) {
  const std::string line = NumberAfter(message, "Line: ");
  const std::string where = line.empty() ? "" : "line " + line;
  if (Says(message, "Maximum line size")) {
    return {ErrorCode::kInput, "a line is longer than 2 MB", where,
            "an unclosed quote is the usual cause"};
  }
  if (Says(message, "unicode") || Says(message, "not utf-8 encoded")) {
    return {
        ErrorCode::kInput, "the file is not UTF-8", where,
        "write `csv: {encoding: latin-1}` in the policy (init: --encoding latin-1), or convert it"};
  }
  if (Says(message, "Expected Number of Columns")) {
    return {ErrorCode::kInput, "a line has more or fewer fields than the header", where,
            "quote fields that contain the delimiter, or set `csv: {delimiter: …}`"};
  }
  if (Says(message, "quote")) {
    return {ErrorCode::kInput, "a quoted field is not closed", where,
            "a quote inside a quoted field is written twice; `csv: {quote: …}` sets another mark"};
  }
  return {ErrorCode::kInput, "the CSV file cannot be read", where,
          "set `csv: {delimiter: …, quote: …}` if its dialect was guessed wrongly"};
}

// Our own words (arrow_view.cc): no cell is in them.
Error ArrowError(std::string_view message) {
  constexpr std::string_view kBegin = "Arrow column ";
  const std::size_t at = message.find(kBegin);
  const std::string column = NumberAfter(message, kBegin);
  const std::string_view rest = message.substr(at + kBegin.size() + column.size());
  return {ErrorCode::kInput, std::string(rest.substr(rest.find(' ') + 1)), "column " + column,
          "fix the column, or leave it out of the table"};
}

// What a statement fails with before it runs comes without a type; its message begins with it.
duckdb_error_type KindOf(duckdb_error_type type, std::string_view message) {
  if (type != DUCKDB_ERROR_INVALID) return type;
  if (message.starts_with("IO Error")) return DUCKDB_ERROR_IO;
  if (message.starts_with("Permission Error")) return DUCKDB_ERROR_PERMISSION;
  if (message.starts_with("Out of Memory Error")) return DUCKDB_ERROR_OUT_OF_MEMORY;
  return type;
}

Error DiskFull() {
  return {ErrorCode::kResource, "the disk is full", "",
          "free some disk space, or choose larger disks for the release (--out) and for "
          "temporary files (--temp)"};
}

// A file could not be read or written, whatever its name says. Two of these are the user's: a path
// that leads nowhere, and a file that is not what it is packed as. A full disk and a lack of
// permission are told as such.
Error FileError(std::string_view message) {
  if (Says(message, "No space left on device") || Says(message, "Disk quota exceeded")) {
    return DiskFull();
  }
  if (Says(message, "No files found that match")) {
    return {ErrorCode::kInput, "no file matches the source", "", "check the path and the pattern"};
  }
  if (message.starts_with("IO Error: Input is not a GZIP stream") ||
      message.starts_with("IO Error: Failed to decode gzip stream")) {
    return {ErrorCode::kInput, "the file is not valid gzip", "",
            "is it complete, and really compressed?"};
  }
  if (Says(message, kUnreadableFile)) {
    return {ErrorCode::kResource, "the file cannot be read", "",
            "check who may read it, and the disk that it lies on"};
  }
  if (Says(message, "Permission denied") || message.starts_with("Permission Error")) {
    return {
        ErrorCode::kResource, "a file cannot be opened: Permission denied", "",
        "check who may read the source, and who may write to the folders of the release (--out) "
        "and of temporary files (--temp)"};
  }
  return {ErrorCode::kResource, "a file cannot be read or written", "",
          "check the disks of the source, of the release (--out) and of temporary files (--temp)"};
}

// The contents of a file are not what they should be.
Error ContentError(duckdb_error_type type, std::string_view message) {
  if (message.starts_with("Invalid Input Error: Arrow column ")) return ArrowError(message);
  if (Says(message, "GZIP") || Says(message, "gzip")) {
    return {ErrorCode::kInput, "the file is not valid gzip", "",
            "is it complete, and really compressed?"};
  }
  if (Says(message, "CSV") || Says(message, "sniff")) return CsvError(message);
  if (Says(message, "Parquet") || Says(message, "parquet")) {
    return {ErrorCode::kInput, "the Parquet file cannot be read", "",
            "is it complete, and written by a current tool?"};
  }
  return {ErrorCode::kResource,
          fmt::format("the database engine failed (kind {})", static_cast<int>(type)), "",
          "please report this, with the policy and without the data"};
}

}  // namespace

// The kind first: words may come from the name of a file or from a cell, and say anything.
Error TranslateError(duckdb_error_type type, std::string_view message) {
  switch (KindOf(type, message)) {
    case DUCKDB_ERROR_OUT_OF_MEMORY:
      if (message.starts_with("Out of Memory Error: failed to offload")) return DiskFull();
      return {ErrorCode::kResource, "there is not enough memory", "",
              "give more memory (--memory), or use fewer columns"};
    case DUCKDB_ERROR_IO:
    case DUCKDB_ERROR_PERMISSION:
      return FileError(message);
    case DUCKDB_ERROR_INTERRUPT:
      return {ErrorCode::kResource, "the run was interrupted", "", ""};
    default:
      if (message == std::string("Invalid Input Error: ") + kUnreadableFile) {
        return FileError(message);
      }
      return ContentError(type, message);
  }
}

}  // namespace gauze
