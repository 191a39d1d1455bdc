"""Mining results as gauze.mining reads them: trees decide every row as the miner's own tree does, rules say what the miner's rules say. What a server answers is in tests/server."""

import pathlib
import re

import numpy
import pandas
import pytest
from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier
from sklearn.preprocessing import OrdinalEncoder
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import gauze
from gauze import mining


@pytest.fixture(scope="module")
def table():
    dice = numpy.random.default_rng(1)
    made = pandas.DataFrame({"age": dice.uniform(1, 4, 600).round(2), "education": dice.choice(["~a", "~b", "Masters_x"], 600),
                             "home_town": dice.choice(["x", "y"], 600)})  # fmt: skip
    made["salary"] = numpy.where((made.age > 2.5) ^ (made.education == "~a") ^ (dice.random(600) < 0.1), "~hi", "lo")
    return made


def decide(node, row):
    """What a tree in the server's form predicts."""
    while "predicts" not in node:
        cell = row[node["column"]]
        passes = cell in node["values"] if "values" in node else cell < node["threshold"] if node.get("threshold_open") else cell <= node["threshold"]
        node = node["yes" if passes else "no"]
    return node["predicts"]


def predictions(tree, table):
    return [decide(tree.question()["root"], row) for row in table.to_dict("records")]


def test_scikit_learn(table):
    cells = pandas.get_dummies(table.drop(columns="salary"))
    features = mining.features(cells.columns, table.columns)
    assert features[:2] == ["age", ("education", "Masters_x")] and ("home_town", "y") in features
    model = DecisionTreeClassifier(min_samples_leaf=7, random_state=1).fit(cells, table.salary)
    (tree,) = mining.from_sklearn(model, features, "salary")
    assert predictions(tree, table) == list(model.predict(cells))
    assert tree.root["rows"] == 600 and sum(tree.root["counts"].values()) == 600
    for learner in (RandomForestClassifier, ExtraTreesClassifier):
        forest = learner(5, min_samples_leaf=7, random_state=1).fit(cells, table.salary)
        read = mining.from_sklearn(forest, features, "salary")
        for tree, member in zip(read, forest.estimators_, strict=True):
            shares = member.predict_proba(cells.to_numpy())
            wanted = [forest.classes_[place] for place in shares.argmax(axis=1)]
            even = numpy.isclose(shares[:, 0], 0.5)  # both predictions are right there
            assert all((numpy.array(predictions(tree, table)) == wanted) | even)
    coded = OrdinalEncoder()
    codes = coded.fit_transform(table[["education", "home_town"]])
    model = DecisionTreeClassifier(random_state=1).fit(codes, table.salary)
    (tree,) = mining.from_sklearn(model, [("education", list(coded.categories_[0])), ("home_town", list(coded.categories_[1]))], "salary")
    assert predictions(tree, table) == list(model.predict(codes))


def test_what_scikit_learn_has_and_a_server_can_not_answer(table):
    numbers = table[["age"]]
    for wrong in (DecisionTreeRegressor().fit(numbers, table.age), DecisionTreeClassifier()):
        with pytest.raises(gauze.PolicyError):
            mining.from_sklearn(wrong, ["age"], "salary")
    with pytest.raises(gauze.PolicyError):
        mining.from_sklearn(DecisionTreeClassifier().fit(numbers, table.salary), ["age", "education"], "salary")
    with pytest.raises(gauze.PolicyError):
        mining.features(["ward_1"], table.columns)


def test_branches_below_the_floor_are_cut(table):
    model = DecisionTreeClassifier(random_state=1).fit(table[["age"]], table.salary)
    forest = mining.from_sklearn(model, ["age"], "salary")
    cut = forest.at_least(support=50)
    assert min(node["rows"] for node in cut[0].nodes()) >= 50 > min(node["rows"] for node in forest[0].nodes())
    assert 1 < sum(1 for _ in cut[0].nodes()) < sum(1 for _ in forest[0].nodes())
    assert cut[0].draw().count("<rect") == sum(1 for _ in cut[0].nodes())
    assert "~hi" not in repr(cut) + repr(cut[0]) and "predicts" in str(cut)


def frame(rules):
    return pandas.DataFrame([{"antecedents": frozenset(when), "consequents": frozenset(then), "support": support, "confidence": confidence}
                             for when, then, support, confidence in rules])  # fmt: skip


RULES = [(["education=~a", "age=(2.1, 2.6]"], ["salary=~hi"], 0.2, 0.8), (["education=b, c"], ["salary=lo"], 0.1, 0.6), (["education=~a"], ["salary=lo", "sex=f"], 0.1, 0.5)]


