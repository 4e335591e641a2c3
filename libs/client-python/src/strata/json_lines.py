"""Responses in JSON Lines, which are read while they arrive."""

from __future__ import annotations

import json
from types import TracebackType
from typing import Generic, Iterator, TypeVar

from .connections import Response
from .errors import StrataError

#: An event is at most 256 KiB, an artifact a few MiB.
LONGEST_LINE = 64 * 1024 * 1024

Line = TypeVar("Line")


class JsonLines(Generic[Line]):
    """Iterates once over the values of a response. Use it as a context manager if you may stop before its end."""

    def __init__(self, response: Response, timeout: float) -> None:
        """The next bytes may take `timeout` seconds each time."""
        self._response = response
        self._timeout = timeout

    def raw(self) -> Iterator[bytes]:
        """The lines as they came, each with its line break."""
        rest = b""
        while chunk := self._response.chunk(self._timeout):
            *lines, rest = (rest + chunk).split(b"\n")
            yield from (line + b"\n" for line in lines)
            if len(rest) > LONGEST_LINE:
                self.close()
                raise StrataError("unexpected_response", "A line of the response is too long")
        if rest:
            raise StrataError("connection_failed", "The response ended within a line: request it again")

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
