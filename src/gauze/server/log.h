#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace gauze::server {

// A line of the journal: JSON on standard error, whole lines even from many threads. Words, counts
// and names of ours only: never a token, a question, an answer or a cell.
void Log(std::string_view level, std::string_view message,
         std::initializer_list<std::pair<std::string_view, std::string_view>> facts = {});

// Now, as the audit log has it: RFC 3339, UTC, microseconds.
std::string UtcNow();

}  // namespace gauze::server
