#pragma once

#include <string>
#include <string_view>

namespace gauze {

// "name" with quotes doubled, and 'text' likewise: the only way anything gets into our SQL, of
// DuckDB and of PostgreSQL.
std::string QuoteName(std::string_view name);
std::string QuoteText(std::string_view text);

}  // namespace gauze
