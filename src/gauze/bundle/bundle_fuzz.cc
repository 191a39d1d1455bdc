// Any bytes as a bundle, as a list and as a signature. And a bundle that the fuzzer's own key
// signed, changed afterwards: the input is lines "name=content" for its files, a line feed, and
// edits of three bytes each (a place, and what is written there, or 0xFF: the bundle ends there).
// No crash, a changed bundle is never accepted, and what is accepted is what packing its files
// makes.
#include <sodium.h>

#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>

#include "gauze/bundle/bundle.h"
#include "gauze/bundle/tar.h"

namespace {

using namespace gauze;          // NOLINT(google-build-using-namespace)
using namespace gauze::bundle;  // NOLINT(google-build-using-namespace)

using Contents = std::map<std::string, std::string>;

std::optional<Contents> Open(const std::string& bytes, const SigningKeys& keys) {
  std::istringstream stream(bytes);
  Contents contents;
  const auto head = Unpack(stream, keys.open, [&](const std::string& name, std::string_view piece) {
    contents[name] += piece;
    return Status();
  });
  return head ? std::optional(contents) : std::nullopt;
}

// In memory, beside the code that is tried.
std::string Part(std::string_view name, const std::string& text) {
  const TarBlock header = TarHeader(name, text.size());
  return std::string(header.data(), header.size()) + text +
         std::string(PaddingAfter(text.size()), '\0');
}

std::string Made(const std::vector<ListedFile>& files, const Contents& contents,
                 const SigningKeys& keys) {
  const Signature signature = Sign(files.size(), MerkleRoot(Leaves(files)), keys);
  std::string bytes = Part(kListName, ListText(files)) + Part(kSignatureName, signature.Text());
  for (const auto& [name, text] : contents) bytes += Part(name, text);
  return bytes + std::string(2 * kBlock, '\0');
}

void TryEdits(std::string_view input, const SigningKeys& keys) {
  Contents contents;
  while (!input.empty() && input.front() != '\n') {
    const std::string_view line = input.substr(0, input.find('\n'));
    const std::size_t equals = std::min(line.find('='), line.size());
    contents.emplace(line.substr(0, equals), line.substr(std::min(line.size(), equals + 1)));
    input.remove_prefix(std::min(input.size(), line.size() + 1));
  }
  std::vector<ListedFile> files;
  for (const auto& [name, text] : contents) {
    ListedFile file{.name = name};
    crypto_hash_sha256(file.digest.data(), reinterpret_cast<const unsigned char*>(text.data()),
                       text.size());
    files.push_back(file);
  }
  if (!CheckList(files)) return;
  const std::string bytes = Made(files, contents, keys);
  if (Open(bytes, keys) != contents) std::abort();
  std::string edited = bytes;
  for (std::size_t i = 1; i + 2 < input.size(); i += 3) {
    const std::size_t place =
        (static_cast<unsigned char>(input[i]) << 8U | static_cast<unsigned char>(input[i + 1])) %
        bytes.size();
    if (input[i + 2] == '\xFF') {
      edited.resize(std::min(edited.size(), place));
    } else if (place < edited.size()) {
      edited[place] = input[i + 2];
    }
  }
  if (edited != bytes && Open(edited, keys)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const SigningKeys keys = *MakeSigningKeys();
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  if (Open(bytes, keys)) std::abort();  // nobody signed it
  if (const auto signature = ReadSignature(bytes); signature && signature->Text() != bytes) {
    std::abort();
  }
  if (const auto list = ReadList(bytes); list && ListText(*list) != bytes) std::abort();
  TryEdits(bytes, keys);
  return 0;
}
