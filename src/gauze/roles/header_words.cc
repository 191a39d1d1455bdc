#include "gauze/roles/header_words.h"

#include <algorithm>
#include <map>

#include "gauze/base/text/utf8.h"
#include "gauze/roles/characters.h"

namespace gauze {
namespace {

// Letters of Latin scripts beyond ASCII as those that they are read as. Each entry is the letters,
// then what they become.
struct FoldedLetters {
  std::string_view letters;
  std::string_view read_as;
};

constexpr FoldedLetters kFolded[] = {
    {"àáâãäåāăąÀÁÂÃÄÅĀĂĄ", "a"},
    {"çćčÇĆČ", "c"},
    {"ďđðĎĐÐ", "d"},
    {"èéêëēėęěÈÉÊËĒĖĘĚ", "e"},
    {"ğģĞĢ", "g"},
    {"ìíîïīįıÌÍÎÏĪĮİ", "i"},
    {"ķĶ", "k"},
    {"łľļŁĽĻ", "l"},
    {"ñńňņÑŃŇŅ", "n"},
    {"òóôõöøőōÒÓÔÕÖØŐŌ", "o"},
    {"řŕŘŔ", "r"},
    {"śšşșŚŠŞȘ", "s"},
    {"ťţțŤŢȚ", "t"},
    {"ùúûüűůūÙÚÛÜŰŮŪ", "u"},
    {"ýÿÝŸ", "y"},
    {"źżžŹŻŽ", "z"},
    {"ßẞ", "ss"},
    {"æÆ", "ae"},
    {"œŒ", "oe"},
    {"þÞ", "th"},
    {"ёЁ", "е"},
};

constexpr std::string_view kCyrillicCapitals = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ";
constexpr std::string_view kCyrillicSmall = "абвгдежзийклмнопрстуфхцчшщъыьэюя";

// From a letter, as its bytes, to what is looked up.
const std::map<std::string_view, std::string_view>& Folding() {
  static const auto folding = [] {
    std::map<std::string_view, std::string_view> made;
    for (const auto& [letters, read_as] : kFolded) {
      for (const std::string_view letter : Utf8Characters(letters)) made[letter] = read_as;
    }
    const auto small = Utf8Characters(kCyrillicSmall);
    const auto capitals = Utf8Characters(kCyrillicCapitals);
    for (std::size_t i = 0; i < capitals.size(); ++i) made[capitals[i]] = small[i];
    return made;
  }();
  return folding;
}

enum class Letter : std::uint8_t {
  kNone,
  kSmall,
  kCapital,
  kDigit,
  kBeyondAscii,  // capital, small, or of a script that has neither: begins and ends no word
  kAccent,
};

Letter LetterOf(std::string_view character) {
  const char c = character.front();
  // U+0300 to U+036F, an accent that stands after its letter.
  if (character >= "\xCC\x80" && character <= "\xCD\xAF") return Letter::kAccent;
  // U+0080 to U+00BF and U+2000 to U+207F: spaces, dashes and signs.
  if (character.starts_with('\xC2') || character.starts_with("\xE2\x80") ||
      character.starts_with("\xE2\x81")) {
    return Letter::kNone;
  }
  if (IsDigit(c)) return Letter::kDigit;
  if (IsUpper(c)) return Letter::kCapital;
  if (IsLower(c)) return Letter::kSmall;
  return character.size() > 1 ? Letter::kBeyondAscii : Letter::kNone;
}

// A phrase of header_words.inc.
struct Phrase {
  const ColumnConcept* about = nullptr;
  std::string_view language;
  std::string_view spelled;  // in small letters, with its accents
  std::string text;          // as SplitHeader gives it
  bool weak = false;
  bool open_left = false;   // may begin inside a word
  bool open_right = false;  // may end inside a word
};

void AddPhrases(std::string_view about, std::string_view language, std::string_view words,
                std::vector<Phrase>& phrases) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    std::string_view word = words.substr(0, end);
    words.remove_prefix(std::min(end + 1, words.size()));
    Phrase phrase{.about = &FindConcept(about), .language = language};
    phrase.weak = word.starts_with('~');
    if (phrase.weak) word.remove_prefix(1);
    phrase.open_left = word.starts_with('*');
    phrase.open_right = word.ends_with('*');
    phrase.spelled = word;
    if (phrase.open_left) phrase.spelled.remove_prefix(1);
    if (phrase.open_right) phrase.spelled.remove_suffix(1);
    phrase.text = SplitHeader(word).text;
    if (!phrase.text.empty()) phrases.push_back(std::move(phrase));
  }
}

const std::vector<Phrase>& Phrases() {
  static const auto phrases = [] {
    std::vector<Phrase> made;
#define GAUZE_WORDS(Concept, Language, Words) AddPhrases(Concept, Language, Words, made);
#include "gauze/roles/header_words.inc"
#undef GAUZE_WORDS
    return made;
  }();
  return phrases;
}

// Where a phrase stands in a header.
struct Found {
  const Phrase* phrase = nullptr;
  std::size_t begin = 0;

  std::size_t end() const { return begin + phrase->text.size(); }
  // Not equal: "postcode" is a word of two languages.
  bool IsInside(const Found& other) const {
    return other.begin <= begin && end() <= other.end() &&
           other.phrase->text.size() > phrase->text.size();
  }
};

