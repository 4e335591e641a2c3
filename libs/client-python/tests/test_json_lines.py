"""Responses in JSON Lines are checked by their last line."""

from __future__ import annotations

import hashlib
import json
import unittest
from typing import Any, cast

from strata import StrataError
from strata.connections import Response
from strata.json_lines import JsonLines

LINES = [b'{"type":"export","id":"xpt_1"}\n', '{"type":"event","event":{"content":"Grüße 🚢"}}\n'.encode()]
SUM = json.dumps({"sha256": hashlib.sha256(b"".join(LINES)).hexdigest(), "lines": 2}).encode() + b"\n"


class Arriving:
    """The body of a response, which arrives in parts of seven bytes."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self.is_closed = False

    def chunk(self, _timeout: float) -> bytes:
        part, self._content = self._content[:7], self._content[7:]
        return part

    def close(self) -> None:
        self.is_closed = True


def read(content: bytes) -> list[Any]:
    return list(JsonLines[Any](cast(Response, Arriving(content)), 1))


class JsonLinesTest(unittest.TestCase):
    def test_a_whole_response_is_read_with_its_checksum(self) -> None:
        content = b"".join([*LINES, SUM])
        self.assertEqual(read(content), [json.loads(line) for line in content.splitlines()])

    def test_a_changed_response_is_refused(self) -> None:
        first, second = LINES
        for lines in ([first, SUM], [second, first, SUM], [first, second, second, SUM], [first, b"{}\n", SUM]):
            with self.subTest(lines=lines), self.assertRaises(StrataError) as raised:
                read(b"".join(lines))
            self.assertEqual(raised.exception.code, "checksum_mismatch")

    def test_a_response_that_was_cut_off_is_refused(self) -> None:
        cut_off: list[list[bytes]] = [[*LINES], [*LINES, SUM[:20]], [*LINES, SUM, LINES[0]], []]
        for lines in cut_off:
            with self.subTest(lines=lines), self.assertRaises(StrataError) as raised:
                read(b"".join(lines))
            self.assertEqual(raised.exception.code, "connection_failed")


if __name__ == "__main__":
    unittest.main()
