# from start.md
nldt datasets breast-cancer -o biopsies.csv
head -3 biopsies.csv

# from start.md
nldt fit biopsies.csv --target class -o model.json

# from start.md
nldt explain model.json biopsies.csv --row 3
