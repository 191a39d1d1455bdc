#pragma once

#include <stdlib.h>

#include <clocale>
#include <string>

namespace gauze {

// For tests: while it lives, the process has a locale with a decimal comma and months of its own,
// as a program may set that we are part of. Its files are made in `folder`.
class CommaLocale {
 public:
  explicit CommaLocale(const std::string& folder) {
    const std::string made = folder + "/de_DE.UTF-8";
    const std::string command = "localedef -i de_DE -f UTF-8 '" + made + "' 2> /dev/null";
    if (system(command.c_str()) != 0) return;
    setenv("LOCPATH", folder.c_str(), 1);
    is_set_ = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr &&
              *std::localeconv()->decimal_point == ',';
  }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;
  ~CommaLocale() {
    std::setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
  }

  // False: this machine does not have what it takes.
  bool is_set() const { return is_set_; }

 private:
  bool is_set_ = false;
};

}  // namespace gauze
