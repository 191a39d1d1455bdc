#pragma once

#include <string>
#include <string_view>

// Texts from anywhere, made safe to show: names of columns, labels of categories, whole sentences.
//
// Whoever names a column may try to write markup, to turn the line around with marks of direction,
// to fill the page, or to bury it under stacked accents. None of it gets through, and nothing
// fails: what cannot be shown is shown as U+FFFD, so two names that differ only in hidden
// characters still look odd rather than alike.

namespace gauze::report {

// UTF-8 of visible characters and spaces: line breaks and tabs are spaces; other controls, bytes
// that are no UTF-8, marks of direction and of no width are U+FFFD; of stacked accents two stay.
std::string Cleaned(std::string_view any);

// Cleaned, and at most `most` characters: the last is … if some are left out.
std::string Shortened(std::string_view any, std::size_t most);
// Cleaned, and at most so wide in a picture.
std::string Fitting(std::string_view any, double width);

// In units of a picture, in the widest of common fonts: an upper estimate for what people read.
double WidthOf(std::string_view text);

// Cleaned, and safe between tags and in double quotes of HTML and of XML.
std::string Escaped(std::string_view any);

}  // namespace gauze::report
