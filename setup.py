"""Compile every module that has a `.pxd` beside it; without a C compiler the install goes on, interpreted."""

import os
import platform
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src")
CORES = os.cpu_count() or 1
C_ONLY = {"bits"}  # a .pxd of C functions: its .py is for interpreted callers
FLAGS = [] if sys.platform == "win32" else ["-O3", "-ffp-contract=off"]
if FLAGS and platform.machine() in ("x86_64", "AMD64"):
    FLAGS.append("-march=x86-64-v2")  # counts bits in one instruction; every such processor since 2009


def extensions() -> list[Extension]:
    found = []
    for pxd in sorted(SOURCE.rglob("*.pxd")):
        module = pxd.with_suffix(".py")
        if module.stem not in C_ONLY and module.exists():
            name = ".".join(module.relative_to(SOURCE).with_suffix("").parts)
            found.append(Extension(name, [str(module)], extra_compile_args=FLAGS))
    return found


class BuildIfPossible(build_ext):
    """Builds the extensions, or says once that the rules will run interpreted."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or CORES

    def run(self) -> None:
        try:
            super().run()
        except Exception as problem:  # setuptools raises a different error for each way of having no compiler
            print(f"mezani: no working C compiler, so it is installed interpreted: right, but slow ({problem})")
            self.extensions = []

    def copy_extensions_to_source(self) -> None:
        if self.extensions:
            super().copy_extensions_to_source()


setup(
    ext_modules=cythonize(
        extensions(),
        build_dir="build/cython",
        nthreads=CORES if sys.platform == "linux" else 0,  # elsewhere a new process would run this file again
        compiler_directives={
            "language_level": 3,
            "annotation_typing": False,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
        },
    ),
    cmdclass={"build_ext": BuildIfPossible},
)
