"""Calls that the process makes by itself, which keep nothing alive."""

from __future__ import annotations

import weakref
from typing import Callable


def weak_call(method: Callable[[], None]) -> Callable[[], None]:
    """A function that calls the method of an object as long as the object lives."""
    reference = weakref.WeakMethod(method)

    def call() -> None:
        living = reference()
        if living is not None:
            living()

    return call
