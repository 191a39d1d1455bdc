#pragma once

#include <string>
#include <vector>

namespace gauze::studio {

// Words of a command, put together so that nothing that a request says is taken for an option: a
// path that begins with a hyphen gets "./" before it, the value of an option is tied to it by an
// equals sign, and any other word that begins so comes after "--", at the end.
class CommandLine {
 public:
  explicit CommandLine(std::vector<std::string> command) : words_(std::move(command)) {}

  CommandLine& Path(const std::string& path);
  CommandLine& Word(const std::string& word);  // a name of a column, for example
  CommandLine& Flag(const std::string& name);
  CommandLine& Option(const std::string& name, const std::string& value);
  // Unless it is empty.
  CommandLine& OptionIf(const std::string& name, const std::string& value);

  std::vector<std::string> words() const;

 private:
  std::vector<std::string> words_;  // command and positional arguments
  std::vector<std::string> options_;
  bool guarded_ = false;
  std::size_t command_words_ = words_.size();
};

}  // namespace gauze::studio
