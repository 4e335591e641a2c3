"""The error that every call raises."""

from __future__ import annotations

from typing import Any, Sequence, TypedDict


class ErrorDetail(TypedDict):
    """A rejected field, as a dotted path into the request, and the reason."""

    field: str
    message: str


class StrataError(Exception):
    """What went wrong. Decide by `code`; the message is for people. It holds no API key and nothing that was sent.

    Codes are those of the interface (`validation_error`, `unauthorized`, `forbidden`, `not_found`, `conflict`, `gone`,
    `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`) and those of the way to it:

    - `connection_failed`: the service could not be reached, or the connection broke.
    - `timed_out`: there was no response in time.
    - `unexpected_response`: the response is none of Strata's, for example a proxy's page.
    - `checksum_mismatch`: what arrived is not what was sent.
    - `buffer_full`: the buffer has no room for another event.
    - `undelivered`: events could not be delivered in time.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int | None = None,
        details: Sequence[ErrorDetail] = (),
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        #: The HTTP status; None if there was no response.
        self.status = status
        self.details = list(details)
        #: Identifies the request in the service's logs.
        self.request_id = request_id
        #: Seconds after which the service says that a retry makes sense.
        self.retry_after = retry_after

    def __reduce__(self) -> Any:
        return (_restore, (self.code, self.message, self.__dict__))

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


def _restore(code: str, message: str, attributes: dict[str, Any]) -> StrataError:
    error = StrataError(code, message)
    error.__dict__.update(attributes)
    return error


TRANSIENT = frozenset({"rate_limited", "unavailable", "connection_failed", "timed_out"})
PROXY_FAILURES = range(502, 505)


def is_transient(error: StrataError) -> bool:
    """Whether the same request may succeed later: the service is busy or away, or a proxy in front of it says so."""
    return error.code in TRANSIENT or (error.code == "unexpected_response" and error.status in PROXY_FAILURES)
