"""The HTML report, in layers: a typed summary, computed once (summary.py), is rendered as text (render_html.py)."""

from nldt.report.render_html import render_notebook, render_page
from nldt.report.summary import Subject, describe, summarise

__all__ = ["Subject", "describe", "render_notebook", "render_page", "summarise"]
