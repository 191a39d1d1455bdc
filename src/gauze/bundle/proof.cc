#include "gauze/bundle/proof.h"

#include <fmt/format.h>

#include <algorithm>

#include "gauze/base/json.h"

namespace gauze::bundle {
namespace {

constexpr int kProofVersion = 1;

tl::unexpected<Error> Refused(std::string message) {
  return tl::unexpected(Error{ErrorCode::kPromise, std::move(message), "",
                              "the file or the proof was changed: ask for another copy"});
}

// Throws what is not there or of another type.
Result<Proof> Read(const Json& json) {
  if (json.at("proof") != kProofVersion) return Refused("the proof has an unsupported version");
  GAUZE_ASSIGN(const auto files, ReadList(json.at("file").get<std::string>() + "\n"));
  if (files.size() != 1) return Refused("the proof must be about one file");
  Proof proof{.file = files.front(), .place = json.at("place").get<std::uint64_t>()};
  for (const Json& text : json.at("path")) {
    if (!FromHex(text.get<std::string>(), proof.path.emplace_back())) {
      return Refused("the proof contains an invalid hash");
    }
  }
  GAUZE_ASSIGN(proof.signature, ReadSignature(json.at("signature").get<std::string>()));
  return proof;
}

}  // namespace

Result<Proof> Prove(const Head& head, std::string_view name) {
  const auto found = std::ranges::find(head.files, name, &ListedFile::name);
  if (found == head.files.end()) {
    return InputError(fmt::format("the bundle has no file \"{}\"", name), "",
                      "`tar tf BUNDLE` lists them");
  }
  const auto place = static_cast<std::size_t>(found - head.files.begin());
  return Proof{.file = *found,
               .place = place,
               .path = MerklePath(Leaves(head.files), place),
               .signature = head.signature};
}

std::string ProofText(const Proof& proof) {
  Json path = Json::array();
  for (const Hash& hash : proof.path) path.push_back(Hex(hash));
  const Json json = {{"proof", kProofVersion},
                     {"file", proof.file.Line()},
                     {"place", proof.place},
                     {"path", path},
                     {"signature", proof.signature.Text()}};
  return json.dump(2) + "\n";
}

Result<Proof> ReadProof(std::string_view text) {
  try {
    return Read(ParseJson(text));
  } catch (const Json::exception&) {
    return InputError("this is not a bundle proof", "", "`gauze bundle prove` makes one");
  }
}

Status CheckProof(const Proof& proof, const std::string& digest, const SigningPublicKey& key) {
  GAUZE_TRY(CheckSignature(proof.signature, key));
  if (digest != Hex(proof.file.digest)) {
    return Refused("the file differs from the one that was signed");
  }
  const auto root =
      RootOfPath(LeafHash(proof.file.Line()), proof.place, proof.signature.files, proof.path);
  if (root != proof.signature.root) return Refused("the proof does not lead to the signed root");
  return {};
}

}  // namespace gauze::bundle
