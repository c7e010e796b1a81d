"""A server, and both engines. Without them these tests fail; beside Linux, where there is no WebKitGTK, none is run."""

import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from tests.e2e.engines.driver import Driver
from tests.e2e.engines.firefox import Firefox
from tests.e2e.engines.pages import Engine
from tests.e2e.engines.webkit import WebKit
from tests.support.server import Server, python, running

if sys.platform != "linux":
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests here, with the game of the tests. WebKit takes no host names of ours, only its address."""
    server = Server(tmp_path_factory.mktemp("engines"), command=python("tests.support.serving"))
    with running(server):
        yield server
    assert not server.faults()


@pytest.fixture(scope="session")
def begun() -> Iterator[Callable[..., Engine]]:
    """Each engine, begun when it is first asked for."""
    engines: dict[str, Engine] = {}

    def engine(name: str, **more: object) -> Engine:
        kind = f"{name} {more}"
        if kind not in engines:
            engines[kind] = Engine(partial(BEGIN[name](), **more))
        return engines[kind]

    yield engine
    for one in engines.values():
        one.quit()


@pytest.fixture(params=["webkit", "firefox"])
def name(request: pytest.FixtureRequest) -> str:
    """Both, one after the other."""
    return str(request.param)


@pytest.fixture
def engine(name: str, begun: Callable[..., Engine]) -> Iterator[Engine]:
    """An engine whose user wants no motion. Its console must stay clean."""
    yield from watched(begun(name))


@pytest.fixture
def moving(name: str, begun: Callable[..., Engine]) -> Iterator[Engine]:
    """The same with motion."""
    yield from watched(begun(name, motion=True))


@pytest.fixture
def large(name: str, begun: Callable[..., Engine]) -> Iterator[Engine]:
    """The same with its text, and nothing else, shown twice as large."""
    yield from watched(begun(name, text=2))


def watched(engine: Engine) -> Iterator[Engine]:
    """An engine whose console is clean at the end."""
    yield engine
    told = engine.console()
    engine.rest()
    assert not told


def webkit() -> Callable[..., Driver]:
    """Function that opens a window of WebKit."""
    found("webkit2gtk-driver", "WebKitWebDriver")
    found("xvfb", "Xvfb")
    return WebKit


def firefox() -> Callable[..., Driver]:
    """Function that opens a window of Firefox."""
    return partial(Firefox, found("firefox-esr", "firefox-esr", "firefox"))


def found(package: str, *programs: str) -> str:
    """The first of these programs that is there, all of them of this package."""
    program = next(filter(None, map(shutil.which, programs)), None)
    return program or pytest.fail(f"no {programs[0]}: apt install {package}", pytrace=False)


BEGIN: dict[str, Callable[[], Callable[..., Driver]]] = {"webkit": webkit, "firefox": firefox}
