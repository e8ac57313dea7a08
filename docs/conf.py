"""The site: ``make docs``. Pages are Markdown (MyST); their examples are executed by tools/run_directive.py."""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "tools"))

from generated_pages import write_pages  # needs the path above
from nldt import __version__

project = "nldt"
author = "the nldt developers"
copyright = author
release = version = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
    "run_directive",
]
exclude_patterns = ["tools", "requirements*"]
needs_sphinx = "8.1"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4  # links such as page.md#a-heading
suppress_warnings = [
    "myst.header",  # pages of measurements start where their scripts start them
    "ref.python",  # "array of shape (rows, features)" names no object, though some are called so
]
myst_links_external_new_tab = False

autosummary_generate = True
autosummary_ignore_module_all = False
autodoc_typehints = "none"  # docstrings say what is taken, in words
autodoc_member_order = "bysource"
autodoc_inherit_docstrings = True
napoleon_google_docstring = False
napoleon_use_rtype = False

html_theme = "pydata_sphinx_theme"
html_title = "nldt"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_show_search_summary = False  # it would be fetched, which browsers refuse in a folder
html_context = {"default_mode": "auto"}  # or the theme complains in the browser's console
html_theme_options = {
    "logo": {"text": "nldt"},
    "navbar_align": "left",
    "header_links_before_dropdown": 6,
    "secondary_sidebar_items": {"**": ["page-toc"], "index": []},
    "show_prev_next": True,
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_sidebars = {"index": [], "start": [], "gallery": []}
copybutton_selector = "div.example div.highlight pre, div.highlight-python pre, div.highlight-bash pre"


def without_foreign_references(app, what, name, obj, options, lines):
    """Docstrings that are inherited from scikit-learn refer to pages of scikit-learn."""
    lines[:] = [re.sub(r":ref:`([^<`]*?)\s*(?:<[^>]*>)?`", r"\1", line) for line in lines]


def setup(app):
    write_pages(Path(__file__).parent)
    app.connect("autodoc-process-docstring", without_foreign_references)
