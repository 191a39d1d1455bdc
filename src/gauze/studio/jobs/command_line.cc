#include "gauze/studio/jobs/command_line.h"

namespace gauze::studio {

CommandLine& CommandLine::Path(const std::string& path) {
  words_.push_back(path.starts_with('-') ? "./" + path : path);
  return *this;
}

CommandLine& CommandLine::Word(const std::string& word) {
  guarded_ = guarded_ || word.starts_with('-');
  words_.push_back(word);
  return *this;
}

CommandLine& CommandLine::Flag(const std::string& name) {
  options_.push_back(name);
  return *this;
}

CommandLine& CommandLine::Option(const std::string& name, const std::string& value) {
  if (value.starts_with('-') || value.empty()) {
    options_.push_back(name + "=" + value);
  } else {
    options_.push_back(name);
    options_.push_back(value);
  }
  return *this;
}

CommandLine& CommandLine::OptionIf(const std::string& name, const std::string& value) {
  return value.empty() ? *this : Option(name, value);
}

std::vector<std::string> CommandLine::words() const {
  std::vector<std::string> words(words_.begin(),
                                 words_.begin() + static_cast<std::ptrdiff_t>(command_words_));
  const auto arguments = words_.begin() + static_cast<std::ptrdiff_t>(command_words_);
  if (!guarded_) words.insert(words.end(), arguments, words_.end());
  words.insert(words.end(), options_.begin(), options_.end());
  if (guarded_) {
    words.emplace_back("--");
    words.insert(words.end(), arguments, words_.end());
  }
  return words;
}

}  // namespace gauze::studio
