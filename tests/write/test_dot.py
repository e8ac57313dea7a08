"""Graphviz: the tree that it reads is the tree that predicts."""

from __future__ import annotations

import json
import re
import subprocess

import numpy as np
from export_runs import expected
from made_trees import INF, made_model, made_tree, random_model, shifted_basis
from programs import need

from nldt import SplitRule
from nldt.write.dot import to_dot

POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def read_by_graphviz(dot: str) -> tuple[dict[str, str], dict[tuple[str, str], str]]:
    """Labels by node, and nodes by (parent, label of the edge)."""
    done = subprocess.run([need("dot"), "-Tjson"], input=dot, capture_output=True, check=True, encoding="utf-8")
    assert done.stderr == ""
    graph = json.loads(done.stdout)
    names = {entry["_gvid"]: entry["name"] for entry in graph["objects"]}
    labels = {entry["name"]: entry["label"].replace("\\n", " ") for entry in graph["objects"]}
    edges = {(names[edge["tail"]], edge["label"]): names[edge["head"]] for edge in graph.get("edges", [])}
    return labels, edges


def python_of(formula: str) -> str:
    text = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda found: f"**{found[0].translate(POWERS)}", formula)
    for sign, python in (("·", "*"), ("−", "-"), ("≤", "<="), ("≥", ">=")):
        text = text.replace(sign, python)
    return text


def test_what_graphviz_reads_is_what_predict_does():
    model, _ = random_model(2, classes=("a", "b", "c"))
    labels, edges = read_by_graphviz(to_dot(model, digits=None))
    rows = np.random.default_rng(0).uniform(0.1, 4.0, size=(1000, 4))
    code = {name: compile(python_of(labels[name]), name, "eval") for name, _ in edges}
    got = []
    for row in rows.tolist():
        node = "n0"
        while (node, "yes") in edges:
            holds = eval(code[node], {f"x{j + 1}": value for j, value in enumerate(row)})
            node = edges[node, "yes" if holds else "no"]
        got.append(model.labels.index(labels[node].split()[0]))
    assert got == expected(model, rows)[0]


def test_leaves_tell_class_share_and_rows():
    tree = made_tree((SplitRule([[1]], [1.0], -INF, 1.0), 0, 1), 2)
    labels, _ = read_by_graphviz(to_dot(made_model(tree, ["a"], ["no", "yes"])))
    rows = tree.evidence[1]
    assert labels["n1"] == f"no {100 * rows[0] / rows.sum():.1f} % of {rows.sum():g}"


def test_shifted_rules_have_a_legend():
    scaling = shifted_basis([6.98, -2.0], [21.13, 4.0])
    tree = made_tree((SplitRule([[1, 0]], [1.0], 0.4, 0.6, scaling), 0, 1), 2)
    labels, _ = read_by_graphviz(to_dot(made_model(tree, ["mean radius", "b"], ["no", "yes"])))
    assert labels["n0"] == "0.4 ≤ u1 ≤ 0.6"
    assert labels["legend"] == "u1 = 1 + ([mean radius] − 6.98)/21.13\\l"


def test_long_rules_are_broken_before_their_signs():
    rule = SplitRule(np.eye(40, dtype=int), np.full(40, 0.25), -INF, 1.0)
    text = to_dot(made_model(made_tree((rule, 0, 1), 2), [f"x{j}" for j in range(40)], [0, 1]))
    lines = re.findall(r'n0 \[label="(.*)"\]', text)[0].split("\\n")
    assert len(lines) > 3 and max(map(len, lines)) <= 44
    assert all(line[0] in "+≤0" for line in lines)


def test_a_tree_without_rules_is_one_box():
    labels, edges = read_by_graphviz(to_dot(made_model(made_tree(1, 2), ["a"], ["no", "yes"])))
    assert list(labels) == ["n0"] and edges == {}
