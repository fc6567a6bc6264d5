"""Sets of request names, known ones and unheard-of ones: what may still be the subtype at a place in the code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Rest:
    """Every name that starts with `prefix`, heard of or not, less `without`, less those with other prefixes."""

    prefix: str = ""
    without: frozenset[str] = frozenset()
    without_prefixes: tuple[str, ...] = ()

    def __contains__(self, name: str) -> bool:
        return self.is_like(name) and name not in self.without

    def is_like(self, name: str) -> bool:
        """Whether an unheard-of name that is spelled much like `name` is in here."""
        return name.startswith(self.prefix) and not name.startswith(self.without_prefixes)

    def starting(self, prefix: str) -> Rest | None:
        longer, shorter = (prefix, self.prefix) if len(prefix) > len(self.prefix) else (self.prefix, prefix)
        if not longer.startswith(shorter) or (self.without_prefixes and longer.startswith(self.without_prefixes)):
            return None
        return replace(self, prefix=longer)

    def not_starting(self, prefix: str) -> Rest | None:
        if self.prefix.startswith(prefix):
            return None
        return replace(self, without_prefixes=(*self.without_prefixes, prefix))

    def joined(self, other: Rest) -> Rest:
        """A set that holds both; exact where the one's prefix is the start of the other's."""
        wide, narrow = (self, other) if len(self.prefix) <= len(other.prefix) else (other, self)
        if not narrow.prefix.startswith(wide.prefix):
            return Rest()
        without = {name for name in wide.without if name not in narrow}
        without |= {name for name in narrow.without if name not in wide and wide.is_like(name)}
        shut = tuple(prefix for prefix in wide.without_prefixes if not narrow.admits(prefix))
        return Rest(wide.prefix, frozenset(without), shut)

    def admits(self, prefix: str) -> bool:
        """Whether some unheard-of name that starts with `prefix` is in here."""
        return self.starting(prefix) is not None


@dataclass(frozen=True, slots=True)
class Names:
    """What the subtype may be: one of `known`, which were told apart from all others, or one of the `rest`."""

    known: frozenset[str]
    rest: Rest | None = None

    def __contains__(self, name: str) -> bool:
        return name in self.known or (self.rest is not None and name in self.rest)

    def __bool__(self) -> bool:
        return self.rest is not None or bool(self.known)

    @property
    def is_open(self) -> bool:
        """Whether the subtype may be one that nobody has heard of."""
        return self.rest is not None

    def among(self, names: Iterable[str]) -> Names:
        """The names given that are in this set."""
        return Names(frozenset(name for name in names if name in self))

    def less(self, names: Iterable[str]) -> Names:
        """This set without the names given."""
        gone = frozenset(names)
        rest = replace(self.rest, without=self.rest.without | gone) if self.rest is not None else None
        return Names(self.known - gone, rest)

    def starting(self, prefix: str) -> Names:
        """The part of this set that starts with `prefix`."""
        known = frozenset(name for name in self.known if name.startswith(prefix))
        return Names(known, self.rest.starting(prefix) if self.rest is not None else None)

    def not_starting(self, prefix: str) -> Names:
        """The part of this set that does not start with `prefix`."""
        known = frozenset(name for name in self.known if not name.startswith(prefix))
        return Names(known, self.rest.not_starting(prefix) if self.rest is not None else None)

    def joined(self, other: Names) -> Names:
        """Both sets together."""
        if other is self or other is NOBODY:
            return self
        if self is NOBODY:
            return other
        if self.rest is None or other.rest is None:
            rest = self.rest or other.rest
        else:
            rest = self.rest.joined(other.rest)
        return Names(self.known | other.known, rest)

    def settled(self) -> Names:
        """The same set, in which a known name is one of the rest again where the rest came by where it was told apart.

        A name that was told apart only for a while (`if (subtype === "x") note()`) is then as unknown as before.
        """
        if self.rest is None:
            return self
        back = frozenset(name for name in self.known if self.rest.is_like(name) and name in self.rest.without)
        return Names(self.known - back, replace(self.rest, without=self.rest.without - back)) if back else self


EVERY = Names(frozenset(), Rest())
NOBODY = Names(frozenset())
