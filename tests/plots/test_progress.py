from __future__ import annotations

import matplotlib.pyplot as plt
import pytest
from legible import assert_legible
from quick_models import quick, tangled

from nldt import InputError, load_model
from nldt.plots import plot_progress


@pytest.mark.parametrize("name", ["wdbc", "iris", "ds4"])
def test_lines_are_the_history_of_each_node(name, request):
    clf, *_ = request.getfixturevalue(name)
    ax = plot_progress(clf)
    upper, lower = ax.figure.axes
    assert upper is ax
    nodes = [report for report in clf.search_report_.nodes if report.history]  # some have no generation
    assert len(upper.lines) == len(lower.lines) == len(nodes)
    for line, below, report in zip(upper.lines, lower.lines, nodes, strict=True):
        generation, impurity, complexity = (list(column) for column in zip(*report.history, strict=True))
        assert line.get_xdata().tolist() == below.get_xdata().tolist() == generation
        assert line.get_ydata().tolist() == impurity and below.get_ydata().tolist() == complexity
    assert_legible(ax)


def test_nodes_are_called_what_they_have_become(wdbc):
    clf, *_ = wdbc
    labels = [text.get_text() for text in plot_progress(clf).get_legend().get_texts()]
    paths = clf.tree_.paths
    searched = [report for report in clf.search_report_.nodes if report.history]
    for report, label in zip(searched, labels, strict=True):
        if report.path not in paths:
            assert label == f"{report.path} (pruned)"
        elif clf.tree_.rules[paths.index(report.path)] is None:
            assert label == f"node {paths.index(report.path)} (leaf)"
        else:
            assert label == f"node {paths.index(report.path)}"


def test_many_nodes_are_said_not_to_be_drawn(full_grown):
    searched = len(full_grown.search_report_.nodes)
    ax = plot_progress(full_grown)
    assert len(ax.lines) == min(searched, 8)
    if searched > 8:
        assert ax.get_legend().get_title().get_text() == f"{searched - 8} more not drawn"
    assert_legible(ax)


def test_given_axes_give_up_their_lower_part(ds4):
    figure = plt.figure()
    ax = figure.add_axes((0.1, 0.2, 0.6, 0.7))
    assert plot_progress(ds4[0], ax=ax) is ax
    upper, lower = (axes.get_position() for axes in figure.axes)
    assert upper.y1 == pytest.approx(0.9) and lower.y0 == pytest.approx(0.2) and upper.y0 > lower.y1
    figure, axes = plt.subplots(2, 2, figsize=(11, 9), layout="constrained")
    plot_progress(ds4[0], ax=axes[0, 0])
    assert len(figure.axes) == 5
    assert_legible(axes[0, 0])


def test_model_file_has_no_history(ds4, tmp_path):
    ds4[0].save(tmp_path / "model.json")
    loaded = load_model(tmp_path / "model.json")
    with pytest.raises(
        InputError, match="plot_progress: the model has no search history; only a fit keeps it"
    ) as error:
        plot_progress(loaded)
    assert "\n" not in str(error.value)
    assert "history" not in (tmp_path / "model.json").read_text()


@pytest.mark.parametrize("search", ["fast", "paper"])
def test_history_leads_to_the_chosen_rule(search):
    X, y = tangled()
    clf = (quick() if search == "paper" else quick(search="fast")).fit(X, y)
    reports = {report.path: report for report in clf.search_report_.nodes}
    for number, path in enumerate(clf.full_tree_.paths):
        rule = clf.full_tree_.rules[number]
        if rule is None:
            continue
        history = reports[path].history
        generations = [entry[0] for entry in history]
        assert generations == list(range(reports[path].generations + 1))
        assert history[-1][2] == rule.complexity
        below = [clf.full_tree_.rules[child] for child in (clf.full_tree_.left[number], clf.full_tree_.right[number])]
        if search == "paper" or any(below):  # above two leaves, shorter numbers may have moved a row
            assert history[-1][1] in [point.impurity for point in clf.model_.full_fronts[number]]
    assert clf.fit(X, y).search_report_.nodes[0].history == reports["root"].history


def test_best_so_far_never_gets_worse_under_the_papers_order():
    X, y = tangled(n_classes=2)
    clf = quick(max_depth=1, target_impurity=0.5).fit(X, y)  # all feasible: complexity decides
    complexity = [entry[2] for entry in clf.search_report_.nodes[0].history]
    assert complexity == sorted(complexity, reverse=True) and len(complexity) == 6
