"""How an operation is called."""

from __future__ import annotations

import json
import re
import uuid
from typing import Any, Mapping
from urllib.parse import quote, urlencode

from .config import Address
from .connections import ConnectionPool, Request, Response
from .errors import StrataError
from .json_lines import JsonLines
from .listing import Listing
from .omitted import OMITTED
from .operation import Operation
from .retrying import with_retries
from .version import VERSION

Fields = Mapping[str, Any]


class Caller:
    """Sends requests to one address, with its key."""

    def __init__(self, address: Address, timeout: float, max_retries: int) -> None:
        self._address = address
        self._timeout = timeout
        self._max_retries = max_retries
        self._pool = ConnectionPool(address)

    def data(
        self,
        operation: Operation,
        fields: Fields,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Any:
        """`data` of the response's envelope."""
        envelope = self.json(operation, fields, timeout, max_retries, request_id)
        if not isinstance(envelope, dict) or "data" not in envelope:
            raise StrataError("unexpected_response", "The response is not one of Strata's")
        return envelope["data"]

    def json(
        self,
        operation: Operation,
        fields: Fields,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Any:
        """The response's JSON."""
        return read_json(self._body(operation, fields, timeout, max_retries, request_id))

    def text(
        self,
        operation: Operation,
        fields: Fields,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> str:
        """The response's text."""
        return self._body(operation, fields, timeout, max_retries, request_id).decode("utf-8", "replace")

    def listing(
        self,
        operation: Operation,
        fields: Fields,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> Listing[Any]:
        """The first page of a list, which reads the others when they are wanted."""

        def read(more: Fields) -> dict[str, Any]:
            page = self.data(operation, {**fields, **more}, timeout, max_retries, request_id)
            if not isinstance(page, dict) or not isinstance(page.get("items"), list):
                raise StrataError("unexpected_response", "The response is not one of Strata's")
            return page

        return Listing(read, fields.get("offset") or 0)

    def lines(
        self,
        operation: Operation,
        fields: Fields,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
    ) -> JsonLines[Any]:
        """A response in JSON Lines. Retries end where it begins."""
        limit = timeout or self._timeout
        response = self._attempts(operation, fields, limit, max_retries, request_id)
        return JsonLines(response, limit)

    def close(self) -> None:
        self._pool.close()

    def _body(
        self,
        operation: Operation,
        fields: Fields,
        timeout: float | None,
        max_retries: int | None,
        request_id: str | None,
    ) -> bytes:
        request = self._request(operation, fields, request_id)

        def attempt() -> bytes:
            return self._send(request, timeout or self._timeout).read()

        return with_retries(attempt, self._retries(max_retries), operation.is_repeatable)

    def _attempts(
        self, operation: Operation, fields: Fields, timeout: float, max_retries: int | None, request_id: str | None
    ) -> Response:
        request = self._request(operation, fields, request_id)
        return with_retries(
            lambda: self._send(request, timeout), self._retries(max_retries), operation.is_repeatable
        )

    def _retries(self, max_retries: int | None) -> int:
        return self._max_retries if max_retries is None else max_retries

    def _send(self, request: Request, timeout: float) -> Response:
        """One attempt. Anything but a success is a StrataError."""
        response = self._pool.send(request, timeout)
        if 200 <= response.status < 300:
            return response
        retry_after = response.header("Retry-After")
        request_id = response.header("X-Request-Id")
        raise error_of(response.status, response.read(), retry_after, request_id)

    def _request(self, operation: Operation, fields: Fields, request_id: str | None) -> Request:
        """Puts each field where the operation takes it: into the path, the query or the body."""
        rest = {
            name: value
            for name, value in fields.items()
            if value is not OMITTED and (value is not None or name in operation.nullable)
        }
        path = self._address.path + operation.path
        for name in operation.params:
            path = path.replace("{" + name + "}", path_part(name, rest.pop(name, None)))
        query = {name: query_value(rest.pop(name)) for name in operation.query if name in rest}
        if query:
            path = f"{path}?{urlencode(query)}"
        headers = {"Accept": "application/json, application/x-ndjson", "User-Agent": f"strata-client-python/{VERSION}"}
        if request_id is not None:
            headers["X-Request-Id"] = safe_request_id(request_id)
        body = None
        if operation.has_body:
            headers["Content-Type"] = "application/json"
            body = json_bytes(with_keys(operation, rest))
        return Request(operation.method, path, headers, body)


def with_keys(operation: Operation, fields: dict[str, Any]) -> dict[str, Any]:
    """A capture gets its idempotency key before its first attempt, so that a retry stores nothing twice."""
    if operation.path == "/v1/capture":
        return with_key(fields)
    if operation.path == "/v1/capture/batch":
        # What is no event, the service rejects.
        return {**fields, "events": [with_key(one) if isinstance(one, Mapping) else one for one in fields["events"]]}
    return fields


def with_key(event: Mapping[str, Any]) -> dict[str, Any]:
    """The event with an idempotency key, a new one if it has none."""
    return {**event, "idempotencyKey": event.get("idempotencyKey") or f"sdk-{uuid.uuid4()}"}


def json_bytes(value: Any) -> bytes:
    """JSON as bytes. A StrataError does not repeat the value."""
    try:
        return json.dumps(value, allow_nan=False, separators=(",", ":")).encode("ascii")
    except (TypeError, ValueError, RecursionError):
        raise StrataError("validation_error", "The request is not JSON") from None


def path_part(name: str, value: Any) -> str:
    if not isinstance(value, str) or value == "":
        raise TypeError(f"{name} must be a text that is not empty")
    # A part of a path that is only dots would lead to another path.
    if value in (".", ".."):
        raise TypeError(f'{name} must not be "{value}"')
    return quote(value, safe="")


def query_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def safe_request_id(request_id: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9._:-]{1,128}", request_id):
        raise ValueError("request_id must be 1 to 128 letters, digits or ._:-")
    return request_id


def read_json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        raise StrataError("unexpected_response", "The response is not JSON") from None


def error_of(status: int, body: bytes, retry_after: str | None, request_id: str | None) -> StrataError:
    """The error of a response that is no success."""
    seconds = float(retry_after) if retry_after is not None and retry_after.isdecimal() else None
    try:
        error = json.loads(body)["error"]
        code, message, details = str(error["code"]), str(error["message"]), error.get("details") or ()
    except (ValueError, KeyError, TypeError, AttributeError):
        code, message, details = "unexpected_response", f"The response has the status {status} and is not one of Strata's", ()
    return StrataError(
        code, message, status=status, details=details, request_id=request_id, retry_after=seconds
    )
