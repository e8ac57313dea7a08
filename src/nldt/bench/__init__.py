"""The paper's experiments: measured again, beside the published numbers.

``experiments`` says what is run, ``runner`` runs it and keeps every finished run in the ``store``, ``comparison``
puts measured and published rows side by side, ``tables``, ``figures`` and ``summary`` write them down.
"""
