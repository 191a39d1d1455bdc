#include "gauze/report/release_bundle.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>

#include "gauze/base/file.h"
#include "gauze/base/json.h"
#include "gauze/release/files/private_folder.h"
#include "gauze/report/read_me_first.h"

namespace gauze::report {
namespace {

namespace fs = std::filesystem;

// Puts files below a folder that is ours alone. Names are sound: the reader has seen to it.
class Unpacked {
 public:
  explicit Unpacked(std::string folder) : folder_(std::move(folder)) {}

  Status Take(const std::string& name, std::string_view piece) {
    if (!files_.contains(name)) {
      const std::string path = folder_ + "/" + name;
      MakeFolders(fs::path(name).parent_path());
      file_.close();
      file_.open(path, std::ios::binary | std::ios::trunc);
      files_[name] = path;
    }
    file_.write(piece.data(), static_cast<std::streamsize>(piece.size()));
    return file_ ? Status() : Full();
  }
  Status Finish() {
    file_.close();
    return file_ ? Status() : Full();
  }
  const BundledFiles& files() const { return files_; }

 private:
  // One by one, and not the scratch folder itself: when that is gone, the run was stopped.
  void MakeFolders(const fs::path& inside) {
    std::error_code error;
    fs::path folder = folder_;
    for (const fs::path& part : inside) fs::create_directory(folder /= part, error);
  }
  Status Full() const {
    return ResourceError("cannot unpack the bundle", folder_,
                         "free some disk space, or choose another folder with --temp");
  }

  std::string folder_;
  std::ofstream file_;
  BundledFiles files_;
};

Result<BundleVerdict> VerifyIn(const std::string& folder, std::istream& stream,
                               const bundle::SigningPublicKey& key, unsigned threads,
                               Progress& progress) {
  progress.Stage("checking every byte", 0);
  BundleVerdict verdict;
  Unpacked unpacked(folder);
  GAUZE_ASSIGN(verdict.head, bundle::Unpack(stream, key, [&](const auto& name, auto piece) {
                 return unpacked.Take(name, piece);
               }));
  GAUZE_TRY(unpacked.Finish());
  GAUZE_TRY(CheckFiles(unpacked.files()));
  VerifyOptions options;
  options.target = folder + "/release";
  options.folder = folder + "/policy";
  options.threads = threads;
  GAUZE_ASSIGN(verdict.verification, VerifyRelease(options, progress));
  return verdict;
}

// Errors name files of the bundle, not of the folder that they lay in for a moment.
Result<BundleVerdict> VerifyNamed(const std::string& folder, const std::string& file,
                                  const std::string& name, const bundle::SigningPublicKey& key,
                                  unsigned threads, Progress& progress) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return InputError("the file cannot be read", name, "check the path");
  auto verdict = VerifyIn(folder, stream, key, threads, progress);
  if (verdict) return verdict;
  Error& error = verdict.error();
  if (error.where.starts_with(folder)) error.where = name + error.where.substr(folder.size());
  if (error.where.empty()) error.where = name;
  return verdict;
}

std::string Trimmed(std::string directory) {
  while (directory.size() > 1 && directory.ends_with('/')) directory.pop_back();
  return directory;
}

// Small files are packed as they were when they were looked at.
Result<std::vector<bundle::PackedFile>> Packed(const BundledFiles& files) {
  std::vector<bundle::PackedFile> packed;
  for (const auto& [name, path] : files) {
    packed.push_back({.name = name, .path = path});
    if (name.starts_with("release/data")) continue;
    GAUZE_ASSIGN(packed.back().text, ReadFile(path));
  }
  return packed;
}

// The page that a recipient opens first, made from what is packed.
void AddReadMeFirst(std::vector<bundle::PackedFile>& packed) {
  std::set<std::string> names{"SHA256SUMS"};
  Json manifest;
  for (const bundle::PackedFile& file : packed) {
    names.insert(file.name);
    if (file.name == "release/manifest.json") manifest = ParseJson(*file.text);
  }
  packed.push_back({.name = kReadMeFirst, .path = "", .text = ReadMeFirst(manifest, names)});
}

Status CheckHolds(const VerifyReport& report, const std::string& directory) {
  for (const Verdict& verdict : report.verification.verdicts) {
    if (verdict.holds) continue;
    return tl::unexpected(Error{
        ErrorCode::kPromise, fmt::format("{} does not hold: nothing was signed", verdict.claim),
        directory, "the release was changed after it was made: make it again with `gauze run`"});
  }
  return {};
}

tl::unexpected<Error> AlreadyThere(const std::string& file) {
  return InputError("the file already exists", file,
                    "a bundle may be in use, so it is never replaced: choose another name with "
                    "--out");
}

Status PutInPlace(const std::string& from, const std::string& to) {
  if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
    return SyncPath(fs::absolute(to).parent_path().string());
  }
  if (errno == EEXIST) return AlreadyThere(to);
  return ResourceError("cannot move the bundle into place", to, "check that you may write there");
}

}  // namespace

