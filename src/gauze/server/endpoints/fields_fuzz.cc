// Any bytes as the body of a request: no crash, and what was read keeps to what was asked for.
#include "gauze/interpret/query/decision_tree.h"
#include "gauze/interpret/query/query.h"
#include "gauze/server/endpoints/fields.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  {
    gauze::server::Fields fields(body);
    const std::string id = fields.Text("id", 63);
    const std::uint64_t questions = fields.Number("questions", 1, 100);
    const auto attributes = fields.Texts("attributes", 4, 16);
    const auto items = fields.Parts("items", 4);
    if (fields.Finish()) {
      if (id.empty() || id.size() > 63 || questions < 1 || questions > 100) __builtin_trap();
      if (attributes.empty() || attributes.size() > 4) __builtin_trap();
      if (items.empty() || items.size() > 4) __builtin_trap();
    }
  }
  gauze::server::Fields fields(body);
  const auto question = fields.Part("question");
  const auto tree = fields.Part("tree");
  (void)fields.Flag("dry_run");
  if (!fields.Finish()) return 0;
  if (question) (void)gauze::QueryFromJson(*question);
  if (tree) (void)gauze::TreeFromJson(*tree);
  return 0;
}
