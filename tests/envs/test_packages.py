"""What environments need beyond the base installation, and how Gymnasium finds them."""

import os
import subprocess
import sys
import tomllib

import pytest

from markdown_pages import ROOT

HIDDEN = """
import sys
sys.modules[{package!r}] = None
import doudizhu_fast
try:
    {statement}
except ModuleNotFoundError as error:
    print(error.name, "|", error)
"""


def python(code: str, **variables: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | variables,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("package", "statement"),
    [
        ("gymnasium", "import doudizhu_fast.envs"),
        ("gymnasium", "doudizhu_fast.envs"),
        ("gymnasium", "from doudizhu_fast.envs import doudizhu_v0"),
        ("pettingzoo", "from doudizhu_fast.envs import doudizhu_v0"),
        ("pettingzoo", "doudizhu_fast.envs.doudizhu_v0"),
    ],
)
def test_a_missing_package_names_the_extra(package: str, statement: str) -> None:
    pytest.importorskip("gymnasium")
    told = python(HIDDEN.format(package=package, statement=statement))
    assert told == (
        f"{package} | environments need the package {package}: pip install 'doudizhu-fast[rl]'\n"
    )


def test_gymnasium_environments_do_without_pettingzoo() -> None:
    pytest.importorskip("gymnasium")
    code = "import doudizhu_fast.envs as envs; print(envs.SingleSeatEnv().action_space.n)"
    assert python(f"import sys; sys.modules['pettingzoo'] = None; {code}") == "12655\n"


def test_the_package_loads_no_environment() -> None:
    code = (
        "import sys, doudizhu_fast; doudizhu_fast.Game(seed=1); print('gymnasium' in sys.modules)"
    )
    assert python(code) == "False\n"


def test_gymnasium_finds_them_by_module_and_name() -> None:
    pytest.importorskip("gymnasium")
    code = """
import gymnasium
print(type(gymnasium.make("doudizhu_fast.envs:doudizhu_fast/SingleSeat-v0").unwrapped).__name__)
print(gymnasium.spec("doudizhu_fast/SelfPlay-v0").vector_entry_point)
"""
    assert python(code) == "SingleSeatEnv\ndoudizhu_fast.envs.vector:SelfPlayVectorEnv\n"


def test_batches_and_named_bots_need_the_compiled_engine() -> None:
    pytest.importorskip("gymnasium")
    code = """
import doudizhu_fast as ddz
for call in (lambda: ddz.envs.SelfPlayVectorEnv(2), ddz.envs.SingleSeatEnv().reset):
    try:
        call()
    except ddz.NativeExtensionError as error:
        print(error.reason)
"""
    assert python(code, DOUDIZHU_FAST_BACKEND="reference") == "needs_native\n" * 2


def test_the_extra_brings_the_packages() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [line.split(">=")[0] for line in project["optional-dependencies"]["rl"]]
    assert wanted == ["gymnasium", "pettingzoo"]
