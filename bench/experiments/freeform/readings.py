"""What the figures say: the bars that the product has set itself, and sentences about the rest."""
import statistics

from experiments.freeform import guards

CHARTED = ["portfolio", "observable first", "mondrian", "cluster"]
BAR = 0.25  # of the loss of one cut


def by_form(lines, reading):
    """(guarding set, threshold): the loss of each form, under one reading."""
    found = {}
    for line in lines:
        if (line["sensitivity"], line["observability"]) == (reading.sensitivity, reading.observability):
            found.setdefault((line["guarded"], line["threat"]), {})[line["form"]] = line["loss"]
    return found


def series(lines, name):
    """Form: (threshold, loss), where there is a release."""
    found = {}
    for (guarded, threat), losses in by_form(lines, guards.READINGS[0]).items():
        for form in CHARTED:
            if guarded == name and losses[form] != "":
                found.setdefault(form, []).append((threat, losses[form]))
    return found


def pairs(compared, wanted):
    """(place, loss in classes, loss of the portfolio, loss with guarded columns last). Classes are the better of two ways to make them;
    one that took too long is none."""
    places = {}
    for line in compared:
        if wanted(line["guarded"]):
            places.setdefault((line["table"], line["threat"]), {})[line["form"]] = line["loss"]
    return [(f"{name}, {threat}", min(forms[form] for form in ("mondrian", "cluster") if forms[form] != ""), forms["portfolio"],
             forms["observable first"]) for (name, threat), forms in places.items()]


def bars(compared):
    """A table: what is asked for, what was measured, whether it is reached."""
    lines = ["| bar | measured | |", "| --- | --- | --- |"]
    for place, ours, cut, _ in pairs(compared, lambda guarded: guarded != guards.FOUR):
        lines.append(f"| one guarded column, {place}: classes lose ≤ {BAR} × the best of 20 cuts | {ours:.4f} / {cut:.4f} = "
                     f"{ours / cut:.3f} | {'reached' if ours <= BAR * cut else '**not reached**'} |")
    return lines


def sentences(results):
    loss, first = results["loss"], by_form(results["loss"], guards.READINGS[0])
    return [hidden(results["compared"]), four(results["compared"], results["kept"]), *breaching(results["breaches"]), rules(first),
            falling(first), pruned(results["pruning"]), seconds(loss)]


def hidden(compared):
    """The honest rival of classes: do not show the guarded column at all."""
    found = pairs(compared, lambda guarded: guarded != guards.FOUR)
    over = [f"{place}: {ours:.4f} against {last:.4f}" for place, ours, _, last in found if ours > BAR * last]
    least = sum(last < cut for _, _, cut, last in found)
    return (f"- **A cut that loses less shows less of what was guarded.** With guarded columns last the single cut loses less than with them "
            f"first at {least} of {len(found)} points of one guarded column, because it simply generalises that column, often to `*`, and leaves "
            "the others as they are. A mean over columns does not see that this is the column somebody wanted. "
            + (f"Against that cut classes do not stay within {BAR} × at {len(over)} of {len(found)} points ({'; '.join(over)})"
               if over else f"Against that cut, too, classes lose at most {BAR} ×")
            + f"; they lose more than that cut at {sum(ours > last for _, ours, _, last in found)}.")


def four(compared, kept):
    ratios = [f"{place}: {ours:.4f} / {cut:.4f} = {ours / cut:.2f} (guarded columns last: {last:.4f})"
              for place, ours, cut, last in pairs(compared, lambda guarded: guarded == guards.FOUR)]
    best = {}
    for line in kept:
        if line["sensitive"] == guards.KEPT:
            losses = {column: line[f"loss_{column}"] for column in guards.COLUMNS}
            column = max(losses, key=losses.get)
            best[line["threat"]] = f"{column} {losses[column]:.2f} at {line['threat']}"
    return (f"- **Four guarded columns at once.** {'; '.join(ratios)}. What limits it are the guarded columns that have to be generalised within "
            f"classes: the largest loss of a column is that of {', '.join(best.values())} (last table). Their observable values are known to an "
            "adversary who is after another of the four, and split every class into small groups.")


def breaching(lines):
    """The paper's motivation: what splits columns into known and sensitive ones does not stop these attacks."""
    holding = [line for line in lines if line["file"] != "raw table"]
    open_files = [line for line in holding if line["breaches"]]
    full = [line for line in holding if "full domain" in line["file"]]
    safe = [f"{line['guarded']} at {line['threat']}" for line in full if not line["breaches"]]
    return [f"- **k-anonymous and l-diverse releases still hold breaches**: {len(open_files)} of {len(holding)} such files and thresholds do. That "
            "is the paper's motivation, and it holds. It is no fault of these releases: they promise something else.",
            f"- **Recoding whole columns** to k = 5 loses {min(line['loss'] for line in full):.2f} to {max(line['loss'] for line in full):.2f} "
            + (f"and then happens to be safe for {', '.join(safe)}; nothing promised that." if safe else "and is nowhere safe.")]


def rules(first):
    """Fall against ratio against several orders."""
    losses = [found for found in first.values()]
    fall = sum(found["fall"] < found["ratio"] for found in losses)
    ratio = sum(found["ratio"] < found["fall"] for found in losses)
    gains = [1 - found["portfolio"] / min(found["fall"], found["ratio"]) for found in losses]
    return (f"- **Which step first.** Of {len(losses)} points `fall` loses less at {fall}, `ratio` at {ratio}. The best of 20 orders takes away "
            f"another {100 * statistics.mean(gains):.0f} % of the better one's loss on average, {100 * max(gains):.0f} % at most.")


def falling(first):
    """A larger threshold allows more; a greedy search need not use it."""
    steps = {form: [0, 0] for form in CHARTED}
    for name in {name for name, _ in first}:
        for form in CHARTED:
            line = [first[place][form] for place in sorted(place for place in first if place[0] == name)]
            line = [loss for loss in line if loss != ""]
            steps[form][0] += sum(after > before + 1e-9 for before, after in zip(line, line[1:]))
            steps[form][1] += max(0, len(line) - 1)
    found = "; ".join(f"`{form}` at {up} of {every}" for form, (up, every) in steps.items())
    return ("- **A larger threshold allows more**, yet the loss may rise from one threshold to the next, as every search is greedy: it does so for "
            f"{found} steps.")


def pruned(lines):
    return "- **Critical nodes** leave " + "; ".join(
        f"{line['critical_attacks']:,} attacks of {line['attacks']:,} to look at ({line['guarded']})" for line in lines) + "."


def seconds(loss):
    found = {}
    for line in loss:
        if line["seconds"] != "":
            found.setdefault(line["form"], []).append((line["make_seconds"], line["seconds"]))
    return ("- **Seconds**, median and longest, of making a release alone, and the longest whole run with reading, writing and verifying: "
            + "; ".join(f"`{form}` {statistics.median(make for make, _ in times):.2f}, {max(make for make, _ in times):.2f}, "
                        f"{max(whole for _, whole in times):.2f}" for form, times in found.items()) + ".")
