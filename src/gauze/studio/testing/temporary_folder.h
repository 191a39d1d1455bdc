#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

namespace gauze::studio {

// For tests: a folder that goes away.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    char name[] = "/tmp/gauze-studio-test-XXXXXX";
    path_ = mkdtemp(name);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  std::string operator/(const std::string& file) const { return path_ + "/" + file; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace gauze::studio
