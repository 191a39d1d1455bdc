#include "gauze/release/files/data_digest.h"

#include "gauze/base/digest.h"

namespace gauze {

Result<std::string> DigestData(const std::string& folder, const std::vector<std::string>& files) {
  if (files.size() == 1) return DigestFile(folder + "/" + files.front());
  std::string listing;
  for (const std::string& file : files) {
    GAUZE_ASSIGN(const std::string digest, DigestFile(folder + "/" + file));
    listing += digest + "  " + file + "\n";
  }
  return Digest(listing);
}

}  // namespace gauze