def test_mlxtend(table):
    rules = mining.from_mlxtend(frame(RULES), rows=600, binned=["age"])
    assert [rule.question() for rule in rules] == [
        {"when": [{"column": "age", "from": 2.1, "from_open": True, "to": 2.6, "to_open": False}, {"column": "education", "values": ["~a"]}],
         "target": {"column": "salary", "value": "~hi"}},
        {"when": [{"column": "education", "values": ["b, c"]}], "target": {"column": "salary", "value": "lo"}}]  # fmt: skip
    assert str(rules[0]) == "age in (2.1, 2.6] & education = ~a -> salary = ~hi" and '"b, c"' in str(rules[1])
    assert (rules[0].support, rules[0].confidence) == (120, 0.8) and len(rules.skipped) == 1
    floors = rules.at_least(support=100)
    assert len(floors) == 1 and len(rules.at_least(confidence=0.7)) == 1 and len(rules.at_least(support=60, confidence=0.6)) == 2
    assert list(floors.frame().columns) == ["antecedents", "consequents", "support", "confidence", "means", "told_support", "told_confidence", "refused"]
    assert "~a" not in repr(rules) + repr(rules[0])
    pairs = mining.from_mlxtend(frame([([("education", "~a")], [("salary", "lo")], 0.5, 0.5)]), rows=10)
    assert str(pairs) == "education = ~a -> salary = lo"
    with pytest.raises(gauze.PolicyError):
        mining.from_mlxtend(frame([([3], [4], 0.5, 0.5)]), rows=10)
    with pytest.raises(gauze.PolicyError):
        mining.from_mlxtend(table, rows=10)


def test_csv(tmp_path):
    told = [(rule.question(), rule.support, rule.confidence) for rule in mining.from_mlxtend(frame(RULES), rows=600, binned=["age"])]
    file = tmp_path / "rules.csv"
    frame(RULES).to_csv(file, index=False)
    read = mining.from_csv(file, rows=600, binned=["age"])
    assert [(rule.question(), rule.support, rule.confidence) for rule in read] == told and len(read.skipped) == 1
    file.write_text('rules,support,confidence,count\n"{education=~a,age=(2.1, 2.6]} => {salary=~hi}",0.2,0.8,120\n"{education=b, c} => {salary=lo}",0.1,0.6,60\n')
    assert [(rule.question(), rule.support, rule.confidence) for rule in mining.from_csv(file, rows=0, binned=["age"])] == told
    file.write_text("a,b\n1,2\n")
    with pytest.raises(gauze.PolicyError, match="row 1"):
        mining.from_csv(file, rows=1)


PMML = """<PMML xmlns="http://www.dmg.org/PMML-4_4" version="4.4"><DataDictionary/>
<TreeModel functionName="classification"><MiningSchema><MiningField name="salary" usageType="target"/><MiningField name="age"/></MiningSchema>
<Node recordCount="100"><True/>
  <Node recordCount="40"><SimplePredicate field="age" operator="greaterOrEqual" value="2.5"/>
    <Node score="~hi" recordCount="30"><SimpleSetPredicate field="education" booleanOperator="isIn"><Array n="2" type="string">~a "Masters x"</Array></SimpleSetPredicate>
      <ScoreDistribution value="~hi" recordCount="28"/><ScoreDistribution value="lo" recordCount="2"/></Node>
    <Node score="lo" recordCount="10"><SimpleSetPredicate field="education" booleanOperator="isNotIn"><Array n="2" type="string">~a "Masters x"</Array></SimpleSetPredicate></Node></Node>
  <Node recordCount="60"><CompoundPredicate booleanOperator="surrogate"><SimplePredicate field="age" operator="lessThan" value="2.5"/><SimplePredicate field="x" operator="equal" value="1"/></CompoundPredicate>
    <Node score="lo"><SimplePredicate field="ward" operator="equal" value="1"/></Node><Node score="~hi"><SimplePredicate field="ward" operator="equal" value="2"/></Node>
    <Node score="mid"><SimplePredicate field="ward" operator="equal" value="3"/></Node></Node>
</Node></TreeModel></PMML>"""


def test_pmml(tmp_path):
    file = tmp_path / "tree.pmml"
    file.write_text(PMML)
    (tree,) = mining.from_pmml(file)
    assert tree.target == "salary" and tree.root["rows"] == 100
    wanted = {(3, "~a", "1"): "~hi", (2.5, "Masters x", "1"): "~hi", (2.5, "b", "1"): "lo", (1, "b", "1"): "lo", (1, "b", "2"): "~hi", (2.4, "~a", "3"): "mid"}
    for (age, education, ward), value in wanted.items():
        assert decide(tree.question()["root"], {"age": age, "education": education, "ward": ward}) == value
    for wrong in ("<PMML/>", "no xml", '<!DOCTYPE x [<!ENTITY a "b">]>' + PMML, PMML.replace("surrogate", "and"), PMML.replace("classification", "regression"),
                  PMML.replace('usageType="target"', ""), PMML.replace("greaterOrEqual", "isMissing")):  # fmt: skip
        file.write_text(wrong)
        with pytest.raises(gauze.PolicyError):
            mining.from_pmml(file)


