#include "gauze/release/manifest/policy_text.h"

#include "gauze/release/manifest/catalog.h"

namespace gauze {

Result<Policy> LoadPolicy(const PolicyText& policy) {
  if (policy.text) return ParsePolicy(*policy.text, policy.file, TheCatalog());
  return LoadPolicy(policy.file, TheCatalog());
}

}  // namespace gauze
