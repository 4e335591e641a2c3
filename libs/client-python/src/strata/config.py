"""How to reach Strata."""

from __future__ import annotations

import os
import re
from typing import NamedTuple
from urllib.parse import urlsplit

DEFAULT_URL = "http://localhost:8080"


class Address(NamedTuple):
    """Where the gateway is, and with which key it is called."""

    is_encrypted: bool
    host: str
    port: int
    #: Stands before the paths of all operations, without a slash at its end.
    path: str
    api_key: str | None

    @property
    def url(self) -> str:
        scheme = "https" if self.is_encrypted else "http"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{host}:{self.port}{self.path}"

    def __repr__(self) -> str:
        """Without the key."""
        return f"Address({self.url!r})"


class BufferSettings(NamedTuple):
    """How captured events wait for their delivery."""

    #: The most events that wait.
    max_events: int = 10_000
    #: The most bytes of JSON that wait.
    max_bytes: int = 32 * 1024 * 1024
    #: Seconds that an event waits for others to be sent with it.
    linger: float = 0.05
    #: Seconds for which delivery of an event is tried.
    delivery_timeout: float = 300.0
    #: Seconds that `close`, and the end of the process, wait for what is not delivered yet.
    close_timeout: float = 5.0


def read_address(base_url: str | None, api_key: str | None) -> Address:
    """The address from the arguments, else from `STRATA_URL` and `STRATA_API_KEY`. A ValueError never repeats either of them."""
    url = base_url or os.environ.get("STRATA_URL") or DEFAULT_URL
    key = api_key or os.environ.get("STRATA_API_KEY") or None
    if key is not None and not re.fullmatch(r"[\x21-\x7e]+", key):
        raise ValueError("api_key must be printable ASCII without spaces")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValueError("base_url must be an http or https URL") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or re.search(r"[^\x21-\x7e]", url):
        raise ValueError("base_url must be an http or https URL")
    if parts.username is not None or parts.password is not None:
        raise ValueError("base_url must have no user and password")
    is_encrypted = parts.scheme == "https"
    return Address(is_encrypted, parts.hostname, port or (443 if is_encrypted else 80), parts.path.rstrip("/"), key)


def at_least(minimum: float, name: str, value: float) -> None:
    """Raises a ValueError that names the setting, if its value is too small."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value >= minimum:
        raise ValueError(f"{name} must be a number of at least {minimum}")
