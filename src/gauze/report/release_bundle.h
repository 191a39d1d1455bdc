#pragma once

#include <string>
#include <vector>

#include "gauze/base/error.h"
#include "gauze/base/progress.h"
#include "gauze/bundle/bundle.h"
#include "gauze/release/inspect/verify_release.h"
#include "gauze/report/bundle_contents.h"

// A release as one signed file (bundle/bundle.h), and what a recipient can find out about it
// without a network and without asking anybody.

namespace gauze::report {

struct BundleOptions {
  BundleParts parts;
  std::string key;  // the secret signing key
  std::string out;  // a new file; empty: the release directory's name with .bundle.tar
  unsigned threads = 0;
};

struct BundleVerdict {
  bundle::Head head;          // what was signed, and by which key
  VerifyReport verification;  // whether the promises hold, by SQL over the data that was packed
};

struct BundleReport {
  std::string file;
  BundleVerdict verdict;  // on the file as it was written
  std::vector<std::string> left_out;
};

// Packs, reads back what was written as a recipient would, and only then puts it in place: nothing
// is signed and given out whose promise does not hold (kPromise). The same release, policy, report
// and key give the same bytes. A file that exists is never replaced. Needs room for two copies
// beside the bundle for a while, and little memory.
Result<BundleReport> BundleRelease(const BundleOptions& options, Progress& progress);

struct BundleVerifyOptions {
  std::string file;
  std::string key;   // the public signing key
  std::string temp;  // folder to unpack in for a while, private; empty: the system's
  unsigned threads = 0;
};

// Signature, every byte, what belongs to the release, and the promises themselves. An error: the
// bundle is not what was signed, or not a sound one. Whether promises hold is in the verdict.
Result<BundleVerdict> VerifyBundle(const BundleVerifyOptions& options, Progress& progress);

// {"holds", "signature": {"key", "root"}, "files": [{"name", "sha256"}], "verification"}; of what
// was packed also "file" and "left_out".
Json VerdictJson(const BundleVerdict& verdict);
Json PackedJson(const BundleReport& report);

}  // namespace gauze::report
