#include "gauze/page/well_formed.h"

#include <algorithm>
#include <array>
#include <vector>

#include "gauze/base/text/utf8.h"

namespace gauze::page {
namespace {

using View = std::string_view;

constexpr std::array<View, 46> kTags = {
    "html",   "head", "meta",    "title",    "style",   "body",    "header", "main",
    "footer", "nav",  "section", "h1",       "h2",      "h3",      "p",      "ul",
    "li",     "a",    "dl",      "dt",       "dd",      "div",     "span",   "strong",
    "em",     "code", "pre",     "bdi",      "table",   "caption", "thead",  "tbody",
    "tr",     "th",   "td",      "figure",   "details", "summary", "svg",    "desc",
    "rect",   "text", "line",    "polyline", "polygon", "circle"};
constexpr std::array<View, 30> kAttributes = {
    "lang", "charset", "name",   "content",     "http-equiv", "class",      "id",
    "href", "scope",   "role",   "xmlns",       "viewBox",    "width",      "height",
    "x",    "y",       "x1",     "x2",          "y1",         "y2",         "cx",
    "cy",   "r",       "points", "text-anchor", "tabindex",   "aria-label", "aria-labelledby",
    "dir",  "colspan"};
constexpr std::array<View, 4> kEntities = {"&amp;", "&lt;", "&gt;", "&quot;"};
// Marks of direction, and separators of lines, as UTF-8.
constexpr std::array<View, 8> kMarks = {"\xE2\x80\x8E", "\xE2\x80\x8F", "\xE2\x80\xAA",
                                        "\xE2\x80\xAB", "\xE2\x80\xAC", "\xE2\x80\xAD",
                                        "\xE2\x80\xAE", "\xE2\x80\xA8"};

// Beside spaces and letters of our alphabet there is nothing in what a tag is named by.
bool Among(const auto& names, View name) { return std::ranges::find(names, name) != names.end(); }

// Plain text between tags or quotes.
bool IsText(View text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\n') || byte == 0x7F || byte == '<' || byte == '>') return false;
    const auto begins = [&](View entity) { return text.substr(i).starts_with(entity); };
    if (byte == '&' && std::ranges::none_of(kEntities, begins)) return false;
    if (byte == 0xE2 && std::ranges::any_of(kMarks, begins)) return false;
  }
  return true;
}

// ` name="value"`, any number of them.
bool AreAttributes(View rest) {
  std::vector<View> seen;
  while (!rest.empty()) {
    const std::size_t equals = rest.find("=\"");
    if (rest.front() != ' ' || equals == View::npos) return false;
    const View name = rest.substr(1, equals - 1);
    const std::size_t end = rest.find('"', equals + 2);
    if (end == View::npos || !Among(kAttributes, name) || Among(seen, name)) return false;
    const View value = rest.substr(equals + 2, end - equals - 2);
    if (!IsText(value) || (name == "href" && !value.starts_with('#'))) return false;
    seen.push_back(name);
    rest.remove_prefix(end + 1);
  }
  return true;
}

// `rest` begins behind a `<`; what it opened or closed is taken off.
bool TakeTag(View& rest, std::vector<View>& open) {
  const std::size_t end = rest.find('>');
  if (end == View::npos) return false;
  View tag = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  if (tag == "!DOCTYPE html") return open.empty();
  if (tag.starts_with('/')) {
    if (open.empty() || open.back() != tag.substr(1)) return false;
    open.pop_back();
    return true;
  }
  const bool closed = tag.ends_with('/');
  if (closed) tag.remove_suffix(1);
  const View name = tag.substr(0, tag.find(' '));
  if (!Among(kTags, name) || !AreAttributes(tag.substr(name.size()))) return false;
  if (!closed && name != "meta") open.push_back(name);
  if (name != "style") return true;
  // Rules are ours and hold no markup.
  const std::size_t style_end = rest.find('<');
  if (closed || style_end == View::npos) return false;
  rest.remove_prefix(style_end);
  return rest.starts_with("</style>");
}

}  // namespace

bool IsWellFormed(View markup) {
  if (FindInvalidUtf8(markup) != View::npos) return false;
  std::vector<View> open;
  while (!markup.empty()) {
    const std::size_t tag = std::min(markup.find('<'), markup.size());
    if (!IsText(markup.substr(0, tag))) return false;
    markup.remove_prefix(tag);
    if (markup.empty()) break;
    markup.remove_prefix(1);
    if (!TakeTag(markup, open)) return false;
  }
  return open.empty();
}

}  // namespace gauze::page
