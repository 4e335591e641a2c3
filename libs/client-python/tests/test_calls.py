"""Errors, retries, connections, lists and streams."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import threading
import traceback
import unittest
from typing import Any

from strata import BufferSettings, Strata, StrataError

from . import network
from .service_case import ServiceCase

KEY = os.environ["STRATA_API_KEY"]


class ErrorsTest(ServiceCase):
    def test_an_error_has_code_status_details_and_the_id_of_its_request(self) -> None:
        with self.assertRaises(StrataError) as caught:
            self.strata.api.synthesize(max_tokens=-1, request_id="my-request-7")
        error = caught.exception
        self.assertEqual((error.code, error.status, error.request_id), ("validation_error", 400, "my-request-7"))
        self.assertEqual(error.details[0]["field"], "maxTokens")
        self.assertEqual(vars(pickle.loads(pickle.dumps(error))), vars(error))

    def test_the_key_is_in_no_error_and_no_description(self) -> None:
        client = self.client(api_key=f"{KEY}x", max_retries=0)
        with self.assertRaises(StrataError) as caught:
            client.api.get_usage_metrics()
        self.assertEqual(caught.exception.code, "unauthorized")
        network.cut()
        with self.assertRaises(StrataError) as unreachable:
            client.api.get_usage_metrics()
        said = [traceback.format_exc(), repr(client), repr(vars(client)), repr(vars(client._caller))]
        for error in (caught.exception, unreachable.exception):
            said += traceback.TracebackException.from_exception(error, capture_locals=True).format()
            said += [str(error), repr(error), repr(vars(error)), "".join(traceback.format_exception(error))]
        self.assertNotIn(KEY, "\n".join(said))

    def test_bad_settings_are_named_and_not_repeated(self) -> None:
        settings: list[dict[str, Any]] = [
            {"api_key": "key with\nline"},
            {"api_key": "schlüssel"},
            {"base_url": "ftp://secret"},
            {"base_url": "http://me:secret@host"},
            {"base_url": "http://host:secret"},
            {"timeout": 0},
            {"max_retries": -1},
            {"buffer": BufferSettings(max_events=0)},
        ]
        for options in settings:
            with self.subTest(options), self.assertRaises(ValueError) as caught:
                Strata(**options)
            self.assertIn(next(iter(options)), str(caught.exception))
            self.assertNotRegex(str(caught.exception), "secret|schl|line")

    def test_a_response_of_something_else_is_named(self) -> None:
        elsewhere = self.client(f"{os.environ['NETWORK_CONTROL']}/", max_retries=0)
        with self.assertRaises(StrataError) as caught:
            elsewhere.api.get_usage_metrics()
        self.assertEqual(caught.exception.code, "unexpected_response")

    def test_no_answer_in_time_is_an_error(self) -> None:
        network.hang()
        with self.assertRaises(StrataError) as caught:
            self.strata.api.get_usage_metrics(timeout=0.2, max_retries=0)
        self.assertEqual(caught.exception.code, "timed_out")


class RetriesTest(ServiceCase):
    def test_a_capture_is_repeated_with_the_same_key(self) -> None:
        session = self.new_id()
        for is_forwarded in (False, True):
            network.refuse(2, is_forwarded=is_forwarded)
            self.strata.api.capture_event(type="message", session_id=session, payload={"role": "user", "content": "Hi"})
            requests = network.requests()
            self.assertEqual([one["status"] for one in requests], [503, 503, 202])
            self.assertEqual(len({key for one in requests for key in one["keys"]}), 1)
        self.assertEqual(len(self.events_of(session)), 2)

    def test_what_the_service_asks_for_is_waited(self) -> None:
        network.refuse(1, 429, "rate_limited", "1")
        self.strata.api.synthesize(query="What?")
        self.assertEqual([one["status"] for one in network.requests()], [429, 200])

    def test_a_wait_that_is_too_long_is_left_to_the_caller(self) -> None:
        network.refuse(1, 429, "rate_limited", "86400")
        with self.assertRaises(StrataError) as caught:
            self.strata.api.synthesize(query="What?")
        self.assertEqual((caught.exception.code, caught.exception.retry_after), ("rate_limited", 86400.0))

    def test_retries_end(self) -> None:
        network.refuse(9)
        with self.assertRaises(StrataError) as caught:
            self.strata.api.get_usage_metrics(max_retries=1)
        self.assertEqual(caught.exception.code, "unavailable")
        self.assertEqual(len(network.requests()), 2)

    def test_an_operation_that_would_do_its_work_twice_is_not_repeated(self) -> None:
        user = self.client(api_key=os.environ["STRATA_USER_TOKEN"])
        network.refuse(1)
        with self.assertRaises(StrataError):
            user.api.create_vault(name="One")
        network.refuse(1, 429, "rate_limited")
        user.api.create_vault(name="Two")
        self.assertEqual([one["status"] for one in network.requests()], [503, 429, 201])


class ConnectionsTest(ServiceCase):
    def test_a_connection_is_kept_open_and_opened_again_when_it_broke(self) -> None:
        self.strata.api.get_usage_metrics()
        self.strata.api.get_usage_metrics()
        network.interrupt()
        self.strata.api.get_usage_metrics(max_retries=0)
        first, second, third = (one["connection"] for one in network.requests())
        self.assertEqual(first, second)
        self.assertNotEqual(second, third)

    def test_threads_share_a_client(self) -> None:
        session = self.new_id()

        def work() -> None:
            for _ in range(10):
                self.strata.api.capture_event(type="message", session_id=session, payload={"content": "Hi"})

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(self.events_of(session)), 80)


class ListsTest(ServiceCase):
    def test_a_list_reads_all_pages(self) -> None:
        session = self.new_id()
        events = [
            {"type": "message", "sessionId": session, "payload": {"content": f"Number {number}"}} for number in range(25)
        ]
        self.strata.api.capture_batch(events=events)  # type: ignore[arg-type]
        listing = self.strata.api.list_events(session_id=session, limit=10)
        self.assertEqual((len(listing.items), listing.total), (10, 25))
        self.assertEqual([len(page) for page in listing.pages()], [10, 10, 5])
        self.assertEqual({event["payload"]["content"] for event in listing}, {f"Number {number}" for number in range(25)})
        self.assertEqual(list(self.strata.api.list_artifacts(limit=1, include_inactive=True)), [])

    def test_an_export_is_read_while_it_arrives(self) -> None:
        user = self.new_id()
        self.strata.remember("I take my tea with oat milk.", user_id=user)
        self.strata.learn(wait=True)
        receipt = self.strata.api.start_export(user_id=user)
        while self.strata.api.get_job(id=receipt["jobId"])["status"] != "completed":
            pass
        with self.strata.api.get_export(id=receipt["jobId"]) as export:
            lines = list(export)
        self.assertEqual([line.get("type") for line in lines], ["export", "event", "memory", None])
        *content, end = self.strata.api.get_export(id=receipt["jobId"]).raw()
        self.assertEqual(json.loads(end)["sha256"], hashlib.sha256(b"".join(content)).hexdigest())
        with self.strata.api.get_export(id=receipt["jobId"]) as export:
            next(iter(export))
        self.strata.api.get_usage_metrics(max_retries=0)


if __name__ == "__main__":
    unittest.main()
