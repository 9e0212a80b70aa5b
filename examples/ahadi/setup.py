"""Compile the modules that have a `.pxd` beside them."""

from setuptools import setup

from mezani.compiling import compiled

setup(**compiled("src/ahadi"))
