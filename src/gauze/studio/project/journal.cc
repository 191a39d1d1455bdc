#include "gauze/studio/project/journal.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>

#include "gauze/base/file.h"
#include "gauze/base/json.h"

namespace gauze::studio {

std::string UtcNow() {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

Result<Journal> Journal::Open(const std::string& file) {
  OpenFile descriptor(
      open(file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (descriptor.get() < 0) {
    return ResourceError("the journal cannot be written", file,
                         "may this user write to the folder?");
  }
  if (flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0) {
    return ResourceError("another studio has this policy open", file, "use that one, or end it");
  }
  Journal journal(std::move(descriptor), file);
  GAUZE_TRY(journal.Load());
  return journal;
}

Status Journal::Load() {
  GAUZE_ASSIGN(std::string text, ReadFile(name_));
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != text.npos; begin = end + 1) {
    Follow(text.substr(begin, end - begin));
  }
  // What was torn gets its end, so that the next line stands alone.
  if (begin < text.size() && write(file_.get(), "\n", 1) != 1) {
    return ResourceError("the journal cannot be written", name_, "is the disk full?");
  }
  return {};
}

void Journal::Follow(const std::string& line) {
  const Json entry = ParseJson(line);
  const auto text_of = [&](const char* name) {
    const auto found = entry.find(name);
    return found != entry.end() && found->is_string() ? found->get<std::string>() : "";
  };
  if (!entry.is_object()) return;
  const std::string what = text_of("what");
  if (what == "edit") {
    versions_.resize(count_);
    versions_.push_back({revision_ + 1, text_of("at"), text_of("label"), text_of("text")});
    ++count_;
  } else if (what == "undo" && count_ > 1) {
    --count_;
  } else if (what == "redo" && count_ < versions_.size()) {
    ++count_;
  } else {
    return;
  }
  ++revision_;
}

const Journal::Version* Journal::current() const {
  return count_ == 0 ? nullptr : &versions_[count_ - 1];
}
const Journal::Version* Journal::undoable() const { return count_ < 2 ? nullptr : current(); }
const Journal::Version* Journal::redoable() const {
  return count_ == versions_.size() ? nullptr : &versions_[count_];
}

Status Journal::Append(const std::string& line) {
  const std::string whole = line + "\n";
  const off_t before = lseek(file_.get(), 0, SEEK_END);
  if (write(file_.get(), whole.data(), whole.size()) != static_cast<ssize_t>(whole.size()) ||
      fdatasync(file_.get()) != 0) {
    [[maybe_unused]] const int ignored = ftruncate(file_.get(), before);
    return ResourceError("the journal cannot be written", name_, "is the disk full?");
  }
  Follow(line);
  return {};
}

Status Journal::Edit(std::string_view label, std::string_view text) {
  return Append(Json{{"what", "edit"}, {"at", UtcNow()}, {"label", label}, {"text", text}}.dump());
}
Status Journal::Undo() { return Append(Json{{"what", "undo"}, {"at", UtcNow()}}.dump()); }
Status Journal::Redo() { return Append(Json{{"what", "redo"}, {"at", UtcNow()}}.dump()); }

}  // namespace gauze::studio
