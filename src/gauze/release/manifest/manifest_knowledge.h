#pragma once

#include <string>
#include <vector>

#include "gauze/release/manifest/manifest.h"

// Knowledge tables behind the claims of a manifest. A manifest has their paths as the policy named
// them, and their digests; where the policy's folder is now, only the caller knows.

namespace gauze {

// ReadManifest, with paths of knowledge tables that start from this folder.
Result<ManifestClaims> ReadManifestIn(const std::string& directory, const std::string& folder);

// The place of a knowledge table below that folder: the path by which the policy names it, or, if
// that leads elsewhere (it begins at the root or with ..), the file's own name. So a bundle can
// hold it, and nothing outside of a bundle is ever read.
std::string KnowledgeBelow(const std::string& path);

// The paths that claims of the manifest name, each once.
Result<std::vector<std::string>> KnowledgeOf(const std::string& directory);

}  // namespace gauze
