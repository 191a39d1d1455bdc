#include "gauze/studio/project/kept_profile.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "gauze/base/file.h"
#include "gauze/base/json.h"

namespace gauze::studio {

KeptProfile::KeptProfile(std::string file, const std::string& table, const CsvDialect& csv)
    : file_(std::move(file)) {
  struct stat facts{};
  stat(table.c_str(), &facts);
  key_ = fmt::format("{} {} {}.{} {} {}", table, facts.st_size, facts.st_mtim.tv_sec,
                     facts.st_mtim.tv_nsec, csv.header, csv.encoding);
}

std::optional<std::string> KeptProfile::Read() const {
  const auto text = ReadFile(file_);
  const Json kept = ParseJson(text ? *text : "");
  if (!kept.is_object() || kept.value("key", "") != key_ || !kept.contains("profile")) return {};
  return kept["profile"].dump();
}

void KeptProfile::Write(const std::string& profile) const {
  (void)WriteFile(file_, Json{{"key", key_}, {"profile", ParseJson(profile)}}.dump(), 0600);
}

}  // namespace gauze::studio
