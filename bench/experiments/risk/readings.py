"""What the figures say: the bars that the product has set itself, and the paper's own readings of its figures."""


def find(passes, suppressed, until, cells):
    return next(line for line in passes if (line["suppressed"], line["until"], line["cells"]) == (suppressed, until, cells))


def fall(line):
    return 100 * (1 - line["above_after"] / line["above_before"])


def bars(rows, passes):
    """A table: what is asked for, what was measured, whether it is reached."""
    once, safe = find(passes, "wildcard", "single_pass", "any"), find(passes, "wildcard", "fixpoint", "any")
    share = 100 * once["above_before"] / rows
    measured = [("records above δ near 1.5 % (1.2 to 1.8)", f"{share:.2f} %", 1.2 <= share <= 1.8),
                ("0 records above δ after `fixpoint`", f"{safe['above_after']:,}", safe["above_after"] == 0),
                ("loss of `fixpoint` ≤ 2 × that of `single_pass`", f"{safe['cells_lost'] / once['cells_lost']:.2f} ×",
                 safe["cells_lost"] <= 2 * once["cells_lost"])]
    return ["| bar | measured | |", "| --- | --- | --- |",
            *(f"| {bar} | {figure} | {'reached' if good else '**not reached**'} |" for bar, figure, good in measured)]


def above(histograms, table, risk):
    """Records from a power of ten on."""
    return sum(bar["records"] for bar in histograms if bar["table"] == table and float(bar["risk_from"]) >= risk)


def claims(rows, delta, passes, histograms, losses):
    """The paper's sentences, and what these figures say to them."""
    literal, wildcard = (find(passes, suppressed, "single_pass", "any") for suppressed in ("literal", "wildcard"))
    safe, harmless = find(passes, "wildcard", "fixpoint", "any"), find(passes, "wildcard", "fixpoint", "harmless")
    found = [f"- *The number of high-risk records is reduced by 45 %* (Table 2). By {fall(literal):.1f} % with its reading of `*`, by "
             f"{fall(wildcard):.1f} % with wildcards. How much a pass leaves depends on how many known sets share a record's risk: it removes "
             f"only the first. Repeating until nobody is above δ leaves {safe['above_after']:,}, for "
             f"{safe['cells_lost'] / literal['cells_lost']:.2f} times the cells of the pass.",
             f"- *The information loss is 0.39 %.* {100 * literal['loss_of_10']:.2f} % of rows × 10 for the pass, "
             f"{100 * safe['loss_of_10']:.2f} % for repeating. Keeping cells that weigh (`harmless`) costs "
             f"{100 * harmless['loss_of_10']:.2f} % and leaves {harmless['above_after']:,}.",
             spread(delta, histograms)]
    return found + beside(passes, losses)


def spread(delta, histograms):
    """The paper's explanation of Figure 2, that suppression makes others riskier."""
    names = {float(bar["risk_from"]) for bar in histograms if float(bar["risk_from"]) > 0}
    count = {(bar["table"], float(bar["risk_from"])): bar["records"] for bar in histograms}
    rises = [f"from {power:g}" for power in sorted(names) if power >= delta / 10 and
             count.get(("literal single_pass any", power), 0) > count.get(("before", power), 0)]
    where = "; more records than before are " + ", ".join(rises) + " up" if rises else "; no bar from δ/10 on grows"
    top = max(names)
    return ("- *Very high risks become rare, and some middling ones more frequent* (Figure 2). Records in the highest bar "
            f"(from {top:g}): {above(histograms, 'before', top):,} before, "
            f"{above(histograms, 'literal single_pass any', top):,} after the pass{where}. The paper puts the growth down to other "
            "records, whose values become rarer where a `*` does not match them. Records that fall from a higher bar land there too, "
            "and with wildcards nobody's risk can rise.")


def beside(passes, losses):
    """Figure 3, sentence by sentence."""
    safe = find(passes, "wildcard", "fixpoint", "any")
    kept = [line for line in losses if line["ncp"] != ""]
    less = [f"{line['model']} ({line['setting']}{', ' + str(line['sensitive']) if line['sensitive'] else ''}) {line['ncp']:.4f}"
            for line in kept if line["ncp"] < safe["loss_of_10"]]
    by_k = [line["ncp"] for line in losses if line["model"] == "k-anonymity"]
    refused = [f"{line['model']} ({line['setting']}, {line['sensitive']})" for line in losses if line["ncp"] == ""]
    pairs = [(one, many) for one in kept for many in kept if one["sensitive"] == 1 and many["sensitive"] > 1
             and (one["model"], one["setting"]) == (many["model"], many["setting"])]
    dearer = [pair for pair in pairs if pair[1]["ncp"] > pair[0]["ncp"]]
    return ["- *The least information loss of all approaches* (Figure 3). "
            + (f"**Does not hold here**: suppression until safe loses {safe['loss_of_10']:.4f}; less is lost by {'; '.join(less)}. The "
               "paper's class models come from a tool that generalises whole columns; Mondrian does so class by class"
               if less else f"It holds: suppression until safe loses {safe['loss_of_10']:.4f}, and every class model more")
            + f". Of {len(kept)} class models that can be kept, {len(kept) - len(less)} lose more. But they promise different things: a class model "
            "hides everybody among others, this one only those whom it would hurt and whom somebody is likely to know.",
            "- *A larger k loses more.* " + ("At every step." if by_k == sorted(by_k) else "Not at every step."),
            "- *l-diversity incurs a huge loss, because the values are skewed.* "
            + (f"By frequency no release can keep it: {', '.join(refused)}." if refused else "Every form could be kept."),
            f"- *More sensitive columns lose more.* In {len(dearer)} of {len(pairs)} comparisons of one column with seventeen."]
