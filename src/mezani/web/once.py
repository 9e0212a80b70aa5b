"""Facts of an object that are worked out when they are first asked for."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 (it is used as a decorator)
    """Like `functools.cached_property`, without the lock that this takes in Python 3.11: drawing is not threaded."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self.work, self.name = work, work.__name__
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> Self: ...

    @overload
    def __get__(self, owner: object, kind: type) -> T: ...

    def __get__(self, owner: object | None, kind: type) -> T | Self:
        if owner is None:
            return self
        found = owner.__dict__[self.name] = self.work(owner)
        return found
