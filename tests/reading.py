"""The public page of the clinic can be read by somebody in a hurry: no sentence has more than 25 words, and words of the glossary stand there only
with a link to their meaning, which is that of docs/glossary.md.

Read from the HTML as a browser shows it, folded parts included. Names out of the data, code and addresses are no prose; a cell, an item or a text of
a picture ends a sentence, too.
"""
import html.parser
import re

import lib

MOST_WORDS = 25
BLOCKS = {"p", "li", "td", "th", "dt", "dd", "h1", "h2", "h3", "summary", "title", "desc", "text", "section", "header", "footer", "nav", "div"}
NAMES = {"bdi", "code", "pre", "style", "svg", "nav"}
# Headings of the glossary that mean here what they mean everywhere.
PLAIN = {"Attack", "Batch", "Candidate", "Choice", "Claim", "Evidence", "Gate", "Interpretation", "Loss", "Measure", "Missing", "Model", "Own value", "Recipient", "Record",
         "Region", "Release", "Report", "Risk", "Role", "Source", "Span", "Step", "Term", "Threat", "Tuple", "Verify", "Waiting", "Bundle", "Atom", "Identifying"}


class Page(html.parser.HTMLParser):
    """`blocks`: texts between ends of blocks. `parts`: by section, the prose as (text, where a link leads or None)."""

    def __init__(self, markup):
        super().__init__()
        self.open, self.blocks, self.parts, self.part, self.link = [], [""], {}, "opening", None
        self.words, self.word = {}, None
        self.feed(markup)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag not in ("meta", "rect", "line", "polyline", "circle", "polygon"):
            self.open.append(tag)
        if tag == "section":
            self.part = attributes["id"]
        if tag == "a":
            self.link = attributes["href"]
        if attributes.get("id", "").startswith("word-"):
            self.word = attributes["id"][5:]
        self.end_block(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass
        if tag == "a":
            self.link = None
        self.end_block(tag)

    def end_block(self, tag):
        if tag in BLOCKS and self.blocks[-1].strip():
            self.blocks.append("")

    def handle_data(self, text):
        if "style" in self.open:
            return
        self.blocks[-1] += text
        if self.part == "words" and "dd" in self.open:
            self.words[self.word] = self.words.get(self.word, "") + text
        elif not NAMES & set(self.open) and "title" not in self.open:
            self.parts.setdefault(self.part, []).append((text, self.link))


def sentences(block):
    return [sentence for sentence in re.split(r"(?<=[.?!])\s+", " ".join(block.split())) if sentence]


def glossary():
    """Heading: its first sentences, without links and code marks."""
    text = (lib.ROOT / "docs" / "glossary.md").read_text()
    entries = {}
    for entry in text.split("\n## ")[1:]:
        heading, _, body = entry.partition("\n")
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", body).replace("`", "")
        entries[heading] = " ".join(plain.split())
    return entries


def forms(heading):
    """As a text may have it: "Hierarchy", "hierarchies", "suppressed"."""
    stem = heading.lower()
    endings = {"y": [stem, stem[:-1] + "ies"], "e": [stem, stem + "s", stem + "d"], "s": [stem, stem + "es", stem + "ed"]}
    return endings.get(stem[-1], [stem, stem + "s", stem + "ed"])


def check_sentences(suite, page, most=MOST_WORDS):
    for block in page.blocks:
        for sentence in sentences(block):
            suite.check(len(sentence.split()) <= most, f"{len(sentence.split())} words: {sentence}")


def unexplained(page):
    """(section, word) of words that stand somewhere before a link to their meaning does."""
    found = []
    for part, texts in page.parts.items():
        for heading in glossary():
            if heading in PLAIN or part == "words":
                continue
            word = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, forms(heading)))})(?![\w-])", re.IGNORECASE)
            first = next(((text, link) for text, link in texts if word.search(text)), None)
            if first and not (first[1] or "").startswith("#"):
                found.append((part, heading))
    return found


def check_words(suite, page):
    for part, heading in unexplained(page):
        suite.check(False, f"{part}: \"{heading}\" without a link to its meaning")
    entries = {heading.lower().replace(" ", "-"): text for heading, text in glossary().items()}
    suite.check(len(page.words) >= 5, f"only {sorted(page.words)} are explained")
    for word, meaning in page.words.items():
        told = entries.get(word, "")
        suite.check(told.startswith(meaning.rstrip(".")), f"{word}: docs/glossary.md says {told}")


def check_itself(suite):
    """The checks can fail."""
    long = Page("<p>" + "word " * 26 + "</p><p>short</p>")
    suite.check(any(len(sentence.split()) > MOST_WORDS for block in long.blocks for sentence in sentences(block)), "a long sentence is not found")
    suite.check(unexplained(Page("<p>A class of <a href=\"#word-class\">classes</a></p>")) == [("opening", "Class")], "a word without a link is not found")
    suite.check(not unexplained(Page("<p>A <a href=\"#word-class\">class</a> of classes, <code>sensitive</code></p>")), "an explained word is found")


def main():
    suite = lib.Suite(__doc__)
    check_itself(suite)
    out = suite.folder / "clinic"
    suite.expect(0, "clinic", "run", lib.ROOT / "examples" / "clinic" / "policy.yaml", "--out", out, "--quiet")
    page = Page((out / "report" / "report.html").read_text())
    suite.check(len(page.blocks) > 100 and len(page.parts) > 8, f"{len(page.blocks)} blocks and {len(page.parts)} sections were read")
    check_sentences(suite, page)
    check_words(suite, page)
    suite.finish()


if __name__ == "__main__":
    main()
