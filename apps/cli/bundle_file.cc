#include <fmt/format.h>

#include <filesystem>

#include "bundle.h"
#include "command.h"
#include "gauze/base/digest.h"
#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/bundle/file_signature.h"
#include "gauze/bundle/proof.h"

namespace gauze::cli {
namespace {

struct CheckedFile {
  std::string file;
  std::string proof;
  std::string signature;
  std::string key;
};

Result<int> CheckByProof(const CheckedFile& checked, const bundle::SigningPublicKey& key,
                         bool json) {
  GAUZE_ASSIGN(const std::string text, ReadFile(checked.proof));
  GAUZE_ASSIGN(const bundle::Proof proof, bundle::ReadProof(text));
  GAUZE_ASSIGN(const std::string digest, DigestFile(checked.file));
  GAUZE_TRY(CheckProof(proof, digest, key));
  if (json) {
    PrintJson({{"name", proof.file.name}, {"files", proof.signature.files}});
  } else {
    fmt::print("holds   {} is {}, one of {} signed by key {}\n", checked.file, proof.file.name,
               Counted(proof.signature.files, "file", "files"), bundle::Hex(key.bytes));
  }
  return 0;
}

Result<int> CheckBySignature(const CheckedFile& checked, const bundle::SigningPublicKey& key,
                             bool json) {
  GAUZE_ASSIGN(const std::string text, ReadFile(checked.signature));
  GAUZE_ASSIGN(const std::string comment, CheckFileSignature(checked.file, text, key));
  if (json) {
    PrintJson({{"name", checked.file}, {"comment", comment}});
  } else {
    fmt::print("holds   {} is signed by key {} ({})\n", checked.file, bundle::Hex(key.bytes),
               comment);
  }
  return 0;
}

}  // namespace

void AddSignFile(Commands& commands, CLI::App* bundle) {
  struct Options {
    std::string file;
    std::string key;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = commands.Add(
      "sign", "sign a single file that is no release: FILE.minisig, which minisign checks, too",
      [options, &commands](Progress& /*progress*/) -> Result<int> {
        GAUZE_ASSIGN(const bundle::SigningKeys keys, bundle::ReadSigningKeys(options->key));
        const std::string name = std::filesystem::path(options->file).filename().string();
        GAUZE_ASSIGN(const std::string text, bundle::SignFile(options->file, "file:" + name, keys));
        const std::string out = options->file + ".minisig";
        GAUZE_TRY(WriteFile(out, text));
        const std::string key = bundle::MinisignKey(keys.open);
        if (commands.common().json) {
          PrintJson({{"signature", out}, {"minisign_key", key}});
        } else {
          fmt::print("{}: recipients check it with one of\n", out);
          fmt::print("  gauze bundle check {} --signature {} --key FILE.pub\n", name,
                     name + ".minisig");
          fmt::print("  minisign -V -m {} -P {}\n", name, key);
        }
        return 0;
      },
      bundle);
  command->add_option("file", options->file, "the file")->required()->type_name("FILE");
  command->add_option("--key", options->key, "the secret signing key")
      ->required()
      ->type_name("FILE");
}

void AddCheckFile(Commands& commands, CLI::App* bundle) {
  auto checked = std::make_shared<CheckedFile>();
  CLI::App* command = commands.Add(
      "check", "check that the sender signed a single file, by itself or as part of a bundle",
      [checked, &commands](Progress& /*progress*/) -> Result<int> {
        if (checked->proof.empty() == checked->signature.empty()) {
          return InputError("a proof or a signature is needed, and not both", "bundle check",
                            "--proof for a file of a bundle, --signature for FILE.minisig");
        }
        GAUZE_ASSIGN(const auto key, bundle::ReadSigningPublicKey(checked->key));
        const bool json = commands.common().json;
        return checked->proof.empty() ? CheckBySignature(*checked, key, json)
                                      : CheckByProof(*checked, key, json);
      },
      bundle);
  command->add_option("file", checked->file, "the file")->required()->type_name("FILE");
  command->add_option("--proof", checked->proof, "what `gauze bundle prove` printed")
      ->type_name("FILE");
  command->add_option("--signature", checked->signature, "what `gauze bundle sign` wrote")
      ->type_name("FILE");
  AddPublicKey(command, checked->key);
}

}  // namespace gauze::cli
