"""What people install: an sdist with everything, and a compiled wheel that works alone."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pytest

from mezani import build

ROOT = Path(__file__).parent.parent
NOT_IN_THE_SDIST = re.compile(r"\.(ci|github)/|\.(gitignore|pre-commit-config\.yaml)$")
PLAIN = {name: value for name, value in os.environ.items() if not name.startswith(("MEZANI_", "PYTHON", "COV"))}
PLAY = """
import mezani
assert mezani.is_compiled(), "the wheel is not compiled"
for name in mezani.game_names():
    for players in mezani.game(name).seats:
        state = mezani.game(name).new(players, 1)
        print(name, players, mezani.playout(state, mezani.Rng(1)))
"""


def run(*command: object, cwd: Path = ROOT, **environment: str) -> str:
    """What a command says; it must succeed."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**PLAIN, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def tracked(folder: str = ".") -> set[str]:
    """The files of the project."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout: nothing says which files belong to the project")
    return set(run("git", "ls-files", folder).split())


@pytest.mark.slow
def test_the_sdist_holds_every_file_of_the_project(tmp_path: Path) -> None:
    run(sys.executable, "setup.py", "--quiet", "egg_info", "-e", tmp_path, "sdist", "-d", tmp_path)
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert not [name for name in held - tracked() if name.endswith((".so", ".c", ".pyc", build.RECORD))]
    missing = {name for name in tracked() - held if not NOT_IN_THE_SDIST.search(name)}
    assert not missing


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree with one module to compile."""
    ours = (f"src/mezani/{name}.py" for name in ("build", "compiling", "version"))
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", *ours):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "src/mezani/__init__.py").write_text("")
    (tmp_path / "src/mezani/one.py").write_text("def points() -> int:\n    return 5\n")
    (tmp_path / "src/mezani/one.pxd").write_text("cpdef int points()\n")
    return tmp_path


BUILD = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]


@pytest.mark.slow
def test_a_build_that_must_be_compiled_fails_where_it_can_not(tree: Path) -> None:
    without = {**PLAIN, "CC": "false"}
    lenient = subprocess.run(BUILD, cwd=tree, env=without, capture_output=True, text=True, check=False)
    assert lenient.returncode == 0
    assert "installed interpreted" in lenient.stdout
    strict = {**without, "MEZANI_COMPILED": "1"}
    assert subprocess.run(BUILD, cwd=tree, env=strict, capture_output=True, check=False).returncode != 0
    assert not build.compiled(tree / "src/mezani")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler here")
def test_a_changed_module_is_built_anew_even_if_its_file_is_old(tree: Path) -> None:
    package = tree / "src/mezani"
    left_over = package / "gone.so"
    left_over.write_bytes(b"")
    run(*BUILD, cwd=tree)
    (compiled,) = build.compiled(package)
    assert not build.stale(package)
    made = compiled.stat().st_mtime_ns
    run(*BUILD, cwd=tree)
    assert compiled.stat().st_mtime_ns == made, "nothing has changed"
    (package / "one.py").write_text("def points() -> int:\n    return 50\n")
    os.utime(package / "one.py", (0, 0))
    assert build.stale(package) == [compiled]
    run(*BUILD, cwd=tree)
    assert run(sys.executable, "-c", "from mezani import one; print(one.__file__, one.points())", cwd=tree / "src") == (
        f"{compiled} 50\n"
    )


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with sdist and wheel, the wheel made of the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, MEZANI_COMPILED="1")
    return folder


@pytest.fixture(scope="module")
def alone(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment outside the tree that holds the wheel and nothing else."""
    folder = tmp_path_factory.mktemp("alone")
    run(sys.executable, "-m", "venv", folder / "env", cwd=folder)
    (wheel,) = dist.glob("*.whl")
    run(folder / "env/bin/pip", "install", "--quiet", wheel, cwd=folder)
    return folder / "env" / "bin"


@pytest.mark.packaging
def test_both_pass_twine(dist: Path) -> None:
    run(sys.executable, "-m", "twine", "check", "--strict", *dist.iterdir())


@pytest.mark.packaging
def test_the_wheel_holds_every_file_of_the_package_and_every_compiled_module(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    assert "-any." not in wheel.name
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    assert {name.removeprefix("src/") for name in tracked("src")} <= held
    for module in build.to_compile(build.HERE):
        name = module.relative_to(build.HERE.parent).with_suffix("").as_posix()
        assert [one for one in held if one.startswith(f"{name}.") and one.endswith((".so", ".pyd"))], name
    assert f"mezani/{build.RECORD}" in held


@pytest.mark.packaging
def test_the_wheel_plays_alone(alone: Path, tmp_path: Path) -> None:
    assert len(run(alone / "python", "-c", PLAY, cwd=tmp_path).splitlines()) >= 10
    assert "compiled" in run(alone / "mezani", "--version", cwd=tmp_path)
    assert not run(alone / "python", "-c", "from mezani import build; print(end=build.complaint())", cwd=tmp_path)
    run(alone / "mezani", "arena", "anne", "--bots", "trader,random", "--games", "4", cwd=tmp_path)
    if "check" in run(alone / "mezani", "--help", cwd=tmp_path):
        for line in run(alone / "mezani", "games", cwd=tmp_path).splitlines():
            run(alone / "mezani", "check", line.split()[0], cwd=tmp_path)


@pytest.mark.packaging
def test_a_game_from_outside_is_compiled_against_the_wheel(alone: Path, tmp_path: Path) -> None:
    run(alone / "pip", "install", "--quiet", "setuptools>=77", "Cython>=3.1", cwd=tmp_path)
    run(alone / "mezani", "new-game", "my_game", cwd=tmp_path)
    for package in (tmp_path / "my_game", ROOT / "examples" / "ahadi"):
        copy = shutil.copytree(
            package, tmp_path / "copies" / package.name, ignore=shutil.ignore_patterns("*.so", "build")
        )
        run(alone / "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", copy, cwd=tmp_path)
        said = run(alone / "mezani", "check", package.name, cwd=tmp_path)
        assert "players, compiled" in said
        assert "All checks passed" in said


@pytest.mark.packaging
def test_the_wheel_serves_with_its_extra(alone: Path, dist: Path, tmp_path: Path) -> None:
    refused = subprocess.run([alone / "mezani", "serve"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert refused.stderr.endswith("pip install 'mezani[table]'\n")
    (wheel,) = dist.glob("*.whl")
    run(alone / "pip", "install", "--quiet", f"{wheel}[table]", cwd=tmp_path)
    environment = {**PLAIN, "HOME": str(tmp_path), "MEZANI_BROWSER": "0", "MEZANI_BOT_PROCESSES": "1"}
    command = [str(alone / "mezani"), "serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/mezani.db"]
    here = build_opener(ProxyHandler({}))
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            address = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
            assert address
            for page in ("/", "/rules/anne", "/new/zimbabwe", "/api/games"):
                assert here.open(address[0] + page, timeout=60).status == 200
        finally:
            server.terminate()
            server.wait(60)
