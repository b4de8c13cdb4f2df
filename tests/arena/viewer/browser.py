"""A page in a real browser."""

from __future__ import annotations

import json
import pathlib
from typing import Any

from selenium import webdriver

# Addresses that the browser itself loads.
OWN = ("chrome:", "chrome-untrusted:", "chrome-extension:", "data:", "devtools:")


class Browser:
    """Chromium without a window and without a network."""

    def __init__(self) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in (
            "--headless=new",
            # Root has no sandbox; the pages are our own.
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            "--force-device-scale-factor=1",
        ):
            options.add_argument(argument)
        options.set_capability(
            "goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"}
        )
        service = webdriver.ChromeService("/usr/bin/chromedriver")
        self.driver = webdriver.Chrome(options=options, service=service)
        self.driver.set_script_timeout(120)

    def close(self) -> None:
        self.driver.quit()

    def open(self, page: pathlib.Path, address: str = "") -> None:
        """Opens a page and waits until it shows something."""
        self.visit(page.as_uri() + address)
        self.wait("document.querySelector('main, [role=alert]')")

    def visit(self, url: str) -> None:
        """Goes to an address, and forgets earlier messages and requests."""
        self.driver.get("about:blank")
        self.driver.get_log("browser")
        self.driver.get_log("performance")
        self.driver.get(url)

    def wait(self, condition: str) -> None:
        """Waits until an expression of the page is true."""
        self.driver.execute_async_script(
            "const done = arguments[0];"
            f"const look = () => ({condition}) ? done()"
            " : requestAnimationFrame(look); look();"
        )

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def cdp(self, method: str, **parameters: Any) -> Any:
        return self.driver.execute_cdp_cmd(method, parameters)

    def press(self, *keys: str) -> None:
        """Presses keys in the page, all in one call."""
        self.run(
            "for (const key of arguments[0]) (document.activeElement ??"
            " document.body).dispatchEvent(new KeyboardEvent('keydown',"
            " {key, bubbles: true, cancelable: true}))",
            list(keys),
        )

    def look(self, width: int, height: int = 900, scheme: str = "light") -> None:
        """Sets the size of the window and the colours that the reader wants."""
        self.cdp(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self.cdp(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": scheme}],
        )

    def console(self) -> list[str]:
        """The messages of the console since `visit`, or since the last call."""
        return [str(entry["message"]) for entry in self.driver.get_log("browser")]

    def complaints(self, site: str = "file:") -> list[str]:
        """The messages of the console, and the requests that went to other places
        than a site, since `visit`."""
        found = self.console()
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] != "Network.requestWillBeSent":
                continue
            url = message["params"]["request"]["url"]
            main = message["params"].get("type") == "Document"
            own = site != "file:" and url.startswith(site)
            if not main and not own and not url.startswith(OWN):
                found.append(f"request: {url}")
        return found
