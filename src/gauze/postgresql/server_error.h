#pragma once

#include <string>
#include <string_view>

#include "gauze/base/error.h"

// Private to postgresql/.

namespace gauze {

// What a server said of a statement. Its messages may quote cells of a table ("invalid input syntax
// for type integer: …"), so none of them is taken: only the code, which is the same in every
// language, and the place in the statement.
struct ServerError {
  std::string state;         // SQLSTATE, "42703"; empty: the connection was lost
  std::size_t position = 0;  // character of the statement, from 1; 0: unknown
};

// In our words, with what to do. `statement` is the query that a user has written, of which the
// word at the place is quoted; empty: the statement is ours.
Error Translate(const ServerError& error, std::string_view statement, const std::string& where);

}  // namespace gauze
