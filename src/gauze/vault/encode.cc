#include <algorithm>
#include <bit>
#include <cstring>

#include "gauze/vault/vault.h"

// Numbers in little endian, texts and lists behind their length. Codes take 1, 2 or 4 bytes, as the
// number of different cells asks for. The first number is the version; version 1 had none and began
// with the length of a release's name.

namespace gauze {
namespace {

static_assert(std::endian::native == std::endian::little, "vaults are written as they lie in RAM");

constexpr std::uint32_t kVersion = 2;
constexpr std::uint32_t kStartOfVersion1 = 32;

int CodeBytes(std::size_t values) { return values <= 0x100 ? 1 : values <= 0x10000 ? 2 : 4; }

// Counts the bytes first and writes them in a second pass: a text that grew would leave copies of
// secrets behind in freed memory.
class Encoder {
 public:
  static std::string Encode(const Vault& vault) {
    Encoder counting;
    counting.Put(vault);
    std::string text(counting.size_, '\0');
    Encoder writing;
    writing.to_ = text.data();
    writing.Put(vault);
    return text;
  }

 private:
  void Put(const Vault& vault) {
    Number(kVersion);
    Put(vault.release);
    Put(vault.recipient);
    Put(vault.digest);
    Number(vault.rows);
    Number<std::uint8_t>(vault.persons.empty() ? 0 : 1);
    for (const std::uint32_t person : vault.persons) Number(person);
    Number(vault.tag_key);
    Number<std::uint32_t>(vault.tags.size());
    for (const PersonTag& tag : vault.tags) Number(tag);
    Number<std::uint32_t>(vault.columns.size());
    for (const VaultColumn& column : vault.columns) Put(column);
  }

  void Put(const VaultColumn& column) {
    Put(column.name);
    Number(static_cast<std::uint8_t>(column.kind));
    Number<std::uint8_t>(column.number ? 1 : 0);
    Put(column.shown);
    Codes(column.shown_codes, column.shown.size());
    if (column.HasOwn()) {
      Put(column.own);
      Codes(column.own_codes, column.own.size());
    }
    if (column.HasChoices()) {
      for (const std::uint8_t choice : column.choices) Number(choice);
      Number<std::uint32_t>(column.aliases.size());
      for (const VaultAlias& alias : column.aliases) {
        Put(alias.text);
        Put(alias.meaning);
      }
    }
    if (column.kind == VaultKind::kGraded) {
      Number<std::uint32_t>(column.categories.size());
      for (const VaultCategory& category : column.categories) {
        Number(category.from);
        Number(category.to);
      }
    }
  }

  void Put(const std::vector<std::string>& texts) {
    Number<std::uint32_t>(texts.size());
    for (const std::string& text : texts) Put(text);
  }

  void Put(const std::string& text) {
    Number<std::uint32_t>(text.size());
    Raw(text.data(), text.size());
  }

  void Codes(const std::vector<std::uint32_t>& codes, std::size_t values) {
    const auto bytes = static_cast<std::size_t>(CodeBytes(values));
    for (const std::uint32_t code : codes) Raw(&code, bytes);
  }

  template <typename T>
  void Number(T value) {
    Raw(&value, sizeof(value));
  }

  void Raw(const void* from, std::size_t size) {
    if (to_ != nullptr && size > 0) std::memcpy(to_ + size_, from, size);
    size_ += size;
  }

  char* to_ = nullptr;
  std::size_t size_ = 0;
};

// Every read says whether there was enough; after a failure everything else fails, too.
class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : left_(bytes) {}

  bool Take(Vault& vault) {
    std::uint32_t version = 0;
    std::uint8_t persons = 0;
    std::uint32_t columns = 0;
    if (!Number(version) || version != kVersion || !Take(vault.release) || !Take(vault.recipient) ||
        !Take(vault.digest) || !Number(vault.rows) || !Number(persons) || persons > 1) {
      return false;
    }
    if (persons == 1) {
      if (vault.rows == 0 || !Room(vault.rows, sizeof(std::uint32_t))) return false;
      vault.persons.resize(vault.rows);
      for (std::uint32_t& person : vault.persons) {
        if (!Number(person)) return false;
      }
    }
    if (!Number(vault.tag_key) || !Take(vault.tags) || !Number(columns)) return false;
    for (std::uint32_t i = 0; i < columns; ++i) {
      if (!Take(vault.columns.emplace_back(), vault.rows)) return false;
    }
    return left_.empty();
  }

