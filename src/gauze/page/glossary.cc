#include "gauze/page/glossary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>

#include "gauze/page/parts.h"

namespace gauze::page {
namespace {

// Whose texts are no prose of ours, or would hold a link in a link.
constexpr std::array<std::string_view, 8> kQuiet = {"a",   "bdi",   "code", "pre",
                                                    "svg", "style", "h1",   "summary"};

bool IsQuiet(std::string_view tag) { return std::ranges::find(kQuiet, tag) != kQuiet.end(); }

// Letters, and what joins them to one word: "quasi-sensitive" is not "sensitive".
bool IsInWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
}

bool SameLetter(char a, char b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return lower(a) == lower(b);
}

bool StandsAt(std::string_view text, std::size_t at, std::string_view form) {
  if (!std::ranges::equal(text.substr(at, form.size()), form, SameLetter)) return false;
  const std::size_t end = at + form.size();
  return (at == 0 || !IsInWord(text[at - 1])) && (end == text.size() || !IsInWord(text[end]));
}

struct Found {
  std::size_t term = 0;
  std::size_t length = 0;
};

// The longest form of a term that begins here: "knowledge table" before "knowledge".
std::optional<Found> TermAt(std::string_view text, std::size_t at) {
  std::optional<Found> found;
  for (std::size_t i = 0; i < Terms().size(); ++i) {
    for (const std::string_view form : Terms()[i].forms) {
      if ((!found || form.size() > found->length) && StandsAt(text, at, form)) {
        found = {i, form.size()};
      }
    }
  }
  return found;
}

}  // namespace

Html Glossary::Explain(const Html& part) { return Linked(part, {}); }

Html Glossary::Linked(const Html& part, std::vector<bool> done) {
  done.resize(Terms().size());
  const std::string_view markup = part.markup();
  std::string linked;
  std::vector<std::string_view> quiet;  // tags that are open, from the outermost quiet one
  for (std::size_t at = 0; at < markup.size();) {
    if (markup[at] == '<') {
      const std::size_t end = markup.find('>', at) + 1;
      std::string_view tag = markup.substr(at + 1, end - at - 2);
      linked += markup.substr(at, end - at);
      at = end;
      const bool closes = tag.starts_with('/');
      const bool alone = tag.ends_with('/');
      if (closes) tag.remove_prefix(1);
      const std::string_view name = tag.substr(0, tag.find(' '));
      if (closes && !quiet.empty() && quiet.back() == name) {
        quiet.pop_back();
      } else if (!closes && !alone && (!quiet.empty() || IsQuiet(name))) {
        quiet.push_back(name);
      }
      continue;
    }
    const std::string_view text = markup.substr(at, markup.find('<', at) - at);
    at += text.size();
    for (std::size_t i = 0; i < text.size();) {
      const bool begins = quiet.empty() && IsInWord(text[i]) && (i == 0 || !IsInWord(text[i - 1]));
      const std::optional<Found> found = begins ? TermAt(text, i) : std::nullopt;
      if (!found || done[found->term]) {
        linked += text[i++];
        continue;
      }
      done[found->term] = true;
      if (std::ranges::find(used_, found->term) == used_.end()) used_.push_back(found->term);
      linked += fmt::format("<a href=\"#word-{}\">{}</a>", Terms()[found->term].id,
                            text.substr(i, found->length));
      i += found->length;
    }
  }
  return Html(std::move(linked));
}

Html Glossary::Meanings() {
  std::vector<std::pair<std::string_view, Html>> meanings;
  // Meanings use more words, which are explained, too.
  for (std::size_t i = 0; i < used_.size(); ++i) {
    const Term& term = Terms()[used_[i]];
    std::vector<bool> itself(Terms().size());
    itself[used_[i]] = true;
    const Html meaning = Linked(Words(Sentence(term.meaning)), std::move(itself));
    meanings.emplace_back(term.forms.front(),
                          Tag{"div", {{"id", fmt::format("word-{}", term.id)}}}(
                              Tag{"dt"}(Words(term.forms.front())) + Tag{"dd"}(meaning)));
  }
  std::ranges::sort(meanings, {}, &std::pair<std::string_view, Html>::first);
  Html all;
  for (const auto& [word, meaning] : meanings) all += meaning;
  return all.empty() ? all : Tag{"dl", {{"class", "words"}}}(all);
}

}  // namespace gauze::page
