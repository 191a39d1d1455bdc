#include "gauze/verify/spelling_sql.h"

#include <fmt/format.h>

#include "gauze/engine/duckdb/database.h"

namespace gauze {
namespace {

// TRY_CAST('5.5' AS BIGINT) is 6: only what looks like a whole number is cast.
constexpr const char* kIntegerSql =
    "CASE WHEN regexp_full_match({0}, '[+]?-?[0-9]+([.]0*)?') THEN "
    "TRY_CAST(regexp_replace(ltrim({0}, '+'), '[.]0*$', '') AS BIGINT)::VARCHAR END";

// DuckDB says 5.0 for 5, inf for what is too large, and 0 for what is too small: the last two
// cannot be read.
constexpr const char* kDecimalSql =
    "CASE WHEN regexp_full_match({0}, '[+]?-?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?') THEN "
    "CASE TRY_CAST(ltrim({0}, '+') AS DOUBLE) WHEN 'inf' THEN NULL WHEN '-inf' THEN NULL WHEN 0 "
    "THEN CASE WHEN regexp_full_match({0}, '[+]?-?[0.]+([eE].*)?') THEN '0' END ELSE "
    "regexp_replace(TRY_CAST(ltrim({0}, '+') AS DOUBLE)::VARCHAR, '[.]0$', '') END END";

constexpr const char* kBooleanSql =
    "CASE WHEN lower({0}) IN ('true', 't', 'yes', 'y', '1') THEN 'true' WHEN lower({0}) IN "
    "('false', 'f', 'no', 'n', '0') THEN 'false' END";

// Year, month, day, hour, minute, second, fraction, and an offset with sign, hours and minutes.
constexpr const char* kIsoPattern =
    "([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]([01][0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9])"
    "(?:[.]([0-9]+))?)?(?:Z|([+-])([0-9]{2})(?::?([0-9]{2}))?)?)?";

// A part of it as a number; 0 if it is not there.
std::string Part(const std::string& text, int group) {
  return fmt::format("coalesce(TRY_CAST(regexp_extract({}, '{}', {}) AS BIGINT), 0)", text,
                     kIsoPattern, group);
}

// Microseconds since 1970 of a moment in ISO 8601; digits beyond a millionth are cut off.
std::string IsoMoment(const std::string& text) {
  const std::string day =
      fmt::format("TRY_CAST(regexp_extract({}, '{}', 1) AS DATE)", text, kIsoPattern);
  const std::string fraction = fmt::format(
      "TRY_CAST(rpad(regexp_extract({}, '{}', 5), 6, '0') AS BIGINT)", text, kIsoPattern);
  const std::string east = fmt::format(
      "CASE regexp_extract({}, '{}', 6) WHEN '-' THEN -1 ELSE 1 END", text, kIsoPattern);
  return fmt::format(
      "CASE WHEN regexp_full_match({0}, '{1}') AND year({2}) BETWEEN 1 AND 9999 THEN epoch_us({2}) "
      "+ "
      "(({3} * 60 + {4}) * 60 + {5}) * 1000000 + {6} - {7} * ({8} * 60 + {9}) * 60000000 END",
      text, kIsoPattern, day, Part(text, 2), Part(text, 3), Part(text, 4), fraction, east,
      Part(text, 7), Part(text, 8));
}

// Only years 1 to 9999 have a spelling, and a date must not lose a time of day.
std::string MomentSpelling(const std::string& moment, bool date) {
  return fmt::format(
      "(SELECT CASE WHEN us >= epoch_us(DATE '0001-01-01') AND us < epoch_us(DATE '9999-12-31') + "
      "86400000000{} THEN make_timestamp(us){}::VARCHAR END FROM (SELECT {} AS us))",
      date ? " AND us % 86400000000 = 0" : "", date ? "::DATE" : "", moment);
}

std::string DateSpelling(const Attribute& attribute, const std::string& text) {
  const bool date = attribute.type == ValueType::kDate;
  std::string iso = MomentSpelling(IsoMoment(text), date);
  if (attribute.format.empty()) return iso;
  const std::string formatted =
      fmt::format("epoch_us(try_strptime({}, {}))", text, QuoteText(attribute.format));
  return fmt::format("coalesce({}, {})", MomentSpelling(formatted, date), iso);
}

std::string SetSpelling(const std::string& cell, const std::string& separator) {
  const std::string terms = separator.empty()
                                ? fmt::format("[{}]", cell)
                                : fmt::format("string_split({}, {})", cell, QuoteText(separator));
  return fmt::format(
      "array_to_string(list_sort(list_distinct(list_filter(list_transform({}, term -> trim(term, "
      "' ' || chr(9))), term -> term <> ''))), {})",
      terms, QuoteText(separator));
}

}  // namespace

std::string SpellingSql(const Attribute& attribute, const std::string& cell) {
  const std::string text = fmt::format("trim({}, ' ' || chr(9))", cell);
  std::string spelling;
  switch (attribute.type) {
    case ValueType::kText:
      return cell;
    case ValueType::kSet:
      return SetSpelling(cell, attribute.separator);
    case ValueType::kInteger:
      spelling = fmt::format(kIntegerSql, text);
      break;
    case ValueType::kDecimal:
      spelling = fmt::format(kDecimalSql, text);
      break;
    case ValueType::kBoolean:
      spelling = fmt::format(kBooleanSql, text);
      break;
    case ValueType::kDate:
    case ValueType::kTimestamp:
      spelling = DateSpelling(attribute, text);
      break;
  }
  return fmt::format("coalesce({}, {})", spelling, cell);
}

}  // namespace gauze
