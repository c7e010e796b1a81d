"""A server, and both engines. Without them these tests fail; beside Linux, where there is no WebKitGTK, none is run."""

import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from tests.browser.server import Server
from tests.engines.driver import Driver, Size
from tests.engines.firefox import Firefox
from tests.engines.pages import Engine
from tests.engines.webkit import WebKit

if sys.platform != "linux":
    collect_ignore_glob = ["test_*.py"]


class Here(Server):
    """A server by its address: no setting leads WebKit to it by a name of ours."""

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests here, with the games of the tests."""
    running = Here(tmp_path_factory.mktemp("engines"), "tests.serving")
    running.start()
    yield running
    running.stop()
    assert not running.faults()


@pytest.fixture(scope="session")
def begun() -> Iterator[Callable[[str], Engine]]:
    """Each engine, begun when it is first asked for."""
    engines: dict[str, Engine] = {}

    def engine(name: str) -> Engine:
        if name not in engines:
            engines[name] = Engine(BEGIN[name]())
        return engines[name]

    yield engine
    for one in engines.values():
        one.quit()


@pytest.fixture(params=["webkit", "firefox"])
def engine(request: pytest.FixtureRequest, begun: Callable[[str], Engine]) -> Iterator[Engine]:
    """Each of both. Its console must stay clean."""
    one = begun(request.param)
    yield one
    told = one.console()
    one.rest()
    assert not told


def webkit() -> Callable[[Size], WebKit]:
    """How to begin a window of WebKit."""
    found("webkit2gtk-driver", "WebKitWebDriver")
    found("xvfb", "Xvfb")
    return WebKit


def firefox() -> Callable[[Size], Firefox]:
    """How to begin a window of Firefox."""
    return partial(Firefox, found("firefox-esr", "firefox-esr", "firefox"))


def found(package: str, *programs: str) -> str:
    """The first of these programs that is there, all of them of this package."""
    program = next(filter(None, map(shutil.which, programs)), None)
    return program or pytest.fail(f"no {programs[0]}: apt install {package}", pytrace=False)


BEGIN: dict[str, Callable[[], Callable[[Size], Driver]]] = {"webkit": webkit, "firefox": firefox}
