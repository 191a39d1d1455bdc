#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gauze::page {

// A piece of HTML in which every tag is closed and every text escaped. It can be made in no other
// way than by the functions below, so a text can't become markup by being forgotten.
class Html {
 public:
  Html() = default;
  Html& operator+=(const Html& more) {
    markup_ += more.markup_;
    return *this;
  }
  friend Html operator+(Html first, const Html& second) { return first += second; }

  bool empty() const { return markup_.empty(); }
  const std::string& markup() const { return markup_; }

 private:
  explicit Html(std::string markup) : markup_(std::move(markup)) {}

  friend Html Words(std::string_view ours);
  friend Html Named(std::string_view theirs, std::size_t most);
  friend Html Drawn(std::string svg);
  friend Html Styled(std::string_view rules);
  friend struct Tag;
  friend class Glossary;  // which puts links round words of a text

  std::string markup_;
};

// Our own words, or sentences of Gauze in a document.
Html Words(std::string_view ours);

inline constexpr std::size_t kMostName = 60;  // characters
// A name or label out of somebody's data: shortened, and kept apart from the direction in which its
// letters are written.
Html Named(std::string_view theirs, std::size_t most = kMostName);

// What a chart made.
Html Drawn(std::string svg);
// The page's style sheet.
Html Styled(std::string_view rules);

// `Tag{"p", {{"class", "note"}}}(Words("…"))`
struct Tag {
  struct Attribute {
    const char* name;
    std::string value;  // escaped
  };

  const char* name;
  std::vector<Attribute> attributes = {};

  Html operator()(const Html& inside) const;
  Html Empty() const;  // for tags that hold nothing and are not closed
};

}  // namespace gauze::page
