#include "gauze/page/html.h"

#include <fmt/format.h>

#include "gauze/page/text.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostWords = 2000;  // characters; no sentence of ours is as long

std::string Opened(const Tag& tag) {
  std::string markup = fmt::format("<{}", tag.name);
  for (const auto& [name, value] : tag.attributes) {
    markup += fmt::format(" {}=\"{}\"", name, Escaped(value));
  }
  return markup + ">";
}

}  // namespace

Html Words(std::string_view ours) { return Html(Escaped(Shortened(ours, kMostWords))); }

Html Named(std::string_view theirs, std::size_t most) {
  return Html(fmt::format("<bdi>{}</bdi>", Escaped(Shortened(theirs, most))));
}

Html Drawn(std::string svg) { return Html(std::move(svg)); }

Html Styled(std::string_view rules) { return Html(fmt::format("<style>{}</style>\n", rules)); }

Html Tag::operator()(const Html& inside) const {
  return Html(fmt::format("{}{}</{}>\n", Opened(*this), inside.markup(), name));
}

Html Tag::Empty() const { return Html(Opened(*this) + "\n"); }

}  // namespace gauze::page
