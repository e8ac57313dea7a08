"""Tables as they are: categories and gaps in fit, predict, explain, report and model files."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest
from mixed_tables import mixed_table

from nldt import InputError, NLDTClassifier, PaperSearch, load_model
from nldt.model.basis import IsMissing, OneOf


@pytest.fixture(scope="module")
def fitted():
    table, y = mixed_table()
    return NLDTClassifier(random_state=0).fit(table, y), table, y


def same_tree(first, second):
    one, other = first.to_text(), second.to_text()
    assert one == other


def test_what_was_put_in_is_found(fitted):
    classifier, table, y = fitted
    assert classifier.score(table, y) > 0.9
    assert "colour" in classifier.to_text() and "size" in classifier.to_text()


def test_the_order_of_categories_changes_nothing(fitted):
    classifier, table, y = fitted
    for order in (["white", "red", "green", "blue", "black"], ["green", "white", "black", "red", "blue"]):
        turned = table.assign(colour=pd.Categorical(table["colour"], categories=order))
        same_tree(NLDTClassifier(random_state=0).fit(turned, y), classifier)


@pytest.mark.parametrize("kind", ["str", "object", "string", "category"])
def test_the_type_of_text_changes_nothing(fitted, kind):
    classifier, table, y = fitted
    same_tree(NLDTClassifier(random_state=0).fit(table.astype({"colour": kind}), y), classifier)


def test_the_order_of_rows_changes_nothing(fitted):
    classifier, table, y = fitted
    order = np.random.default_rng(3).permutation(len(table))
    same_tree(NLDTClassifier(random_state=0).fit(table.iloc[order], y[order]), classifier)


def test_a_row_given_twice_is_a_row_of_evidence_two():
    table, y = mixed_table(150)
    twice = np.arange(150) < 60
    doubled = pd.concat([table, table[twice]])
    first = NLDTClassifier(random_state=0).fit(doubled, np.concatenate([y, y[twice]]))
    second = NLDTClassifier(random_state=0).fit(table, y, sample_weight=1.0 + twice)
    same_tree(first, second)


def test_a_model_file_brings_it_back(fitted, tmp_path):
    classifier, table, _ = fitted
    classifier.save(tmp_path / "model.json")
    loaded = load_model(tmp_path / "model.json")
    assert loaded.model_.features == classifier.model_.features
    assert loaded.model_.basis == classifier.model_.basis
    same_tree(loaded, classifier)
    assert loaded.predict(table).tolist() == classifier.predict(table).tolist()
    assert loaded.model_.rules == classifier.model_.rules


def test_unseen_categories_are_none_of_the_known(fitted):
    classifier, table, _ = fitted
    model = classifier.model_
    unseen = table.assign(colour="a colour that nobody has seen")
    rows = np.column_stack([np.full(len(table), -1.0), table["size"], table["smoker"].astype(float)])
    assert classifier.apply(unseen).tolist() == model.tree.apply(rows).tolist()
    indicators = [c for c in model.basis.columns if isinstance(c, OneOf) and c.feature == 0]
    assert all(c.values(np.array([-1.0]))[0] == float(c.negated) for c in indicators)


def test_a_gap_of_a_category_is_a_category(fitted):
    model = fitted[0].model_
    of_gap = {type(c).__name__: c.values(np.array([np.nan]))[0] for c in model.basis.columns if c.feature == 0}
    assert of_gap["IsMissing"] == 1.0
    assert all(c.values(np.array([np.nan]))[0] == 0.0 for c in model.basis.columns if isinstance(c, OneOf))


def test_gaps_can_be_the_rule():
    random = np.random.default_rng(0)
    size = random.uniform(1.0, 2.0, 200)
    missing = random.random(200) < 0.4
    size[missing] = np.nan
    classifier = NLDTClassifier(random_state=0).fit(pd.DataFrame({"size": size, "other": random.random(200)}), missing)
    assert classifier.to_text().splitlines()[1] == "[size is missing]"
    assert classifier.score(pd.DataFrame({"size": size, "other": 1.0}), missing) == 1.0


def test_gaps_go_where_they_are_cheaper():
    """All rows with a gap are of the class on the left, or all of that on the right."""
    size = np.linspace(1.0, 2.0, 200)
    for side in (False, True):
        y = np.where(size > 1.5, "large", "small")
        known = size.copy()
        known[::5], y[::5] = np.nan, "large" if side else "small"
        classifier = NLDTClassifier(random_state=0, max_depth=1).fit(known[:, None], y)
        assert classifier.score(known[:, None], y) == 1.0
        assert "missing → " in classifier.to_text()


def test_gaps_that_training_had_not_go_right():
    X, y = np.arange(20.0)[:, None], np.arange(20) > 9
    classifier = NLDTClassifier(random_state=0).fit(X, y)
    assert "missing" not in classifier.to_text()
    assert classifier.apply([[np.nan]])[0] == classifier.tree_.right[0]


def test_the_paper_s_search_takes_both():
    table, y = mixed_table(120)
    search = PaperSearch(population=10, generations=5, lower_generations=10)
    classifier = NLDTClassifier(search=search, random_state=0).fit(table, y)
    assert classifier.score(table, y) > 0.7


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA])
def test_rows_without_a_class_are_left_out_and_counted(missing):
    table, y = mixed_table(150)
    labels = y.astype(object)
    labels[:7] = missing
    with pytest.warns(UserWarning, match="y has no class in 7 of 150 rows: they are left out"):
        classifier = NLDTClassifier(random_state=0).fit(table, labels)
    same_tree(classifier, NLDTClassifier(random_state=0).fit(table[7:], y[7:]))


def test_numbers_with_gaps_in_the_target_are_the_numbers():
    table, y = mixed_table(150)
    labels = (y == "yes").astype(float)
    labels[0] = np.nan
    with pytest.warns(UserWarning, match="1 of 150 rows"):
        classifier = NLDTClassifier(random_state=0).fit(table, labels)
    assert classifier.classes_.tolist() == [0, 1] and classifier.classes_.dtype.kind == "i"


def test_all_that_can_not_be_used_is_named_at_once():
    table, y = mixed_table(50)
    odd = table.assign(when=pd.Timedelta(hours=3), list=[[1]] * 50)
    with pytest.raises(InputError) as caught:
        NLDTClassifier().fit(odd, y)
    assert "column 'when' holds lengths of time" in str(caught.value) and "column 'list' holds [1]" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_columns_are_matched_by_name(fitted):
    classifier, table, _ = fitted
    answers = classifier.predict(table).tolist()
    assert classifier.predict(table[["smoker", "size", "colour"]]).tolist() == answers
    used = [classifier.model_.feature_names[j] for j in classifier.model_.used_features]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert classifier.predict(table[used]).tolist() == answers
    with pytest.warns(UserWarning, match="columns that the model does not know: 'weight', 'height'; ignored"):
        assert classifier.predict(table.assign(weight=1.0, height=2.0)).tolist() == answers
    with pytest.raises(InputError, match="X lacks the model's column 'colour'"):
        classifier.predict(table.drop(columns="colour"))


def test_whole_numbers_as_names_print_as_themselves():
    X, y = pd.DataFrame(np.arange(20.0)[:, None], columns=[1987]), np.arange(20) > 9
    classifier = NLDTClassifier(random_state=0).fit(X, y)
    assert classifier.to_text().splitlines()[1] == "[1987] ≤ 9.5"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert classifier.predict(X.to_numpy()).tolist() == y.tolist()


def test_rows_of_text_without_names():
    rows = [["red", 1.0], ["blue", 2.0], ["red", 3.0], ["blue", 4.0]] * 10
    y = [row[0] == "red" for row in rows]
    classifier = NLDTClassifier(random_state=0).fit(rows, y)
    assert classifier.to_text().splitlines()[1] == "[x1 = red]"
    assert classifier.predict([["red", 9.0], ["green", None]]).tolist() == [True, False]
    assert classifier.predict(np.array(rows, dtype=object)).tolist() == y


def test_ordered_categories_are_numbers_with_names():
    grades = ["low", "mid", "high", "top"]
    random = np.random.default_rng(0)
    codes = random.integers(0, 4, 200)
    table = pd.DataFrame({"grade": pd.Categorical.from_codes(codes, grades, ordered=True), "z": random.random(200)})
    classifier = NLDTClassifier(random_state=0).fit(table, codes >= 2)
    assert classifier.to_text().splitlines()[1] in ("grade ≤ mid", "grade ≥ high")
    assert classifier.score(table.astype({"grade": str}), codes >= 2) == 1.0


def test_explanations_know_categories_and_gaps(fitted):
    classifier, table, _ = fitted
    for row in (table.iloc[0], table[table["size"].isna()].iloc[0], table[table["colour"].isna()].iloc[0]):
        explanation = classifier.explain(row)
        assert explanation.prediction == classifier.predict(pd.DataFrame([row]))[0]
        assert str(explanation) and explanation.to_html()
        for flip in explanation.flips:
            if flip.possible:
                changed = pd.DataFrame([row]).assign(
                    **{flip.name: {"yes": True, "no": False}.get(flip.value, flip.value)}
                )
                assert classifier.predict(changed)[0] == flip.to_class
    assert any(step.missing for step in classifier.explain({"colour": "red", "size": None, "smoker": True}).path)


def test_a_report_of_it(fitted):
    classifier, table, y = fitted
    page = classifier.report(table, y)
    assert "[colour" in page or "colour" in page
    assert '"levels":[["black"' in page


def test_editing_keeps_the_side_of_gaps(fitted):
    classifier, table, y = fitted
    rounded = classifier.rounded(0.0)
    assert rounded.predict(table).tolist() == classifier.predict(table).tolist()
    for node, front in classifier.fronts_.items():
        again = classifier.with_rule(node, front[-1].complexity)
        assert again.score(table, y) > 0.5


def test_many_categories_are_charged_for():
    """A thousand random categories tell nothing of random classes."""
    random = np.random.default_rng(0)
    table = pd.DataFrame({"id": random.integers(0, 1000, 2000).astype(str), "x": random.random(2000)})
    classifier = NLDTClassifier(random_state=0).fit(table, random.random(2000) < 0.5)
    assert classifier.n_rules_ == 0


def test_one_of_many_categories_is_found():
    random = np.random.default_rng(0)
    names = random.integers(0, 1000, 4000)
    table = pd.DataFrame({"name": [f"n{k}" for k in names], "x": random.random(4000)})
    y = np.where(names < 1, "a", np.where(random.random(4000) < 0.5, "a", "b"))
    names[:60] = 0
    table.loc[:59, "name"] = "n0"
    y[:60] = "c"
    classifier = NLDTClassifier(random_state=0).fit(table, y)
    assert "name = n0" in classifier.to_text()


def test_groups_are_offered_where_they_pay():
    table, y = mixed_table(400)
    basis = NLDTClassifier(random_state=0, max_depth=1).fit(table, y).model_.basis
    assert any(isinstance(c, OneOf) and set(c.levels) == {"blue", "red"} for c in basis.columns)
    assert any(isinstance(c, IsMissing) and c.feature == 0 for c in basis.columns)
