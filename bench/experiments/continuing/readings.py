"""What the figures say: the bars that the product has set itself, and the paper's own readings of its figures."""
BARS = {5: 0.87, 7: 1.33}  # loss of a record at the end
MOST_WAITING = 421
MOST_TIMES = 1.5  # of what is lost if everything is made again


def last(results, l, method):
    """A method's last release."""
    return next(line for line in reversed(results["releases"]) if (line["l"], line["method"]) == (l, method))


def found(results, l, method):
    """What was found with all of a method's releases."""
    return next(line for line in reversed(results["vulnerable"]) if (line["l"], line["method"]) == (l, method))


def levels(results):
    return list(dict.fromkeys(line["l"] for line in results["releases"]))


def share(line):
    return f"{100 * line['vulnerable'] / line['people']:.1f} %"


def bars(results):
    """A table: what is asked for, what was measured, whether it is reached."""
    measured = []
    for l in levels(results):
        pool, anew, victims = last(results, l, "pool"), last(results, l, "anew, best cut"), found(results, l, "pool")
        measured += [(f"l = {l}: loss of `pool` ≤ {BARS[l]}", f"{pool['loss']:.3f}", pool["loss"] <= BARS[l]),
                     (f"l = {l}: ≤ {MOST_TIMES} × `anew`, best cut", f"{pool['loss'] / anew['loss']:.2f} ×",
                      pool["loss"] <= MOST_TIMES * anew["loss"]),
                     (f"l = {l}: at most {MOST_WAITING} wait", f"{pool['waiting']}", pool["waiting"] <= MOST_WAITING),
                     (f"l = {l}: nobody is found, by pairs or by combination", f"{victims['vulnerable']}", victims["vulnerable"] == 0)]
    return ["| bar | measured | |", "| --- | --- | --- |",
            *(f"| {bar} | {figure} | {'reached' if good else '**not reached**'} |" for bar, figure, good in measured)]


def trend(lines):
    """From the first release to the last."""
    return f"{lines[0]['loss']:.3f} → {lines[-1]['loss']:.3f}"


def claims(results):
    """The paper's sentences, and what these figures say to them."""
    sentences = []
    for l in levels(results):
        grows = [line for line in results["vulnerable"] if (line["l"], line["method"]) == (l, "anew, median")]
        many = ", ".join(f"{share(line)} of {line['people']:,} by {line['releases']} releases" for line in grows)
        names = ("pool", "atoms", "paper", "anew, best cut", "apart, best cut")
        ends = {name: last(results, l, name) for name in names}
        courses = {name: trend([line for line in results["releases"] if (line["l"], line["method"]) == (l, name)]) for name in names}
        holes = found(results, l, "paper")
        between = ends["anew, best cut"]["loss"] < ends["paper"]["loss"] < ends["apart, best cut"]["loss"]
        sentences += [
            f"- l = {l}. *More records become vulnerable as the table grows* (Figure 8). With `anew`, median: {many}.",
            f"- l = {l}. *No vulnerable records with Static II and Dynamic.* `apart`: {found(results, l, 'apart, median')['vulnerable']}. "
            f"`paper`: {holes['by_pairs']} by pairs, which is what the paper looks at, and {holes['combination_only']} more "
            f"({share(holes)} in all) by combining all releases.",
            f"- l = {l}. *Dynamic loses more than Static I and much less than Static II* (Figure 9). By best cut "
            f"{'it does' if between else '**it does not**'}: {ends['anew, best cut']['loss']:.3f} `anew`, {ends['paper']['loss']:.3f} `paper`, "
            f"{ends['apart, best cut']['loss']:.3f} `apart`. `pool` loses {ends['pool']['loss']:.3f}, `atoms` {ends['atoms']['loss']:.3f}.",
            f"- l = {l}. *The quality is maintained regardless of the size.* From the first release to the last: `paper` {courses['paper']}, "
            f"`pool` {courses['pool']}. `pool` leaves the first classes as they are, and whoever comes in a small batch finds less company."]
    return sentences


def not_reproduced(results):
    """Two figures of the paper, which does not tell how they came about."""
    low, high = levels(results)[0], levels(results)[-1]
    anew, dynamic = found(results, high, "anew, median"), last(results, low, "paper")
    return [f"- *8.3 % are vulnerable at 30K, l = 7.* Here {100 * anew['by_pairs'] / anew['people']:.1f} % by pairs for l = {high}. The paper does not say how it "
            "counts: whether a record counts once or in the newest pair only, and which compatible classes are put together.",
            f"- *421 are suppressed at 30K, l = 5.* Here {dynamic['waiting']:,} wait with `paper` for l = {low}: a waiting list belongs to a class, and gets l values "
            "of its own only slowly. The paper does not tell how its program released them sooner. 421 is what `pool` may keep waiting."]


def times(results):
    """Figure 11 in words."""
    sentences = []
    for l in levels(results):
        for name in ("anew, median", "apart, median", "paper", "pool"):
            lines = [line["processor_seconds"] for line in results["releases"] if (line["l"], line["method"]) == (l, name)][1:]
            sentences.append(f"- l = {l}, `{name}`: {lines[0]:.2f} s for the second batch, {lines[-1]:.2f} s for the last.")
    return sentences
