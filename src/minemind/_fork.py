"""Fork: locks that the child of a fork must renew, because a thread of its parent may have held them at the fork.

The engine renews its own locks. These are those of Python 3.11, one for each cached property of a class: reading such
a property of any object waits until no other thread computes one. Later versions have none.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from functools import cached_property
from typing import Any

__all__: list[str] = []


def _properties() -> Iterator[cached_property[Any]]:
    """All cached properties of the package."""
    modules = [module for name, module in list(sys.modules.items()) if name.partition(".")[0] == "minemind"]
    classes = {each for module in modules for each in vars(module).values() if isinstance(each, type)}
    for each in classes:
        yield from (member for member in vars(each).values() if isinstance(member, cached_property))


def _renew_locks() -> None:
    for member in _properties():
        member.lock = threading.RLock()  # type: ignore[attr-defined]


if sys.version_info < (3, 12) and hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_locks)
