#pragma once

#include <map>
#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/release/manifest/manifest.h"

// What a bundle of a release may hold, and where:
//
//   READ-ME-FIRST.html   what recipients need to know, made from the manifest (read_me_first.h)
//   release/   as the release directory: manifest.json, the data files that the manifest names, and
//              in release/report/ the pictures that a run draws from the manifest, and evidence
//   report/    evidence.json in its public form, and report.html, its page
//   policy/    policy.yaml, with the hierarchies and knowledge tables that it names, at the paths
//              that it names; knowledge tables without a policy if only a promise names them
//
// Nothing else: whatever lies beside these is not packed, and a bundle that holds it is refused.
// Of a picture or a page nobody can tell what it shows, so it is packed only if it is, byte by
// byte, what manifest or evidence make. Never: an internal manifest or internal evidence, a vault,
// a source, a policy with places of a machine in it.

namespace gauze::report {

// Files of a bundle by their names in it, and where each lies.
using BundledFiles = std::map<std::string, std::string>;

struct BundleParts {
  std::string release;  // a release directory
  std::string policy;   // the policy file that it was made with; empty: not packed
  std::string report;   // a folder with public evidence and its page; empty: not packed
};

// What is to be packed. `left_out` tells what else lies in the release directory.
Result<BundledFiles> CollectFiles(const BundleParts& parts, std::vector<std::string>& left_out);

// Do these files belong together, and may a recipient have them? Asked when packing and when
// verifying. Whether the promises hold is another question (verify_release.h).
Status CheckFiles(const BundledFiles& files);

// The name in a bundle of a knowledge table that a manifest names so.
std::string KnowledgeName(const std::string& path);
// What a run draws from its manifest, by the names of the files; nothing from a manifest that lacks
// what it needs.
std::map<std::string, std::string> PicturesOf(const Json& manifest);

}  // namespace gauze::report
