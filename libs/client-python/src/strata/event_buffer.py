"""Captured events on their way to the service."""

from __future__ import annotations

import atexit
import logging
import os
import threading
import time
from collections import deque
from concurrent.futures import Future
from typing import Any, Mapping, NamedTuple, TypedDict

from .caller import Caller, json_bytes, with_key
from .config import BufferSettings
from .errors import StrataError, is_transient
from .operations import OPERATIONS
from .retrying import LONGEST_RETRY_AFTER, retry_delay
from .types import BatchReceipt
from .weak_call import weak_call

#: Half of what the service takes at most.
MAX_BATCH_BYTES = 8 * 1024 * 1024
MAX_BATCH_EVENTS = 1000
#: Seconds after which a thread without work ends.
LONGEST_IDLE = 5.0

log = logging.getLogger("strata")


class Captured(TypedDict):
    """A stored event."""

    eventId: str


class Waiting(NamedTuple):
    """An event that is not delivered yet. `since` is in seconds of the monotonic clock."""

    event: dict[str, Any]
    size: int
    since: float
    stored: Future[Captured]


class EventBuffer:
    """Collects events, and sends them in batches from a thread of its own.

    One batch goes after the other, so that events arrive in the order of their capture. A batch that was not answered is sent
    again with the same keys until its events are stored or too old. No method but `flush` and `close` waits for the network.
    """

    def __init__(self, caller: Caller, settings: BufferSettings) -> None:
        self._caller = caller
        self._settings = settings
        self._renew()
        # The process that forks delivers what it captured; its child starts with nothing.
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=weak_call(self._renew))
        self._at_exit = weak_call(self._close_at_exit)
        atexit.register(self._at_exit)

    def _renew(self) -> None:
        #: How many events were taken, and how many of them are delivered or given up.
        self._taken = 0
        self._done = 0
        self._waiting: deque[Waiting] = deque()
        self._bytes = 0
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_closed = False
        #: How many flushes wait: no event lingers and no pause is slept to its end meanwhile.
        self._flushes = 0
        self._rejected = 0
        self._first_rejection: StrataError | None = None

    @property
    def size(self) -> int:
        """The number of events that are not delivered yet."""
        with self._changed:
            return len(self._waiting)

    def add(self, event: Mapping[str, Any]) -> Future[Captured]:
        """Takes an event, and returns at once. The future has its id when it is stored, or a StrataError if it is given up."""
        stored: Future[Captured] = Future()
        # From here on it cannot be cancelled: the event is on its way.
        stored.set_running_or_notify_cancel()
        try:
            keyed = with_key(event)
            size = len(json_bytes(keyed))
            with self._changed:
                self._require_room(size)
                self._start()
                self._waiting.append(Waiting(keyed, size, time.monotonic(), stored))
                self._bytes += size
                self._taken += 1
                self._changed.notify_all()
        except StrataError as error:
            self._reject([stored], error)
        return stored

    def flush(self, timeout: float) -> None:
        """Returns when every event captured so far is stored. Raises `undelivered` if it is not within `timeout` seconds, or if
        events were rejected since the last flush; what is not delivered in time still waits."""
        with self._changed:
            taken = self._taken
            self._flushes += 1
            self._changed.notify_all()
            try:
                is_done = self._changed.wait_for(lambda: self._done >= taken, timeout)
            finally:
                self._flushes -= 1
            count, first = self._rejected, self._first_rejection
            self._rejected, self._first_rejection = 0, None
            left = taken - self._done
        if not is_done:
            raise StrataError("undelivered", f"{left} events could not be delivered within {timeout:g} s")
        if first is not None:
            raise StrataError("undelivered", f"{count} events were not stored. The first: {first}") from first

    def close(self) -> None:
        """Flushes for at most `close_timeout`, and takes no more events."""
        atexit.unregister(self._at_exit)
        with self._changed:
            self._is_closed = True
        try:
            self.flush(self._settings.close_timeout)
        finally:
            with self._changed:
                self._changed.notify_all()

    def _close_at_exit(self) -> None:
        try:
            self.close()
        except StrataError as error:
            log.warning("Strata: at the end of the process, %s", error)

    def _require_room(self, size: int) -> None:
        if self._is_closed:
            raise StrataError("undelivered", "The client is closed")
        if len(self._waiting) >= self._settings.max_events or self._bytes + size > self._settings.max_bytes:
            raise StrataError(
                "buffer_full", f"{len(self._waiting)} events wait for their delivery, and there is no room for more"
            )

    def _reject(self, futures: list[Future[Captured]], error: StrataError) -> None:
        """Nobody has to look at the futures: the log and the next flush say it, too."""
        if not futures:
            return
        with self._changed:
            self._rejected += len(futures)
            self._first_rejection = self._first_rejection or error
        log.warning("Strata did not store %d captured events: %s", len(futures), error)
        for future in futures:
            if not future.done():
                future.set_exception(error)

    def _start(self) -> None:
        if self._thread is not None and self._thread.is_alive():
            return
        thread = threading.Thread(target=self._deliver, name="strata-capture", daemon=True)
        try:
            thread.start()
        except RuntimeError:
            raise StrataError("undelivered", "The process ends") from None
        self._thread = thread

    def _deliver(self) -> None:
        """The work of the thread. It ends when there was nothing to do for a while, so that nothing holds an idle buffer."""
        failures = 0
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._is_closed, timeout=LONGEST_IDLE)
                if not self._waiting:
                    self._thread = None
                    return
                self._changed.wait_for(self._is_urgent, timeout=self._settings.linger)
                batch = self._next_batch()
            failures = self._deliver_batch(batch, failures)

    def _deliver_batch(self, batch: list[Waiting], failures: int) -> int:
        """Sends a batch. Returns how many attempts failed one after the other."""
        try:
            receipt = self._caller.data(
                OPERATIONS["captureBatch"], {"events": [waiting.event for waiting in batch]}, max_retries=0
            )
            self._settle(batch, receipt)
            return 0
        except StrataError as error:
            if not is_transient(error):
                self._give_up(batch, error)
                return 0
            self._give_up_old(error)
            self._pause(min(retry_delay(failures, error), LONGEST_RETRY_AFTER))
            return failures + 1
        except Exception as error:  # No event may keep the others from being delivered.
            self._give_up(batch, StrataError("unexpected_response", f"The events could not be sent: {type(error).__name__}"))
            return 0

    def _is_urgent(self) -> bool:
        return self._flushes > 0 or self._is_closed or len(self._waiting) >= MAX_BATCH_EVENTS

    def _pause(self, delay: float) -> None:
        """A flush that begins during a pause ends it, so that the service is tried at least once within its time."""
        with self._changed:
            flushes = self._flushes
            self._changed.wait_for(lambda: self._flushes > flushes, timeout=delay)

    def _next_batch(self) -> list[Waiting]:
        batch: list[Waiting] = []
        size = 0
        for waiting in self._waiting:
            size += waiting.size
            if batch and (size > MAX_BATCH_BYTES or len(batch) >= MAX_BATCH_EVENTS):
                break
            batch.append(waiting)
        return batch

    def _settle(self, batch: list[Waiting], receipt: BatchReceipt) -> None:
        if len(receipt["eventIds"]) != len(batch):
            raise StrataError("unexpected_response", "The response is not about the events that were sent")
        errors = {one["index"]: one for one in receipt["errorDetails"]}
        for index, (waiting, event_id) in enumerate(zip(batch, receipt["eventIds"])):
            if event_id is not None:
                waiting.stored.set_result({"eventId": event_id})
            elif index in errors:
                reason = errors[index]
                details = [{"field": one["field"], "message": one["message"]} for one in reason["details"]]
                error = StrataError(reason["code"], reason["message"], details=details)  # type: ignore[arg-type]
                self._reject([waiting.stored], error)
            else:
                self._reject([waiting.stored], StrataError("unexpected_response", "The event was not stored"))
        self._remove(batch)

    def _give_up_old(self, reason: StrataError) -> None:
        oldest = time.monotonic() - self._settings.delivery_timeout
        with self._changed:
            old = [waiting for waiting in self._waiting if waiting.since <= oldest]
        self._give_up(old, reason)

    def _give_up(self, batch: list[Waiting], reason: StrataError) -> None:
        self._reject([waiting.stored for waiting in batch], reason)
        self._remove(batch)

    def _remove(self, batch: list[Waiting]) -> None:
        """The oldest events of the buffer."""
        with self._changed:
            for waiting in batch:
                self._waiting.popleft()
                self._bytes -= waiting.size
                self._done += 1
            self._changed.notify_all()
