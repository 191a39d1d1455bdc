#pragma once

#include <string>
#include <string_view>

#include "gauze/taxonomy/taxonomy.h"

// The readers behind ParseTaxonomy, one for each form. The text is UTF-8 without byte order mark.

namespace gauze {

Result<Taxonomy> ParseTaxonomyCsv(std::string_view text, const std::string& name);
Result<Taxonomy> ParseTaxonomyJson(std::string_view text, const std::string& name);

}  // namespace gauze