J48 = """=== Classifier model (full training set) ===

J48 pruned tree
------------------

age <= 2.5
|   education = ~a: ~hi (30.0/2.0)
|   education = 'Masters x': lo (12.0)
|   education = ~b
|   |   ward > 1: lo (8.0/1.0)
|   |   ward <= 1: ~hi (4.0)
age > 2.5: lo (46.0/6.0)

Number of Leaves  : \t5

Size of the tree : \t8
"""
APRIORI = """Best rules found:

 1. education=~a sex=f 40 ==> salary=~hi 36    <conf:(0.9)> lift:(1.5) lev:(0.02) [12] conv:(2.5)
 2. age='(2.1-2.6]' 30 ==> salary='very high' 21    conf:(0.7)
 3. age='(-inf-2.1]' 30 ==> salary=lo sex=f 15    <conf:(0.5)> lift:(1.5)
"""


# What others' programs wrote about the invented table of examples/diabetes: Weka 3.8.6 (J48 -M 25 -U, Apriori -N 8 -C 0.5 -M 0.02) and sklearn2pmml 0.133.1 of a tree of depth 3 and a forest of 3 trees.
SAMPLES = pathlib.Path(__file__).parent / "samples"


def test_what_weka_writes():
    (tree,) = mining.from_weka((SAMPLES / "weka_j48.txt").read_text(), target="readmitted")
    assert sum("predicts" in node for node in tree.nodes()) == 18 and tree.root["rows"] == 2000
    for days, way, sex, drugs, value in ((1, "way 3", "Female", 11, "NO"), (2, "way 3", "Female", 11, ">30"), (3, "way 2", "Female", 19, ">30"), (14, "way 1", "Male", 15, "NO")):
        assert decide(tree.question()["root"], {"days": days, "way": way, "sex": sex, "drugs": drugs}) == value
    with pytest.raises(gauze.PolicyError, match="no floor"):
        tree.at_least(support=30)
    rules = mining.from_weka((SAMPLES / "weka_apriori.txt").read_text())
    assert [str(rule) for rule in rules][:2] == ['way = "way 1" -> readmitted = NO', 'readmitted = NO -> way = "way 1"'] and len(rules) == 8
    both = mining.from_weka(" 1. way=way 1 sex=Male 555 ==> readmitted=<=30 days 300    <conf:(0.54)>")
    assert str(both) == 'sex = Male & way = "way 1" -> readmitted = "<=30 days"'
    with pytest.raises(gauze.PolicyError, match="has blanks"):
        mining.from_weka(" 1. marital status=single sex=Male 555 ==> readmitted=NO 300    <conf:(0.54)>")


def test_what_sklearn2pmml_writes():
    (tree,) = mining.from_pmml(SAMPLES / "sklearn_tree.pmml")
    for days, way, drugs, value in ((12, "way 1", 11, "NO"), (12, "way 2", 20, "NO"), (13, "way 1", 13, "NO"), (13, "way 1", 14, ">30")):
        assert decide(tree.question()["root"], {"days": days, "way": way, "drugs": drugs}) == value
    assert "row" not in str(tree)  # the file has shares instead of numbers of rows
    with pytest.raises(gauze.PolicyError, match="no floor"):
        tree.at_least(support=30)
    assert len(mining.from_pmml(SAMPLES / "sklearn_forest.pmml")) == 3


def test_a_pure_leaf_of_shares_is_not_one_row(tmp_path):
    text = (SAMPLES / "sklearn_tree.pmml").read_text()
    pure = re.sub(r'(<ScoreDistribution value="NO" recordCount=)"[^"]*"', r'\1"1"', re.sub(r'(<ScoreDistribution value="&[lg]t;30" recordCount=)"[^"]*"', r'\1"0"', text))
    half = text.replace('"0.15384615384615385"', '"0"').replace('"0.5641025641025641"', '"1"').replace('"0.28205128205128205"', '"0"')
    for changed in (pure, half):
        assert changed != text
        (tmp_path / "tree.pmml").write_text(changed)
        (tree,) = mining.from_pmml(tmp_path / "tree.pmml")
        assert "row" not in str(tree)
        with pytest.raises(gauze.PolicyError, match="no floor"):
            tree.at_least(support=30)


def test_weka():
    (tree,) = mining.from_weka(J48, target="salary")
    wanted = {(2.5, "~a", 1): "~hi", (1, "Masters x", 1): "lo", (1, "~b", 2): "lo", (1, "~b", 1): "~hi", (2.6, "~a", 1): "lo"}
    for (age, education, ward), value in wanted.items():
        assert decide(tree.question()["root"], {"age": age, "education": education, "ward": ward}) == value
    assert tree.root["rows"] == 100
    rules = mining.from_weka(APRIORI, binned=["age"])
    assert [str(rule) for rule in rules] == ["education = ~a & sex = f -> salary = ~hi", 'age in (2.1, 2.6] -> salary = "very high"']
    assert (rules[0].support, rules[0].confidence, len(rules.skipped)) == (36, 0.9, 1)
    for wrong in ("nothing", "age <= 2: lo (3.0)\n"):
        with pytest.raises(gauze.PolicyError):
            mining.from_weka(wrong, target="salary")
    with pytest.raises(gauze.PolicyError, match="which column"):
        mining.from_weka(J48)
