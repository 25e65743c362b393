"""The graph of a space, and its diameter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from slideways._arrays import array

if TYPE_CHECKING:
    from slideways._arrays import Integers
    from slideways._native import Puzzle, Space


class Diameter(NamedTuple):
    """The largest distance between two states, as exactly as the limits allowed it to be proved."""

    #: The proved lower bound.
    at_least: int
    #: The proved upper bound, if there is one.
    at_most: int | None
    #: Two states that are `at_least` moves apart.
    ends: list[Puzzle]

    @property
    def moves(self) -> int | None:
        """The diameter; None if the bounds differ."""
        return self.at_least if self.at_least == self.at_most else None


class Graph:
    """The states of a space and the moves between them, by number.

    States are numbered in the order of their distance from the start, which has number 0. Arrays are those of
    numpy if it is installed, otherwise memory views.
    """

    #: The space.
    space: Space
    #: Two states that are one move apart in each row, the smaller number first.
    edges: Integers
    #: The distance of each state from the start.
    from_start: Integers
    #: The distance of each state to the nearest goal; -1 if there is none.
    to_goal: Integers

    def __init__(self, space: Space, edges: bytes, from_start: bytes, to_goal: bytes) -> None:
        self.space = space
        self.edges = array(edges, "int32", len(edges) // 8, 2)
        self.from_start = array(from_start, "int32", len(from_start) // 4)
        self.to_goal = array(to_goal, "int32", len(to_goal) // 4)

    @property
    def states(self) -> int:
        """The number of states."""
        return len(self.from_start)

    def state(self, number: int) -> Puzzle:
        """The puzzle that begins at a state."""
        return self.space.state(number)

    def positions(self) -> list[str]:
        """All states in one line each, as in puzzle text."""
        return self.space._positions()

    def to_networkx(self) -> Any:
        """The graph for networkx, whose nodes have the attributes `from_start`, `to_goal` and `position`."""
        import networkx

        graph: Any = networkx.Graph()  # pyright: ignore[reportUnknownVariableType]
        attributes = zip(self.from_start.tolist(), self.to_goal.tolist(), self.positions(), strict=True)
        graph.add_nodes_from(
            (number, {"from_start": start, "to_goal": goal if goal >= 0 else None, "position": position})
            for number, (start, goal, position) in enumerate(attributes)
        )
        graph.add_edges_from(self.edges.tolist())
        return graph

    def __repr__(self) -> str:
        return f"<Graph: {self.states} states, {len(self.edges)} edges>"
