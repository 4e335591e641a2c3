"""When a request is sent again."""

from __future__ import annotations

import random
import time
from typing import Callable, TypeVar

from .errors import StrataError, is_transient

FIRST_DELAY = 0.25
LONGEST_DELAY = 8.0
#: A service that asks for a longer wait gets no retry: the caller should decide.
LONGEST_RETRY_AFTER = 60.0
LARGEST_EXPONENT = 16

Result = TypeVar("Result")


def with_retries(attempt: Callable[[], Result], max_retries: int, is_repeatable: bool) -> Result:
    """Tries again after transient errors, at most `max_retries` times, waiting as long as the service asks.

    A request that must not be repeated is sent again only if the service turned it away before it did anything.
    """
    for retries in range(max_retries + 1):
        try:
            return attempt()
        except StrataError as error:
            delay = retry_delay(retries, error)
            is_safe = is_repeatable or error.code == "rate_limited"
            if retries == max_retries or not is_transient(error) or not is_safe or delay > LONGEST_RETRY_AFTER:
                raise
            time.sleep(delay)
    raise AssertionError("unreachable")


def retry_delay(retries: int, error: StrataError) -> float:
    """Seconds: a random part of a doubling time, so that many clients do not come back at once; at least what the service asks for."""
    longest = min(LONGEST_DELAY, FIRST_DELAY * 2.0 ** min(retries, LARGEST_EXPONENT))
    return (error.retry_after or 0.0) + random.uniform(0.0, longest)
