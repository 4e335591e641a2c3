"""The generated operations, against the document of the running service."""

from __future__ import annotations

import inspect
import os
import unittest
from typing import Any

from strata import OMITTED, OPERATIONS, Listing, StrataError
from strata.api import Api

from .service_case import ServiceCase

#: They end sessions of the user or change the tenant, or they are long.
NOT_CALLED = {"logOut"}


def snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


class OperationsTest(ServiceCase):
    def test_every_operation_of_the_document_is_a_method(self) -> None:
        document: Any = self.strata.api.read_document()
        documented = {
            operation["operationId"]: (method.upper(), path)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
            # What exporters of OpenTelemetry send is no call of a client.
            if "application/x-protobuf" not in operation["responses"].get("200", {}).get("content", {})
        }
        self.assertEqual(documented, {name: (one.method, one.path) for name, one in OPERATIONS.items()})
        methods = {name for name, _ in inspect.getmembers(Api, inspect.isfunction) if not name.startswith("_")}
        self.assertEqual(methods, {snake(name) for name in OPERATIONS})

    def test_every_operation_reaches_the_service(self) -> None:
        # With a user's token, which may call all of them. No call names anything that exists.
        user = self.client(api_key=os.environ["STRATA_USER_TOKEN"], max_retries=0)
        for name in sorted(OPERATIONS.keys() - NOT_CALLED):
            method = getattr(user.api, snake(name))
            needed = [
                parameter.name
                for parameter in inspect.signature(method).parameters.values()
                if parameter.default is inspect.Parameter.empty
            ]
            with self.subTest(name):
                try:
                    method(**{argument: "x" for argument in needed})
                except StrataError as error:
                    self.assertIn(
                        error.code, {"validation_error", "not_found", "forbidden", "unauthorized", "conflict"}, error
                    )
                    self.assertNotIn("path does not exist", error.message)

    def test_arguments_are_keyword_only(self) -> None:
        with self.assertRaises(TypeError):
            self.strata.api.get_job("job")  # type: ignore[misc]

    def test_none_leaves_out_a_field_and_may_be_null_where_the_interface_has_null(self) -> None:
        nullable = {name for name, one in OPERATIONS.items() if one.nullable}
        self.assertIn("updateTeam", nullable)
        defaults = inspect.signature(Api.update_team).parameters
        self.assertIs(defaults["description"].default, OMITTED)
        self.assertIsInstance(self.strata.api.list_memories(agent_id=None, limit=None), Listing)

    def test_ids_cannot_lead_to_another_path(self) -> None:
        for bad in ("", "..", "."):
            with self.assertRaises(TypeError):
                self.strata.api.get_memory(id=bad)
        with self.assertRaises(StrataError) as caught:
            self.strata.api.get_memory(id="../jobs?x=#é/%2e")
        self.assertEqual(caught.exception.code, "not_found")
        self.assertIn("memory", caught.exception.message)


if __name__ == "__main__":
    unittest.main()
