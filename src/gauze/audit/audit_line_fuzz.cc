// Any bytes as a line of an audit log, and as a head: no crash, and what was read is written and
// read as the same.
#include "gauze/audit/audit.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto entry = gauze::ReadAuditLine(text)) {
    const auto again = gauze::ReadAuditLine(gauze::AuditLine(*entry));
    if (!again || *again != *entry) __builtin_trap();
  }
  if (const auto head = gauze::ReadHead(text)) {
    const auto again = gauze::ReadHead(gauze::HeadText(*head));
    if (!again || *again != *head) __builtin_trap();
  }
  return 0;
}
