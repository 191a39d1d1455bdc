"""Attacks releases of Adult, by Gauze under many settings and by other tools, and writes docs/attacks-compared.md with its charts and figures.

Needs the real tables (HACKING.md says where they are looked for). A quarter of an hour on two cores; --quick takes two settings and two files.
"""
import argparse
import json
import pathlib
import tempfile

import attack_lab
import charts

ROOT = pathlib.Path(__file__).resolve().parent.parent
GOALS = {"certain": 0.01, "whole": 0.01, "above": 0.03, "loss": 1.08}  # of the loss of tight labels, for the last
TODAY, RECOMMENDED = "cluster, tight", "cluster, grid 3"

HEAD = """# Attacks compared

This page is written by `make attacks`: no figure is typed in. It took {minutes:.0f} minutes.

The table is Adult as ARX ships it, 30,162 people. Quasi-identifiers are sex, age, race, marital status, education, country, work class and salary class; occupation is
sensitive. All promise k = 5, some three different occupations in each class (l = 3) as well. [Attacking files](attacking-files.md) says what each attack does, and what its figures mean.

## The price of labels that are not tight

A tight label [gives values away](attacking-files.md#downcoding). [Open labels](transforms/open-labels.md) do not, and cost something. Classes are chosen for the price of the labels that are printed.

| transform and boxes | loss | against `{today}` | certain cells | classes with a whole tuple | singled out | of others | above |
| --- | --- | --- | --- | --- | --- | --- | --- |
{frontier}

*Loss*: the mean share of its column that a label leaves open. *Grid 5*: `boxes: {{grid: {{age: 5}}}}`; grid 1 leaves ranges tight, and only raises nodes. *Certain cells*: of the cells that labels hide. *Singled out*: a release of half of
Adult, by chance, and how many of 10,000 descriptions of its classes fit exactly one person of that half, and of the other half, who are not in it. By chance alone the two may differ by {chance:.1f} points.

![Certain cells against loss](attacks-frontier.svg)

Each line joins the settings of one transform and kind of labels in the order of their loss: tight, on grids, whole cells.

The goal was at most 1 % certain cells, whole tuples in at most 1 % of classes, at most 3 points of singling out above the control, and at most 1.08 times the loss of `{today}`.
{reached}

## Other tools

Each file was made once, with the settings that are named; other settings may do better or worse. Each keeps k-anonymity as its tool defines it (for sdcMicro a suppressed cell is equal to anything), and the attacks do not contradict that:
they show what k-anonymity is silent about. Where a tool prints nodes, it is not known whether they are tight, and nothing is then taken for certain.

### k = 5

{k5}

### k = 5 and l = 3

{l3}

*Loss* is counted in the same way for all, from labels alone; people whom a tool has left out have lost everything. *Singled out*: descriptions that exactly one person of the table fits, and in brackets how many would if columns had nothing to do with
each other. All 30,162 people are in these releases, so there is no control. *Linked*: people whose two lists, of the first four columns and of the others, are joined [by the release](attacking-files.md#linkability); in brackets by chance.
*Classes not cut*: classes of which it is known who is in them, and in which a [reader who knows that the tool cuts wherever it can](attacking-files.md#minimality) rules out some spread of occupations; and people of whom they are certain, classes with one occupation among them. *Left over by passes*: classes of which something narrower is certain [because finer passes left their rows over](attacking-files.md#refinement), and the share of hidden cells; in brackets how many of the claims are right; *refuted*: the file was not recoded in passes. *Occupation guessed*: by counting the rows that can be a person's, and by learning from the release ([definetti](attacking-files.md#definetti)); always guessing the commonest is right for {commonest}.
*Sure*: people of whom an occupation is believed by more than 80 %, and how often that is right. *Row order*: rows that can be those of the person in the same place of the table; in brackets with people in random order.

Settings: {settings}

## What was not tried

- [composition](attacking-files.md#composition) needs two releases of overlapping people by one tool; these tools' files are all of the same people.
- Attacks on how a tool chooses classes, and on people of whom more is known than these columns.
- One table. Others have other columns, and other prices.
"""

SETTINGS = """ARX full-domain and local recoding with its loss metric, suppression up to 2 % and 0; Amnesia with the levels of ARX's optimum, and with levels that suppress nothing; anjana full-domain with 2 %
suppression; sdcMicro with ages in bands of five and local suppression; mosaicrown and anonypyx Mondrian as they come; Gauze as named, everything else by default."""


def percent(share):
    return "–" if share is None else attack_lab.percent(share)


