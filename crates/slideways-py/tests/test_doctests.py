"""The examples in the docstrings are true."""

from __future__ import annotations

import doctest
import inspect

import pytest
import slideways
import slideways.errors
import slideways.gym
from slideways import _design, _library, _native, _tiles

MODULES = [slideways, slideways.errors, slideways.gym, _design, _library, _tiles]


def examples() -> list[doctest.DocTest]:
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = [test for module in MODULES for test in finder.find(module, module.__name__) if test.examples]
    for name, value in vars(_native).items():
        # The finder has seen the classes, but not the functions.
        text = inspect.getdoc(value)
        if text and ">>>" in text and not inspect.isclass(value):
            found.append(doctest.DocTestParser().get_doctest(text, {}, name, None, None))
    return found


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_an_example_is_true(example: doctest.DocTest) -> None:
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    result = doctest.DocTestRunner(optionflags=flags).run(example)
    assert result.attempted and not result.failed


def test_everything_public_is_documented() -> None:
    for name in slideways.__all__:
        value = getattr(slideways, name)
        if name == "__version__":
            continue
        assert inspect.getdoc(value), name
        if inspect.isclass(value):
            for member, part in vars(value).items():
                if not member.startswith("_") and (callable(part) or inspect.isgetsetdescriptor(part)):
                    assert inspect.getdoc(part), f"{name}.{member}"
