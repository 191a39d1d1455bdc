#include "gauze/page/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gauze/page/text.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostWords = 2000;  // characters; no sentence of ours is as long
constexpr std::array<std::string_view, 3> kInLine = {"a", "span", "strong"};

std::string Opened(const Tag& tag) {
  std::string markup = fmt::format("<{}", tag.name);
  for (const auto& [name, value] : tag.attributes) {
    markup += fmt::format(" {}=\"{}\"", name, Escaped(value));
  }
  return markup + ">";
}

// "8.6 %" stays on one line: its space is one that does not break.
std::string WithUnits(std::string text) {
  for (std::size_t at = text.find(" %"); at != std::string::npos; at = text.find(" %", at + 1)) {
    if (at > 0 && '0' <= text[at - 1] && text[at - 1] <= '9') text.replace(at, 1, "\xC2\xA0");
  }
  return text;
}

}  // namespace

Html Words(std::string_view ours) { return Html(WithUnits(Escaped(Shortened(ours, kMostWords)))); }

Html Named(std::string_view theirs, std::size_t most) {
  return Html(fmt::format("<bdi>{}</bdi>", Escaped(Shortened(theirs, most))));
}

Html Drawn(std::string svg) { return Html(std::move(svg)); }

Html Styled(std::string_view rules) { return Html(fmt::format("<style>{}</style>\n", rules)); }

Html Tag::operator()(const Html& inside) const {
  // A line break behind a word would stand before its full stop.
  const bool in_line = std::ranges::find(kInLine, std::string_view(name)) != kInLine.end();
  return Html(
      fmt::format("{}{}</{}>{}", Opened(*this), inside.markup(), name, in_line ? "" : "\n"));
}

Html Tag::Empty() const { return Html(Opened(*this) + "\n"); }

}  // namespace gauze::page
