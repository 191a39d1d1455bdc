#include "gauze/audit/audit.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "gauze/base/digest.h"
#include "gauze/base/json.h"
#include "gauze/base/read_number.h"

namespace gauze {
namespace {

struct Field {
  const char* name;
  std::string AuditEntry::* text;
};

// Everything but the number, in the order of the chain's hash and of a line.
constexpr std::array kFields = {
    Field{"time", &AuditEntry::time},         Field{"who", &AuditEntry::who},
    Field{"project", &AuditEntry::project},   Field{"kind", &AuditEntry::kind},
    Field{"decision", &AuditEntry::decision}, Field{"reason", &AuditEntry::reason},
    Field{"detail", &AuditEntry::detail},     Field{"body_digest", &AuditEntry::body_digest},
    Field{"record", &AuditEntry::record},     Field{"previous", &AuditEntry::previous},
    Field{"hash", &AuditEntry::hash},
};

constexpr std::size_t kSecondForm = 2;  // fields that the first form has not

bool IsFirstForm(const AuditEntry& entry) { return entry.record.empty(); }

bool HasField(const AuditEntry& entry, const Field& field) {
  return !IsFirstForm(entry) ||
         (field.text != &AuditEntry::detail && field.text != &AuditEntry::record);
}

tl::unexpected<Error> Broken(std::uint64_t number, std::string_view what) {
  return tl::unexpected(
      Error{.code = ErrorCode::kPromise,
            .message = fmt::format("entry {} {}", number, what),
            .hint = "somebody changed the log: compare it with a backup, from this entry on"});
}

}  // namespace

std::string ChainHash(const AuditEntry& entry) {
  std::string bytes = fmt::format("gauze audit {}\n{}\n", IsFirstForm(entry) ? 1 : 2, entry.number);
  for (const Field& field : kFields) {
    if (field.text == &AuditEntry::hash || !HasField(entry, field)) continue;
    const std::string& text = entry.*field.text;
    bytes += fmt::format("{}:", text.size());
    bytes += text;
  }
  return Digest(bytes);
}

void ChainOn(AuditEntry& entry, AuditHead& head) {
  entry.number = head.number + 1;
  entry.previous = head.hash;
  entry.hash = ChainHash(entry);
  head = {.number = entry.number, .hash = entry.hash};
}

Status ChainVerifier::Add(const AuditEntry& entry) {
  if (entry.number != head_.number + 1) {
    return Broken(
        head_.number + 1,
        fmt::format("is missing or out of order: entry {} is in its place", entry.number));
  }
  if (entry.previous != head_.hash)
    return Broken(entry.number, "does not follow the previous entry");
  if (entry.hash != ChainHash(entry) || (IsFirstForm(entry) && !entry.detail.empty())) {
    return Broken(entry.number, "does not match its hash");
  }
  if (noted_ && noted_->number == entry.number && noted_->hash != entry.hash) {
    return Broken(entry.number, "is not the one that was noted");
  }
  head_ = {.number = entry.number, .hash = entry.hash};
  return {};
}

Status ChainVerifier::Finish() const {
  if (!noted_ || noted_->number <= head_.number) return {};
  return Broken(head_.number + 1, "is missing, and so are all entries up to the noted head");
}

Status VerifyChain(std::span<const AuditEntry> entries, std::optional<AuditHead> noted) {
  ChainVerifier verifier(std::move(noted));
  for (const AuditEntry& entry : entries) {
    GAUZE_TRY(verifier.Add(entry));
  }
  return verifier.Finish();
}

std::string AuditLine(const AuditEntry& entry) {
  Json line = {{"number", entry.number}};
  for (const Field& field : kFields) {
    if (HasField(entry, field)) line[field.name] = entry.*field.text;
  }
  return line.dump();
}

Result<AuditEntry> ReadAuditLine(std::string_view line) {
  const auto wrong = [](std::string message) {
    return InputError(std::move(message), "", "give the file exactly as `gauzed` wrote it");
  };
  const auto json = ParseJson<nlohmann::json>(line);
  if (!json.is_object()) return wrong("the line is not a JSON object");
  const bool first_form = !json.contains("record");
  if (json.size() != kFields.size() + 1 - (first_form ? kSecondForm : 0)) {
    return wrong("the line does not have the fields of an entry");
  }
  AuditEntry entry;
  const auto number = json.find("number");
  if (number == json.end() || !number->is_number_unsigned()) {
    return wrong("the entry has no \"number\"");
  }
  entry.number = number->get<std::uint64_t>();
  for (const Field& field : kFields) {
    const auto found = json.find(field.name);
    if (first_form && !HasField(entry, field)) continue;
    if (found == json.end() || !found->is_string()) {
      return wrong(fmt::format("the entry has no text \"{}\"", field.name));
    }
    entry.*field.text = found->get<std::string>();
  }
  if (!first_form && IsFirstForm(entry)) return wrong("the entry has an empty \"record\"");
  return entry;
}

std::string HeadText(const AuditHead& head) { return fmt::format("{}:{}", head.number, head.hash); }

Result<AuditHead> ReadHead(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto number = ReadAll<std::uint64_t>(text.substr(0, colon));
  if (colon == std::string_view::npos || !number || text.size() != colon + 1 + 64 ||
      text.find_first_not_of("0123456789abcdef", colon + 1) != std::string_view::npos) {
    return InputError("this is not the head of an audit log", "",
                      "a head is a number, a colon and 64 hexadecimal digits");
  }
  return AuditHead{.number = *number, .hash = std::string(text.substr(colon + 1))};
}

}  // namespace gauze
