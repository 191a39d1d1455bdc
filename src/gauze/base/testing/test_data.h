#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace gauze {

// A file of the real tables, which are no part of the repository; empty if it is not there, and
// the test is to be skipped. GAUZE_DATA names their folder. With GAUZE_DATA_REQUIRED=1 the test
// fails. For tests only; bench/real_data.py says the same to programs in Python.
inline std::string TestData(const std::string& name) {
  const char* folder = std::getenv("GAUZE_DATA");
  const bool given = folder != nullptr && *folder != '\0';
  std::string path =
      (given ? std::string(folder) : GAUZE_SOURCE_DIR "/../shared/data") + "/" + name;
  if (std::filesystem::exists(path)) return path;
  const char* required = std::getenv("GAUZE_DATA_REQUIRED");
  EXPECT_TRUE(required == nullptr || *required == '\0')
      << "GAUZE_DATA_REQUIRED is set, but there is no " << path;
  return "";
}

}  // namespace gauze
