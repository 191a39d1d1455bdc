#pragma once

#include <string>

#include "gauze/page/html.h"

namespace gauze::page {

// A whole file: a head that holds our style sheet and tells the browser to fetch and run nothing,
// and a body.
std::string Document(const std::string& title, const Html& body);

}  // namespace gauze::page
