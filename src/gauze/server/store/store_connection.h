#pragma once

#include <exception>
#include <pqxx/pqxx>
#include <string>

#include "gauze/base/error.h"

// Private to store/.

namespace gauze::server {

struct StoreConnection {
  explicit StoreConnection(const std::string& database) : link(database) {}
  pqxx::connection link;
};

// An exception of the library as one of our errors. Its own text may quote a value, so only the
// code (SQLSTATE) is kept.
tl::unexpected<Error> DatabaseError(const std::exception& failure);

}  // namespace gauze::server