def frontier_rows(lines, today):
    rows = []
    for line in lines:
        cells = [f"`{line['setting']}`", f"{line['loss']:.4f}", f"{line['loss'] / today['loss']:.3f}×", percent(line["certain"]), percent(line["whole"]),
                 percent(line["success"]), percent(line["control"]), f"{100 * line['above']:+.1f}"]
        rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows)


def reached(lines, today):
    """Which settings of the same transform reach which goals, in words."""
    found = []
    for line in lines:
        missed = [name for name, value in (("certain cells", line["certain"] > GOALS["certain"]), ("whole tuples", line["whole"] > GOALS["whole"]),
                                           ("singling out", line["above"] > GOALS["above"]), ("loss", line["loss"] > GOALS["loss"] * today["loss"])) if value]
        found.append((line["setting"], missed))
    whole = [f"`{name}`" for name, missed in found if not missed]
    but_loss = [f"`{name}`" for name, missed in found if missed == ["loss"]]
    words = f"All four are reached by {', '.join(whole)}." if whole else "No setting reaches all four."
    if but_loss:
        words += f" All but the loss are reached by {', '.join(but_loss)}."
    return words


def table(lines):
    rows = ["| release | loss | certain cells | whole tuples | singled out | linked | occupation guessed | learned | sure (right) | classes not cut | left over by passes | row order |",
            "|" + " --- |" * 12]
    for line in sorted(lines, key=lambda line: line["loss"]):
        order = "–" if line["order"] is None else f"{percent(line['order'])} ({percent(line['order_guess'])})"
        cells = [line["release"], f"{line['loss']:.4f}", percent(line["certain"]), percent(line["whole"]),
                 f"{percent(line['single'])} ({percent(line['single_guess'])})", f"{percent(line['linked'])} ({percent(line['linked_guess'])})",
                 percent(line["inference"]), percent(line["learned"]), f"{percent(line['sure'])} ({percent(line['sure_right'])})",
                 f"{line['uncut_classes']:,.0f}, {line['uncut_certain']:,.0f}" if line["uncut"] is not None else "–", left_over(line), order]
        rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows)


def left_over(line):
    if line["passes_refuted"]:
        return "refuted"
    return "–" if line["left_over"] is None else f"{line['left_over_classes']:,.0f} classes, {percent(line['left_over'])} ({percent(line['left_over_right'])})"


def chart(lines):
    """What each kind of labels costs and gives away, from tight to open."""
    series = {}
    for line in lines:
        kind = f"{line['setting'].split(',')[0]}, {'sets' if 'sets' in line['setting'] else 'nodes'}"
        series.setdefault(kind, []).append((100 * line["loss"], 100 * line["certain"]))
    return charts.lines("Hidden cells that are certain, in %, from tight labels to open ones (Adult, k = 5)", series, "loss, %", "certain, %", charts.evenly)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--gauze", type=pathlib.Path, default=ROOT / "build" / "gauze")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs")
    parser.add_argument("--quick", action="store_true", help="two settings and two files, for a test")
    parser.add_argument("--page-only", action="store_true", help="write the page again, from figures of an earlier run")
    flags = parser.parse_args()
    figures = flags.out / "attacks-compared.json"
    found = json.loads(figures.read_text()) if flags.page_only else measure(flags)
    figures.write_text(json.dumps(found, indent=1) + "\n")
    (flags.out / "attacks-compared.md").write_text(page_of(found))
    (flags.out / "attacks-frontier.svg").write_text(chart(found["frontier"]))


def measure(flags):
    with tempfile.TemporaryDirectory(prefix="gauze-attacks-") as folder:
        lab = attack_lab.Lab(flags.gauze.resolve(), pathlib.Path(folder))
        frontier = attack_lab.frontier(lab, [TODAY, RECOMMENDED] if flags.quick else list(attack_lab.SETTINGS))
        return {"frontier": frontier, **attack_lab.comparison(lab, flags.quick), "minutes": lab.seconds / 60}


def page_of(found):
    frontier = found["frontier"]
    today = next(line for line in frontier if line["setting"] == TODAY)
    chance = 196 * max(2 * line["control"] * (1 - line["control"]) / attack_lab.DESCRIPTIONS for line in frontier) ** 0.5
    return HEAD.format(minutes=found["minutes"], today=TODAY, frontier=frontier_rows(frontier, today), reached=reached(frontier, today), chance=chance,
                       k5=table(found["k5"]), l3=table(found["l3"]), commonest=percent(found["k5"][0]["inference_guess"]), settings=SETTINGS)


if __name__ == "__main__":
    main()
