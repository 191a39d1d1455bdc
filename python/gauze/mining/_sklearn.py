"""Trees and forests of scikit-learn."""

from __future__ import annotations

import math
from typing import Any, Sequence

from .._errors import PolicyError
from ._cells import Feature
from ._trees import Forest, Node, Tree


def from_sklearn(model: Any, features: Sequence[Feature], target: str) -> Forest:
    """The trees of a fitted DecisionTreeClassifier, ExtraTreeClassifier, or of a forest of such.

    features: for each feature of the model in order, the column of the release that it is (a number), a pair of column and value (1 where the cell is shown, as one-hot encoders make
      it), or a pair of column and list of values (as an OrdinalEncoder's codes: `encoder.categories_`). `gauze.mining.features` makes them from names.
    target: the column that is predicted, in shown cells.

    The server sends rows with a missing cell to "no"; scikit-learn decides that for each node. Fill missing cells with a value of their own before you learn.
    """
    trees = getattr(model, "estimators_", [model])
    if not all(hasattr(tree, "tree_") and hasattr(tree, "classes_") for tree in trees) or not hasattr(model, "classes_"):
        raise PolicyError("this is not a fitted classification tree, or a forest of them", "", "a regression tree predicts a number, which no cell of the release shows")
    if len(features) != model.n_features_in_:
        raise PolicyError(f"the model has {model.n_features_in_} features, not {len(features)}", "", "give the column of each, in the order of the model's columns")
    # Trees of a forest know its classes by their numbers.
    classes = [str(value) for value in model.classes_]
    return Forest(Tree(target, _node(tree.tree_, 0, features, classes)) for tree in trees)


def _node(tree: Any, place: int, features: Sequence[Feature], classes: list[str]) -> Node:
    rows = int(tree.n_node_samples[place])
    weights = tree.value[place][0]
    counts = {value: count for value, weight in zip(classes, weights) if (count := round(float(weight / weights.sum()) * rows))}
    figures: Node = {"rows": rows, "counts": counts}
    left, right = int(tree.children_left[place]), int(tree.children_right[place])
    if left < 0:
        # Of classes that are as common here the one that is commoner in all of the tree: their order is that of names, which aliases change.
        shares, everywhere = weights / weights.sum(), tree.value[0][0]
        best = max(range(len(classes)), key=lambda index: (round(shares[index], 9), everywhere[index]))
        return figures | {"predicts": classes[best]}
    low, high = (_node(tree, child, features, classes) for child in (left, right))
    feature, threshold = features[tree.feature[place]], float(tree.threshold[place])
    if isinstance(feature, str):
        return figures | {"column": feature, "threshold": _for_doubles(threshold), "yes": low, "no": high}
    column, values = feature
    if isinstance(values, str):
        return figures | {"column": column, "values": [values], "yes": high, "no": low}
    shown = [str(value) for value in values[: math.floor(threshold) + 1]]
    return figures | {"column": column, "values": shown, "yes": low, "no": high}


def _for_doubles(threshold: float) -> float:
    """scikit-learn rounds cells to 32 bits before it compares them: the largest number that is then not above the threshold."""
    import numpy  # scikit-learn brings it

    last = numpy.float32(threshold)
    if float(last) > threshold:
        last = numpy.nextafter(last, numpy.float32(-math.inf))
    following = numpy.nextafter(last, numpy.float32(math.inf))
    return math.nextafter((float(last) + float(following)) / 2, -math.inf)
