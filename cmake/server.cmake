# What the trusted server stands on; see docs/adr/0020-the-server.md.
include(${CMAKE_SOURCE_DIR}/cmake/asio.cmake)
pkg_check_modules(pqxx REQUIRED IMPORTED_TARGET libpqxx)
