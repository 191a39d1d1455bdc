#pragma once

#include <string>

namespace gauze::page {

// The rules of the page and of the pictures in it.
const std::string& PageStyle();
// What may be in the page, as the browser is told: this style sheet, and nothing else.
const std::string& ContentPolicy();

}  // namespace gauze::page
