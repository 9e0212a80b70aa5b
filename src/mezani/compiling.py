"""How rules are compiled: what the `setup.py` of a package of games hands to setuptools.

    from mezani.compiling import compiled
    from setuptools import setup

    setup(**compiled("src/saba"))
"""

import os
import platform
import sys
from pathlib import Path
from typing import Any

from Cython.Build import cythonize
from setuptools import Extension
from setuptools.command.build_ext import build_ext

CORES = os.cpu_count() or 1
FLAGS = [] if sys.platform == "win32" else ["-O3", "-ffp-contract=off"]
if FLAGS and platform.machine() in ("x86_64", "AMD64"):
    FLAGS.append("-march=x86-64-v2")  # counts bits in one instruction; every such processor since 2009

DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
}


class BuildIfPossible(build_ext):
    """Builds the extensions, or says once that the rules will run interpreted."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or CORES

    def run(self) -> None:
        try:
            super().run()
        except Exception as problem:
            print(f"no working C compiler, so the rules are installed interpreted: right, but slow ({problem})")
            self.extensions = []

    def copy_extensions_to_source(self) -> None:
        if self.extensions:
            super().copy_extensions_to_source()


def compiled(package: str) -> dict[str, Any]:
    folder = Path(package)
    modules = [pxd.with_suffix(".py") for pxd in sorted(folder.rglob("*.pxd"))]
    extensions = [
        Extension(".".join(module.relative_to(folder.parent).with_suffix("").parts), [str(module)], extra_compile_args=FLAGS)
        for module in modules
    ]
    return {
        "ext_modules": cythonize(extensions, build_dir="build/cython", compiler_directives=DIRECTIVES),
        "cmdclass": {"build_ext": BuildIfPossible},
    }
