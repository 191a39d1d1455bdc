#include "gauze/page/head.h"

#include <fmt/format.h>

#include <array>

#include "gauze/page/parts.h"

namespace gauze::page {
namespace {

constexpr std::size_t kMostStated = 400;  // characters, as the policy allows
constexpr std::size_t kMostDigest = 100;

struct StatedField {
  const char* field;
  const char* name;
};
constexpr std::array kStated = {StatedField{"purpose", "Purpose"}, StatedField{"owner", "Owner"},
                                StatedField{"recipient", "Recipient"},
                                StatedField{"legal_basis", "Legal basis"},
                                StatedField{"date", "Date"}};

// "A release of 12,345 rows": what it is about in our words.
std::string Subject(const Entry& evidence) {
  const Entry about = evidence["about"];
  if (const Entry risk = evidence["record_risk"]; risk && !about) {
    return fmt::format("The risk of {} records", risk["rows"].shown());
  }
  if (!about && evidence["attacks"]) return "An attack";
  const bool ledger = about["kind"].text() == "ledger";
  const std::string rows = about["rows"].shown();
  return fmt::format("{}{}", ledger ? "The last release of a ledger" : "A release",
                     rows.empty() ? "" : fmt::format("{} {} rows", ledger ? "," : " of", rows));
}

Html HeadLine(const char* name, const Html& value) {
  return Tag{"div"}(Tag{"dt"}(Words(name)) + Tag{"dd"}(value));
}

// A page to be signed shows what nobody has stated, too.
Html Stated(const Entry& document) {
  if (!document) {
    return Tag{"p", {{"class", "soft"}}}(
        Words("The policy states no title, purpose, owner, recipient, legal basis or date."));
  }
  Html lines;
  for (const auto& [field, name] : kStated) {
    const std::string text = document[field].text();
    lines += HeadLine(name, text.empty() ? Tag{"span", {{"class", "soft"}}}(Words("not stated"))
                                         : Named(text, kMostStated));
  }
  return Tag{"dl", {{"class", "stated"}}}(lines);
}

Html Made(const Entry& evidence) {
  const Entry about = evidence["about"];
  Html lines;
  const auto digest = [&](const char* name, const char* field) {
    const std::string text = about[field].text();
    if (!text.empty()) lines += HeadLine(name, Tag{"code"}(Named(text, kMostDigest)));
  };
  digest("Policy", "policy_digest");
  digest("Released data", "release_digest");
  if (const std::string preset = about["preset"].text(); !preset.empty()) {
    lines += HeadLine("Preset", Tag{"code"}(Named(preset)));
  }
  const std::string version = evidence["gauze"].text();
  if (!version.empty()) lines += HeadLine("Made by", Words("Gauze ") + Named(version));
  return lines.empty() ? lines : Tag{"dl", {{"class", "stated made"}}}(lines);
}

Html Signatures() {
  Html places;
  for (const char* who : {"Prepared by", "Approved by"}) {
    places += Tag{"div", {{"class", "signature"}}}(
        Tag{"p"}(Words(who)) + Tag{"p", {{"class", "soft"}}}(Words("name, date, signature")));
  }
  return Tag{"div", {{"class", "signatures"}}}(places);
}

}  // namespace

std::string TitleOf(const Entry& evidence) {
  const std::string title = evidence["about"]["document"]["title"].text();
  return title.empty() ? Subject(evidence) : title;
}

Html Head(const Entry& evidence) {
  const Entry about = evidence["about"];
  const Html title = Tag{"h1"}(Named(TitleOf(evidence), kMostStated));
  if (!about) return title;
  Html subject;
  if (TitleOf(evidence) != Subject(evidence)) {
    subject = Tag{"p", {{"class", "subject"}}}(Words(Subject(evidence)));
  }
  return title + subject +
         Tag{"div", {{"class", about["document"] ? "head" : "head bare"}}}(
             Tag{"div"}(Stated(about["document"]) + Made(evidence)) + Signatures());
}

}  // namespace gauze::page
