"""A fitted classifier in front of people: the report, explanations, notebooks."""

from __future__ import annotations

import datetime
from typing import Any

from numpy.typing import ArrayLike
from sklearn.exceptions import NotFittedError

from nldt.data import validation
from nldt.data.feature_table import read_features
from nldt.data.row import read_row
from nldt.errors import InputError
from nldt.estimators.fitted import FittedAttributes
from nldt.estimators.origin import origin_of
from nldt.estimators.table_identity import rows_known_as
from nldt.explain import Explanation, explain_row
from nldt.model.stability import Stability
from nldt.report import describe, render_notebook, render_page, summarise
from nldt.write.card import OTHERS, model_card


class ReadingMethods(FittedAttributes):
    """What shows a model, and rows under it."""

    def report(
        self,
        X: Any,
        y: Any,
        title: str = "Nonlinear decision tree",
        sample_weight: ArrayLike | None = None,
        *,
        date: str | datetime.date | None = None,
        stability: Stability | None = None,
        row_numbers: ArrayLike | None = None,
    ) -> str:
        """The HTML report on rows X and their true classes y: one self-contained page, as text.

        ``sample_weight`` says how often each row counts. ``date`` stands in the footer, as text or as a date; without
        it the page has none, so that the same rows give the same bytes on every day. ``stability``, which
        ``nldt.stability`` gives for this classifier, adds what comes back in refits. Of an ``NLDTClassifierCV`` the
        page has the length curve too. ``row_numbers``: whole numbers that the page calls the rows by, such as their
        places in a file from which rows were left out; 0, 1, … unless told.

        Examples
        --------
        >>> from nldt import NLDTClassifier
        >>> from nldt.datasets import load
        >>> data = load("ds1", seed=0)
        >>> clf = NLDTClassifier(random_state=0).fit(data.X, data.y)
        >>> page = clf.report(data.X, data.y, title="DS1")
        >>> "<title>DS1</title>" in page
        True
        """
        model = self.model_
        rows = read_features(model, X, type(self).__name__, model.front_features)
        classes = validation.read_known_classes(y, model.classes, len(rows))
        evidence = None if sample_weight is None else validation.read_sample_weight(sample_weight, rows)
        if evidence is not None and not evidence.any():
            raise InputError("sample_weight is 0 in every row: some row must count")
        origin = origin_of(self._fitted.parameters, date)
        known_as = rows_known_as(self, X, y, sample_weight)
        if not isinstance(stability, Stability | None):
            raise InputError(
                f"stability={type(stability).__name__} must be what nldt.stability(clf, X, y) gives, or None"
            )
        numbers = None if row_numbers is None else validation.read_row_numbers(row_numbers, len(rows))
        path = self._fitted.path
        summary = summarise(model, rows, classes, evidence, known_as, path=path, stability=stability, numbers=numbers)
        return render_page(summary, title, origin)

    def explain(self, x: Any) -> Explanation:
        """Why one row gets its class, and the smallest change of each single feature that would change that.

        Parameters
        ----------
        x : one row
            A sequence in the order of the features, a mapping or Series from name to value, or a table of one row.

        Returns
        -------
        Explanation
            Path, values, margins, contributions and flips; ``print`` shows it as text, a notebook as HTML.

        Examples
        --------
        >>> from nldt import NLDTClassifier
        >>> from nldt.datasets import load
        >>> data = load("iris")
        >>> clf = NLDTClassifier(random_state=0, max_depth=1).fit(data.X, data.y)
        >>> easiest = clf.explain(data.X.iloc[17]).flips[0]
        >>> changed = data.X.iloc[[17]].assign(**{easiest.name: easiest.value})
        >>> clf.predict(data.X.iloc[[17]])[0] != clf.predict(changed)[0] == easiest.to_class
        True
        """
        model = self.model_
        return explain_row(model, read_row(model, x))

    def card(self) -> Any:
        """Of a model of one rule: values of the rule, and the probability of each class there, as a pandas data frame.

        In between, probabilities are straight; beyond the first and the last value they stay as they are. The frame's
        index has the values as they are printed.

        Examples
        --------
        >>> from nldt import NLDTClassifier
        >>> X, y = [[1.0], [2.0], [3.0], [4.0]] * 5, ["small", "small", "large", "large"] * 5
        >>> card = NLDTClassifier(random_state=0).fit(X, y).card()
        >>> {value: tuple(row.tolist()) for value, row in card.iterrows()}
        {'≤ 2': (0.065, 0.935), '2.5': (0.5, 0.5), '≥ 3': (0.935, 0.065)}
        """
        import pandas as pd

        card = model_card(self.model_)
        if card is None:
            raise InputError(
                f"card: the model has {len(self.model_.rules)} rules; a card is for models of one rule whose "
                "probabilities follow its value"
            )
        index = pd.Index([row.value for row in card.rows], name="value of the rule")
        columns = [self.model_.labels[k] for k in card.classes] + [OTHERS] * card.shares_last
        return pd.DataFrame([row.probabilities for row in card.rows], index, columns)

    def _repr_html_inner(self) -> str:
        """What notebooks show: the rules of a fitted tree; scikit-learn's diagram before."""
        return self._notebook_html() or super()._repr_html_inner()  # type: ignore[misc]

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)  # type: ignore[misc]
        if "text/html" in bundle:  # scikit-learn leaves it out where display="text" is set
            bundle["text/html"] = self._notebook_html() or bundle["text/html"]
        return bundle

    def _notebook_html(self) -> str | None:
        """The rules and the tree; None where there are none yet, or no package to write them with."""
        try:
            return render_notebook(describe(self.model_), type(self).__name__)
        except (NotFittedError, InputError):
            return None
