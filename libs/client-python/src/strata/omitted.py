"""The difference between an argument that is left out and one that is None."""

from __future__ import annotations

import enum
from typing import Final


class Omitted(enum.Enum):
    """The type of `OMITTED`."""

    OMITTED = "omitted"

    def __repr__(self) -> str:
        return "OMITTED"


OMITTED: Final = Omitted.OMITTED
"""Stands for an argument that is left out, where None would be sent as null."""
