"""Charts and page of the experiment. Every sentence with a figure is made from the results, so none can contradict them."""
import datetime
import subprocess

import charts
import report
from experiments.continuing import countings, readings

INTRO = """# Continuing releases: a paper's experiment again

Written by `make experiments-continuing`. The experiment of J.-W. Byun, Y. Sohn, E. Bertino, N. Li: *Secure Anonymization for Incremental
Datasets*, SDM 2006, with a [ledger](../../ledger.md) and the attack [inference_channels](../../attacks.md#inference_channels).

**Table.** Adult without missing values, nine columns, education sensitive (distinct l-diversity), the other eight quasi-identifying:
{first:,} records, then {count} batches of {more:,} (as for its Figure 8), or batches of {more:,} from the start (Figures 9 to 11), in an order drawn once. The paper does not
tell its order. How `pool` searches was settled while looking at this order; below are two others.

**Methods.** `anew` is its Static I, `apart` its Static II, `paper` its Dynamic; `pool`, with at most 421 waiting, and `atoms` are ours. *Median* is
`mondrian: {{choose: span}}`, which cuts the widest column at its median as the paper does; *best cut* is `choose: loss`,
which is also how `paper` and `atoms` make their first release.
*Static I*, *Static II*, *unsecured* and *Dynamic*, written so, are the paper's to the letter, in Python beside Gauze: see [there](#the-papers-method-to-the-letter).

**Loss** is the paper's average cost of a record: the sum over the eight columns of the width of its label, from 0 to 1. Ours are by the
hierarchies, |G| is the values under a node less one.

**Adversary.** Has all releases, knows everybody's quasi-identifiers and which release shows a person first. *By pairs* are the paper's
inference-enabling sets between any two releases; *by combination* is what only all releases together tell. Labels of hierarchies overlap, so a person may be in several classes
of a release: found is who is found although the adversary does not know in which. [As the paper counts](#vulnerable-records-as-the-paper-counts-figure-8), the class is known.

**Checks.** Rows, diversity and loss of every release were counted again from its file, and every ledger was verified at its end.

{versions}, {machine}, {date}. Losses and people do not depend on the machine. Processor time is charted, of all threads, as
it depends less on what else the machine does{beside}. Time by the clock is in [releases.csv](releases.csv) and [small.csv](small.csv).
"""


def write(gauze, out, quick, results):
    lines = [line for line in results["releases"] if line["method"] == "pool"]
    sizes = sorted({line["records"] for line in lines})
    versions = subprocess.run([gauze, "version"], capture_output=True, text=True).stdout.strip()
    bars = ["Not judged at this size."] if quick else readings.bars(results)
    parts = [INTRO.format(first=sizes[0], count=len(sizes) - 1, more=sizes[1] - sizes[0], versions=versions, machine=report.machine(),
                          date=datetime.date.today(), beside=report.beside()),
             "## Bars\n", *bars, "\n## At the end\n", *table(results), "\n## What the paper reads from its figures\n",
             *readings.claims(results),
             "\n## What could not be reproduced\n", *readings.not_reproduced(results)]
    parts += [*countings.figure_8(out, results), *countings.to_the_letter(results), "\n## Other orders\n", *order_table(results["orders"])]
    for name, heading, source, column, up, of in (
            ("small", "Loss, batches of 1,000 from the start (Figure 9)", "small", "loss", "loss of a record", None),
            ("letter", "Loss without hierarchies, batches of 1,000 from the start (Figure 9)", "literal", "loss", "loss of a record", None),
            ("loss", "Loss after a large first batch (as in Figure 8)", "releases", "loss", "loss of a record", None),
            ("waiting", "Records that wait (Figure 10)", "small", "waiting", "records", ("pool", "atoms", "paper", "Dynamic")),
            ("seconds", "Time of an append (Figure 11)", "small", "processor_seconds", "seconds", None)):
        parts += [f"\n## {heading}\n"]
        for l in readings.levels(results):
            file, caption = f"{name}-l{l}.svg", f"{heading.split(' (')[0]}, l = {l}"
            shown = [*results[source], *(readings.from_start(results) if name == "waiting" else [])] if source != "literal" else readings.from_start(results)
            (out / file).write_text(charts.lines(caption, series(shown, l, column, of), "records", up, charts.evenly))
            parts += [f"![{caption}]({file})\n"]
        parts += {"seconds": readings.times, "waiting": readings.waits}.get(name, lambda results: [])(results)
        parts += [f"[{source}.csv]({source}.csv)"]
    parts += ["\n## Loss against the cap on waiting\n", f"`pool` at the end, l = {results['caps'][0]['l']} ([caps.csv](caps.csv)).\n", *cap_table(results["caps"])]
    (out / "caps.svg").write_text(charts.lines("Loss by most_waiting", {"pool": [(line["most_waiting"], line["loss"]) for line in results["caps"]]}, "most_waiting", "loss of a record",
                                               charts.evenly))
    parts += ["\n![Loss by most_waiting](caps.svg)"]
    (out / "index.md").write_text("\n".join(parts) + "\n")


def series(lines, l, column, of):
    """Method: its points. The first batch is larger than the others, so its time is no point of the same line."""
    start = min(line["records"] for line in lines) if column == "processor_seconds" else 0
    found = {}
    for line in lines:
        if line["l"] == l and line["records"] > start and (of is None or line["method"] in of):
            found.setdefault(line["method"], []).append((line["records"], line[column]))
    return found


def table(results):
    lines = ["| l | method | loss | waiting | releases kept | found by pairs | by combination only | of all |", "|" + " --- |" * 8]
    for victims in results["vulnerable"]:
        l, method = victims["l"], victims["method"]
        end = readings.last(results, l, method)
        if victims["people"] == end["records"] - end["waiting"]:  # not those on the way
            lines.append(f"| {l} | {method} | {end['loss']:.3f} | {end['waiting']:,} | {victims['releases']} | {victims['by_pairs']:,} | "
                         f"{victims['combination_only']:,} | {readings.share(victims)} |")
    return [*lines, "\n[releases.csv](releases.csv), [vulnerable.csv](vulnerable.csv)"]


def order_table(lines):
    rows = ["| order | l | `pool` | `anew`, best cut | times |", "|" + " --- |" * 5]
    for pool, anew in zip(*([line for line in lines if line["method"] == name] for name in ("pool", "anew, best cut"))):
        rows.append(f"| {pool['order']} | {pool['l']} | {pool['loss']:.3f} | {anew['loss']:.3f} | {pool['loss'] / anew['loss']:.2f} |")
    return [*rows, "\n[orders.csv](orders.csv)"]


def cap_table(lines):
    lines = sorted(lines, key=lambda line: line["most_waiting"])
    return ["| most_waiting | " + " | ".join(str(line["most_waiting"]) for line in lines) + " |", "|" + " --- |" * (len(lines) + 1),
            "| loss | " + " | ".join(f"{line['loss']:.3f}" for line in lines) + " |"]
