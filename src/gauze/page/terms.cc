#include "gauze/page/glossary.h"

namespace gauze::page {

const std::vector<Term>& Terms() {
  static const std::vector<Term> kTerms = {
      {"adversary",
       {"adversary", "adversaries"},
       "somebody who has the release and some knowledge from elsewhere, and tries to learn "
       "something about a person"},
      {"alias",
       {"alias", "aliases"},
       "a random text such as ~k3x9q2m7ta that a personal release shows in place of a value"},
      {"class",
       {"class", "classes"},
       "the released rows that show the same label in every quasi-identifier"},
      {"entity",
       {"entity", "entities"},
       "the person whom a row is about, where a person can have several rows"},
      {"generalise",
       {"generalise", "generalises", "generalised"},
       "to replace a value by a label that covers it and others: 34 becomes [30, 39]"},
      {"grade",
       {"grade", "grades"},
       "a number in a personal release that stands for a number of the original: its category and "
       "its place in the category"},
      {"hierarchy",
       {"hierarchy", "hierarchies"},
       "the tree that says how values of a column may be generalised, from the values at its "
       "leaves up to *"},
      {"insensitive",
       {"insensitive"},
       "the role of a column that nobody can use to recognise a person and whose value harms "
       "nobody"},
      {"knowledge-table",
       {"knowledge table", "knowledge tables"},
       "a public table of things and their terms, such as diseases and their symptoms"},
      {"label",
       {"label", "labels"},
       "what a released cell shows: a value, a range, a node of a hierarchy, a set of values, or "
       "*"},
      {"ledger",
       {"ledger", "ledgers"},
       "a folder that remembers what was released, so that records can keep arriving and all "
       "releases together tell no more than the last one"},
      {"manifest",
       {"manifest", "manifests"},
       "the file manifest.json in every release: what was done, what was promised and verified, "
       "and what is not protected"},
      {"personal-release",
       {"personal release", "personal releases"},
       "a release in which some sensitive columns show aliases, as each person chose, or grades"},
      {"policy",
       {"policy", "policies"},
       "the file that says what each column is, what is promised and how to get there"},
      {"preset",
       {"preset", "presets"},
       "a promise under a name that others know, such as the threshold of a regulator"},
      {"promise",
       {"promise", "promises", "promised"},
       "a model with its parameters, which a release keeps: k_anonymity: {k: 5}"},
      {"quasi-identifier",
       {"quasi-identifier", "quasi-identifiers", "quasi-identifying"},
       "a column that does not name a person but that an outsider may know: age, sex, postcode"},
      {"quasi-sensitive",
       {"quasi-sensitive"},
       "the role of a column of sets of terms that are harmless one by one and together give a "
       "secret away, with a knowledge table"},
      {"sensitive",
       {"sensitive"},
       "the role of a column whose value would harm a person if it became known"},
      {"suppress",
       {"suppress", "suppresses", "suppressed", "suppressing"},
       "to leave out: a row from the release, a cell (it becomes *), or a term from a set"},
      {"transform",
       {"transform", "transforms"},
       "what makes the classes, or otherwise changes the table until the promises hold"},
      {"trusted-server",
       {"trusted server"},
       "gauzed, which holds the vaults and tells researchers what their results mean"},
      {"vault", {"vault", "vaults"}, "a sealed file that only the trusted server can open"},
      {"victim", {"victim", "victims"}, "the person whom an adversary looks for"},
  };
  return kTerms;
}

}  // namespace gauze::page