 private:
  bool Take(VaultColumn& column, std::uint64_t rows) {
    std::uint8_t kind = 0;
    std::uint8_t number = 0;
    if (!Take(column.name) || !Number(kind) || !Number(number) || kind > 3 || number > 1 ||
        !Take(column.shown) || !Codes(column.shown_codes, column.shown.size(), rows)) {
      return false;
    }
    column.kind = static_cast<VaultKind>(kind);
    column.number = number == 1;
    if (column.HasOwn() &&
        (!Take(column.own) || !Codes(column.own_codes, column.own.size(), rows))) {
      return false;
    }
    if (column.HasChoices()) return Choices(column.choices, rows) && Take(column.aliases);
    return column.kind == VaultKind::kReleased || Take(column.categories);
  }

  bool Take(std::vector<PersonTag>& tags) {
    std::uint32_t count = 0;
    if (!Number(count) || !Room(count, sizeof(PersonTag))) return false;
    tags.resize(count);
    return std::ranges::all_of(tags, [this](PersonTag& tag) { return Number(tag); });
  }

  bool Choices(std::vector<std::uint8_t>& choices, std::uint64_t rows) {
    if (!Room(rows, 1)) return false;
    choices.assign(rows, 0);
    for (std::uint8_t& choice : choices) {
      if (!Number(choice) || choice < 1 || choice > 3) return false;
    }
    return true;
  }

  bool Take(std::vector<VaultAlias>& aliases) {
    std::uint32_t count = 0;
    if (!Number(count)) return false;
    for (std::uint32_t i = 0; i < count; ++i) {
      VaultAlias& alias = aliases.emplace_back();
      if (!Take(alias.text) || !Take(alias.meaning)) return false;
    }
    return true;
  }

  bool Take(std::vector<VaultCategory>& categories) {
    std::uint32_t count = 0;
    if (!Number(count)) return false;
    for (std::uint32_t i = 0; i < count; ++i) {
      VaultCategory& category = categories.emplace_back();
      if (!Number(category.from) || !Number(category.to)) return false;
    }
    return CheckCategories(categories).has_value();
  }

  bool Take(std::vector<std::string>& texts) {
    std::uint32_t count = 0;
    if (!Number(count) || !Room(count, sizeof(std::uint32_t))) return false;
    texts.resize(count);
    for (std::string& text : texts) {
      if (!Take(text)) return false;
    }
    return true;
  }

  bool Take(std::string& text) {
    std::uint32_t size = 0;
    if (!Number(size) || size > left_.size()) return false;
    text = left_.substr(0, size);
    left_.remove_prefix(size);
    return true;
  }

  bool Codes(std::vector<std::uint32_t>& codes, std::size_t values, std::uint64_t rows) {
    const auto bytes = static_cast<std::size_t>(CodeBytes(values));
    if (!Room(rows, bytes)) return false;
    codes.assign(rows, 0);
    for (std::uint32_t& code : codes) {
      std::memcpy(&code, left_.data(), bytes);
      left_.remove_prefix(bytes);
      if (code >= values) return false;
    }
    return true;
  }

  template <typename T>
  bool Number(T& value) {
    if (left_.size() < sizeof(value)) return false;
    const char* bytes = left_.data();
    std::memcpy(&value, bytes, sizeof(value));
    left_.remove_prefix(sizeof(value));
    return true;
  }

  bool Room(std::uint64_t count, std::size_t bytes) const { return count <= left_.size() / bytes; }

  std::string_view left_;
};

}  // namespace

tl::unexpected<Error> OldVault() {
  return InputError("the vault is of version 1, which does not say what each person chose", "",
                    "make the release again with this version of Gauze");
}

std::string EncodeVault(const Vault& vault) { return Encoder::Encode(vault); }

Result<Vault> DecodeVault(std::string_view bytes) {
  Vault vault;
  if (Decoder(bytes).Take(vault)) return vault;
  std::uint32_t start = 0;
  if (bytes.size() >= sizeof(start)) std::memcpy(&start, bytes.data(), sizeof(start));
  if (start == kStartOfVersion1) return OldVault();
  return InputError("the vault file is truncated or damaged", "",
                    "use the file that the run wrote");
}

}  // namespace gauze
