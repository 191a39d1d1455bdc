#include "gauze/ledger/store_records.h"

#include <fmt/format.h>
#include <sodium.h>

#include "gauze/base/digest.h"
#include "gauze/base/json.h"

namespace gauze::ledger {

tl::unexpected<Error> Damaged(const std::string& what, const std::string& where) {
  return tl::unexpected(
      Error{ErrorCode::kPromise, what, where,
            "restore the ledger from a copy; gauze ledger verify shows what is damaged"});
}

Json FilesJson(const std::vector<FileRecord>& files) {
  Json json = Json::array();
  for (const FileRecord& file : files) {
    json.push_back({file.path, file.digest, file.bytes, file.lasting});
  }
  return json;
}

std::vector<FileRecord> FilesOf(const Json& json) {
  std::vector<FileRecord> files;
  for (const Json& file : json) files.push_back({file.at(0), file.at(1), file.at(2), file.at(3)});
  return files;
}

Json SumsJson(const TableSums& sums) {
  const auto one = [](const TableSum& sum) { return Json{sum.count, sum.low, sum.high}; };
  return {one(sums.keys), one(sums.values)};
}

TableSums SumsFrom(const Json& json) {
  const auto one = [](const Json& sum) { return TableSum{sum.at(0), sum.at(1), sum.at(2)}; };
  return {.keys = one(json.at(0)), .values = one(json.at(1))};
}

std::string Link(const std::string& former, const std::string& figures, const std::string& files,
                 const std::string& sums, const std::string& state) {
  return Digest(fmt::format("{}\n{}\n{}\n{}\n{}", former, figures, files, sums, state));
}

KeyDigest DigestOfValue(const std::string& name, const std::string& value) {
  KeyDigest digest{};
  const std::string text = fmt::format("{}:{}{}", name.size(), name, value);
  crypto_generichash(digest.data(), digest.size(),
                     reinterpret_cast<const unsigned char*>(text.data()), text.size(), nullptr, 0);
  return digest;
}

}  // namespace gauze::ledger
