"""``nldt demo``: the whole thing on a real table."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from nldt.cli.options import option


def demo(
    seed: Annotated[int, option("random_state", "--seed", meaning="Seed of the split and of the search.")] = 0,
) -> None:
    """Fit the Wisconsin diagnostic breast cancer data and compare with CART and a Gaussian SVM."""
    import time

    from sklearn.model_selection import train_test_split

    from nldt import NLDTClassifier
    from nldt.datasets import load

    data = load("wdbc")
    split = train_test_split(data.X, data.y, test_size=0.3, random_state=seed)
    typer.echo(f"WDBC: {len(data.X)} tumours, {data.X.shape[1]} features, 70:30 split, seed {seed}\n")
    started = time.perf_counter()
    classifier = NLDTClassifier(random_state=seed, verbose=1).fit(split[0], split[2])
    typer.echo(f"found in {time.perf_counter() - started:.1f} s\n")
    typer.echo(classifier.to_text())
    _print_comparison(classifier, split)


def _print_comparison(classifier: Any, split: list[Any]) -> None:
    """Test accuracy and size beside CART's and a Gaussian SVM's, on the same split."""
    from rich.console import Console
    from rich.table import Table
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC
    from sklearn.tree import DecisionTreeClassifier

    X_train, X_test, y_train, y_test = split
    cart = DecisionTreeClassifier(min_samples_split=10, random_state=0).fit(X_train, y_train)
    svm = make_pipeline(StandardScaler(), SVC()).fit(X_train, y_train)
    n_splits = int((cart.tree_.children_left >= 0).sum())
    table = Table("method", "test accuracy", "rules", "rule length")
    for name, model, rules, length in (
        ("nldt", classifier, classifier.n_rules_, classifier.rule_length_),
        ("CART", cart, n_splits, n_splits),
        ("Gaussian SVM", svm, 1, int(svm[-1].n_support_.sum())),
    ):
        table.add_row(name, f"{100 * model.score(X_test, y_test):.2f} %", str(rules), str(length))
    Console().print(table)
    typer.echo("rule length: features that appear in all rules; for the SVM, its support vectors")
