"""How rules are compiled: what the `setup.py` of a package with games hands to setuptools.

    from mezani.compiling import compiled
    from setuptools import setup

    setup(**compiled("src/my_game"))

Every module that has a `.pxd` beside it is compiled; without a C compiler the install goes on, interpreted. With
MEZANI_COMPILED=1, as for a release, a build that can't compile fails.
"""

import hashlib
import json
import os
import platform
import sys
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import Cython
from Cython.Build import cythonize
from setuptools import Extension
from setuptools.command.build_ext import build_ext

C_FILES = Path("build/cython")
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

build = SimpleNamespace(**run_path(str(Path(__file__).with_name("build.py"))))  # the rest of us may not be built yet


def compiled(package: str) -> dict[str, Any]:
    """What `setup` is to be called with, so that the modules of the package in this folder are compiled."""
    folder = Path(package)
    command = type("BuildIfPossible", (BuildIfPossible,), {"folder": folder})
    return {
        "ext_modules": [extension(module, folder) for module in build.to_compile(folder)],
        "cmdclass": {"build_ext": command},
    }


def extension(module: Path, package: Path) -> Extension:
    return Extension(build.module_name(module, package), [str(module)], extra_compile_args=FLAGS)


def forget_old_c_files(package: Path) -> list[Path]:
    """Remove the C of changed modules: Cython goes by times, and a file that is put back has an old one."""
    record, modules = C_FILES / "made-of.json", build.to_compile(package)
    how = hashlib.sha256(Path(__file__).read_bytes() + Cython.__version__.encode()).hexdigest()
    made_of = {str(module): how + build.fingerprint(module, package) for module in modules}
    kept = json.loads(record.read_text("utf-8")) if record.exists() else {}
    changed = [module for module in modules if kept.get(str(module)) != made_of[str(module)]]
    for module in changed:
        (C_FILES / module.with_suffix(".c")).unlink(missing_ok=True)
    record.parent.mkdir(parents=True, exist_ok=True)
    record.write_text(json.dumps(made_of, indent=1), "utf-8")
    return changed


class BuildIfPossible(build_ext):
    """Builds the extensions, or says once that the rules will run interpreted."""

    extensions: list[Extension]
    parallel: int | None
    folder: Path  # of the package; setuptools has another meaning of `package`

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or CORES

    def run(self) -> None:
        changed = forget_old_c_files(self.folder)
        if self.inplace:
            self.keep_what_is_right(changed)
        try:
            self.translate()
            super().run()
        except Exception as problem:  # setuptools raises a different error for each way of having no compiler
            if os.environ.get("MEZANI_COMPILED", "") not in ("", "0"):
                raise
            name = self.folder.name
            print(f"{name}: no working C compiler, so it is installed interpreted: right, but slow ({problem})")
            self.extensions = []
            for path in build.compiled(self.folder):  # compiled and interpreted rules do not mix
                path.unlink()
        else:
            self.write_record()

    def keep_what_is_right(self, changed: list[Path]) -> None:
        """Remove compiled modules that are not made of the present source; the others need not be made again."""
        stale = build.stale(self.folder)
        for path in build.compiled(self.folder):
            if path in stale or build.source_of(path) in changed:
                path.unlink()
        if not self.force:
            self.extensions = [one for one in self.extensions if not (self.folder.parent / self.file_of(one)).exists()]

    def file_of(self, one: Extension) -> Path:
        """Where a compiled module lies, from the folder that holds the package."""
        return Path(self.get_ext_filename(self.get_ext_fullname(one.name)))

    def source_of(self, one: Extension) -> Path:
        return self.folder.parent.joinpath(*one.name.split(".")).with_suffix(".py")

    def translate(self) -> None:
        """Turn the modules into C. Only now: an sdist needs none."""
        translated = cythonize(
            [extension(self.source_of(one), self.folder) for one in self.extensions],
            build_dir=str(C_FILES),
            nthreads=CORES if sys.platform == "linux" else 0,  # elsewhere a new process would run this file again
            compiler_directives=DIRECTIVES,
        )
        c_files = {one.name: one.sources for one in translated}
        for one in self.extensions:
            one.sources = c_files[one.name]

    def copy_extensions_to_source(self) -> None:
        if self.extensions:
            super().copy_extensions_to_source()

    def write_record(self) -> None:
        """Put down what the modules were made of, where they will be imported from."""
        made_of = {}
        for one in self.extensions:
            name = self.file_of(one).relative_to(self.folder.name).as_posix()
            made_of[name] = build.fingerprint(self.source_of(one), self.folder)
        where = self.folder if self.inplace else Path(self.build_lib, self.folder.name)
        build.write_record(where, made_of)
