#include "gauze/server/store/store_connection.h"

#include <string_view>

namespace gauze::server {
namespace {

// Classes of SQLSTATE that tell of the database's own state, not of what was asked of it.
bool Passes(std::string_view state) {
  for (const std::string_view family : {"08", "40", "53", "55", "57", "58", "XX"}) {
    if (state.starts_with(family)) return true;
  }
  return state.empty();
}

}  // namespace

tl::unexpected<Error> DatabaseError(const std::exception& failure) {
  const auto* told = dynamic_cast<const pqxx::sql_error*>(&failure);
  const std::string state = told != nullptr ? told->sqlstate() : "";
  const std::string message =
      state.empty() ? "the database cannot be reached" : "the database refuses: SQLSTATE " + state;
  if (Passes(state)) {
    return ResourceError(message, "", "see the log of PostgreSQL; gauzed retries by itself");
  }
  return tl::unexpected(
      Error{ErrorCode::kPromise, message, "", "see the log of PostgreSQL, and report this"});
}

}  // namespace gauze::server
