#pragma once

#include <string>
#include <string_view>

namespace gauze {

// How libraries read what people write. Only ASCII is changed; other characters stay.

// Without blanks around it, letters as capitals.
std::string CodeSpelling(std::string_view text);

// In small letters, and everything but letters and digits as one blank: "United-States " and
// "united states" are the same.
std::string NameSpelling(std::string_view text);

}  // namespace gauze
