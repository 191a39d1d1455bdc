#include "gauze/server/withdrawal.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>

#include "gauze/base/json.h"

namespace gauze::server {
namespace {

// The weakest choice that somebody's rows show, or what they chose since.
int ChoiceOf(const Release& release, const HeldColumn& column, const Withdrawal& withdrawal,
             std::uint32_t group) {
  const auto since = release.stricter.find({withdrawal.person, withdrawal.attribute});
  if (since != release.stricter.end()) return since->second;
  const auto [begin, end] = release.gate.index().RowsOfGroup(group);
  int weakest = 3;
  for (std::size_t row = begin; row < end; ++row) {
    weakest = std::min<int>(weakest, column.choice[column.shown_codes.Get(row)]);
  }
  return weakest;
}

std::string PlaceOf(std::uint64_t number, const std::string& release) {
  return fmt::format("withdrawal/{}\n{}", number, release);
}

std::string HexOf(const unsigned char* bytes, std::size_t size) {
  std::string text(size * 2 + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), bytes, size);
  text.pop_back();
  return text;
}

// Whole bytes in hexadecimal digits, or nothing.
std::string BytesOf(const std::string& hex) {
  std::string bytes(hex.size() / 2, '\0');
  std::size_t read = 0;
  const int fault = sodium_hex2bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(),
                                   hex.data(), hex.size(), nullptr, &read, nullptr);
  return fault == 0 && read * 2 == hex.size() ? bytes : std::string();
}

tl::unexpected<Error> Damaged(std::uint64_t number) {
  return InputError("a withdrawal does not fit its release", fmt::format("entry {}", number),
                    "somebody changed the database: restore a backup");
}

}  // namespace

std::string RefusalOf(const Release& release, const Withdrawal& withdrawal) {
  const VaultIndex& index = release.gate.index();
  const HeldColumn* column = index.Find(withdrawal.attribute);
  if (column == nullptr || column->choice.empty()) return "unknown_column";
  const auto group = index.FindPerson(withdrawal.person);
  if (!group) return "not_found";
  const bool stricter = withdrawal.choice > ChoiceOf(release, *column, withdrawal, *group);
  return stricter ? "" : "not_stricter";
}

StoredWithdrawal SealWithdrawal(const SecretKey& log_key, std::uint64_t number,
                                const std::string& release, const Withdrawal& withdrawal) {
  const Json json = {{"person", HexOf(withdrawal.person.data(), withdrawal.person.size())},
                     {"attribute", withdrawal.attribute},
                     {"choice", withdrawal.choice}};
  const std::string sealed = log_key.Seal(json.dump(), PlaceOf(number, release));
  return {number, release,
          HexOf(reinterpret_cast<const unsigned char*>(sealed.data()), sealed.size())};
}

void Withdraw(Release& release, const Withdrawal& withdrawal, StoredWithdrawal stored) {
  release.gate.Withdraw(*release.gate.index().FindPerson(withdrawal.person));
  release.stricter[{withdrawal.person, withdrawal.attribute}] = withdrawal.choice;
  release.withdrawals.push_back(std::move(stored));
}

Status WithdrawAgain(const SecretKey& log_key, const StoredWithdrawal& stored, Release& release) {
  GAUZE_ASSIGN(const std::string text,
               log_key.Open(BytesOf(stored.sealed), PlaceOf(stored.number, stored.release)));
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return Damaged(stored.number);
  Withdrawal withdrawal{.attribute = json.value("attribute", ""),
                        .choice = json.value("choice", 0)};
  const std::string person = BytesOf(json.value("person", ""));
  if (person.size() != withdrawal.person.size()) return Damaged(stored.number);
  std::ranges::copy(person, withdrawal.person.begin());
  if (!RefusalOf(release, withdrawal).empty()) return Damaged(stored.number);
  Withdraw(release, withdrawal, stored);
  return {};
}

}  // namespace gauze::server
