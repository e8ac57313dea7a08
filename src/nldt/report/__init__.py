"""The HTML report, in layers: a typed summary (summary.py), computed once (summarise.py), then rendered."""

from nldt.report.describe import describe
from nldt.report.render_html import render_notebook, render_page
from nldt.report.summarise import summarise

__all__ = ["describe", "render_notebook", "render_page", "summarise"]
