"""The buffer of captured events, and runs, while the service is away."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest

from strata import BufferSettings, Strata, StrataError
from strata.types import EventInput

from . import network
from .service_case import ServiceCase


def said(session: str, content: str) -> EventInput:
    return {"type": "message", "sessionId": session, "payload": {"role": "user", "content": content}}


class BufferTest(ServiceCase):
    def test_events_are_sent_together_and_in_order(self) -> None:
        session = self.new_id()
        captured = [self.strata.capture(said(session, f"Number {number}")) for number in range(2500)]
        self.strata.flush()
        batches = [len(one["keys"]) for one in network.requests() if one["path"] == "/v1/capture/batch"]
        self.assertEqual(sum(batches), 2500)
        self.assertLess(len(batches), 10)
        events = self.events_of(session)
        self.assertEqual([event["payload"]["content"] for event in events], [f"Number {n}" for n in range(2500)])
        self.assertEqual([event["id"] for event in events], [one.result(0)["eventId"] for one in captured])

    def test_a_batch_whose_answer_was_lost_is_sent_again_with_the_same_keys(self) -> None:
        session = self.new_id()
        network.refuse(2, is_forwarded=True)
        self.strata.capture(said(session, "Once"))
        self.strata.flush()
        requests = network.requests()
        self.assertEqual([one["status"] for one in requests], [503, 503, 202])
        self.assertEqual(len({key for one in requests for key in one["keys"]}), 1)
        self.assertEqual(len(self.events_of(session)), 1)

    def test_a_rejected_event_does_not_keep_the_others_back(self) -> None:
        session = self.new_id()
        with self.assertLogs("strata", "WARNING"):
            bad_event, not_json_event = said(session, "Bad"), said(session, "Set")
            bad_event["metadata"] = {"occurredAt": "2999-01-01T00:00:00Z"}
            not_json_event["payload"] = {"set": {1}}
            bad = self.strata.capture(bad_event)
            good = self.strata.capture(said(session, "Good"))
            not_json = self.strata.capture(not_json_event)
            with self.assertRaises(StrataError) as caught:
                self.strata.flush()
        self.assertEqual(caught.exception.code, "undelivered")
        self.assertIn("2 events were not stored", str(caught.exception))
        error = bad.exception(0)
        assert isinstance(error, StrataError)
        self.assertEqual((error.code, error.details[0]["field"]), ("validation_error", "metadata.occurredAt"))
        self.assertIsInstance(not_json.exception(0), StrataError)
        self.assertEqual([event["id"] for event in self.events_of(session)], [good.result(0)["eventId"]])
        self.strata.flush()

    def test_a_full_buffer_takes_no_more_and_never_waits(self) -> None:
        network.cut()
        client = self.client(buffer=BufferSettings(max_events=2, close_timeout=0))
        session = self.new_id()
        with self.assertLogs("strata", "WARNING"):
            *first, third = [client.capture(said(session, "Hi")) for _ in range(3)]
        error = third.exception(0)
        assert isinstance(error, StrataError)
        self.assertEqual(error.code, "buffer_full")
        network.mend()
        with self.assertRaises(StrataError):
            client.flush()  # Says that one was not stored.
        self.assertEqual(len(self.events_of(session)), len(first))

    def test_events_are_given_up_when_they_are_too_old(self) -> None:
        network.cut()
        client = self.client(buffer=BufferSettings(delivery_timeout=0, close_timeout=0))
        with self.assertLogs("strata", "WARNING"):
            error = client.capture(said(self.new_id(), "Hi")).exception(30)
        assert isinstance(error, StrataError)
        self.assertEqual(error.code, "connection_failed")

    def test_a_flush_ends_in_time(self) -> None:
        network.cut()
        session = self.new_id()
        self.strata.capture(said(session, "Late"))
        with self.assertRaises(StrataError) as caught:
            self.strata.flush(timeout=0.1)
        self.assertEqual(caught.exception.code, "undelivered")
        network.mend()
        self.strata.flush()
        self.assertEqual(len(self.events_of(session)), 1)

    def test_a_closed_client_takes_no_events(self) -> None:
        client = Strata()
        client.close()
        with self.assertLogs("strata", "WARNING"):
            self.assertIsInstance(client.capture(said(self.new_id(), "Late")).exception(0), StrataError)


class ProcessTest(ServiceCase):
    def run_program(self, program: str, *args: str) -> str:
        """Runs a program to its end, and returns what it wrote to standard error."""
        result = subprocess.run(
            [sys.executable, "-W", "error", "-c", program, *args], env=os.environ, capture_output=True, text=True, timeout=60
        )
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stderr

    def test_what_waits_is_delivered_when_the_process_ends(self) -> None:
        session = self.new_id()
        self.run_program(
            "import sys, strata\n"
            "def work():\n"
            "    with strata.Strata().run('Wash the car', session_id=sys.argv[1]) as run:\n"
            "        run.message('assistant', 'Done')\n"
            "work()\n",
            session,
        )
        self.assertEqual(len(self.events_of(session)), 3)

    def test_a_process_ends_although_the_service_is_away(self) -> None:
        network.cut()
        warning = self.run_program(
            "import strata\n"
            "client = strata.Strata(buffer=strata.BufferSettings(close_timeout=0.1))\n"
            "client.run('Wash the car').end()\n"
        )
        self.assertIn("2 events could not be delivered", warning)

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_a_fork_captures_by_itself(self) -> None:
        session = self.new_id()
        self.run_program(
            "import os, sys, strata\n"
            "client = strata.Strata()\n"
            "client.remember('Before', session_id=sys.argv[1])\n"
            "run = client.run('Wash the car', session_id=sys.argv[1])\n"
            "child = os.fork()\n"
            "run.message('assistant', 'Parent' if child else 'Child')\n"
            "if child: os.waitpid(child, 0)\n",
            session,
        )
        contents = sorted(event["payload"]["content"] for event in self.events_of(session))
        self.assertEqual(contents, ["Before", "Child", "Parent", "Wash the car"])


class RunTest(ServiceCase):
    def test_a_run_during_which_the_service_is_cut_off_is_stored_once_and_in_order(self) -> None:
        with self.strata.run(task="Refund order W1001") as run:
            self.strata.flush()
            network.cut()
            for number in range(40):
                with run.tool("get_order", {"order_id": f"W{number}"}) as call:
                    call.result({"status": "delivered"})
                if number == 20:
                    network.mend()
                    network.refuse(1, is_forwarded=True)
            network.interrupt()
        self.strata.flush()
        events = self.events_of(run.session_id)
        self.assertEqual(len(events), 1 + 2 * 40 + 1)
        calls = [event["payload"]["input"]["order_id"] for event in events if event["type"] == "tool_call"]
        self.assertEqual(calls, [f"W{number}" for number in range(40)])
        self.assertEqual(events[-1]["payload"], {"role": "system", "content": "", "resolved": True})

    def test_a_run_says_how_it_ended(self) -> None:
        def ending(resolve: bool | None, test: bool | None, error: BaseException | None) -> object:
            try:
                with self.strata.run(task="Fix the build") as run:
                    if test is not None:
                        run.test("unit", test)
                    if resolve is not None:
                        run.resolve(resolve)
                    if error is not None:
                        raise error
            except BaseException as raised:
                self.assertIs(raised, error)
            self.strata.flush()
            last = self.events_of(run.session_id)[-1]
            self.assertIs(last["metadata"]["sessionEnd"], True)
            return last["payload"].get("resolved")

        self.assertEqual(ending(None, None, None), True)
        self.assertEqual(ending(None, None, ValueError("broken")), False)
        self.assertEqual(ending(None, False, None), False)
        self.assertEqual(ending(None, True, None), True)
        self.assertEqual(ending(False, True, None), False)
        self.assertEqual(ending(True, None, ValueError("late")), True)
        self.assertEqual(ending(None, None, KeyboardInterrupt()), None)

    def test_steps_are_captured_with_what_came_of_them(self) -> None:
        client = self.client(agent_id="support", user_id="maya")
        with client.run(task="Refund order 7", task_id="ticket-7", tags=["refunds"]) as run:
            with self.assertRaises(TimeoutError), run.tool("refund", {"amount": float("nan"), "ids": {7}}):
                raise TimeoutError("no answer")
            with run.tool("refund") as call:
                call.failed("declined")
            run.command("npm test", exit_code=1, output="1 failed")
            run.test("unit", False, "x" * 300_000)
            run.event("file_edit", {"path": "a.py", "operation": "edit"}).result(30)
        client.flush()
        events = self.events_of(run.session_id)
        self.assertEqual(
            [event["type"] for event in events],
            ["message", *["tool_call", "tool_result"] * 2, "command_exec", "test_run", "file_edit", "message"],
        )
        for event in events:
            self.assertEqual((event["agentId"], event["userId"], event["tags"]), ("support", "maya", ["refunds"]))
            self.assertEqual(event["metadata"]["taskId"], "ticket-7")
        call_event, result = events[1]["payload"], events[2]["payload"]
        self.assertEqual(call_event["input"], {"amount": "nan", "ids": [7]})
        self.assertEqual(result["tool_call_id"], call_event["tool_call_id"])
        self.assertEqual((result["error"], result["success"]), ("TimeoutError: no answer", False))
        self.assertEqual((events[4]["payload"]["error"], events[4]["payload"]["success"]), ("declined", False))
        self.assertEqual(events[5]["payload"], {"command": "npm test", "exitCode": 1, "output": "1 failed"})
        self.assertIn("[200000 characters left out]", events[6]["payload"]["output"])


if __name__ == "__main__":
    unittest.main()
