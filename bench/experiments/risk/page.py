"""Charts and page of the experiment. Every sentence with a figure is made from the results, so none can contradict them."""
import charts
from experiments.risk import covid, more, readings
from experiments.risk.readings import find

INTRO = """# Record risk: a paper's experiment again

Written by `make experiments-risk`. The experiment of M. Orooji, G. M. Knapp: *Improving Suppression to Reduce Disclosure Risk and Enhance
Data Utility*, IISE Annual Conference 2018, with [record_risk](../../models/record_risk.md) and
[suppress_cells](../../transforms/suppress_cells.md).

**Table.** The paper's is confidential. `bench/generators/school.py` makes one of the same shape: {rows:,} pupils, 27 columns, ten of
which others know with a chance above 0.01, 19 flags that weigh 1 where they are set, each for fewer than one pupil in ten. The paper
names few of its columns and prints four of its chances (age 0.05, sex 0.8, two flags 0.005 and 0.001), which are ours too; the others
were chosen so that the share of records above δ = 0.01 is near the paper's 1.55 %. So the share agrees because it was made to; what
suppression then does was not. α = 100, and here δ = {delta:g}.

**Loss.** The paper divides the suppressed cells by rows × 10, the columns it calls quasi-identifying, although cells of all 27 can
be suppressed. Both shares are shown.

**Checks.** On three small tables every record's risk was counted from the definition, known set by known set, and lies in the interval that
`gauze risk` tells. The release of the last line of the first table was written, verified, and its `*` were counted.
"""
HEADINGS = {"suppressed": "`*` matches", "until": "until", "cells": "cells", "above_after": "records above δ",
            "cells_lost": "cells lost", "loss_of_10": "of rows × 10", "loss_of_27": "of rows × 27", "highest_after": "highest risk"}
SERIES = {"before": "before", "literal single_pass any": "single pass", "wildcard fixpoint any": "until safe"}


def write(out, rows, delta, results):
    passes, histograms, losses = results["suppression"], results["histogram"], results["loss"]
    parts = [INTRO.format(rows=rows, delta=delta), "## Bars\n", *readings.bars(rows, passes),
             "\n## Suppression (Table 2)\n",
             f"{passes[0]['above_before']:,} records ({100 * passes[0]['above_before'] / rows:.2f} %) are above δ; the highest risk is "
             f"{passes[0]['highest_before']:g} ([suppression.csv](suppression.csv)).\n", *table(passes),
             "\nThe paper: 15,651 records (1.55 %) before, 8,597 after, 0.39 % of rows × 10. Its pass is `single_pass` with `any` "
             "cells, and a `*` there matches only a `*` (`literal`).",
             "\n## What the paper reads from its figures\n", *readings.claims(rows, delta, passes, histograms, losses),
             *more.recoding_words(results),
             "\n## Histogram of the risk (Figure 2)\n", "![Records by disclosure risk](histogram.svg)\n",
             "Each point is the number of records from that power of ten up to the next; records without any risk are left out, and "
             "the upper end of a record's interval counts, which may reach δ where the risk itself does not "
             "([histogram.csv](histogram.csv)).",
             "\n## Loss beside class models (Figure 3)\n", "![Loss of each model](loss.svg)\n",
             "Class models by `mondrian: {choose: loss, labels: set}` on the ten quasi-identifiers, l and t beside k = 2; NCP over the "
             "same ten, so that it compares with cells of rows × 10. For *17*, each of the other columns is promised "
             "([loss.csv](loss.csv)).\n", *loss_table(losses),
             "\n## Loss of whole columns (Figure 3, as the paper's)\n",
             "The paper's class models come from ARX, which gives every column one level for the whole table. Here all combinations of levels are tried: ages, grades, years and districts in steps, "
             "every other column as it is or `*`; dates of death by month, or only whether. The one that loses least is shown; l and t beside k = 2, for one flag or for all ([recoding.csv](recoding.csv)). The "
             "paper does not say which hierarchies it used, nor how many rows ARX was allowed to leave out: a row that is left out costs 1.\n", *more.recoding_table(results["recoding"]),
             "\n## Chances and weights\n", *more.settings_table(results["settings"]), "", more.settings_words(results["settings"]),
             "\nThe highest risks and shares are in [settings.csv](settings.csv).", "", more.weights_words(results["weights"]),
             "\n## A second table: patients\n",
             f"{results['covid'][0]['rows']:,} patients of an epidemic, 21 columns, with the chances and weights of `examples/covid-risk`, {len(covid.QUASI_IDENTIFIERS)} chances above 0.01, δ = "
             f"{covid.POLICY['protect'][0]['record_risk']['delta']:g}, `*` as a wildcard. {results['covid'][0]['above_before']:,} "
             f"({100 * results['covid'][0]['above_before'] / results['covid'][0]['rows']:.2f} %) are above δ; the highest risk is {results['covid'][0]['highest_before']:g} ([covid.csv](covid.csv)).\n",
             *more.covid_table(results["covid"])]
    (out / "index.md").write_text("\n".join(parts) + "\n")
    (out / "histogram.svg").write_text(figure_2(histograms))
    (out / "loss.svg").write_text(figure_3(passes, losses))


def table(passes):
    lines = ["| " + " | ".join(HEADINGS.values()) + " |", "|" + " --- |" * len(HEADINGS)]
    for line in passes:
        shown = {**line, "above_after": f"{line['above_after']:,}", "cells_lost": f"{line['cells_lost']:,}",
                 **{name: f"{100 * line[name]:.3f} %" for name in ("loss_of_10", "loss_of_27")}}
        lines.append("| " + " | ".join(str(shown[name]) for name in HEADINGS) + " |")
    return lines


def loss_table(losses):
    lines = ["| model | setting | sensitive columns | NCP | classes |", "| --- | --- | --- | --- | --- |"]
    for line in losses:
        figures = f"{line['ncp']:.4f} | {line['classes']:,}" if line["ncp"] != "" else "no release can keep it | "
        lines.append(f"| {line['model']} | {line['setting']} | {line['sensitive'] or ''} | {figures} |")
    return lines


def figure_2(histograms):
    series = {}
    for bar in histograms:
        if bar["table"] in SERIES and float(bar["risk_from"]) > 0 and bar["records"] > 0:
            series.setdefault(SERIES[bar["table"]], []).append((float(bar["risk_from"]), bar["records"]))
    return charts.lines("Records by disclosure risk", series, "risk from", "records")


def figure_3(passes, losses):
    ours = [("", f"suppression, {line['until'].replace('_', ' ')}", 100 * line["loss_of_10"])
            for line in (find(passes, "literal", "single_pass", "any"), find(passes, "wildcard", "fixpoint", "any"))]
    theirs = [(line["model"], ", ".join([line["setting"]] + [f"{line['sensitive']} col."] * (line["sensitive"] > 0)),
               100 * line["ncp"]) for line in losses if line["ncp"] != ""]
    return charts.bars("Loss of ten quasi-identifiers", ours + theirs, unit=" %")