std::vector<Found> FindPhrases(const HeaderWords& header) {
  std::vector<Found> found;
  const auto is_cut = [&](std::size_t at) { return std::ranges::binary_search(header.cuts, at); };
  for (const Phrase& phrase : Phrases()) {
    for (std::size_t at = header.text.find(phrase.text); at != std::string::npos;
         at = header.text.find(phrase.text, at + 1)) {
      if ((phrase.open_left || is_cut(at)) &&
          (phrase.open_right || is_cut(at + phrase.text.size()))) {
        found.push_back({&phrase, at});
      }
    }
  }
  return found;
}

// "lön" is the Swedish word for income and not short for longitude: where a phrase stands with its
// accents, one without them does not. And "iş" is Turkish for work, but "is_late" says nothing of
// it.
bool IsSpelledOtherwise(const Found& one, const std::vector<Found>& found, std::string_view name) {
  constexpr std::size_t kShort = 2;
  const auto has_accents = [](const Phrase& phrase) {
    return !std::ranges::all_of(phrase.spelled,
                                [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  };
  const auto is_spelled = [&](const Phrase& phrase) {
    return has_accents(phrase) && name.find(phrase.spelled) != std::string_view::npos;
  };
  if (is_spelled(*one.phrase)) return false;
  if (one.phrase->text.size() <= kShort && has_accents(*one.phrase)) return true;
  return std::ranges::any_of(found, [&](const Found& other) {
    return other.begin == one.begin && other.end() == one.end() && is_spelled(*other.phrase);
  });
}

// Calls use(word) for each word of a header.
template <typename Use>
bool AnyWord(const HeaderWords& header, const Use& use) {
  for (std::size_t i = 0; i + 1 < header.cuts.size(); ++i) {
    if (use(std::string_view(header.text)
                .substr(header.cuts[i], header.cuts[i + 1] - header.cuts[i]))) {
      return true;
    }
  }
  return false;
}

// Such words are not heard of identifiers.
bool Describes(const Phrase& phrase) {
  const Role role = phrase.about->role;
  return role == Role::kQuasiIdentifying || role == Role::kSensitive;
}

// "relig": a word of the header that is at least half of a phrase, from its beginning.
bool IsCutShort(const Phrase& phrase, const HeaderWords& header) {
  constexpr std::size_t kShortest = 5;
  if (phrase.open_left || !Describes(phrase)) return false;
  return AnyWord(header, [&](std::string_view word) {
    return word.size() >= kShortest && 2 * word.size() >= phrase.text.size() &&
           phrase.text.starts_with(word);
  });
}

// "hospitaladmitsource": a word of the header that begins or ends with a phrase.
bool IsGluedTo(const Phrase& phrase, const HeaderWords& header) {
  constexpr std::size_t kShortest = 6;
  if (phrase.text.size() < kShortest || !Describes(phrase)) return false;
  return AnyWord(header, [&](std::string_view word) {
    return word.starts_with(phrase.text) || word.ends_with(phrase.text);
  });
}

}  // namespace

HeaderWords SplitHeader(std::string_view name) {
  HeaderWords header;
  const auto characters = Utf8Characters(name);
  Letter before = Letter::kNone;
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const Letter now = LetterOf(characters[i]);
    if (now == Letter::kAccent) continue;
    const Letter next = i + 1 < characters.size() ? LetterOf(characters[i + 1]) : Letter::kNone;
    if (now != Letter::kNone) {
      // "IDNumber": the last of several capitals belongs to the word after them.
      const bool begins =
          before == Letter::kNone || (now == Letter::kDigit) != (before == Letter::kDigit) ||
          (now == Letter::kCapital && (before == Letter::kSmall || next == Letter::kSmall));
      if (begins) header.cuts.push_back(header.text.size());
      const auto folded = Folding().find(characters[i]);
      if (folded != Folding().end()) {
        header.text += folded->second;
      } else if (characters[i].size() == 1) {
        header.text += ToLower(characters[i].front());
      } else {
        header.text += characters[i];
      }
    }
    before = now;
  }
  if (!header.text.empty()) header.cuts.push_back(header.text.size());
  return header;
}

std::vector<HeardConcept> HearHeader(std::string_view name) {
  const HeaderWords header = SplitHeader(name);
  const std::vector<Found> found = FindPhrases(header);
  std::string small(name);
  std::ranges::transform(small, small.begin(), ToLower);
  std::vector<HeardConcept> heard;
  const auto hear = [&](const Phrase& phrase, std::size_t letters) {
    const auto known = std::ranges::find(heard, phrase.about, &HeardConcept::about);
    if (known == heard.end()) {
      heard.push_back({phrase.about, letters, phrase.language});
    } else if (known->letters < letters) {
      *known = {phrase.about, letters, phrase.language};
    }
  };
  for (const Found& one : found) {
    const auto covers = [&](const Found& other) { return one.IsInside(other); };
    if (std::ranges::any_of(found, covers) || IsSpelledOtherwise(one, found, small)) continue;
    hear(*one.phrase, one.phrase->weak ? 1 : one.phrase->text.size());
  }
  for (const auto is_heard : {IsGluedTo, IsCutShort}) {
    if (!heard.empty()) break;
    for (const Phrase& phrase : Phrases()) {
      if (is_heard(phrase, header)) hear(phrase, 1);
    }
  }
  std::ranges::sort(heard, [](const HeardConcept& one, const HeardConcept& other) {
    return one.letters != other.letters ? one.letters > other.letters : one.about < other.about;
  });
  return heard;
}

}  // namespace gauze
