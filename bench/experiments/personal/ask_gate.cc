// The trusted server's gate without the server: read_tree VAULT KEY K < tree.json prints what the
// server would answer to a tree if nothing had been asked before.

#include <fmt/format.h>

#include <charconv>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>

#include "gauze/base/file.h"
#include "gauze/interpret/gate/gate.h"
#include "gauze/vault/vault.h"

namespace gauze {
namespace {

Result<std::string> Answer(const std::string& vault_file, const std::string& key_file,
                           const std::string& limit, const std::string& json) {
  std::uint32_t k = 0;
  std::from_chars(limit.data(), limit.data() + limit.size(), k);
  GAUZE_ASSIGN(const VaultKeys keys, ReadVaultKeys(key_file));
  GAUZE_ASSIGN(const std::string bytes, ReadFile(vault_file));
  GAUZE_ASSIGN(Vault vault, OpenVault(bytes, keys));
  GAUZE_ASSIGN(VaultIndex index, VaultIndex::Make(std::move(vault)));
  GAUZE_ASSIGN(const Gate gate,
               Gate::Make(std::make_shared<const VaultIndex>(std::move(index)), {.k = k}));
  GAUZE_ASSIGN(const TreeQuery tree, TreeFromJson(json));
  const Decision decision = gate.Decide(tree);
  if (decision.answered) return decision.answer_json;
  return InputError("the whole tree is refused: " + decision.refusal, "", "take a smaller k");
}

}  // namespace
}  // namespace gauze

int main(int count, char** words) {
  if (count != 4) {
    fmt::print(stderr, "read_tree VAULT KEY K < tree.json\n");
    return 2;
  }
  const std::string json(std::istreambuf_iterator<char>(std::cin), {});
  const auto answer = gauze::Answer(words[1], words[2], words[3], json);
  if (!answer) {
    fmt::print(stderr, "read_tree: {}\n", answer.error().message);
    return 1;
  }
  fmt::print("{}\n", *answer);
  return 0;
}
