#include "gauze/table/moment.h"

#include <fmt/format.h>

#include <chrono>
#include <ctime>

namespace gauze {
namespace {

std::optional<std::int64_t> Days(int year, unsigned month, unsigned day) {
  if (year < 1 || year > 9999) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                         std::chrono::day(day)};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count();
}

// "dddd" as a number; nothing unless all `size` characters are digits.
std::optional<int> Digits(std::string_view& text, std::size_t size) {
  if (text.size() < size) return std::nullopt;
  int number = 0;
  for (std::size_t i = 0; i < size; ++i) {
    if (text[i] < '0' || text[i] > '9') return std::nullopt;
    number = number * 10 + (text[i] - '0');
  }
  text.remove_prefix(size);
  return number;
}

bool Skip(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<std::int64_t> TakeDate(std::string_view& text) {
  const auto year = Digits(text, 4);
  if (!year || !Skip(text, '-')) return std::nullopt;
  const auto month = Digits(text, 2);
  if (!month || !Skip(text, '-')) return std::nullopt;
  const auto day = Digits(text, 2);
  if (!day) return std::nullopt;
  return Days(*year, static_cast<unsigned>(*month), static_cast<unsigned>(*day));
}

// "hh:mm[:ss[.ffffff]]" in microseconds.
std::optional<std::int64_t> TakeTime(std::string_view& text) {
  const auto hour = Digits(text, 2);
  if (!hour || *hour > 23 || !Skip(text, ':')) return std::nullopt;
  const auto minute = Digits(text, 2);
  if (!minute || *minute > 59) return std::nullopt;
  std::int64_t time = (*hour * 60LL + *minute) * 60'000'000;
  if (!Skip(text, ':')) return time;
  const auto second = Digits(text, 2);
  if (!second || *second > 59) return std::nullopt;
  time += *second * 1'000'000LL;
  if (!Skip(text, '.')) return time;
  std::int64_t unit = 100'000;
  bool any = false;
  for (auto digit = Digits(text, 1); digit; digit = Digits(text, 1)) {
    time += *digit * unit;
    unit /= 10;
    any = true;
  }
  if (!any) return std::nullopt;
  return time;
}

// "", "Z", "+02", "+0200" or "+02:00" in microseconds east of Greenwich.
std::optional<std::int64_t> TakeOffset(std::string_view& text) {
  if (text.empty() || Skip(text, 'Z')) return 0;
  const bool east = Skip(text, '+');
  if (!east && !Skip(text, '-')) return std::nullopt;
  const auto hours = Digits(text, 2);
  if (!hours) return std::nullopt;
  int minutes = 0;
  if (!text.empty()) {
    Skip(text, ':');
    const auto given = Digits(text, 2);
    if (!given) return std::nullopt;
    minutes = *given;
  }
  const std::int64_t offset = (*hours * 60LL + minutes) * 60'000'000;
  return east ? offset : -offset;
}

// Names of months and days as in English, whatever the locale of the process is.
locale_t EnglishNames() {
  static const locale_t names = newlocale(LC_ALL_MASK, "C", nullptr);
  return names;
}

std::optional<std::int64_t> TakeFormatted(const std::string& format, std::string_view text) {
  std::tm parts{};
  parts.tm_mday = 1;
  const std::string terminated(text);
  const char* end = strptime_l(terminated.c_str(), format.c_str(), &parts, EnglishNames());
  if (end != terminated.c_str() + terminated.size()) return std::nullopt;
  const auto days = Days(parts.tm_year + 1900, static_cast<unsigned>(parts.tm_mon) + 1,
                         static_cast<unsigned>(parts.tm_mday));
  if (!days || parts.tm_sec > 59) return std::nullopt;
  return *days * kMicrosecondsADay +
         ((parts.tm_hour * 60LL + parts.tm_min) * 60 + parts.tm_sec) * 1'000'000;
}

std::int64_t FloorDays(std::int64_t microseconds) {
  return (microseconds - (microseconds < 0 ? kMicrosecondsADay - 1 : 0)) / kMicrosecondsADay;
}

}  // namespace

std::optional<std::int64_t> ParseMoment(const std::string& format, std::string_view text) {
  if (!format.empty()) return TakeFormatted(format, text);
  const auto days = TakeDate(text);
  if (!days) return std::nullopt;
  std::int64_t moment = *days * kMicrosecondsADay;
  if (text.empty()) return moment;
  if (!Skip(text, 'T') && !Skip(text, ' ')) return std::nullopt;
  const auto time = TakeTime(text);
  if (!time) return std::nullopt;
  const auto offset = TakeOffset(text);
  if (!offset || !text.empty()) return std::nullopt;
  moment += *time - *offset;
  // An offset may carry the first or the last day out of the years that have a spelling.
  if (moment < *Days(1, 1, 1) * kMicrosecondsADay) return std::nullopt;
  if (moment >= (*Days(9999, 12, 31) + 1) * kMicrosecondsADay) return std::nullopt;
  return moment;
}

std::string DateText(std::int64_t days) {
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(days))};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::string MomentText(std::int64_t moment) {
  const std::int64_t days = FloorDays(moment);
  const std::int64_t time = moment - days * kMicrosecondsADay;
  const std::int64_t seconds = time / 1'000'000;
  std::string spelled = fmt::format("{} {:02}:{:02}:{:02}", DateText(days), seconds / 3600,
                                    seconds / 60 % 60, seconds % 60);
  if (time % 1'000'000 != 0) {
    spelled += fmt::format(".{:06}", time % 1'000'000);
    spelled.erase(spelled.find_last_not_of('0') + 1);
  }
  return spelled;
}

}  // namespace gauze
