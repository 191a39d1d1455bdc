#include "gauze/release/prepare/init.h"

namespace gauze {

Result<std::string> InitialPolicy(const InitOptions& options, Progress& progress) {
  GAUZE_ASSIGN(FirstLook look, LookAtTable(options, progress));
  look.policy.promises = {{.text = "k_anonymity: {k: 5}", .comment = ""}};
  return WriteFirstPolicy(look.policy);
}

}  // namespace gauze
