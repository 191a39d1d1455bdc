#include "bundle.h"

#include <fmt/format.h>

#include <fstream>

#include "command.h"
#include "gauze/bundle/proof.h"
#include "gauze/report/release_bundle.h"
#include "print_verification.h"

namespace gauze::cli {
namespace {

void PrintSigned(const bundle::Head& head) {
  fmt::print("signed  {} by key {}\n", Counted(head.files.size(), "file", "files"),
             bundle::Hex(head.signature.key.bytes));
}

Result<int> Pack(const report::BundleOptions& options, const Common& common, Progress& progress) {
  if (options.parts.release.empty() || options.key.empty()) {
    return InputError("a bundle needs a release and a key", "gauze bundle",
                      "gauze bundle RELEASE --key signing.key; `gauze bundle keys signing` makes "
                      "the key");
  }
  GAUZE_ASSIGN(const report::BundleReport report, BundleRelease(options, progress));
  progress.Done();
  if (common.json) {
    PrintJson(PackedJson(report));
    return 0;
  }
  fmt::print("{}: every promise holds in it\n", report.file);
  PrintSigned(report.verdict.head);
  for (const bundle::ListedFile& file : report.verdict.head.files) fmt::print("  {}\n", file.name);
  for (const std::string& file : report.left_out) {
    fmt::print("note: {} is not part of the release, and was left out\n", file);
  }
  return 0;
}

void AddKeys(Commands& commands, CLI::App* all) {
  auto name = std::make_shared<std::string>();
  CLI::App* command = commands.Add(
      "keys", "make a key pair for signing releases: NAME.key to sign, NAME.pub for recipients",
      [name, &commands](Progress& /*progress*/) -> Result<int> {
        const std::string secret = *name + ".key";
        const std::string open = *name + ".pub";
        GAUZE_ASSIGN(const bundle::SigningKeys keys, bundle::MakeSigningKeys());
        GAUZE_TRY(WriteSigningKeys(keys, secret, open));
        if (commands.common().json) {
          PrintJson({{"secret", secret}, {"public", open}});
        } else {
          fmt::print("{}: keep it secret; anyone who has it can sign in your name\n", secret);
          fmt::print("{}: for recipients; send it by another channel than the bundles\n", open);
        }
        return 0;
      },
      all);
  command->add_option("name", *name, "name of both files, without an extension")
      ->required()
      ->type_name("NAME");
}

void AddVerify(Commands& commands, CLI::App* all) {
  auto options = std::make_shared<report::BundleVerifyOptions>();
  CLI::App* command = commands.Add(
      "verify", "check offline that a bundle is what its sender signed and keeps its promises",
      [options, &commands](Progress& progress) -> Result<int> {
        options->threads = commands.common().threads;
        GAUZE_ASSIGN(const report::BundleVerdict verdict, VerifyBundle(*options, progress));
        progress.Done();
        if (commands.common().json) {
          PrintJson(VerdictJson(verdict));
        } else {
          PrintSigned(verdict.head);
          PrintVerification(verdict.verification);
        }
        return verdict.verification.verification.holds() ? 0
                                                         : static_cast<int>(ErrorCode::kPromise);
      },
      all);
  command->add_option("bundle", options->file, "the bundle")->required()->type_name("FILE");
  AddPublicKey(command, options->key);
  command
      ->add_option("--temp", options->temp,
                   "folder to unpack in, private and removed afterwards (default: the system's)")
      ->type_name("DIRECTORY");
}

void AddProve(Commands& commands, CLI::App* all) {
  struct Options {
    std::string bundle;
    std::string file;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = commands.Add(
      "prove", "print a proof that a file is in a bundle, for recipients of that file alone",
      [options](Progress& progress) -> Result<int> {
        std::ifstream stream(options->bundle, std::ios::binary);
        if (!stream) return InputError("the file cannot be read", options->bundle);
        GAUZE_ASSIGN(const bundle::Head head, bundle::ReadHead(stream));
        GAUZE_ASSIGN(const bundle::Proof proof, Prove(head, options->file));
        progress.Done();
        fmt::print("{}", ProofText(proof));
        return 0;
      },
      all);
  command->add_option("bundle", options->bundle, "the bundle")->required()->type_name("FILE");
  command->add_option("file", options->file, "its name in the bundle, e.g. release/data.csv")
      ->required()
      ->type_name("NAME");
}

}  // namespace

void AddPublicKey(CLI::App* command, std::string& key) {
  command->add_option("--key", key, "the sender's public key, from the sender, not from the bundle")
      ->required()
      ->type_name("FILE");
}

void AddBundle(Commands& commands) {
  auto options = std::make_shared<report::BundleOptions>();
  CLI::App* command =
      commands.Add("bundle", "pack a release into one signed file that recipients can verify",
                   [options, &commands](Progress& progress) -> Result<int> {
                     options->threads = commands.common().threads;
                     return Pack(*options, commands.common(), progress);
                   });
  command->add_option("release", options->parts.release, "a release directory")
      ->type_name("DIRECTORY");
  command->add_option("--key", options->key, "the secret signing key")->type_name("FILE");
  command
      ->add_option("--policy", options->parts.policy,
                   "also pack the policy, and the hierarchies and knowledge tables that it names")
      ->type_name("FILE");
  command
      ->add_option("--report", options->parts.report,
                   "also pack the public evidence in this folder, and its page")
      ->type_name("DIRECTORY");
  command->add_option("--out", options->out, "the bundle (default: RELEASE.bundle.tar)")
      ->type_name("FILE");
  AddKeys(commands, command);
  AddVerify(commands, command);
  AddProve(commands, command);
  AddSignFile(commands, command);
  AddCheckFile(commands, command);
}

}  // namespace gauze::cli
