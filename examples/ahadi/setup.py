"""Compile the modules that have a `.pxd` beside them."""

from mezani.compiling import compiled
from setuptools import setup

setup(**compiled("src/ahadi"))
