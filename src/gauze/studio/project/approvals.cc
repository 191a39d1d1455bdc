#include "gauze/studio/project/approvals.h"

#include <fcntl.h>
#include <unistd.h>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/studio/folder/folder.h"
#include "gauze/studio/project/journal.h"

namespace gauze::studio {

Status Approvals::Add(const Line& line) const {
  const std::string text =
      Json{{"at", UtcNow()},    {"release", line.release}, {"point", line.point},
           {"name", line.name}, {"remark", line.remark},   {"approved", line.approved}}
          .dump() +
      "\n";
  const OpenFile file(
      open(file_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (file.get() < 0 ||
      write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()) ||
      fdatasync(file.get()) != 0) {
    return ResourceError("the approval cannot be kept", file_,
                         "is the disk full? may this user write to the folder?");
  }
  return {};
}

Json Approvals::Standing() const {
  Json standing = Json::object();
  const std::string text = ReadFile(file_).value_or("");
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != text.npos; begin = end + 1) {
    const Json line = ParseJson(text.substr(begin, end - begin));
    if (!line.is_object() || !line.contains("approved")) continue;  // torn by a power cut
    Json& release = standing[line.value("release", "")];
    const std::string point = line.value("point", "");
    if (line["approved"] == true) {
      release[point] = {{"name", line["name"]}, {"at", line["at"]}, {"remark", line["remark"]}};
    } else {
      release.erase(point);
    }
  }
  return standing;
}

}  // namespace gauze::studio