Result<BundleReport> BundleRelease(const BundleOptions& options, Progress& progress) {
  BundleParts parts = options.parts;
  parts.release = Trimmed(parts.release);
  BundleReport report{.file = options.out.empty() ? parts.release + ".bundle.tar" : options.out};
  GAUZE_ASSIGN(const bundle::SigningKeys keys, bundle::ReadSigningKeys(options.key));
  GAUZE_ASSIGN(const BundledFiles files, CollectFiles(parts, report.left_out));
  GAUZE_TRY(CheckFiles(files));
  GAUZE_ASSIGN(auto packed, Packed(files));
  AddReadMeFirst(packed);
  std::error_code error;
  if (fs::exists(fs::symlink_status(report.file, error))) return AlreadyThere(report.file);
  GAUZE_ASSIGN(const Scratch scratch, Scratch::Beside(report.file));
  const std::string written = scratch.folder() + "/bundle.tar";
  progress.Stage("packing", 0);
  GAUZE_TRY(bundle::Pack(std::move(packed), keys, written));
  const std::string unpacked = scratch.folder() + "/unpacked";
  fs::create_directory(unpacked, error);
  GAUZE_ASSIGN(report.verdict,
               VerifyNamed(unpacked, written, report.file, keys.open, options.threads, progress));
  GAUZE_TRY(CheckHolds(report.verdict.verification, parts.release));
  GAUZE_TRY(PutInPlace(written, report.file));
  return report;
}

Result<BundleVerdict> VerifyBundle(const BundleVerifyOptions& options, Progress& progress) {
  GAUZE_ASSIGN(const bundle::SigningPublicKey key, bundle::ReadSigningPublicKey(options.key));
  const std::string temp = options.temp.empty() ? fs::temp_directory_path().string() : options.temp;
  GAUZE_ASSIGN(const Scratch scratch, Scratch::Open(temp));
  return VerifyNamed(scratch.folder(), options.file, options.file, key, options.threads, progress);
}

Json VerdictJson(const BundleVerdict& verdict) {
  Json files = Json::array();
  for (const bundle::ListedFile& file : verdict.head.files) {
    files.push_back({{"name", file.name}, {"sha256", bundle::Hex(file.digest)}});
  }
  const bundle::Signature& signature = verdict.head.signature;
  return {{"holds", verdict.verification.verification.holds()},
          {"signature",
           {{"key", bundle::Hex(signature.key.bytes)}, {"root", bundle::Hex(signature.root)}}},
          {"files", files},
          {"verification", ReportJson(verdict.verification)}};
}

Json PackedJson(const BundleReport& report) {
  Json json = VerdictJson(report.verdict);
  json["file"] = report.file;
  json["left_out"] = report.left_out;
  return json;
}

}  // namespace gauze::report
