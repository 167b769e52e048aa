"""How Sphinx builds the pages of this folder: `make docs`."""

import sys
from pathlib import Path

import doudizhu_fast

DOCS = Path(__file__).parent
# The tables and pictures that are made from the sources, and the readers of the sources that the tests use too.
sys.path[:0] = [str(DOCS / "extensions"), str(DOCS.parent / "tests" / "docs")]

project = "doudizhu_fast"
copyright = "the authors of doudizhu_fast"
version = release = doudizhu_fast.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "made_from_sources",
]
exclude_patterns = ["_build"]
# Every reference leads somewhere. Other packages' objects are named, not linked: a build needs no network.
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(numpy|collections|fractions|os|typing|enum|gymnasium|pettingzoo)\..*"),
]

myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
add_module_names = False
napoleon_numpy_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False

html_theme = "furo"
html_title = f"doudizhu_fast {release}"
html_show_sphinx = False
html_copy_source = False
html_static_path = ["static"]
html_css_files = ["doudizhu.css"]
