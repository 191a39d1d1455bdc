#pragma once

#include <string>

#include "gauze/page/entry.h"

namespace gauze::page {

// What `gauze profile` tells of a table (docs/profile.md) as one HTML page, like ReportPage: no
// script, nothing fetched, any document gives a page.
std::string ProfilePage(const Json& profile);

}  // namespace gauze::page
