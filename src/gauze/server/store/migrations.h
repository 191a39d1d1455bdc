#pragma once

#include <span>

// The tables, as steps that each database goes through once and in order.

namespace gauze::server {

struct Migration {
  int number;
  const char* name;
  const char* sql;
};

// A step that was published is never changed: another one is added.
std::span<const Migration> Migrations();

}  // namespace gauze::server
