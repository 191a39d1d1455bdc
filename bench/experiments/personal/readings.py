"""What the results say, in sentences that are made from them."""
from experiments.personal.trees import TARGETS

PAPER = {"workclass": (74.87, 74.87), "education": (41.67, 39.64), "marital-status": (69.36, 69.36), "occupation": (32.23, 32.23)}
LARGEST_DROP = 2.03  # points; the paper's, of education


def drop(line):
    return 100 * (line["t"] - line["t_prime"])


def find(lines, **wanted):
    line, = [line for line in lines if all(line[name] == value for name, value in wanted.items())]
    return line


def verdict(reached):
    return "reached" if reached else "**not reached**"


def bars(results):
    worst = max(results["accuracy"], key=drop)
    even = find(results["attacks"], rule="even", mode="literal", known="itself")
    others = find(results["attacks"], rule="even", mode="literal", known="others")
    told = [line for line in results["trees"] if line["same_tree"] != "yes" or line["wrong"] > 0]
    yield from ("| bar | measured | |", "| --- | --- | --- |")
    yield (f"| accuracy drops by at most {LARGEST_DROP} points | {drop(worst):.2f} ({worst['attribute']}, {worst['mode']}) | "
           f"{verdict(drop(worst) <= LARGEST_DROP)} |")
    yield (f"| rank and frequency recover near 94 % (at least 90) of aliased education values, `literal` | {100 * even['rank']:.1f} % | "
           f"{verdict(even['rank'] >= 0.9)} |")
    yield (f"| sorting recovers near 99.5 % (at least 99) of graded ages, knowing other people | {100 * others['place']:.1f} % | "
           f"{verdict(others['place'] >= 0.99)} |")
    fixed = [line for line in results["rules"] if line["choices"] == "fixed" and line["mode"] == "literal"]
    same = all(line["back"] == line["told"] and line["back_alone"] == line["told_alone"] and line["support_told"] == line["support_of_t"] and line["wrong"] == 0 for line in fixed)
    yield (f"| rules that the server tells are those of T, where everybody with one education chooses alike (`literal`) | "
           f"{sum(line['back_alone'] for line in fixed)} of {sum(line['told_alone'] for line in fixed)} | {verdict(same)} |")
    yield (f"| the trees that the server reads are those of T where k allows | {len(results['trees']) - len(told)} of {len(results['trees'])} | "
           f"{verdict(not told)} |")


def accuracy_table(results):
    yield "| attribute | paper T | paper T′ | T | T′ literal | drop | T′ safe | drop |"
    yield "|" + " --- |" * 8
    for target in TARGETS:
        literal, safe = (find(results["accuracy"], attribute=target, mode=mode) for mode in ("literal", "safe"))
        paper = PAPER[target]
        yield (f"| {target} | {paper[0]} | {paper[1]} | {100 * literal['t']:.2f} | {100 * literal['t_prime']:.2f} | {drop(literal):.2f} | "
               f"{100 * safe['t_prime']:.2f} | {drop(safe):.2f} |")


def attack_table(results):
    yield "| choices | aliases | adversary knows | education, blindly | by rank | by company | age, blindly | by place | mean distance | by steps |"
    yield "|" + " --- |" * 10
    for line in results["attacks"]:
        known = "this very table" if line["known"] == "itself" else "other people"
        shares = [f"{100 * line[name]:.1f} %" for name in ("education_blindly", "rank", "company", "age_blindly", "place")]
        yield f"| {line['rule']} | {line['mode']} | {known} | {' | '.join(shares)} | {line['place_distance']:.3f} | {100 * line['steps']:.1f} % |"


def rule_table(results):
    yield "| choices | aliases | k | rules of T | of T′ | each alone: told | rules of T | one after the other: told | rules of T | told wrongly | support told, in T | confidence told, in T |"
    yield "|" + " --- |" * 12
    for line in results["rules"]:
        yield (f"| {line['choices']} | {line['mode']} | {line['k']} | {line['rules_of_t']} | {line['rules']} | {line['told_alone']} | {line['back_alone']} | {line['told']} | "
               f"{line['back']} | {line['wrong']} | {line['support_told']:,.0f}, {line['support_of_t']:,.0f} | "
               f"{100 * line['confidence_told']:.1f} %, {100 * line['confidence_of_t']:.1f} % |")


