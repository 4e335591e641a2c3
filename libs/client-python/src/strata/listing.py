"""Lists that are read page by page."""

from __future__ import annotations

from typing import Any, Callable, Generic, Iterator, Mapping, TypeVar

Item = TypeVar("Item")


class Listing(Generic[Item]):
    """A list: `items` of the first page, which is here already; iterate over it for the items of all pages."""

    def __init__(self, read: Callable[[Mapping[str, Any]], dict[str, Any]], offset: int) -> None:
        """`read` reads the page at a `cursor` or an `offset`; `offset` is where the first page begins."""
        self._read = read
        self._offset = offset
        self._first = read({})

    @property
    def items(self) -> list[Item]:
        """The items of the first page."""
        return list(self._first["items"])

    @property
    def total(self) -> int:
        """The number of matches on all pages."""
        return int(self._first.get("pagination", self._first)["total"])

    @property
    def cursor(self) -> str | None:
        """Leads to the second page; None if there is none, or if the list continues by offset."""
        cursor: str | None = self._first.get("pagination", {}).get("cursor")
        return cursor

    def pages(self) -> Iterator[list[Item]]:
        """The items of each page. A page is requested when it is reached."""
        page, offset = self._first, self._offset
        while True:
            yield list(page["items"])
            offset += len(page["items"])
            if page.get("pagination", {}).get("cursor") is not None:
                page = self._read({"cursor": page["pagination"]["cursor"]})
            elif page.get("hasMore") and page["items"]:
                page = self._read({"offset": offset})
            else:
                return

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page

    def __repr__(self) -> str:
        return f"<Listing of {self.total}>"
