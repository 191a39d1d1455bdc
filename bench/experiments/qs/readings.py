"""What the figures say: the bars that the product has set itself, and the paper's own readings of its figures."""
SEARCHES = ["depth_first", "adaptive", "exact"]


def group(rows):
    """The rows of a point by search, point by point."""
    points = {}
    for row in rows:
        points.setdefault((row["workload"], row["k"], row["c"], row["l"], row["t"]), {})[row["search"]] = row
    return list(points.values())


def compared(results, *names):
    """All points of these figures, each once."""
    return group([row for name in names for row in results[name]])


def costs(point):
    return [point[search]["removal_cost"] for search in SEARCHES]


def lowest_proven(points):
    """The smallest share of classes in need of repair whose repair is proven, and where."""
    shares = [(point["exact"]["proven"] / point["exact"]["searched"], place(point["exact"])) for point in points
              if point["exact"]["searched"]]
    return min(shares)


def place(row):
    promise = f"t² = {round(row['t'] ** 2, 6)}" if row["t"] != "" else f"c = {row['c']}, l = {row['l']}"
    return f"{promise}, k = {row['k']}"


def bars(results):
    """A table: what is asked for, what was measured, whether it is reached."""
    uniform = compared(results, "by_l", "by_c", "by_t")
    every = uniform + compared(results, "skewed")
    default = {point["exact"]["k"]: costs(point) for point in uniform if (point["exact"]["c"], point["exact"]["l"]) == (1, 30)}
    ahead = sum(exact <= min(others) for *others, exact in map(costs, every))
    fallbacks = sum(point["exact"]["fallbacks"] for point in uniform)
    share, where = lowest_proven(uniform)
    measured = [("`exact` ≤ 0.55 × `adaptive` (c = 1, l = 30, k = 5)", f"{default[5][2] / default[5][1]:.3f}",
                 default[5][2] <= 0.55 * default[5][1]),
                ("`exact` costs no more than either of the others, at every point", f"{ahead} of {len(every)}",
                 ahead == len(every))]
    measured += [(f"T ≤ {bar} (c = 1, l = 30, k = {k})", f"{default[k][2]:.4f}", default[k][2] <= bar)
                 for k, bar in ((5, 0.111), (10, 0.051)) if k in default]
    measured += [("≥ 93 % of the classes in need of repair proven, at every point of uniform labels",
                  f"least {100 * share:.1f} %, at {where}", share >= 0.93),
                 ("no class emptied, joined or withheld by `exact`, uniform labels", fallbacks, fallbacks == 0)]
    return ["| bar | measured | |", "| --- | --- | --- |",
            *(f"| {bar} | {figure} | {'reached' if good else '**not reached**'} |" for bar, figure, good in measured)]


def claims(results):
    """The paper's sentences, and what these figures say to them."""
    diverse, uniform = compared(results, "by_l", "by_c"), compared(results, "by_l", "by_c", "by_t")
    better = [point for point in diverse if point["adaptive"]["removal_cost"] < point["depth_first"]["removal_cost"]]
    close = group(results["by_t"])
    close_better = [point for point in close if point["adaptive"]["removal_cost"] < point["depth_first"]["removal_cost"]]
    emptied = sum(point[search]["fallbacks"] for point in uniform for search in ("adaptive", "depth_first"))
    falls = {search: falling(results["by_t"], search) for search in SEARCHES}
    least = {row["t"]: row["ncp"] for row in results["only"]}
    two_phases = [row for row in results["by_t"] if row["search"] == "exact"]
    worse = [row for row in two_phases if row["ncp"] > least[row["t"]]]
    idle = [row for row in worse if row["removal_cost"] == 0]
    return ["- *The adaptive search significantly outperforms the depth-first one on removal cost* (Figure 5). "
            f"At {len(better)} of {len(diverse)} points. It pays for every step with a trial of all terms left, and l′ "
            "often does not move for many steps, so that their order tells nothing; depth first tries many more removals in "
            f"the same time. Under closeness it does at {len(close_better)} of {len(close)} points.",
            f"- *A result within a bounded time.* The two searches of the paper leave {emptied} classes without a result, summed over "
            "all points, which then lose all their terms.",
            "- *The removal cost usually goes down when a larger k is used* (Figure 6). "
            + "; ".join(f"`{search}`: from one k to the next at {down} of {pairs} steps" for search, (down, pairs) in falls.items())
            + ".",
            "- *Generalisation only: no removal cost and the largest loss; removal only: the largest removal cost and the least "
            "generalisation* (Figure 6). Removal only (k = 1) has no loss at all. Generalisation only loses most at "
            f"{len(two_phases) - len(worse)} of {len(two_phases)} points; at {len(idle)} of the others no term has to go: k alone "
            "keeps the promise there, and is larger than it need be."]


def falling(rows, search):
    """At how many steps from one k to the next larger one the cost does not rise, t by t, where there is a cost."""
    down = pairs = 0
    for t in {row["t"] for row in rows}:
        line = [row["removal_cost"] for row in sorted(rows, key=lambda row: row["k"]) if (row["t"], row["search"]) == (t, search)]
        steps = [(before, after) for before, after in zip(line, line[1:]) if before > 0]
        down, pairs = down + sum(after < before for before, after in steps), pairs + len(steps)
    return down, pairs
