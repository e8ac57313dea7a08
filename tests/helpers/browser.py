"""A real browser that opens pages and notices what they should not do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from programs import need


@dataclass
class Visit:
    """An open page, and what it did beside showing itself."""

    page: Any
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


@contextmanager
def chromium() -> Iterator[Any]:
    """The system's browser, without a window."""
    path = need("chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def visit(browser: Any, file: Path, **options: Any) -> Iterator[Visit]:
    """Open a file; at the end there must be no complaint of the browser and no request but for the file."""
    context = browser.new_context(**({"viewport": {"width": 1100, "height": 900}} | options))
    seen = Visit(context.new_page())
    seen.page.set_default_timeout(10_000)
    seen.page.on("console", lambda message: seen.complaints.append(f"{message.type}: {message.text}"))
    seen.page.on("pageerror", lambda error: seen.complaints.append(str(error)))
    context.on("request", lambda request: seen.requests.append(request.url))
    try:
        seen.page.goto(file.as_uri())
        yield seen
        assert seen.complaints == []
        assert [url for url in seen.requests if not url.startswith("data:")] == [file.as_uri()]
    finally:
        context.close()
