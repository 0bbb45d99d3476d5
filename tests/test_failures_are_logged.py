"""Nothing fails in silence, and the log tells nothing that is hidden: both are read from the code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion

ROOT = Path(companion.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
RIM = ("app", "cli", "faces")
"""Rooms that may write a log. All others are pure: they hand on what went wrong, and one of these logs it."""
HANDED_ON = {
    "set_exception",
    "broke_over",
    "part_broke",
    "Trouble",
    "Strayed",
    "ScenarioResult",
    "_failed",
    "_broke",
    "lost",
}
"""What a pure room gives an exception to, whole: somebody at the rim logs it from there."""

MAY_BE_SILENT = {
    ("table/nfc.py", "close"): "it is being closed; the port may be gone",
    ("table/nfc.py", "_hang_up"): "it is being closed; the port may be gone",
    ("table/nfc.py", "hurry"): "it may be closed at this very moment",
    ("table/nfc.py", "poll"): "nfcpy raises anything when a tag is taken away in the middle; it is told as a Trouble",
    ("referee/verifying.py", "played"): "a record that somebody has written: what is wrong with it is the answer",
    ("referee/recovery.py", "from_snapshot"): "it is returned, and becomes a Trouble",
    ("app/program_log.py", "kinds"): "the log itself",
}
"""Catch-alls that neither raise, log nor hand on, each with its reason."""


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Every node, with the function that it stands in."""

    def walk(node: ast.AST, function: str) -> Iterator[tuple[str, ast.AST]]:
        for child in ast.iter_child_nodes(node):
            inside = child.name if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) else function
            yield inside, child
            yield from walk(child, inside)

    return walk(tree, "")


def takes_all(kind: ast.expr | None) -> bool:
    """Whether it catches whatever comes."""
    if isinstance(kind, ast.Tuple):
        return any(map(takes_all, kind.elts))
    return kind is None or (isinstance(kind, ast.Name) and kind.id in ("Exception", "BaseException"))


def called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def logs(node: ast.AST) -> bool:
    """Whether it is a line of the log with a traceback."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    target = node.func.value
    if not (isinstance(target, ast.Name) and target.id == "log"):
        return False
    return node.func.attr == "exception" or any(keyword.arg == "exc_info" for keyword in node.keywords)


def hands_on(node: ast.AST, problem: str | None) -> bool:
    """Whether it gives the exception itself to somebody who reports it."""
    if called(node) not in HANDED_ON or not isinstance(node, ast.Call):
        return False
    given = [*node.args, *(keyword.value for keyword in node.keywords)]
    return any(isinstance(one, ast.Name) and one.id == problem for one in given)


def is_told(handler: ast.ExceptHandler, room: str) -> bool:
    nodes = [node for statement in handler.body for node in ast.walk(statement)]
    if any(isinstance(node, ast.Raise) for node in nodes):
        return True
    if room in RIM and any(map(logs, nodes)):
        return True
    return any(hands_on(node, handler.name) for node in nodes)


def silent(source: str, name: str) -> list[str]:
    """The catch-alls of a module that swallow what they catch."""
    found, room = [], name.partition("/")[0]
    for function, node in functions(ast.parse(source)):
        if isinstance(node, ast.ExceptHandler) and takes_all(node.type) and not is_told(node, room):
            found.append(function)
        if called(node) == "suppress" and isinstance(node, ast.Call) and any(map(takes_all, node.args)):
            found.append(function)
    return found


def test_a_catch_all_raises_logs_or_hands_on() -> None:
    found = {(name, function) for path in MODULES for name in [name_of(path)] for function in silent(read(path), name)}
    assert not found - MAY_BE_SILENT.keys(), "log.exception(...); in a pure room hand the exception on as data"
    assert not MAY_BE_SILENT.keys() - found, "these stand in the list in vain"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("except Exception:\n        pass", ["f"]),
        ("except:\n        return 1", ["f"]),
        ("except (OSError, Exception) as problem:\n        print(problem)", ["f"]),
        ("except BaseException as problem:\n        log.error('It broke: %s', problem)", ["f"]),
        ("except Exception as problem:\n        self._broke('it')", ["f"]),
        ("except Exception:\n        log.exception('It broke.')", []),
        ("except Exception as problem:\n        log.error('It broke.', exc_info=problem)", []),
        ("except Exception as problem:\n        self._broke('it', problem)", []),
        ("except Exception as problem:\n        raise ValueError from problem", []),
        ("except OSError:\n        pass", []),
    ],
)
def test_the_test_itself(body: str, found: list[str]) -> None:
    source = f"def f():\n    try:\n        g()\n    {body}\n"
    assert silent(source, "app/x.py") == found


def test_pure_rooms_do_not_count_as_logging() -> None:
    source = "def f():\n    try:\n        g()\n    except Exception:\n        log.exception('It broke.')\n"
    assert silent(source, "referee/x.py") == ["f"]
    assert silent("def f():\n    with suppress(Exception):\n        g()\n", "app/x.py") == ["f"]


# -- what is logged ------------------------------------------------------------------------------------------------

LEVELS = {"debug", "info", "warning", "error", "exception", "critical"}


def log_calls(tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            target = node.func.value
            if isinstance(target, ast.Name) and target.id == "log" and node.func.attr in {*LEVELS, "log"}:
                yield node


def test_a_line_of_the_log_is_a_text_of_the_code() -> None:
    """The words stand there, and what is filled in has a name: nothing is put together on the spot."""
    lines = [(name_of(path), call) for path in MODULES for call in log_calls(ast.parse(read(path)))]
    assert len(lines) > 15
    for name, call in lines:
        level = isinstance(call.func, ast.Attribute) and call.func.attr == "log"
        words, values = call.args[level], call.args[level + 1 :]
        assert isinstance(words, ast.Constant), f"{name}:{call.lineno}"
        assert all(isinstance(value, ast.Name | ast.Attribute) for value in values), f"{name}:{call.lineno}"


QUIET = ("table/nfc.py",)
"""Modules that keep a library from writing."""


def test_only_the_rim_writes_a_log() -> None:
    for path in MODULES:
        name = name_of(path)
        if name.partition("/")[0] not in RIM and name not in QUIET:
            assert not {"logging", "logging.handlers"} & imports(ast.parse(read(path))), name


def imports(tree: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found
