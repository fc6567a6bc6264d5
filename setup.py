"""Says what the built package holds beside its metadata: the `templates` folder becomes `extractor.templates`."""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["extractor", "extractor.*"]), "extractor.templates"],
    package_dir={"extractor.templates": "templates"},
    package_data={"": ["py.typed", "*.js", "*.json"], "extractor.templates": ["*.jinja", "*/*.jinja"]},
)
