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
        ends = {name: [line for line in results["small"] if (line["l"], line["method"]) == (l, name)][-1] for name in names}
        courses = {name: trend([line for line in results["small"] if (line["l"], line["method"]) == (l, name)]) for name in names}
        letter = {line["method"]: line for line in from_start(results) if line["l"] == l}
        holes = found(results, l, "paper")
        between = ends["anew, best cut"]["loss"] < ends["paper"]["loss"] < ends["apart, best cut"]["loss"]
        sentences += [
            f"- l = {l}. *More records become vulnerable as the table grows* (Figure 8). They do; found in `anew`, median: {many}. As the paper counts: below.",
            f"- l = {l}. *No vulnerable records with Static II and Dynamic.* `apart`: {found(results, l, 'apart, median')['vulnerable']}. "
            f"`paper`: {holes['by_pairs']} by pairs, which is what the paper looks at, and {holes['combination_only']} more "
            f"({share(holes)} in all) by combining all releases.",
            f"- l = {l}. *Dynamic loses more than Static I and much less than Static II* (Figure 9). By best cut "
            f"{'it does' if between else '**it does not**'}: {ends['anew, best cut']['loss']:.3f} `anew`, {ends['paper']['loss']:.3f} `paper`, "
            f"{ends['apart, best cut']['loss']:.3f} `apart`. `pool` loses {ends['pool']['loss']:.3f}, `atoms` {ends['atoms']['loss']:.3f}. "
            f"To the letter: {letter['Static I']['loss']:.3f} Static I, {letter['Dynamic']['loss']:.3f} Dynamic, {letter['Static II']['loss']:.3f} Static II, so Dynamic loses "
            f"{letter['Dynamic']['loss'] / letter['Static II']['loss']:.2f} of what Static II does.",
            f"- l = {l}. *The quality is maintained regardless of the size.* From the first release to the last: `paper` {courses['paper']}, "
            f"`pool` {courses['pool']}. `pool` leaves the first classes as they are, and whoever comes in a small batch finds less company."]
    return sentences


def from_start(results):
    """The paper's methods to the letter, in the set-up of Figures 9 to 11."""
    least = min(line["first"] for line in results["literal"])
    return [line for line in results["literal"] if line["first"] == least]


def not_reproduced(results):
    """Two figures of the paper, which does not tell how they came about."""
    low, high = levels(results)[0], levels(results)[-1]
    end = max(line["records"] for line in results["figure8"])
    ways = {(line["labels"], line["against"]): 100 * line["vulnerable"] / end for line in results["figure8"] if (line["l"], line["records"]) == (high, end)}
    nearest = min(ways, key=lambda way: abs(ways[way] - 8.3))
    dynamic, letter = ([line for line in lines if line["l"] == low and line["method"] == name][-1]
                       for lines, name in ((results["small"], "paper"), (from_start(results), "Dynamic")))
    return [f"- *8.3 % are vulnerable at 30K, l = 7.* Counted as the paper says, against every earlier release, {ways['intervals', 'any']:.1f} % are for l = {high}. Of all ways to count "
            f"[below](#vulnerable-records-as-the-paper-counts-figure-8), the nearest is {ways[nearest]:.1f} %: {nearest[0]}, compared with "
            f"{'any earlier release' if nearest[1] == 'any' else 'the release before'}.",
            f"- *421 are suppressed at 30K, l = 5.* With batches of 1,000 from the start {dynamic['waiting']:,} wait with `paper` for l = {low}, and {letter['waiting']:,} with Dynamic to the "
            "letter: a waiting list belongs to a class, and gets l values of its own only slowly. The paper does not tell how its program released them sooner. 421 is what `pool` may keep "
            "waiting."]


def waits(results):
    """Figure 10 in words."""
    sentences = []
    for l in levels(results):
        ends = {line["method"]: line for line in [*results["small"], *from_start(results)] if line["l"] == l}
        told = ", ".join(f"{ends[name]['waiting']:,} with `{name}`" for name in ("pool", "atoms", "paper")) + f", {ends['Dynamic']['waiting']:,} with Dynamic to the letter"
        sentences.append(f"- l = {l}, at {ends['paper']['records']:,} records wait {told}.")
    return [*sentences, ""]


def times(results):
    """Figure 11 in words, with what the paper says of it."""
    sentences = []
    for l in levels(results):
        course = {name: [line["processor_seconds"] for line in results["small"] if (line["l"], line["method"]) == (l, name)][1:]
                  for name in ("anew, median", "apart, median", "paper", "pool")}
        told = "; ".join(f"`{name}` {mean(values[:3]):.2f} → {mean(values[-3:]):.2f} s" for name, values in course.items())
        rises = {name: mean(values[-3:]) / mean(values[:3]) for name, values in course.items()}
        dynamic, anew = mean(course["paper"][-3:]), mean(course["anew, median"][-3:])
        sentences += [
            f"- l = {l}, mean of the first three appends after the first release and of the last three: {told}.",
            f"- l = {l}. *The time of Static I increases linearly.* It grows, {rises['anew, median']:.1f} times. *Static II and Dynamic are almost constant.* "
            f"`apart` {'is' if rises['apart, median'] < 2 else '**is not**'}: {rises['apart, median']:.1f} times. `paper` {'is' if rises['paper'] < 2 else '**is not**'}: {rises['paper']:.1f} times, "
            f"and in the end it takes {dynamic / anew:.2f} times as long as making everything `anew`. Every record is compared with every class, and there are more of them each time. "
            f"`pool` looks at no earlier class: {rises['pool']:.1f} times."]
    return [*sentences, ""]


def mean(values):
    return sum(values) / len(values)
