"""The Python client of Strata: memory for agents that compiles what they do into knowledge.

    from strata import Strata

    strata = Strata()  # STRATA_URL and STRATA_API_KEY
    strata.remember("I only fly with hand luggage", user_id="maya")
    print(strata.context("What should I pack?", user_id="maya"))
"""

from .client import Strata
from .config import BufferSettings
from .errors import ErrorDetail, StrataError
from .event_buffer import Captured
from .json_lines import JsonLines
from .listing import Listing
from .omitted import OMITTED
from .operations import OPERATIONS
from .run import Run, ToolCall
from .version import VERSION as __version__

__all__ = [
    "OPERATIONS",
    "OMITTED",
    "BufferSettings",
    "Captured",
    "ErrorDetail",
    "JsonLines",
    "Listing",
    "Run",
    "Strata",
    "StrataError",
    "ToolCall",
    "__version__",
]