def tree_table(results):
    yield "| attribute | k | nodes | told | withheld by k | told wrongly | tree of T |"
    yield "|" + " --- |" * 7
    for line in results["trees"]:
        yield (f"| {line['attribute']} | {line['k']} | {line['nodes']} | {line['told']} | {line['nodes'] - line['told']} | {line['wrong']} | "
               f"{'the same' if line['same_tree'] == 'yes' else 'another'} |")


def breach_table(results):
    yield "| release | setting | loss of the quasi-identifiers | loss of the education | breached, proximity | breached, divergence | seconds |"
    yield "|" + " --- |" * 7
    for line in results["breaches"]:
        yield (f"| {line['release']} | {line['setting']} | {line['information_loss']:.3f} | {line['education_loss']:.3f} | {100 * line['proximity']:.1f} % | "
               f"{100 * line['divergence']:.1f} % | {line['processor_seconds']:.2f} |")


def breach_claims(results):
    literal, safe = (find(results["breaches"], release="personal", setting=mode) for mode in ("literal", "safe"))
    ten = find(results["breaches"], release="classes", setting="k = 10")
    yield (f"- *Proximity and divergence breach is totally eliminated* (IV.E, V.B, V.C). **Does not hold.** People who are alone with their cells, or among few, are found, and their grades and aliases read: "
           f"{100 * literal['proximity']:.1f} % of the ages are breached by proximity, {100 * ten['proximity']:.1f} % in classes of ten; {100 * literal['divergence']:.1f} % of the educations by divergence with `literal` aliases, "
           f"{100 * safe['divergence']:.1f} % with `safe` ones, {100 * ten['divergence']:.1f} % in classes of ten.")
    yield (f"- *The information loss is zero* (V.C). It is for the quasi-identifiers, which stay as they are ({literal['information_loss']:.3f}), and for `literal` aliases, which hide a name and no distinction. `safe` loses "
           f"{safe['education_loss']:.3f} of the education, as people asked for.")
    yield (f"- *It took only 28 seconds* (V.A), for 45,222 rows in 2009. Here {literal['processor_seconds']:.2f} seconds of processor time, with verification.")


def claims(results):
    yield from breach_claims(results)
    lines = results["attacks"]
    even, leaning = (find(lines, rule=rule, mode="literal", known="itself") for rule in ("even", "tendency"))
    safe = find(lines, rule="even", mode="safe", known="itself")
    others = find(lines, rule="tendency", mode="literal", known="others")
    education = find(results["accuracy"], attribute="education", mode="literal")
    yield (f"- *The utility is not affected* (Table V). It holds as far as the paper shows it: trees get {abs(drop(education)):.2f} points "
           f"{'less' if drop(education) > 0 else 'more'} of education right, which is where people who choose otherwise are mispredicted. It holds only "
           "because nearly everybody with one education chooses alike; were choices independent of it, nobody could predict them.")
    yield (f"- *An adversary cannot guess the actual value.* **Does not hold.** Who knows how frequent educations are recovers {100 * even['rank']:.1f} % of the aliased "
           f"ones where choices do not depend on education, and {100 * leaning['rank']:.1f} % where they do. Who also knows which other cells they come with "
           f"recovers {100 * leaning['company']:.1f} %, and {100 * others['company']:.1f} % if all of that is known of other people only.")
    yield (f"- *The actual values cannot be guessed, because the transformation depends on the categories.* **Does not hold.** Grades keep the order: {100 * even['place']:.1f} % "
           f"of the ages are recovered by who knows how ages are distributed here, {100 * others['place']:.1f} % by who knows it of other people, and {100 * even['steps']:.1f} % by "
           "who knows one person's age and nothing else: the steps between grades tell how wide each category is.")
    yield (f"- *No equivalence class exists, hence no breach.* Whoever is alone with their cells is a class of one, and what their alias or grade stands for is recovered as above. "
           f"With `safe` aliases it is {100 * safe['company']:.1f} % instead of {100 * even['company']:.1f} %: an alias stands for the node above a value, which others show by name, and the likeliest "
           "value right below it is guessed. This mode, too, is pseudonymisation.")
