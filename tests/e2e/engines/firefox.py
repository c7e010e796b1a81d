"""Firefox, driven by Marionette: WebDriver's commands as JSON on a socket, as geckodriver sends them too."""

import json
import os
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.e2e.engines.driver import PATIENCE, Driver, Failed, Size, packed
from tests.support.ports import free_port

QUIET: dict[str, object] = {
    "app.normandy.enabled": False,
    "browser.safebrowsing.blockedURIs.enabled": False,
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.search.update": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "dom.abort_script_on_child_shutdown": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "intl.accept_languages": "en-GB",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "startup.homepage_welcome_url": "",
    "toolkit.telemetry.enabled": False,
}
"""It asks nobody for anything by itself."""
SIZED = """const [width, height] = arguments, {style} = gBrowser.selectedBrowser;
style.flex = "none"; style.width = `${width}px`; style.height = `${height}px`;"""
SAID = """const said = Services.console.getMessageArray().filter(one => one instanceof Ci.nsIScriptError);
Services.console.reset();
return said.filter(one => one.sourceName.startsWith("http")).map(String);"""


class Firefox(Driver):
    """A window of its own process and profile, on no display."""

    def __init__(self, program: str, screen: Size, *, dark: bool = True, motion: bool = False, text: float = 1) -> None:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        port = free_port()
        told = QUIET | {
            "marionette.port": port,
            "layout.css.prefers-color-scheme.content-override": 0 if dark else 1,
            "ui.prefersReducedMotion": int(not motion),
        }
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in told.items()]
        Path(self._profile.name, "user.js").write_text("".join(lines))
        alone = ["--headless", "--no-remote", "--profile", self._profile.name]
        self._process = subprocess.Popen(
            [program, "--marionette", "--remote-allow-system-access", *alone],
            env=os.environ | {"MOZ_HEADLESS_WIDTH": str(screen[0]), "MOZ_HEADLESS_HEIGHT": str(screen[1])},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._socket = self._connected(port)
        self._file = self._socket.makefile("rb")
        self._number = 0
        self._read()
        self.command("WebDriver:NewSession", "", "", timeouts={"script": PATIENCE * 1000})
        self._text = text

    def _connected(self, port: int) -> socket.socket:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=2 * PATIENCE)
            except OSError:
                if self._process.poll() is not None or time.monotonic() > until:
                    raise
                time.sleep(0.02)

    def command(self, name: str, method: str, path: str, **fields: Any) -> Any:  # noqa: ARG002
        self._number += 1
        sent = packed([0, self._number, name, fields])
        self._socket.sendall(b"%d:%s" % (len(sent), sent))
        _, _, error, value = self._read()
        if error:
            raise Failed(error["error"], error["message"])
        return value["value"] if isinstance(value, dict) and set(value) == {"value"} else value

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._file.read(1)
        return json.loads(self._file.read(int(length[:-1])))

    def _inside(self, script: str, *arguments: object) -> Any:
        """Run a script in Firefox itself, not in its page."""
        self.command("Marionette:SetContext", "", "", value="chrome")
        try:
            return self.command("WebDriver:ExecuteScript", "", "", script=script, args=list(arguments))
        finally:
            self.command("Marionette:SetContext", "", "", value="content")

    def goto(self, address: str) -> None:
        super().goto(address)
        if self._text != 1:  # forgotten with each page
            self._inside("gBrowser.selectedBrowser.browsingContext.textZoom = arguments[0];", self._text)

    def resize(self, size: Size) -> None:
        if size != self.size:
            self._inside(SIZED, *size)
            self.size = size

    def console(self) -> list[str]:
        said: list[str] = self._inside(SAID)
        return said

    def quit(self) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._profile.cleanup()
