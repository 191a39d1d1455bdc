"""Charts and page of the experiment. Every sentence with a figure is made from the results, so none can contradict them."""
import sklearn

import charts
import report
from experiments.personal import people, readings, rules, trees

INTRO = """# Personal choice: a paper's experiment again

Written by `make experiments-personal`. The experiment of E. Poovammal, M. Ponnavaikko: *Categorical Grading Based Personalized Privacy
Preservation Against Attacks*, 2009, with [personal](../../transforms/personal.md) releases and the attacks
[frequency](../../attacks.md#frequency) and [sorting](../../attacks.md#sorting).

**This is pseudonymisation.** Aliases keep how frequent values are, grades keep their order, and who knows that of the original can undo both. The
paper says otherwise; see below what is left of it.

**Table.** The paper has 45,222 rows of Adult: those without missing values of both of its parts. The second part is not among
the data that this repository's tests are run with, so here are the {rows:,} rows of the first. Its seven columns: age (graded, categories {bounds}), education (aliased), sex, race, work class, marital status and occupation, as they are.

**Choices.** The paper filled them in by hand, after the *general tendency of people*, with a few exceptions. Ours, by rule:

| rule | who chooses what |
| --- | --- |
| `tendency` | {open} choose 1; {first} choose 2; who left school before its end chooses 3. One person in {otherwise}, drawn by lot, chooses one of the two others |
| `even` | everybody draws one of the three, whatever the education |
| `fixed` | `tendency` without exceptions |

`literal` aliases are the paper's: 2 shows the first alias of the own value, 3 the second. `safe` is what the choices say: 2 shows the name of the node above the value, 3 an alias of that node, and nobody is told the
value ([what is shown](../../transforms/personal.md#what-is-shown)).

**Trees.** The paper: C4.5 of Weka, as it comes. Here: `DecisionTreeClassifier` of scikit-learn {version}, which splits by one value at a time, with at least {leaf} rows in a
leaf; the share of rows that it gets right in {folds} folds, {repeats}. T and T′ are put in the same order first, so that their folds hold the same people.

**Checks.** Every release was verified. The rates of the attacks, which read the released file, were compared with those of its manifest, which are counted from the vault.
"""


def write(out, rows, folds, repeats, quick, results):
    intro = INTRO.format(rows=rows, bounds=people.BOUNDS, open=", ".join(people.OPEN), first=", ".join(people.FIRST), otherwise=people.OTHERWISE,
                         version=sklearn.__version__, leaf=trees.LEAF, folds=folds, repeats="once" if repeats == 1 else f"{repeats} times")
    bars = ["Not judged at this size."] if quick else list(readings.bars(results))
    parts = [intro, "## Bars\n", *bars, "\n## Accuracy of decision trees (Table V)\n", "Percent, choices by `tendency` ([accuracy.csv](accuracy.csv)).\n",
             *readings.accuracy_table(results), "\n![Accuracy on T and T′](accuracy.svg)",
             "\n## What adversaries recover\n", "Share of the aliased educations and of the graded ages ([attacks.csv](attacks.csv)); *blindly* is always the most frequent one.\n",
             *readings.attack_table(results), "\n![Values recovered](attacks.svg)",
             "\n## Breaches, information loss and time (sections V.A to V.C)\n",
             "Choices by `tendency`. *Loss of the quasi-identifiers* is the paper's IL of a record, the sum over the five of them; *of the education* is that of what is shown instead of it. The adversary knows a "
             "person's other five cells, takes all rows that fit them for the person's, and reads grades by their place and aliases by their company. *Breached*: at least half of these rows have an age near the own "
             "(proximity), or an education that is unrelated to the own (divergence; [attacks](../../attacks.md#breaches-in-a-personal-release)). Classes: `mondrian: {choose: loss}`, age and education as they are. "
             f"Seconds of processor time, for reading, writing and verifying, too{report.beside()} ([breaches.csv](breaches.csv)).\n",
             *readings.breach_table(results),
             "\n## What the paper says\n", *readings.claims(results),
             "\n## Trees that the server reads\n",
             "A tree learned from T′ (choices `fixed`) goes to the server's gate, which tells its nodes in own values where at least k persons are behind each; a "
             "running server says the same word for word (`make test-server PYTEST_FLAGS=test_trees.py`). *Told wrongly*: a node whose test or support is not that of T. *Tree of T*: what is learned from T itself ([trees.csv](trees.csv)).\n",
             *readings.tree_table(results),
             "\n## Rules that the server reads\n",
             f"The paper says that rules with high support and confidence can be interpreted, and has no figures. Mined from T and from T′: rules with up to {rules.CONDITIONS} conditions and one conclusion among {', '.join(trees.TARGETS)}, for at least "
             f"{100 * rules.LEAST_SUPPORT:.0f} % of the people and with a confidence of at least {100 * rules.LEAST_CONFIDENCE:.0f} %, in which a hidden column occurs; ages by category. Those of T′ go to the server's gate one after the other, by support. "
             "The server refuses what is too near to an earlier question, which protects who would be between them; so each rule was also asked alone, as if it were the first, where only k decides. *Rules of T*: in own values it is one that was mined from T. "
             "*Told wrongly*: a support that is not that of the cells in T′. Support (people) and confidence are means over the rules of T that came back, one after the other ([rules.csv](rules.csv)).\n",
             *readings.rule_table(results),
             "\n## Distributions (Figures 3, 5 and 6)\n", "Choices by `tendency`, aliases `literal`; aliases are numbered by how often they occur ([distribution.csv](distribution.csv)).\n"]
    for name, caption in (("workclass", "Work class, rows"), ("education", "Education, rows")):
        entries = [(line["table"], line["cell"], line["rows"]) for line in results["distribution"] if line["attribute"] == name]
        (out / f"{name}.svg").write_text(charts.bars(caption, entries, unit=""))
        parts += [f"![{caption}]({name}.svg)\n"]
    (out / "accuracy.svg").write_text(charts.bars("Rows that trees get right", list(accuracy_bars(results)), unit=" %"))
    (out / "attacks.svg").write_text(charts.bars("Aliased educations recovered", list(attack_bars(results)), line=94, unit=" %"))
    (out / "index.md").write_text("\n".join(parts) + "\n")


def accuracy_bars(results):
    for target in trees.TARGETS:
        literal, safe = (readings.find(results["accuracy"], attribute=target, mode=mode) for mode in ("literal", "safe"))
        yield from ((target, "T", 100 * literal["t"]), (target, "T′ literal", 100 * literal["t_prime"]), (target, "T′ safe", 100 * safe["t_prime"]))


def attack_bars(results):
    for line in results["attacks"]:
        if line["known"] == "itself":
            group = f"{line['rule']}, {line['mode']}"
            yield from ((group, "blindly", 100 * line["education_blindly"]), (group, "by rank", 100 * line["rank"]), (group, "by company", 100 * line["company"]))
