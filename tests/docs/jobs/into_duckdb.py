# from tutorials/carrying_it_away.md
from nldt import NLDTClassifier
from nldt.datasets import load

iris = load("iris")
clf = NLDTClassifier(random_state=0).fit(iris.X, iris.y)
clf.save("iris.json")
print(clf.to_text())
iris.X.to_csv("flowers.csv", index=False)

# from tutorials/carrying_it_away.md
print(clf.to_sql())

# from tutorials/carrying_it_away.md
import duckdb

query = f"""
SELECT answer, count(*) AS flowers, avg("petal length (cm)") AS petal_length
FROM (SELECT *, {clf.to_sql()} AS answer FROM 'flowers.csv')
GROUP BY answer ORDER BY answer
"""
print(duckdb.sql(query))

# from tutorials/carrying_it_away.md
database = duckdb.connect("flowers.duckdb")
database.sql("CREATE TABLE flowers AS FROM 'flowers.csv'")
probability = clf.to_sql(probability="virginica")
database.sql(f"CREATE VIEW species AS SELECT *, {clf.to_sql()} AS answer, {probability} AS virginica FROM flowers")
print(database.sql("SELECT answer, round(virginica, 3) AS virginica FROM species LIMIT 3"))
answers = database.sql("SELECT answer FROM species").df()["answer"]
print("agrees in", (answers == clf.predict(iris.X)).sum(), "of", len(answers), "rows")
