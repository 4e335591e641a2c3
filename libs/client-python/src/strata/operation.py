"""What a request needs to know of an operation."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Operation(NamedTuple):
    """One operation of the interface."""

    method: str
    #: From the host root, with `{name}` for each of `params`.
    path: str
    params: tuple[str, ...]
    query: tuple[str, ...]
    #: The fields that may be null; None leaves out any other field.
    nullable: tuple[str, ...]
    has_body: bool
    #: `data` of the envelope, a list that continues by `cursor` or `offset`, JSON `lines`, or the body as `json` or `text`.
    kind: Literal["data", "cursor", "offset", "lines", "json", "text"]
    #: Sent twice, it does what it does once.
    is_repeatable: bool
