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
from nldt.explain import Explanation, explain_row
from nldt.report import describe, render_notebook, render_page, summarise


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
    ) -> str:
        """The HTML report on rows X and their true classes y: one self-contained page, as text.

        ``sample_weight`` says how often each row counts. ``date`` stands in the footer, as text or as a date; without
        it the page has none, so that the same rows give the same bytes on every day.

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
        return render_page(summarise(model, rows, classes, evidence), title, origin)

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
