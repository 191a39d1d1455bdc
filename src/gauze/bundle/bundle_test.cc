#include "gauze/bundle/bundle.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <sstream>

#include "gauze/base/file.h"
#include "gauze/bundle/tar.h"

namespace gauze::bundle {
namespace {

namespace fs = std::filesystem;
using Contents = std::map<std::string, std::string>;

// A folder that goes away.
struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "gauze-bundle-XXXXXX").string();
    path = mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(path); }
  std::string operator/(const char* name) const { return (path / name).string(); }
};

const SigningKeys& Keys() {
  static const SigningKeys keys = *MakeSigningKeys();
  return keys;
}

std::string Bytes(const Contents& contents, const SigningKeys& keys = Keys()) {
  const Folder folder;
  std::vector<PackedFile> files;
  for (const auto& [name, text] : contents) files.push_back({.name = name, .text = text});
  const auto packed = Pack(files, keys, folder / "bundle.tar");
  EXPECT_TRUE(packed) << packed.error().Text();
  return *ReadFile(folder / "bundle.tar");
}

Result<Contents> Open(const std::string& bytes, const SigningPublicKey& key = Keys().open) {
  std::istringstream stream(bytes);
  Contents contents;
  const auto head = Unpack(stream, key, [&](const std::string& name, std::string_view piece) {
    contents[name] += piece;
    return Status();
  });
  if (!head) return tl::unexpected(head.error());
  return contents;
}

Contents Some() {
  return {{"release/data.csv", "age\n\"[20, 29]\"\n"},
          {"release/manifest.json", std::string(1500, 'x')},
          {"policy/policy.yaml", ""},
          {"policy/trees/a b.csv", std::string(512, 'y')}};
}

TEST(Bundle, GivesBackWhatWasPacked) {
  EXPECT_TRUE(rc::check([] {
    Contents contents;
    const auto names = *rc::gen::container<std::vector<std::string>>(
        rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab./-"))));
    for (const std::string& end : names) {
      const std::string name = "f-" + end;
      if (IsName(name)) contents[name] = *rc::gen::arbitrary<std::string>();
    }
    // "f-a" and "f-a/b" cannot both be files.
    const Contents all = contents;
    for (const auto& [name, text] : all) {
      const auto below = all.lower_bound(name + "/");
      if (below != all.end() && below->first.starts_with(name + "/")) contents.erase(name);
    }
    const std::string bytes = Bytes(contents);
    RC_ASSERT(bytes == Bytes(contents));
    const auto opened = Open(bytes);
    RC_ASSERT(opened.has_value());
    RC_ASSERT(*opened == contents);
  }));
}

TEST(Bundle, EveryBitCounts) {
  const std::string bytes = Bytes(Some());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ (1U << (i % 8)));
    EXPECT_FALSE(Open(changed)) << "byte " << i;
  }
}

TEST(Bundle, EveryCutAndEveryTailIsFound) {
  const std::string bytes = Bytes(Some());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(Open(bytes.substr(0, size))) << size;
  }
  EXPECT_FALSE(Open(bytes + '\0'));
  EXPECT_FALSE(Open(bytes + std::string(512, '\0')));
}

TEST(Bundle, AnotherKeyIsRefused) {
  const SigningKeys other = *MakeSigningKeys();
  const auto opened = Open(Bytes(Some(), other));
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::kPromise);
  EXPECT_NE(opened.error().message.find("another key"), std::string::npos);
  // Nor does it help to write the right key into it.
  std::string bytes = Bytes(Some(), other);
  const std::string theirs = Hex(other.open.bytes);
  bytes.replace(bytes.find(theirs), theirs.size(), Hex(Keys().open.bytes));
  EXPECT_NE(Open(bytes).error().message.find("signature does not match"), std::string::npos);
}

TEST(Bundle, NothingIsHandedOutBeforeTheSignatureIsGood) {
  std::istringstream stream(Bytes(Some(), *MakeSigningKeys()));
  const auto head = Unpack(stream, Keys().open, [](const std::string& name, std::string_view) {
    ADD_FAILURE() << name;
    return Status();
  });
  EXPECT_FALSE(head);
}

