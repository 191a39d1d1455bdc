#pragma once

#include <cstdint>
#include <string>

#include "gauze/server/held_release.h"
#include "gauze/server/keys/secret_key.h"

// A person who chose more strictly after a release was made. The release is out and shows what it
// shows; from now on the gate needs nothing of them (Gate::Withdraw), and the next release shows
// the new choice. A choice never becomes weaker.

namespace gauze::server {

struct Withdrawal {
  PersonTag person{};
  std::string attribute;
  int choice = 0;
};

// Why it is refused, or empty: "not_found" (no such person, or a release that finds nobody),
// "unknown_column" (no column with choices), "not_stricter".
std::string RefusalOf(const Release& release, const Withdrawal& withdrawal);

// What is stored of it: sealed, so that the database tells nobody who withdrew.
StoredWithdrawal SealWithdrawal(const SecretKey& log_key, std::uint64_t number,
                                const std::string& release, const Withdrawal& withdrawal);

// Does it, and remembers that it is stored. It must not be refused.
void Withdraw(Release& release, const Withdrawal& withdrawal, StoredWithdrawal stored);

// The same for one that was stored before.
Status WithdrawAgain(const SecretKey& log_key, const StoredWithdrawal& stored, Release& release);

}  // namespace gauze::server
