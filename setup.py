"""Compile every module that has a `.pxd` beside it: `src/mezani/compiling.py` tells how."""

from runpy import run_path

from setuptools import setup

compiled = run_path("src/mezani/compiling.py")["compiled"]  # without the rest, which is not built yet
setup(**compiled("src/mezani"))
