#include <fmt/format.h>

#include <unordered_set>

#include "gauze/base/json.h"
#include "gauze/taxonomy/json_place.h"
#include "gauze/taxonomy/read_form.h"

namespace gauze {
namespace {

// Turns the parser's events into paths. It works on events and not on a parsed document, because a
// document forgets keys that are written twice and their order, and may be deeper than the stack.
class TreeReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  Result<Taxonomy> Read() {
    const bool good = nlohmann::json::sax_parse(CountingIterator(text_.begin(), &place_),
                                                CountingIterator(text_.end(), &place_), this);
    if (!good) return tl::unexpected(std::move(error_));
    return builder_.Finish(name_);
  }

  bool key(string_t& key) override {
    Container& in = open_.back();
    if (!in.keys.insert(key).second) {
      return Refuse("a key is written twice in one object", "join the two, or rename one");
    }
    if (open_.size() == 1) {
      const bool star = in.keys.contains("*");
      if (star && in.keys.size() > 1) {
        return Refuse("two roots: \"*\" stands beside other keys",
                      "put the other keys inside \"*\", or leave \"*\" out");
      }
    }
    key_ = key;
    key_where_ = Where();
    return true;
  }
  bool start_object(std::size_t /*elements*/) override { return Open(/*is_array=*/false); }
  bool start_array(std::size_t /*elements*/) override { return Open(/*is_array=*/true); }
  bool end_object() override { return Close(); }
  bool end_array() override { return Close(); }

  bool string(string_t& text) override {
    if (open_.empty() || !open_.back().is_array) return RefuseScalar();
    open_.back().has_children = true;
    return AddPath(text, Where());
  }
  bool null() override { return RefuseScalar(); }
  bool boolean(bool /*value*/) override { return RefuseScalar(); }
  bool number_integer(number_integer_t /*value*/) override { return RefuseScalar(); }
  bool number_unsigned(number_unsigned_t /*value*/) override { return RefuseScalar(); }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override {
    return RefuseScalar();
  }
  bool binary(binary_t& /*value*/) override { return RefuseScalar(); }

  // The parser's own message quotes the text, so it is not passed on.
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*exception*/) override {
    return Refuse("this is not JSON", "look for a missing comma, quote or bracket just before");
  }

 private:
  struct Container {
    std::string name;   // the key it belongs to; empty for the outermost
    std::string where;  // of that key
    bool is_array = false;
    bool has_children = false;
    std::unordered_set<std::string> keys;
  };

  std::string Where() const { return fmt::format("{}:{}:{}", name_, place_.line, place_.column); }

  bool Refuse(std::string message, std::string hint) {
    error_ = Error{ErrorCode::kInput, std::move(message), Where(), std::move(hint)};
    return false;
  }

  bool RefuseScalar() {
    return Refuse("a leaf is not text in an array",
                  "values are strings in an array, numbers too: {\"Young\": [\"17\", \"18\"]}; a "
                  "value without siblings is a key with an empty array: {\"Private\": []}");
  }

  bool Open(bool is_array) {
    // The outermost container and "*" are no levels of a path.
    if (open_.size() >= Taxonomy::kMostLevels + 2) {
      return Refuse(fmt::format("a path has more than {} levels", Taxonomy::kMostLevels),
                    "leave out levels that a release need not print");
    }
    if (!open_.empty()) {
      if (open_.back().is_array) {
        return Refuse("an array holds something other than text",
                      "give it a name: a node is a key, {\"Local\": [\"Town\", \"County\"]}");
      }
      open_.back().has_children = true;
    }
    open_.push_back({.name = std::exchange(key_, ""),
                     .where = std::exchange(key_where_, ""),
                     .is_array = is_array});
    return true;
  }

  bool Close() {
    const Container closed = std::move(open_.back());
    open_.pop_back();
    const bool is_root = open_.empty() || (open_.size() == 1 && closed.name == "*");
    if (closed.has_children || is_root) return true;
    return AddPath(closed.name, closed.where);
  }

  // The leaf and the names of the open containers above it.
  bool AddPath(const std::string& leaf, const std::string& where) {
    std::vector<std::string> path = {leaf};
    for (std::size_t i = open_.size(); i-- > 1;) {
      if (i > 1 || open_[i].name != "*") path.push_back(open_[i].name);
    }
    const Status added = builder_.Add(path, where);
    if (!added) error_ = added.error();
    return added.has_value();
  }

  std::string_view text_;
  const std::string& name_;
  JsonPlace place_;
  TaxonomyBuilder builder_;
  std::vector<Container> open_;
  std::string key_;
  std::string key_where_;
  Error error_;
};

}  // namespace

Result<Taxonomy> ParseTaxonomyJson(std::string_view text, const std::string& name) {
  return TreeReader(text, name).Read();
}

}  // namespace gauze
