"""What JSON can hold of values of Python."""

from __future__ import annotations

import dataclasses
import json
import math
from typing import Any, Mapping

#: An event takes 256 KiB; a value of this many characters leaves room for all that stands around it.
LONGEST_VALUE = 100_000
DEEPEST = 32


def as_json(value: Any) -> Any:
    """JSON of a value: what JSON has no form for becomes a text, and a value that is too long a shortened text."""
    plain = _plain(value, DEEPEST)
    text = plain if isinstance(plain, str) else json.dumps(plain)
    return shortened(text) if len(text) > LONGEST_VALUE else plain


def shortened(text: str, longest: int = LONGEST_VALUE) -> str:
    """The start and the end of a text that is too long."""
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]}\n[{len(text) - 2 * half} characters left out]\n{text[-half:]}"


def _plain(value: Any, depth: int) -> Any:
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if depth == 0:
        return _text(str(value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name), depth - 1) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {_text(str(key)): _plain(member, depth - 1) for key, member in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(member, depth - 1) for member in value]
    if isinstance(value, (bytes, bytearray)):
        return _text(bytes(value).decode("utf-8", "replace"))
    return _text(str(value))


def _text(text: str) -> str:
    """Without what cannot be stored: halves of characters, and the character 0."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "")
