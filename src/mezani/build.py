"""What the compiled modules were made of, and whether that is still what lies beside them."""

import hashlib
import json
import re
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

RECORD = "compiled.json"  # in the folder of a package: the fingerprint of the sources of each compiled module
COMMAND = "python setup.py build_ext --inplace"
HERE = Path(__file__).parent
C_ONLY = {"bits", "buffers"}  # a .pxd of C functions: its .py is for interpreted callers
CIMPORT = re.compile(r"^(?:from|cimport) ([\w.]+)", re.MULTILINE)


def to_compile(package: Path) -> list[Path]:
    """The modules of a package that have machine types in a `.pxd` beside them."""
    modules = (pxd.with_suffix(".py") for pxd in sorted(package.rglob("*.pxd")))
    return [module for module in modules if module.stem not in C_ONLY and module.exists()]


def module_name(module: Path, package: Path = HERE) -> str:
    """The name by which a module of a package is imported."""
    return ".".join(module.relative_to(package.parent).with_suffix("").parts)


def fingerprint(module: Path, package: Path = HERE) -> str:
    """A hash of all that a compiled module is made of: source, types, and the types that it takes from others."""
    types = {module_name(module, package): module.with_suffix(".pxd")}
    waiting = list(types.values())
    while waiting:
        for name in CIMPORT.findall(waiting.pop().read_text("utf-8")):
            if name not in types and (path := _types_of(name, package)):
                types[name] = path
                waiting.append(path)
    made_of = hashlib.sha256()
    for path in (module, *(types[name] for name in sorted(types))):
        made_of.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return made_of.hexdigest()


def _types_of(name: str, package: Path) -> Path | None:
    """The `.pxd` of a module that types are taken from, if it is in the package or in this library."""
    paths = (folder.joinpath(*name.split(".")).with_suffix(".pxd") for folder in (package.parent, HERE.parent))
    return next(filter(Path.exists, paths), None)


def compiled(package: Path = HERE) -> list[Path]:
    """The compiled modules of a package that this Python would import."""
    suffixes = {suffix.removeprefix(".") for suffix in EXTENSION_SUFFIXES}
    return sorted(path for path in package.rglob("*.*") if path.name.partition(".")[2] in suffixes)


def source_of(path: Path) -> Path:
    """The source of a compiled module."""
    return path.with_name(path.name.partition(".")[0] + ".py")


def write_record(package: Path, made_of: dict[str, str]) -> None:
    """Write down the fingerprints of compiled modules by their paths in the package, beside those of other Pythons."""
    made_of = {name: kept for name, kept in read_record(package).items() if (package / name).exists()} | made_of
    (package / RECORD).write_text(json.dumps(made_of, indent=1, sort_keys=True) + "\n", "utf-8")


def read_record(package: Path) -> dict[str, str]:
    """The fingerprint of the sources that each compiled module was made of."""
    record = package / RECORD
    made_of: dict[str, str] = json.loads(record.read_text("utf-8")) if record.exists() else {}
    return made_of


def stale(package: Path = HERE) -> list[Path]:
    """The compiled modules that were made of something else than what lies beside them now."""
    made_of, known = read_record(package), to_compile(package)
    return [
        path
        for path in compiled(package)
        if source_of(path) not in known
        or made_of.get(path.relative_to(package).as_posix()) != fingerprint(source_of(path), package)
    ]


def complaint(package: Path = HERE) -> str:
    """What to do about stale modules, in one line that names them; nothing if there are none."""
    names = [module_name(source_of(path), package) for path in stale(package)]
    if not names:
        return ""
    return (
        f"compiled from another source than the one that lies there now: {', '.join(names)}."
        f" Build anew with `{COMMAND}`, or run the source with MEZANI_INTERPRETED=1."
    )


def complaint_of(name: str) -> str:
    """The same for the package that an imported module belongs to; one that keeps no record can't be judged."""
    package = Path(str(sys.modules[name.partition(".")[0]].__file__)).parent
    return complaint(package) if (package / RECORD).exists() else ""
