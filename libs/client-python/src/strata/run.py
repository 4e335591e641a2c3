"""One run of an agent, captured step by step."""

from __future__ import annotations

import uuid
from concurrent.futures import Future
from datetime import datetime, timezone
from types import TracebackType
from typing import Any, Mapping, Sequence

from .event_buffer import Captured, EventBuffer
from .json_values import as_json


def now() -> str:
    """The time in UTC, as ISO 8601."""
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def given(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}


class Run:
    """One run of an agent, as one session. Use it as a context manager, or call `end` yourself.

    What it captures goes through a buffer, so no method waits for the network or fails when Strata is away. Methods that
    capture an event return a future for the stored event, which nobody has to wait for.
    """

    def __init__(
        self,
        buffer: EventBuffer,
        scope: Mapping[str, str],
        *,
        task: str,
        session_id: str | None = None,
        task_id: str | None = None,
        agent_id: str | None = None,
        user_id: str | None = None,
        namespace_id: str | None = None,
        tags: Sequence[str] | None = None,
    ) -> None:
        self.session_id = session_id or f"run-{uuid.uuid4()}"
        self._buffer = buffer
        own = {"taskId": task_id, "agentId": agent_id, "userId": user_id, "namespaceId": namespace_id}
        self._metadata = {**scope, **given({**own, "tags": None if tags is None else list(tags)})}
        self._is_resolved: bool | None = None
        self._reason: str | None = None
        self._last_test: bool | None = None
        self._has_ended = False
        self.message("user", task)

    def message(self, role: str, content: str) -> Future[Captured]:
        """Something that was said. `role` is `user`, `assistant` or a name."""
        return self._capture("message", {"role": role, "content": content})

    def tool(self, name: str, input: Any = None) -> ToolCall:
        """Captures the call of a tool and what comes of it, as a context manager:

            with run.tool("get_order", {"order_id": 7}) as call:
                call.result(get_order(7))

        An exception within it is the tool's error, and goes on.
        """
        return ToolCall(self, name, input)

    def tool_call(self, name: str, input: Any = None, *, call_id: str | None = None) -> str:
        """A call of a tool. Returns its id, which connects it with its result."""
        call_id = call_id or str(uuid.uuid4())
        self._capture("tool_call", {"tool_name": name, "input": input, "tool_call_id": call_id})
        return call_id

    def tool_result(
        self, name: str, output: Any = None, *, call_id: str | None = None, error: object = None
    ) -> Future[Captured]:
        """What a call of a tool returned, or the error that it ended with: an exception or a text."""
        ending = {"output": output} if error is None else {"error": message_of(error)}
        called = given({"tool_name": name, "tool_call_id": call_id})
        return self._capture("tool_result", {**called, **ending, "success": error is None})

    def command(self, command: str, *, exit_code: int | None = None, output: str | None = None) -> Future[Captured]:
        """A shell command."""
        return self._capture("command_exec", given({"command": command, "exitCode": exit_code, "output": output}))

    def test(self, name: str, passed: bool, output: str | None = None) -> Future[Captured]:
        """A test. The last one decides how the run ended, unless `resolve` says so."""
        self._last_test = passed
        return self._capture("test_run", given({"name": name, "passed": passed, "output": output}))

    def event(
        self, type: str, payload: Mapping[str, Any], metadata: Mapping[str, Any] | None = None
    ) -> Future[Captured]:
        """Any other event of this run."""
        return self._capture(type, payload, metadata or {})

    def resolve(self, resolved: bool, reason: str | None = None) -> None:
        """Says whether the task was done, which is sent when the run ends."""
        self._is_resolved, self._reason = resolved, reason

    def end(self, error: BaseException | None = None) -> None:
        """Ends the session. Without a word of `resolve`, an exception is a failure, else the last test decides, and a run without
        a test is resolved. An interrupt, such as Ctrl-C, says nothing about the task."""
        if self._has_ended:
            return
        self._has_ended = True
        is_interrupt = error is not None and not isinstance(error, Exception)
        verdict = self._is_resolved
        if verdict is None and not is_interrupt:
            verdict = error is None and self._last_test is not False
        reason = self._reason or (None if error is None else message_of(error))
        # A message is no step, so that it appears in no procedure that is learned.
        ending = given({"role": "system", "content": reason or "", "resolved": verdict})
        self._capture("message", ending, {"sessionEnd": True})

    def __enter__(self) -> Run:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.end(error)

    def __repr__(self) -> str:
        return f"<Run {self.session_id}>"

    def _capture(
        self, type: str, payload: Mapping[str, Any], metadata: Mapping[str, Any] | None = None
    ) -> Future[Captured]:
        return self._buffer.add(
            {
                "type": type,
                "sessionId": self.session_id,
                "payload": {key: as_json(value) for key, value in payload.items()},
                "metadata": {**self._metadata, "occurredAt": now(), **(metadata or {})},
            }
        )


class ToolCall:
    """A call of a tool, while it runs."""

    def __init__(self, run: Run, name: str, input: Any) -> None:
        self._run = run
        self._name = name
        self._input = input
        self._output: Any = None
        self._error: object = None
        self._call_id = ""

    def result(self, output: Any) -> None:
        """What the tool returned."""
        self._output = output

    def failed(self, error: object) -> None:
        """The tool ended with an error, an exception or a text, without raising it."""
        self._error = error

    def __enter__(self) -> ToolCall:
        self._call_id = self._run.tool_call(self._name, self._input)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._run.tool_result(self._name, self._output, call_id=self._call_id, error=error or self._error)


def message_of(error: object) -> str:
    """What an error says, with its type."""
    return f"{type(error).__name__}: {error}" if isinstance(error, BaseException) else str(error)
