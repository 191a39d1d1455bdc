// The trusted server's gate without the server: ask_gate VAULT KEY K < asked.jsonl prints what the
// server would answer, one line for each: a tree, or a question. Each answer is remembered, as the
// server does; with `alone` at the end, each is asked as if nothing had been asked before.

#include <fmt/format.h>

#include <charconv>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>

#include "gauze/base/file.h"
#include "gauze/interpret/gate/gate.h"
#include "gauze/vault/vault.h"

namespace gauze {
namespace {

Result<Gate> OpenGate(const std::string& vault_file, const std::string& key_file,
                      const std::string& limit) {
  std::uint32_t k = 0;
  std::from_chars(limit.data(), limit.data() + limit.size(), k);
  GAUZE_ASSIGN(const VaultKeys keys, ReadVaultKeys(key_file));
  GAUZE_ASSIGN(const std::string bytes, ReadFile(vault_file));
  GAUZE_ASSIGN(Vault vault, OpenVault(bytes, keys));
  GAUZE_ASSIGN(VaultIndex index, VaultIndex::Make(std::move(vault)));
  return Gate::Make(std::make_shared<const VaultIndex>(std::move(index)), {.k = k});
}

Result<std::string> Ask(Gate& gate, const std::string& json, bool remember) {
  Decision decision;
  if (json.find("\"root\"") != std::string::npos) {
    GAUZE_ASSIGN(const TreeQuery tree, TreeFromJson(json));
    decision = gate.Decide(tree);
  } else {
    GAUZE_ASSIGN(const Query query, QueryFromJson(json));
    decision = gate.Decide(query);
  }
  if (!decision.answered) return fmt::format("{{\"refused\": \"{}\"}}", decision.refusal);
  if (remember && !decision.repeat) gate.Commit(decision);
  return decision.answer_json;
}

Status AskAll(const std::string& vault_file, const std::string& key_file, const std::string& limit,
              bool remember) {
  GAUZE_ASSIGN(Gate gate, OpenGate(vault_file, key_file, limit));
  for (std::string line; std::getline(std::cin, line);) {
    GAUZE_ASSIGN(const std::string answer, Ask(gate, line, remember));
    fmt::print("{}\n", answer);
  }
  return {};
}

}  // namespace
}  // namespace gauze

int main(int count, char** words) {
  const bool alone = count == 5 && std::string_view(words[4]) == "alone";
  if (count != 4 && !alone) {
    fmt::print(stderr, "ask_gate VAULT KEY K [alone] < asked.jsonl\n");
    return 2;
  }
  const auto asked = gauze::AskAll(words[1], words[2], words[3], !alone);
  if (!asked) {
    fmt::print(stderr, "ask_gate: {}\n", asked.error().message);
    return 1;
  }
  return 0;
}
