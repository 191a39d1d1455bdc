#include "gauze/server/importer.h"

#include <sodium.h>

#include <algorithm>

#include "gauze/base/read_number.h"
#include "gauze/http/problem.h"
#include "gauze/http/target.h"
#include "gauze/server/keys/data_keys.h"

namespace gauze::server {
namespace {

constexpr std::uint32_t kLargestK = 1'000'000;

std::string Hex(std::string_view bytes) {
  std::string text(bytes.size() * 2 + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                 bytes.size());
  text.pop_back();
  return text;
}

// k has no default: how few persons an answer may stand for is the office's word. k3 is twice k.
std::optional<GateLimits> ReadGateLimits(const http::Request& request) {
  const auto number = [&](const char* name, std::uint32_t least) -> std::optional<std::uint32_t> {
    const auto found = request.query.find(name);
    if (found == request.query.end()) return std::nullopt;
    const auto read = ReadAll<std::uint32_t>(found->second);
    return read >= least && read <= kLargestK ? read : std::nullopt;
  };
  const auto k = number("k", 2);
  if (!k) return std::nullopt;
  if (!request.query.contains("k3")) return GateLimits{.k = *k, .k3 = 2 * *k};
  const auto k3 = number("k3", *k);
  if (!k3) return std::nullopt;
  return GateLimits{.k = *k, .k3 = *k3};
}

// Names that the database and the log can take as they are.
bool HasPlainNames(const Vault& vault) {
  const bool id = vault.release.size() == 32 &&
                  vault.release.find_first_not_of("0123456789abcdef") == std::string::npos;
  return id && http::IsPlainText(vault.recipient) && http::IsPlainText(vault.digest) &&
         std::ranges::all_of(vault.columns, [](const VaultColumn& column) {
           return http::IsPlainText(column.name);
         });
}

// Not decided, so not logged.
Verdict Away(std::string_view reason, std::string_view detail) {
  return {http::ProblemLater(503, reason, detail, 1), "", "", ""};
}

}  // namespace

Importer::Importer(VaultKeys keys, const SecretKey& master, Connect connect)
    : keys_(std::move(keys)), master_(master), connect_(std::move(connect)) {}

std::optional<Verdict> Importer::Import(Call& call) const {
  const auto limits = ReadGateLimits(call.request);
  if (!limits) {
    return Refused(400, "malformed",
                   "k must be a whole number from 2 to 1000000, and k3, if given, one from k on");
  }
  auto vault = OpenVault(call.request.body, keys_);
  call.request.body.clear();
  call.request.body.shrink_to_fit();
  if (!vault && vault.error().message == OldVault().value().message) {
    return Refused(422, "old_vault",
                   "this vault does not say what each person chose: make the release again");
  }
  if (!vault || !HasPlainNames(*vault)) {
    return Refused(422, "vault", "this is not a vault that was sealed to this server");
  }
  const auto key = SecretKey::Random();
  if (!key) return Away("resources", "cannot lock memory for a key");
  StoredRelease facts{.id = vault->release,
                      .recipient = vault->recipient,
                      .digest = vault->digest,
                      .k = limits->k,
                      .k3 = limits->k3,
                      .rows = vault->rows};
  std::string name(16, '\0');
  randombytes_buf(name.data(), name.size());
  facts.vault = Hex(name);
  std::string bytes = EncodeVault(*vault);
  const auto pieces = SealPieces(*key, facts.id, bytes);
  Wipe(bytes);
  auto index = VaultIndex::Make(*std::move(vault));
  if (!index) return Refused(422, "vault", "the vault is inconsistent");
  auto gate = Gate::Make(std::make_shared<const VaultIndex>(*std::move(index)), *limits);
  if (!gate) return Refused(422, "vault", "the release has fewer than k people");
  auto store = connect_();
  if (!store || !store->PutVault(facts.vault, pieces))
    return Away("database", "the database is unavailable");
  call.upload_key = Hex(SealDataKey(master_, VaultKeyId(facts.id, facts.k, facts.k3), *key));
  call.upload = std::make_shared<Release>(Release{std::move(facts), *std::move(gate), {}, {}, {}});
  return std::nullopt;
}

}  // namespace gauze::server
