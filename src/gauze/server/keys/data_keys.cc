#include "gauze/server/keys/data_keys.h"

#include <fmt/format.h>

namespace gauze::server {
namespace {

constexpr std::size_t kPiece = 1U << 20U;

std::string KeyPlace(const std::string& id) { return "data_keys/" + id; }

std::string PiecePlace(const std::string& release, std::size_t number, std::size_t count) {
  return fmt::format("vault/{}/{}/{}", release, number, count);
}

}  // namespace

std::string VaultKeyId(const std::string& release, std::uint64_t k, std::uint64_t k3) {
  return k3 == 0 ? fmt::format("{}:{}", release, k) : fmt::format("{}:{}:{}", release, k, k3);
}

std::string SealDataKey(const SecretKey& master, const std::string& id, const SecretKey& key) {
  return master.Seal(key.bytes(), KeyPlace(id));
}

Result<SecretKey> OpenDataKey(const SecretKey& master, const std::string& id,
                              std::string_view sealed) {
  GAUZE_ASSIGN(std::string bytes, master.Open(sealed, KeyPlace(id)));
  auto key = SecretKey::FromBytes(bytes);
  Wipe(bytes);
  return key;
}

std::vector<std::string> SealPieces(const SecretKey& key, const std::string& release,
                                    std::string_view bytes) {
  const std::size_t count = bytes.empty() ? 1 : (bytes.size() + kPiece - 1) / kPiece;
  std::vector<std::string> pieces;
  for (std::size_t number = 0; number < count; ++number) {
    pieces.push_back(
        key.Seal(bytes.substr(number * kPiece, kPiece), PiecePlace(release, number, count)));
  }
  return pieces;
}

Result<std::string> OpenPieces(const SecretKey& key, const std::string& release,
                               const std::vector<std::string>& pieces) {
  if (pieces.empty())
    return InputError("a vault is missing from the database", "release " + release);
  std::string bytes;
  bytes.reserve(pieces.size() * kPiece);  // so that no part of it is left behind by growing
  for (std::size_t number = 0; number < pieces.size(); ++number) {
    auto piece = key.Open(pieces[number], PiecePlace(release, number, pieces.size()));
    if (!piece) {
      Wipe(bytes);
      return tl::unexpected(piece.error());
    }
    bytes += *piece;
    Wipe(*piece);
  }
  return bytes;
}

}  // namespace gauze::server
