#include "text_chart.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "gauze/base/text/utf8.h"

namespace gauze::cli {
namespace {

constexpr std::size_t kNarrowest = 10;  // a bar
constexpr std::size_t kMargin = 4;

std::string_view Setting(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? std::string_view() : text;
}

// The first of the three that is set decides, as for every program.
bool LocaleIsUtf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string text(Setting(name));
    if (text.empty()) continue;
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text.find("utf-8") != std::string::npos || text.find("utf8") != std::string::npos;
  }
  return false;
}

std::size_t Width() {
  const std::string_view columns = Setting("COLUMNS");
  std::size_t width = 0;
  std::from_chars(columns.data(), columns.data() + columns.size(), width);
  if (width > 0) return std::min<std::size_t>(width, 1000);
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

std::string Shortened(const std::string& text, std::size_t most) {
  const std::vector<std::string_view> characters = Utf8Characters(text);
  if (characters.size() <= most) return text;
  const auto begin = static_cast<std::ptrdiff_t>((most - 2) / 2);
  const auto end = static_cast<std::ptrdiff_t>(most - 2) - begin;
  return fmt::format("{}..{}", fmt::join(characters.begin(), characters.begin() + begin, ""),
                     fmt::join(characters.end() - end, characters.end(), ""));
}

std::size_t Characters(const std::string& text) { return Utf8Characters(text).size(); }

std::string Blocks(double length, std::size_t room) {
  constexpr std::array<const char*, 8> kEighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto all = static_cast<double>(8 * room);
  const auto eighths = static_cast<std::size_t>(
      length >= 1 ? all : std::clamp(std::floor(all * length), length > 0 ? 1.0 : 0.0, all - 1));
  std::string bar;
  for (std::size_t i = 0; i < eighths / 8; ++i) bar += "█";
  return bar + kEighths[eighths % 8];
}

std::string Hashes(double length, std::size_t room) {
  const auto all = static_cast<double>(room);
  const double count =
      length >= 1 ? all : std::clamp(std::floor(all * length), length > 0 ? 1.0 : 0.0, all - 1);
  return std::string(static_cast<std::size_t>(count), '#');
}

}  // namespace

std::string Printable(const std::string& name, bool ascii) {
  if (FindInvalidUtf8(name) != std::string::npos) return "?";
  std::string text;
  for (const std::string_view character : Utf8Characters(name)) {
    const auto first = static_cast<unsigned char>(character.front());
    const bool control = first < 0x20 || first == 0x7F ||
                         (first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0);
    text += control || (ascii && first > 0x7F) ? "?" : character;
  }
  return text;
}

Screen TheScreen() {
  const bool terminal = isatty(STDOUT_FILENO) == 1;
  return {.width = Width(),
          .blocks = LocaleIsUtf8(),
          .color = terminal && Setting("NO_COLOR").empty() && Setting("TERM") != "dumb"};
}

std::string BarChart(const std::vector<Bar>& bars, const Screen& screen) {
  std::vector<std::string> labels;
  std::size_t label_width = 0;
  std::size_t value_width = 0;
  for (const Bar& bar : bars) {
    labels.push_back(Shortened(Printable(bar.label, !screen.blocks),
                               std::max<std::size_t>(screen.width / 3, 8)));
    label_width = std::max(label_width, Characters(labels.back()));
    value_width = std::max(value_width, bar.value.size());
  }
  const std::size_t used = kMargin + label_width + 2 + value_width + 2;
  const std::size_t room = std::max(kNarrowest, screen.width - std::min(used, screen.width));
  std::string chart;
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double length = std::clamp(bars[i].length, 0.0, 1.0);
    std::string bar = screen.blocks ? Blocks(length, room) : Hashes(length, room);
    if (screen.color && !bar.empty()) bar = fmt::format("\x1b[36m{}\x1b[0m", bar);
    std::string line = fmt::format("{}{}{}  {:>{}}  {}", std::string(kMargin, ' '), labels[i],
                                   std::string(label_width - Characters(labels[i]), ' '),
                                   bars[i].value, value_width, bar);
    line.erase(line.find_last_not_of(' ') + 1);
    chart += line + "\n";
  }
  return chart;
}

}  // namespace gauze::cli
