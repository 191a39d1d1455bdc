#include "gauze/engine/arrow/arrow_form.h"

#include <charconv>
#include <cmath>
#include <cstring>

namespace gauze {
namespace {

template <typename T>
const char* FillNumbers(const ArrowForm& /*form*/, const ArrowPositions& positions,
                        duckdb_vector vector) {
  const auto* values = static_cast<const T*>(positions.values->buffers[1]);
  auto* cells = static_cast<T*>(duckdb_vector_get_data(vector));
  ForCells(positions, vector, [&](std::size_t row, std::int64_t at) { cells[row] = values[at]; });
  return nullptr;
}

// Times in another unit.
template <typename To>
const char* FillTimes(const ArrowForm& form, const ArrowPositions& positions,
                      duckdb_vector vector) {
  const auto* values = static_cast<const std::int64_t*>(positions.values->buffers[1]);
  auto* cells = static_cast<To*>(duckdb_vector_get_data(vector));
  bool fits = true;
  ForCells(positions, vector, [&](std::size_t row, std::int64_t at) {
    std::int64_t scaled = 0;
    if (__builtin_mul_overflow(values[at], form.times, &scaled)) fits = false;
    std::int64_t whole = scaled / form.divided;
    if (scaled % form.divided < 0) --whole;  // towards the past, not towards 1970
    cells[row] = static_cast<To>(whole);
    if (static_cast<std::int64_t>(cells[row]) != whole) fits = false;
  });
  return fits ? nullptr : "a timestamp is out of range";
}

const char* FillBooleans(const ArrowForm& /*form*/, const ArrowPositions& positions,
                         duckdb_vector vector) {
  auto* cells = static_cast<bool*>(duckdb_vector_get_data(vector));
  ForCells(positions, vector, [&](std::size_t row, std::int64_t at) {
    cells[row] = ArrowBit(positions.values->buffers[1], at);
  });
  return nullptr;
}

const char* FillNothing(const ArrowForm& /*form*/, const ArrowPositions& positions,
                        duckdb_vector vector) {
  ForCells(positions, vector, [](std::size_t /*row*/, std::int64_t /*at*/) {});
  return nullptr;
}

// IEEE 754 binary16.
float Half(std::uint16_t bits) {
  const float sign = (bits & 0x8000U) != 0 ? -1.0F : 1.0F;
  const int exponent = bits >> 10U & 0x1fU;
  const auto fraction = static_cast<float>(bits & 0x3ffU);
  if (exponent == 31) return fraction == 0 ? sign * INFINITY : NAN;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

const char* FillHalves(const ArrowForm& /*form*/, const ArrowPositions& positions,
                       duckdb_vector vector) {
  const auto* values = static_cast<const std::uint16_t*>(positions.values->buffers[1]);
  auto* cells = static_cast<float*>(duckdb_vector_get_data(vector));
  ForCells(positions, vector,
           [&](std::size_t row, std::int64_t at) { cells[row] = Half(values[at]); });
  return nullptr;
}

// The low bytes of 128 are the narrower number.
template <typename To>
const char* FillDecimals(const ArrowForm& /*form*/, const ArrowPositions& positions,
                         duckdb_vector vector) {
  const auto* values = static_cast<const char*>(positions.values->buffers[1]);
  auto* cells = static_cast<To*>(duckdb_vector_get_data(vector));
  ForCells(positions, vector, [&](std::size_t row, std::int64_t at) {
    std::memcpy(&cells[row], values + 16 * at, sizeof(To));
  });
  return nullptr;
}

std::optional<ArrowForm> DecimalForm(std::string_view format) {
  int width = 0;
  int scale = 0;
  int bits = 128;
  const char* end = format.data() + format.size();
  auto read = std::from_chars(format.data() + 2, end, width);
  if (read.ptr == end || *read.ptr != ',') return std::nullopt;
  read = std::from_chars(read.ptr + 1, end, scale);
  if (read.ptr != end && *read.ptr == ',') read = std::from_chars(read.ptr + 1, end, bits);
  if (bits != 128 || width < 1 || width > 38 || scale < 0 || scale > width) return std::nullopt;
  ArrowForm form{.type = DUCKDB_TYPE_DECIMAL,
                 .width = static_cast<std::uint8_t>(width),
                 .scale = static_cast<std::uint8_t>(scale)};
  form.fill = width <= 4    ? FillDecimals<std::int16_t>
              : width <= 9  ? FillDecimals<std::int32_t>
              : width <= 18 ? FillDecimals<std::int64_t>
                            : FillDecimals<duckdb_hugeint>;
  return form;
}

// Times with a zone are kept as microseconds since 1970 in UTC.
std::optional<ArrowForm> TimestampForm(std::string_view format) {
  constexpr auto kSame = FillNumbers<std::int64_t>;
  constexpr auto kScaled = FillTimes<std::int64_t>;
  const bool zone = format.size() > 4;
  switch (format[2]) {
    case 's':
      if (zone) return ArrowForm{DUCKDB_TYPE_TIMESTAMP_TZ, kScaled, 1'000'000};
      return ArrowForm{DUCKDB_TYPE_TIMESTAMP_S, kSame};
    case 'm':
      if (zone) return ArrowForm{DUCKDB_TYPE_TIMESTAMP_TZ, kScaled, 1'000};
      return ArrowForm{DUCKDB_TYPE_TIMESTAMP_MS, kSame};
    case 'u':
      return ArrowForm{zone ? DUCKDB_TYPE_TIMESTAMP_TZ : DUCKDB_TYPE_TIMESTAMP, kSame};
    case 'n':
      if (zone) return ArrowForm{DUCKDB_TYPE_TIMESTAMP_TZ, kScaled, 1, 1'000};
      return ArrowForm{DUCKDB_TYPE_TIMESTAMP_NS, kSame};
    default:
      return std::nullopt;
  }
}

std::optional<ArrowForm> SimpleForm(char format) {
  switch (format) {
    case 'n':
      return ArrowForm{DUCKDB_TYPE_VARCHAR, FillNothing};
    case 'b':
      return ArrowForm{DUCKDB_TYPE_BOOLEAN, FillBooleans};
    case 'c':
      return ArrowForm{DUCKDB_TYPE_TINYINT, FillNumbers<std::int8_t>};
    case 'C':
      return ArrowForm{DUCKDB_TYPE_UTINYINT, FillNumbers<std::uint8_t>};
    case 's':
      return ArrowForm{DUCKDB_TYPE_SMALLINT, FillNumbers<std::int16_t>};
    case 'S':
      return ArrowForm{DUCKDB_TYPE_USMALLINT, FillNumbers<std::uint16_t>};
    case 'i':
      return ArrowForm{DUCKDB_TYPE_INTEGER, FillNumbers<std::int32_t>};
    case 'I':
      return ArrowForm{DUCKDB_TYPE_UINTEGER, FillNumbers<std::uint32_t>};
    case 'l':
      return ArrowForm{DUCKDB_TYPE_BIGINT, FillNumbers<std::int64_t>};
    case 'L':
      return ArrowForm{DUCKDB_TYPE_UBIGINT, FillNumbers<std::uint64_t>};
    case 'e':
      return ArrowForm{DUCKDB_TYPE_FLOAT, FillHalves};
    case 'f':
      return ArrowForm{DUCKDB_TYPE_FLOAT, FillNumbers<float>};
    case 'g':
      return ArrowForm{DUCKDB_TYPE_DOUBLE, FillNumbers<double>};
    case 'u':
      return ArrowForm{DUCKDB_TYPE_VARCHAR, FillStrings};
    case 'U':
      return ArrowForm{DUCKDB_TYPE_VARCHAR, FillLargeStrings};
    case 'z':
      return ArrowForm{DUCKDB_TYPE_BLOB, FillStrings};
    case 'Z':
      return ArrowForm{DUCKDB_TYPE_BLOB, FillLargeStrings};
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<ArrowForm> FormOfFormat(std::string_view format) {
  if (format.size() == 1) return SimpleForm(format[0]);
  if (format == "vu") return ArrowForm{DUCKDB_TYPE_VARCHAR, FillViews};
  if (format == "vz") return ArrowForm{DUCKDB_TYPE_BLOB, FillViews};
  if (format == "tdD") return ArrowForm{DUCKDB_TYPE_DATE, FillNumbers<std::int32_t>};
  if (format == "tdm") {
    return ArrowForm{DUCKDB_TYPE_DATE, FillTimes<std::int32_t>, 1, 86'400'000};
  }
  if (format.starts_with("ts") && format.size() >= 4) return TimestampForm(format);
  if (format.starts_with("d:")) return DecimalForm(format);
  if (format.starts_with("w:")) {
    ArrowForm form{DUCKDB_TYPE_BLOB, FillFixed};
    std::from_chars(format.data() + 2, format.data() + format.size(), form.bytes);
    return form;
  }
  return std::nullopt;
}

}  // namespace gauze
