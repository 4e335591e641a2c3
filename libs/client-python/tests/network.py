"""The network between the client and the service, which a test can disturb."""

from __future__ import annotations

import json
import os
import urllib.request
from typing import Any

CONTROL = os.environ["NETWORK_CONTROL"]


def cut() -> None:
    """Breaks every connection, and rejects new ones."""
    _send("POST", "/cut")


def interrupt() -> None:
    """Breaks every connection, and accepts new ones."""
    _send("POST", "/interrupt")


def hang() -> None:
    """Passes nothing on until the network is mended."""
    _send("POST", "/hang")


def mend() -> None:
    _send("POST", "/mend")


def refuse(
    times: int,
    status: int = 503,
    code: str = "unavailable",
    retry_after: str | None = None,
    *,
    is_forwarded: bool = False,
) -> None:
    """Answers the next requests with an error; with `is_forwarded`, after the service has done its work."""
    refusal = {"times": times, "status": status, "code": code, "retryAfter": retry_after, "isForwarded": is_forwarded}
    _send("POST", "/refuse", refusal)


def requests() -> list[dict[str, Any]]:
    """The requests since the last call of this function."""
    seen = _send("DELETE", "/requests")
    assert isinstance(seen, list)
    return seen


def _send(method: str, path: str, body: object = None) -> Any:
    request = urllib.request.Request(f"{CONTROL}{path}", json.dumps(body).encode(), method=method)
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.loads(response.read())
