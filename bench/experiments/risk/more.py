"""Parts of the page beyond the paper's table: whole columns recoded, parameters, weights of columns, and patients."""
from experiments.risk import covid


def recoding_table(lines):
    yield "| table | model | setting | sensitive columns | NCP | columns as they are | rows left out |"
    yield "|" + " --- |" * 7
    for line in lines:
        found = f"{line['ncp']:.4f} | {line['as_it_is']} | {100 * line['left_out']:.1f} %" if line["ncp"] != "" else "no levels keep it | | "
        yield f"| {line['table']} | {line['model']} | {line['setting']} | {line['sensitive'] or ''} | {found} |"


def recoding_words(results):
    """Whether the paper's sentence holds against what the paper compared with."""
    for table, ours, name in (("school", [line["loss_of_10"] for line in results["suppression"] if line["until"] == "fixpoint" and line["cells"] == "any"][-1], "rows × 10"),
                              ("covid", [line["loss_of_qi"] for line in results["covid"] if line["until"] == "fixpoint" and line["cells"] == "any"][-1],
                               f"rows × {len(covid.QUASI_IDENTIFIERS)}")):
        kept = [line for line in results["recoding"] if line["table"] == table and line["ncp"] != ""]
        least = min(kept, key=lambda line: line["ncp"])
        below = [line for line in kept if line["ncp"] < ours]
        yield (f"- *The least information loss of all approaches* (Figure 3), {table}: {'**does not hold**' if below else 'holds'} against whole columns. Suppression until safe loses {ours:.4f} of {name}; the least of "
               f"{len(kept)} recoded tables loses {least['ncp']:.4f} ({least['model']}, {least['setting']}).")


def settings_table(lines):
    yield "| chances and weights | records above δ | share | highest risk | from 1 up | from 10 up |"
    yield "|" + " --- |" * 6
    for line in lines:
        yield f"| {line['setting']} | {line['above']:,} | {100 * line['share']:.2f} % | {line['highest']:g} | {line['from_1']:,} | {line['from_10']:,} |"


def settings_words(lines):
    own, far = lines[0], max(lines, key=lambda line: line["highest"])
    return (f"The paper's histogram reaches beyond 50. Ours ends at {own['highest']:g}, and at {far['highest']:g} with: {far['setting']}; then {100 * far['share']:.2f} % instead of {100 * own['share']:.2f} % "
            "are above δ. α and a factor on all weights only rescale the risk, and with it δ. Chances multiply: a record that is unique by three columns gains eightfold when they double.")


def weights_words(lines):
    stars = sum(line["stars"] for line in lines)
    rows = lines[0]["rows"]
    equal = stars / rows / len(lines)
    weighted = sum(line["weight"] * line["stars"] for line in lines) / rows
    most = max(lines, key=lambda line: line["stars"])
    return (f"The paper's NCP has a weight w_j for every column, equal ones in its experiment. With weights by what a column tells (its share of the sum of entropies), the release of the last line loses "
            f"{100 * weighted:.4f} % instead of {100 * equal:.4f} % of rows × {len(lines)}: stars are mostly in {most['column']} ({most['stars']:,} of {stars:,}), which carries {100 * most['weight']:.1f} % of the "
            "information ([weights.csv](weights.csv)).")


def covid_table(lines):
    yield "| until | cells | records above δ | cells lost | of rows × " + str(len(covid.QUASI_IDENTIFIERS)) + " | of all cells | highest risk |"
    yield "|" + " --- |" * 7
    for line in lines:
        yield (f"| {line['until']} | {line['cells']} | {line['above_after']:,} | {line['cells_lost']:,} | {100 * line['loss_of_qi']:.3f} % | {100 * line['loss_of_all']:.3f} % | "
               f"{line['highest_after']:g} |")
