"""Responses in JSON Lines, which are read while they arrive."""

from __future__ import annotations

import hashlib
import json
from types import TracebackType
from typing import Generic, Iterator, TypeVar

from .connections import Response
from .errors import StrataError

#: An event is at most 256 KiB, an artifact a few MiB.
LONGEST_LINE = 64 * 1024 * 1024

Line = TypeVar("Line")


class JsonLines(Generic[Line]):
    """Iterates once over the values of a response. Use it as a context manager if you may stop before its end.

    The last line is the checksum of those before it. If it is another one, the end of the iteration raises `checksum_mismatch`; a
    response that ended before it raises `connection_failed`.
    """

    def __init__(self, response: Response, timeout: float) -> None:
        """The next bytes may take `timeout` seconds each time."""
        self._response = response
        self._timeout = timeout

    def raw(self) -> Iterator[bytes]:
        """The lines as they came, each with its line break."""
        digest = hashlib.sha256()
        lines = 0
        is_whole = False
        for line in self._lines():
            stated = _checksum_in(line)
            is_whole = stated is not None
            if stated is None:
                digest.update(line)
                lines += 1
            elif stated != (digest.hexdigest(), lines):
                self.close()
                raise StrataError("checksum_mismatch", "What arrived is not what was sent: request it again")
            yield line
        if not is_whole:
            raise StrataError("connection_failed", "The response ended before its checksum: request it again")

    def _lines(self) -> Iterator[bytes]:
        rest = b""
        while chunk := self._response.chunk(self._timeout):
            *lines, rest = (rest + chunk).split(b"\n")
            yield from (line + b"\n" for line in lines)
            if len(rest) > LONGEST_LINE:
                self.close()
                raise StrataError("unexpected_response", "A line of the response is too long")

    def __iter__(self) -> Iterator[Line]:
        for line in self.raw():
            if line.strip():
                yield json.loads(line)

    def close(self) -> None:
        """Ends the response, if it is not read to its end."""
        self._response.close()

    def __enter__(self) -> JsonLines[Line]:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _checksum_in(line: bytes) -> tuple[str, int] | None:
    """The SHA-256 and the number of lines that the last line states."""
    if not line.startswith(b'{"sha256"'):
        return None
    try:
        value = json.loads(line)
        return str(value["sha256"]), int(value["lines"])
    except (ValueError, KeyError):
        return None
