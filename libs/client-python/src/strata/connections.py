"""Connections to the service that are kept open, and shared by the threads of a process."""

from __future__ import annotations

import http.client
import os
import select
import socket
import ssl
import threading
import time
from typing import Mapping, NamedTuple

from .config import Address
from .errors import StrataError
from .weak_call import weak_call

#: Servers close a connection that was idle for longer, Node after five seconds.
LONGEST_IDLE = 4.0
MOST_IDLE = 8
CHUNK = 64 * 1024


class Request(NamedTuple):
    """One HTTP request, without its credential. `path` starts at the host root."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes | None


class Response:
    """The head of a response; `chunks` reads the rest. Its connection is taken back once all was read."""

    def __init__(
        self, pool: ConnectionPool, connection: http.client.HTTPConnection, head: http.client.HTTPResponse, end: float
    ) -> None:
        self._pool = pool
        self._connection = connection
        self._head = head
        self._end = end
        #: Bytes of the body that are still to come; None if only its end will tell.
        self._left = None if head.chunked else head.length
        self._is_read = False
        self.status = head.status

    def header(self, name: str) -> str | None:
        return self._head.getheader(name)

    def read(self) -> bytes:
        """The whole body. All of it must arrive before the end of the request's time."""
        chunks = []
        while chunk := self._chunk(self._end):
            chunks.append(chunk)
        return b"".join(chunks)

    def chunk(self, timeout: float) -> bytes:
        """The next bytes of the body, which may take `timeout` seconds; none at the end."""
        return self._chunk(time.monotonic() + timeout)

    def close(self) -> None:
        """Ends a response that is not read to its end."""
        if not self._is_read:
            self._is_read = True
            self._head.close()
            self._connection.close()

    def _chunk(self, end: float) -> bytes:
        if self._is_read:
            return b""
        try:
            limit_time(self._connection, end)
            # Not more than what is left: before Python 3.12, read1 does not count what it has read.
            chunk = self._head.read1(CHUNK) if self._left is None else self._head.read1(min(CHUNK, self._left))
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise failure_of(error) from None
        if self._left is None:
            self._is_read = not chunk
        elif chunk or self._left == 0:
            self._left -= len(chunk)
            self._is_read = self._left == 0
        else:
            self.close()
            raise StrataError("connection_failed", "The connection broke within a response")
        if self._is_read:
            self._finish()
        return chunk

    def _finish(self) -> None:
        keeps_open = not self._head.will_close
        self._head.close()
        if keeps_open:
            self._pool.give_back(self._connection)
        else:
            self._connection.close()


class ConnectionPool:
    """Opens connections to one address, and keeps a few for the next requests."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._tls = ssl.create_default_context() if address.is_encrypted else None
        self._renew()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=weak_call(self._renew))

    def _renew(self) -> None:
        """After a fork, the connections belong to the parent."""
        self._lock = threading.Lock()
        self._idle: list[tuple[float, http.client.HTTPConnection]] = []

    def send(self, request: Request, timeout: float) -> Response:
        """Sends a request, and returns when the head of its response is here. Raises a StrataError."""
        end = time.monotonic() + timeout
        connection = self._take() or self._open(timeout)
        try:
            limit_time(connection, end)
            connection.request(request.method, request.path, request.body, {**request.headers, **self._credential()})
            limit_time(connection, end)
            return Response(self, connection, connection.getresponse(), end)
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise failure_of(error) from None
        except BaseException:
            # An interrupt leaves half a conversation behind.
            connection.close()
            raise

    def give_back(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            if len(self._idle) < MOST_IDLE:
                self._idle.append((time.monotonic(), connection))
                return
        connection.close()

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for _, connection in idle:
            connection.close()

    def _take(self) -> http.client.HTTPConnection | None:
        """The connection that was used last, unless the server may have closed it."""
        with self._lock:
            idle, self._idle = self._idle, []
            oldest = time.monotonic() - LONGEST_IDLE
            usable = [one for one in idle if one[0] >= oldest and not has_input(one[1])]
            taken = usable.pop() if usable else None
            self._idle = usable
        for one in idle:
            if one is not taken and one not in usable:
                one[1].close()
        return None if taken is None else taken[1]

    def _credential(self) -> dict[str, str]:
        """Put together where it is sent: monitoring can show the variables of a function that failed."""
        key = self._address.api_key
        return {} if key is None else {"Authorization": f"Bearer {key}"}

    def _open(self, timeout: float) -> http.client.HTTPConnection:
        host, port = self._address.host, self._address.port
        if self._tls is None:
            return http.client.HTTPConnection(host, port, timeout=timeout)
        return http.client.HTTPSConnection(host, port, timeout=timeout, context=self._tls)


def limit_time(connection: http.client.HTTPConnection, end: float) -> None:
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    if connection.sock is not None:
        connection.sock.settimeout(left)


def has_input(connection: http.client.HTTPConnection) -> bool:
    """An idle connection has nothing to read, unless the server closed it."""
    sock: socket.socket | None = connection.sock
    if sock is None:
        return True
    try:
        poll = select.poll()
        poll.register(sock, select.POLLIN)
        return bool(poll.poll(0))
    except AttributeError:
        return bool(select.select([sock], [], [], 0)[0])  # Windows
    except (OSError, ValueError):
        return True


def failure_of(error: Exception) -> StrataError:
    """Says what failed without what was sent: messages of the standard library can repeat headers."""
    if isinstance(error, TimeoutError):
        return StrataError("timed_out", "There was no response in time")
    reason = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
    return StrataError("connection_failed", f"Strata could not be reached: {reason}")
