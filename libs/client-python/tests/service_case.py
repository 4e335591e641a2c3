"""What tests of the client against the service have in common."""

from __future__ import annotations

import unittest
import uuid
from typing import Any

from strata import Strata
from strata.types import Event

from . import network


class ServiceCase(unittest.TestCase):
    """A test with a client, on a network that is in order at its start."""

    def setUp(self) -> None:
        network.refuse(0)
        network.mend()
        network.requests()
        self.strata = self.client()

    def client(self, *args: Any, **options: Any) -> Strata:
        """A client that is closed after the test."""
        client = Strata(*args, **options)
        self.addCleanup(_close, client)
        self.addCleanup(network.mend)
        return client

    def new_id(self) -> str:
        """An id that no other test has."""
        return f"{self.id().rsplit('.', 1)[-1]}-{uuid.uuid4()}"

    def events_of(self, session_id: str) -> list[Event]:
        """The stored events of a session, the oldest first."""
        return list(self.strata.api.list_events(session_id=session_id, limit=100))[::-1]


def _close(client: Strata) -> None:
    try:
        client.close()
    except Exception:
        pass  # What a test left undelivered on purpose.
