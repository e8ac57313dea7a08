"""Deprecated: the exports are in ``nldt.write``; ``nldt.model_schema`` is the schema of model files."""
