#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Private to table/: dates and timestamps as text, and as microseconds since 1970-01-01.

namespace gauze {

inline constexpr std::int64_t kMicrosecondsADay = 86'400'000'000;

// Reads "2024-02-29", "2024-02-29 13:45:00.5+02:00" and the like, or, if there is a `format`, what
// strptime reads by it with English names. Nothing when it is none, or outside the years 1 to 9999.
std::optional<std::int64_t> ParseMoment(const std::string& format, std::string_view text);

// The canonical spellings.
std::string DateText(std::int64_t days);
std::string MomentText(std::int64_t moment);

}  // namespace gauze
