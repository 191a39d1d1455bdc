#include "gauze/audit/audit.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <vector>

#include "gauze/base/digest.h"

namespace gauze {
namespace {

// The first entries are of the first form.
std::vector<AuditEntry> Log(std::size_t length, std::size_t first_form = 3) {
  std::vector<AuditEntry> log;
  AuditHead head;
  for (std::size_t i = 0; i < length; ++i) {
    AuditEntry entry{.time = "2026-01-01T00:00:00Z",
                     .who = "person" + std::to_string(i % 3),
                     .project = "p",
                     .kind = "interpretation",
                     .decision = i % 2 == 0 ? "answered" : "refused",
                     .reason = i % 2 == 0 ? "" : "support",
                     .detail = i % 4 == 0 ? "PUT /v1/x" : "",
                     .body_digest = Digest(std::to_string(i)),
                     .record = i < first_form ? "" : Digest("")};
    if (i < first_form) entry.detail.clear();
    ChainOn(entry, head);
    log.push_back(std::move(entry));
  }
  return log;
}

AuditHead HeadOf(const std::vector<AuditEntry>& log) {
  return log.empty() ? AuditHead() : AuditHead{log.back().number, log.back().hash};
}

constexpr std::array kTexts = {
    &AuditEntry::time,     &AuditEntry::who,    &AuditEntry::project,     &AuditEntry::kind,
    &AuditEntry::decision, &AuditEntry::reason, &AuditEntry::body_digest, &AuditEntry::previous,
    &AuditEntry::hash,     &AuditEntry::detail, &AuditEntry::record};

TEST(Audit, WholeLogIsGoodWithAnyHeadThatItRanThrough) {
  EXPECT_TRUE(rc::check([] {
    const auto log = Log(*rc::gen::inRange<std::size_t>(0, 30));
    RC_ASSERT(VerifyChain(log));
    RC_ASSERT(VerifyChain(log, HeadOf(log)));
    const auto noted = *rc::gen::inRange<std::size_t>(0, log.size() + 1);
    RC_ASSERT(
        VerifyChain(log, HeadOf({log.begin(), log.begin() + static_cast<std::ptrdiff_t>(noted)})));
  }));
}

// What somebody with the whole file can do to it; each gives another log.
void Tamper(std::vector<AuditEntry>& log) {
  const auto at = *rc::gen::inRange<std::size_t>(0, log.size());
  const auto place = log.begin() + static_cast<std::ptrdiff_t>(at);
  switch (*rc::gen::inRange(0, 6)) {
    case 0:
      log.erase(place);
      break;
    case 1:
      log.insert(place, *place);
      break;
    case 2: {
      const auto other = *rc::gen::inRange<std::size_t>(0, log.size());
      RC_PRE(other != at);
      std::swap(log[at], log[other]);
      break;
    }
    case 3: {
      std::string& text = (*place).*kTexts.at(*rc::gen::inRange<std::size_t>(0, kTexts.size()));
      const auto before = text;
      text = *rc::gen::container<std::string>(rc::gen::inRange('0', 'z'));
      RC_PRE(text != before);
      break;
    }
    case 4: {  // text moves from one field to the next: the fields together are the same
      RC_PRE(!place->who.empty());
      place->project.insert(place->project.begin(), place->who.back());
      place->who.pop_back();
      break;
    }
    default: {  // changed, and all that follows is made to fit
      place->decision = place->decision == "answered" ? "refused" : "answered";
      AuditHead head = at == 0 ? AuditHead() : AuditHead{log[at - 1].number, log[at - 1].hash};
      for (auto entry = place; entry != log.end(); ++entry) ChainOn(*entry, head);
    }
  }
}

TEST(Audit, AnyRemovedAddedChangedOrMovedEntryIsFound) {
  const auto tampered_is_found = [] {
    auto log = Log(*rc::gen::inRange<std::size_t>(1, 30));
    const auto before = log;
    const AuditHead head = HeadOf(log);
    const int times = *rc::gen::inRange(1, 4);
    for (int i = 0; i < times && !log.empty(); ++i) Tamper(log);
    RC_PRE(log != before);
    const auto verified = VerifyChain(log, head);
    RC_ASSERT(!verified);
    RC_ASSERT(verified.error().code == ErrorCode::kPromise);
  };
  for (int round = 0; round < 20; ++round) EXPECT_TRUE(rc::check(tampered_is_found));
}

// A line as the first form had it: its hash must never change.
TEST(Audit, TheFirstFormIsReadAndVerified) {
  const std::string line =
      R"({"number":1,"time":"2026-01-01T00:00:00Z","who":"ada","project":"heart",)"
      R"("kind":"interpretation","decision":"refused","reason":"support","body_digest":")" +
      std::string(64, 'b') + R"(","previous":")" + std::string(64, '0') +
      R"(","hash":")"
      R"(27b89be1b003654a40c76267a79801a3767a85d9febbfaa0e0c35343830d6c98"})";
  const auto entry = ReadAuditLine(line);
  ASSERT_TRUE(entry);
  EXPECT_EQ(AuditLine(*entry), line);
  EXPECT_TRUE(VerifyChain({&*entry, 1}));
  AuditEntry more = *entry;
  more.detail = "what it never said";
  EXPECT_FALSE(VerifyChain({&more, 1}));
}

TEST(Audit, WithoutAHeadOnlyTheEndCanBeCutOff) {
  auto log = Log(9);
  const AuditHead head = HeadOf(log);
  log.resize(6);
  EXPECT_TRUE(VerifyChain(log));
  const auto verified = VerifyChain(log, head);
  ASSERT_FALSE(verified);
  EXPECT_EQ(verified.error().message,
            "entry 7 is missing, and so are all entries up to the noted head");
}

TEST(Audit, ErrorNamesTheFirstWrongEntry) {
  auto log = Log(9);
  log[4].reason = "support";
  auto verified = VerifyChain(log);
  ASSERT_FALSE(verified);
  EXPECT_EQ(verified.error().message, "entry 5 does not match its hash");
  log = Log(9);
  log.erase(log.begin() + 2);
  verified = VerifyChain(log);
  ASSERT_FALSE(verified);
  EXPECT_EQ(verified.error().message,
            "entry 3 is missing or out of order: entry 4 is in its place");
}

TEST(Audit, LinesAndHeadsReadBack) {
  for (const AuditEntry& entry : Log(5)) {
    const auto read = ReadAuditLine(AuditLine(entry));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, entry);
    const auto head = ReadHead(HeadText({entry.number, entry.hash}));
    ASSERT_TRUE(head);
    EXPECT_EQ(*head, (AuditHead{entry.number, entry.hash}));
  }
  for (const char* line : {"", "[]", "{}", R"({"number":"1"})", "{\"number\":1", "\xff"}) {
    EXPECT_FALSE(ReadAuditLine(line));
  }
  EXPECT_FALSE(ReadHead("1"));
  EXPECT_FALSE(ReadHead("x:" + std::string(64, '0')));
  EXPECT_FALSE(ReadHead("1:" + std::string(64, 'G')));
}

}  // namespace
}  // namespace gauze
