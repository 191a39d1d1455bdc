"""From a mining result to its meaning.

What was mined from a personal release speaks of aliases and grades. This takes the result as the miner left it, asks the trusted server about all of it in one batch, and puts the
answers back into it.

>>> forest = gauze.mining.from_sklearn(model, features, target="diagnosis").at_least(support=20)
>>> print(forest.plan(server, "lungs", release))       # what it would cost, and what k would withhold
>>> print(forest.ask(server, "lungs", release))        # in own values, where k allows

Rules come from mlxtend (`from_mlxtend`), from a CSV file (`from_csv`) or from Weka's Apriori; trees from scikit-learn, PMML (`from_pmml`) or Weka's J48 (`from_weka`).
"""

from __future__ import annotations

from ._ask import Plan
from ._cells import features
from ._csv import from_csv
from ._mlxtend import from_mlxtend
from ._pmml import from_pmml
from ._rules import Rule, Rules
from ._sklearn import from_sklearn
from ._trees import Forest, Tree
from ._weka import from_weka

__all__ = ["Forest", "Plan", "Rule", "Rules", "Tree", "features", "from_csv", "from_mlxtend", "from_pmml", "from_sklearn", "from_weka"]