TEST(Bundle, NamesThatLeadElsewhereAreRefused) {
  const std::string longest(100, 'a');
  for (const std::string& good : {std::string("a"), std::string("a/b"), std::string("..a"),
                                  std::string("a b.csv"), longest}) {
    EXPECT_TRUE(IsName(good)) << good;
  }
  for (const std::string& bad :
       {std::string(), std::string("/a"), std::string("a/"), std::string("a//b"), std::string(".."),
        std::string("../a"), std::string("a/../b"), std::string("./a"), std::string("a\\b"),
        std::string("a\nb"), std::string("a\0b", 3), std::string("ä"), std::string(" a"),
        std::string("a /b"), std::string("C:a"), std::string("SHA256SUMS"),
        std::string("SIGNATURE"), longest + "a"}) {
    EXPECT_FALSE(IsName(bad)) << bad;
    const Folder folder;
    EXPECT_FALSE(Pack({{.name = bad, .text = ""}}, Keys(), folder / "bundle.tar")) << bad;
  }
}

TEST(Bundle, ListsThatAreNotSoundAreRefused) {
  const std::string digest(64, '0');
  const auto line = [&](const std::string& name) { return digest + "  " + name + "\n"; };
  EXPECT_TRUE(ReadList(line("a") + line("b/c") + line("b/d")));
  for (const std::string& bad :
       {line("b") + line("a"), line("a") + line("a"), line("a") + line("a-b") + line("a/b"),
        line("../a"), digest + " *a\n", digest + "  a", std::string("a\n"),
        std::string(64, 'A') + "  a\n", line("a") + "\n"}) {
    EXPECT_FALSE(ReadList(bad)) << bad;
  }
}

TEST(Bundle, LargeSizesAreWrittenAsTarDoes) {
  for (const std::uint64_t size :
       {0ULL, 511ULL, (1ULL << 33U) - 1, 1ULL << 33U, 10'000'000'000ULL, (1ULL << 63U) - 1}) {
    const auto entry = ReadTarHeader(TarHeader("a", size));
    ASSERT_TRUE(entry) << size;
    EXPECT_EQ(entry->size, size);
  }
  EXPECT_FALSE(ReadTarHeader(TarHeader("a", 1ULL << 63U)));
  // A claim of many bytes takes no memory: the bundle ends before they come.
  EXPECT_FALSE(Open(std::string(TarHeader(kListName, 1ULL << 40U).data(), kBlock)));
}

TEST(Bundle, KeysAreKept) {
  const Folder folder;
  ASSERT_TRUE(WriteSigningKeys(Keys(), folder / "s.key", folder / "s.pub"));
  struct stat found{};
  ASSERT_EQ(stat((folder / "s.key").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0600U);
  EXPECT_EQ(ReadSigningKeys(folder / "s.key")->open, Keys().open);
  EXPECT_EQ(*ReadSigningPublicKey(folder / "s.pub"), Keys().open);
  EXPECT_FALSE(ReadSigningKeys(folder / "s.pub"));
  EXPECT_FALSE(ReadSigningPublicKey(folder / "s.key"));
  EXPECT_FALSE(WriteSigningKeys(Keys(), folder / "s.key", folder / "t.pub"));
  fs::permissions(folder.path / "s.key", fs::perms(0644));
  EXPECT_FALSE(ReadSigningKeys(folder / "s.key"));
}

TEST(Pack, AFileThatGrewOrCannotBeReadIsAnError) {
  const Folder folder;
  // Files of the kernel say that they are empty, and are not.
  const auto grown = Pack({{.name = "a", .path = "/proc/self/status"}}, Keys(), folder / "grown");
  ASSERT_FALSE(grown);
  EXPECT_EQ(grown.error().code, ErrorCode::kResource);
  EXPECT_EQ(grown.error().message, "the file changed while it was packed");
  const auto none = Pack({{.name = "a", .path = folder / "none"}}, Keys(), folder / "b");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kResource);
  EXPECT_FALSE(Pack({{.name = "a", .path = folder.path.string()}}, Keys(), folder / "c"));
}

TEST(Pack, NothingIsOverwritten) {
  const Folder folder;
  ASSERT_TRUE(WriteFile(folder / "there", "mine"));
  const auto packed = Pack({{.name = "a", .text = "x"}}, Keys(), folder / "there");
  ASSERT_FALSE(packed);
  EXPECT_EQ(packed.error().code, ErrorCode::kResource);
  EXPECT_EQ(*ReadFile(folder / "there"), "mine");
  EXPECT_FALSE(Pack({{.name = "a", .text = "x"}}, Keys(), folder / "none/bundle"));
}

}  // namespace
}  // namespace gauze::bundle
