"""Strata, as an agent uses it."""

from __future__ import annotations

import time
import uuid
from concurrent.futures import Future
from datetime import datetime
from types import TracebackType
from typing import Any, Mapping, Sequence, cast

from .api import Api
from .caller import Caller
from .config import Address, BufferSettings, at_least, read_address
from .errors import StrataError
from .event_buffer import Captured, EventBuffer
from .run import Run, given, now
from .types import EventInput, LearnReceipt

JOB_POLL = 0.5
ENDED = ("completed", "failed")


class Strata:
    """Strata, as an agent uses it. `api` has every operation; the other methods are what most agents need.

    All errors of calls are a `StrataError`. A client may be shared by the threads of a process, and survives a fork.
    """

    #: Every operation of the interface by its name.
    api: Api

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        agent_id: str | None = None,
        user_id: str | None = None,
        namespace_id: str | None = None,
        timeout: float = 30.0,
        max_retries: int = 3,
        buffer: BufferSettings = BufferSettings(),
    ) -> None:
        """`base_url` and `api_key` (a key, or a user's token) default to `STRATA_URL`, else http://localhost:8080, and
        `STRATA_API_KEY`. `agent_id`, `user_id` and `namespace_id` are those of captured events and of questions that name
        none. `timeout` is the longest wait for one response, in seconds; `max_retries` is how often a request is sent again
        after a transient error. Raises a ValueError that names what is wrong."""
        at_least(0.001, "timeout", timeout)
        at_least(0, "max_retries", max_retries)
        for name, value in buffer._asdict().items():
            at_least(1 if name.startswith("max_") else 0, f"buffer.{name}", value)
        self._address: Address = read_address(base_url, api_key)
        self._scope = given({"agentId": agent_id, "userId": user_id, "namespaceId": namespace_id})
        self._caller = Caller(self._address, timeout, max_retries)
        self._buffer = EventBuffer(self._caller, buffer)
        self._delivery_timeout = buffer.delivery_timeout
        self._session_id = f"client-{uuid.uuid4()}"
        self.api = Api(self._caller)

    def remember(
        self,
        text: str,
        *,
        role: str = "user",
        session_id: str | None = None,
        agent_id: str | None = None,
        user_id: str | None = None,
        namespace_id: str | None = None,
        tags: Sequence[str] | None = None,
        at: datetime | None = None,
    ) -> Captured:
        """Remembers a text. When it returns, the text is stored and can be found; it becomes a memory when it is learned.

        `role` is who said it: `user`, `assistant` or a name. `session_id` is the conversation that it belongs to, by default one
        for each client. `user_id` is the end user whom it is about; without it, it is for everybody. `at` is when it was said, by
        default now; a time without a zone is local.
        """
        own = given({"agentId": agent_id, "userId": user_id, "namespaceId": namespace_id})
        labels = given({"tags": None if tags is None else list(tags)})
        receipt = self.api.capture_event(
            type="message",
            session_id=session_id or self._session_id,
            payload={"role": role, "content": text},
            metadata={**self._scope, **own, **labels, "occurredAt": now() if at is None else at.astimezone().isoformat()},
        )
        return {"eventId": receipt["eventId"]}

    def context(
        self,
        query: str,
        *,
        agent_id: str | None = None,
        user_id: str | None = None,
        namespace_id: str | None = None,
        session_id: str | None = None,
        max_tokens: int | None = None,
        since: str | None = None,
        until: str | None = None,
        tags: Sequence[str] | None = None,
        include_artifacts: bool | None = None,
        include_memories: bool | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> str:
        """What is known that fits a query, as a text for a prompt, marked as recalled data. Empty if nothing fits.

        With `user_id`, memories of this end user and those for everybody; without it, only the latter. `max_tokens` bounds the text.
        """
        pack = self.api.synthesize(
            query=query,
            agent_id=agent_id or self._scope.get("agentId"),
            user_id=user_id or self._scope.get("userId"),
            namespace_id=namespace_id or self._scope.get("namespaceId"),
            session_id=session_id,
            max_tokens=max_tokens,
            since=since,
            until=until,
            tags=tags,
            include_artifacts=include_artifacts,
            include_memories=include_memories,
            format="text",
            timeout=timeout,
            max_retries=max_retries,
        )
        return pack.get("text", "")

    def learn(
        self,
        *,
        wait: bool = False,
        agent_id: str | None = None,
        user_id: str | None = None,
        namespace_id: str | None = None,
        session_id: str | None = None,
        since: str | None = None,
        until: str | None = None,
    ) -> LearnReceipt:
        """Compiles what was captured, all of it or what the arguments name. With `wait`, it returns when the job has ended,
        however long it takes; a job that failed is an error."""
        self.flush()
        receipt = self.api.start_learning(
            wait=wait,
            agent_id=agent_id,
            user_id=user_id,
            namespace_id=namespace_id,
            session_id=session_id,
            since=since,
            until=until,
        )
        status = receipt["status"]
        reason = ""
        while wait and status not in ENDED:
            time.sleep(JOB_POLL)
            job = self.api.get_job(id=receipt["jobId"])
            status = job["status"]
            reason = "" if job["error"] is None else f": {job['error']['message']}"
        if wait and status != "completed":
            raise StrataError("internal_error", f"Learning did not complete: the job is {status}{reason}")
        return {"jobId": receipt["jobId"], "status": status}

    def run(
        self,
        task: str,
        *,
        session_id: str | None = None,
        task_id: str | None = None,
        agent_id: str | None = None,
        user_id: str | None = None,
        namespace_id: str | None = None,
        tags: Sequence[str] | None = None,
    ) -> Run:
        """One run of an agent, which captures its task, its steps and how it ended:

            with strata.run(task="Refund order 7") as run:
                ...

        `task` is what the agent is to do, in the words of whoever asks; it is captured as the first message. `task_id` names a
        task that several runs work on: they count as one piece of evidence.
        """
        return Run(
            self._buffer,
            self._scope,
            task=task,
            session_id=session_id,
            task_id=task_id,
            agent_id=agent_id,
            user_id=user_id,
            namespace_id=namespace_id,
            tags=tags,
        )

    def capture(self, event: EventInput) -> Future[Captured]:
        """Captures an event, and returns at once. Events that are captured soon after each other are sent together, and sent
        again until they are stored. The future has the id of the stored event; nobody has to wait for it."""
        metadata: Mapping[str, Any] = {**self._scope, **event.get("metadata", {})}
        return self._buffer.add({**cast("dict[str, Any]", event), "metadata": metadata})

    def flush(self, timeout: float | None = None) -> None:
        """Returns when everything captured so far is stored. Raises `undelivered` if it is not stored within `timeout` seconds,
        or if events were rejected since the last flush."""
        self._buffer.flush(self._delivery_timeout if timeout is None else timeout)

    def close(self) -> None:
        """Delivers what waits, for at most `buffer.close_timeout` seconds, and captures no more. Raises `undelivered` like `flush`."""
        try:
            self._buffer.close()
        finally:
            self._caller.close()

    def __enter__(self) -> Strata:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            self.close()
        except StrataError:
            # The log has said it already; the error of the block comes first.
            if error is None:
                raise

    def __repr__(self) -> str:
        return f"Strata(base_url={self._address.url!r})"
