#pragma once

#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/bundle/file_list.h"
#include "gauze/bundle/signature.h"

// A signed bundle: a tar archive (tar.h) of the list of its files (file_list.h), the signature over
// that list (signature.h), and the files in the list's order.
//
// Guarantees: the same files and key give the same bytes. Every byte of a bundle counts: whatever
// was changed, added, removed, moved or cut off is found, by one pass with little memory, and no
// byte of a file is handed out before the signature over its name and digest was found good.
// Does not cover: whether what the files say is true (report/release_bundle.h looks at that), and
// which key to trust. The bytes of a file are handed out before its digest can be known: whoever
// takes them uses none of them unless all went well.

namespace gauze::bundle {

// A file to be packed: its bytes, or where they are.
struct PackedFile {
  std::string name;
  std::string path;
  std::optional<std::string> text;  // if given, nothing is read from the path
};

// Writes the bundle to a new file, synced. One pass over every file; a file that grows or shrinks
// meanwhile is an error. Files come in any order.
Result<Signature> Pack(std::vector<PackedFile> files, const SigningKeys& keys,
                       const std::string& out);

// What comes first in a bundle, and says what the rest must be.
struct Head {
  std::vector<ListedFile> files;
  Signature signature;
};

// Reads list and signature; they belong together, but who signed is not yet looked at. An error of
// kind kInput: this is no bundle.
Result<Head> ReadHead(std::istream& stream);

// Takes the bytes of the file with that name, piece by piece; an empty file is one empty piece.
using Sink = std::function<Status(const std::string& name, std::string_view piece)>;

// The whole bundle, from its first byte to its last. Errors of kind kPromise say what was changed.
Result<Head> Unpack(std::istream& stream, const SigningPublicKey& key, const Sink& sink);

}  // namespace gauze::bundle
