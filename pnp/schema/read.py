"""Nodes and field types go in, typed values come out; what is wrong is added to the problems."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from pnp.problems import CONTROL, GameError, Problem, Span, did_you_mean, in_order
from pnp.schema.types import FieldType
from pnp.schema.values import FieldText, Record, Values
from pnp.source.nodes import FAULTY, Listing, Node, Scalar, kind, shortened
from pnp.source.nodes import Mapping as MappingNode
from pnp.units import MAX_DIGITS, parse_length, parse_number, parse_whole

Fields = Mapping[str, FieldType]

MAX_PROBLEMS = 500
_FLAGS = {"yes": True, "true": True, "no": False, "false": False}
COPIES = FieldType("int", 0, 1000, default="1", optional=True)  # of any record, though nobody declared it
_NOTHING: object = None


@dataclass(eq=False)
class Reader:
    """Reads the values of one game. ``refs`` are read as PendingRef and resolved when every file is in.

    ``assumed`` collects the paths of values marked ``!assumed``; ``notes`` say what was chosen where a
    choice was left; ``tables`` reads a list that is written as the name of a file.
    """

    records: Mapping[str, Fields]
    palette: Mapping[str, str]
    icons: frozenset[str]
    problems: list[Problem] = field(default_factory=list)
    assumed: list[tuple[str, Span]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    tables: Callable[[Reader, Node, FieldType, str, Record | None], object] | None = None

    def problem(self, code: str, message: str, span: Span | None, hint: str = "") -> None:
        """Keep a problem. Nobody reads hundreds: raises GameError then."""
        self.problems.append(Problem(code, message, span, hint))
        if len(self.problems) >= MAX_PROBLEMS:
            note = Problem(
                "too-many-problems", f"there are {MAX_PROBLEMS} problems already; the rest was not looked at"
            )
            raise GameError([*in_order(self.problems), note])

    def keep(self, problems: Iterable[Problem]) -> None:
        """Keep the problems of a file that could not be read at all."""
        self.problems += problems

    def warn(self, code: str, message: str, span: Span | None, hint: str = "") -> None:
        """Keep a warning."""
        self.problems.append(Problem(code, message, span, hint, "warning"))

    def value(self, node: Node, wanted: FieldType, path: str, parent: Record | None) -> object:
        """One value of the wanted type, or None after adding a problem."""
        if node.tag == "assumed":
            self.assumed.append((path, node.span))
        if wanted.kind == "any" or node.tag == FAULTY:
            return _NOTHING
        if wanted.kind == "list":
            return self._list(node, wanted, path, parent)
        if wanted.kind == "record":
            return self._record(node, wanted, path, parent)
        if not isinstance(node, Scalar) or node.empty:
            self.problem(
                "wrong-type",
                f"{_last(path)}: expected {_expected(wanted)}, found {kind(node)}",
                node.span,
                _such_as(wanted),
            )
            return _NOTHING
        return _READERS[wanted.kind](self, node, wanted, path)

    def fields(self, node: Node, wanted: Fields, path: str, record: Record, into: dict[str, object]) -> None:
        """Every field of a mapping: unknown and missing ones are problems, absent optional ones become None."""
        if not isinstance(node, MappingNode):
            self.problem(
                "wrong-type",
                f"{_last(path)}: expected fields such as 'name: …', found {kind(node)}",
                node.span,
                "write each as name: value, on a line of its own",
            )
            into.update(dict.fromkeys(wanted))
            return
        for key, value in node.entries:
            if key.text not in wanted:
                hint = did_you_mean(key.text, wanted)
                self.problem("unknown-field", f"unknown field '{shortened(key.text)}' in {path}", key.span, hint)
                continue
            if wanted[key.text].kind == "computed":
                self.refuse_computed(key, wanted[key.text])
                continue
            if isinstance(value, Scalar) and value.empty and wanted[key.text].optional:
                continue
            record.places[key.text] = value.span
            into[key.text] = self.value(value, wanted[key.text], f"{path}.{key.text}", record)
        given = {key.text for key, _ in node.entries}
        for name, type_ in wanted.items():
            if type_.kind == "computed":
                continue
            if name not in given:
                if type_.default is not None:
                    default = Scalar(type_.default, node.span, quoted=True)
                    into[name] = self.value(default, type_, f"{path}.{name}", record)
                elif not type_.optional:
                    self.problem(
                        "missing-field",
                        f"{path} has no field '{name}'",
                        record.span,
                        f"add {name}: {_example(type_)}",
                    )
            into.setdefault(name, None)

    def refuse_computed(self, place: Scalar, type_: FieldType) -> None:
        """Nobody gives a computed field a value."""
        message = f"{place.text}: this field is computed"
        self.problem("computed-field", message, place.span, f"take it out; it is {shortened(type_.formula)}")

    def _list(self, node: Node, wanted: FieldType, path: str, parent: Record | None) -> object:
        if not isinstance(node, Listing):
            items = self.tables(self, node, wanted, path, parent) if self.tables else None
            if items is not None:
                return items
            self.problem(
                "wrong-type",
                f"{_last(path)}: expected a list, found {kind(node)}",
                node.span,
                "write it as [a, b] or with dashes",
            )
            return ()
        assert wanted.item is not None, "a list type has an item type"
        self.count(node, wanted, path)
        name = _last(path)
        for i, item in enumerate(node.items if parent is not None else ()):
            parent.places[f"{name}[{i}]"] = item.span  # type: ignore[union-attr]  # nothing is counted without one
        return tuple(self.value(item, wanted.item, f"{path}[{i}]", parent) for i, item in enumerate(node.items))

    def count(self, node: Listing, wanted: FieldType, path: str) -> None:
        """As many items as the field's type allows; the first one too many is shown."""
        count = len(node.items)
        hint = f"the field is declared as {wanted} in game.yaml"
        if wanted.high is not None and count > wanted.high:
            more = count - int(wanted.high)
            message = f"{_last(path)}: {_items(count)}, {more} more than {wanted.high:g}, the most there may be"
            self.problem("list-length", message, node.items[int(wanted.high)].span, hint)
        elif wanted.low is not None and count < wanted.low:
            fewer = int(wanted.low) - count
            message = f"{_last(path)}: {_items(count)}, {fewer} fewer than {wanted.low:g}, the least there may be"
            self.problem("list-length", message, node.span, hint)

    def _record(self, node: Node, wanted: FieldType, path: str, parent: Record | None) -> object:
        fields = self.records[wanted.target]
        if isinstance(node, MappingNode) and node.get("copies") is not None:
            fields = {"copies": COPIES, **fields}
        values = new_values(fields)
        record = Record(path, path.rpartition(".")[2], node.span, values, parent)
        self.fields(node, fields, path, record, values)
        return record

    def _text(self, node: Scalar, wanted: FieldType, path: str) -> object:
        if not node.text.strip() and not wanted.optional:
            self.problem(
                "empty-text",
                f"{_last(path)}: the text is empty",
                node.span,
                "write it, or make the field optional with a ? behind its type",
            )
        if wanted.high is not None and len(node.text) > wanted.high:
            message = (
                f"{_last(path)}: {len(node.text):,} characters are more than {wanted.high:g}, the most it may have"
            )
            self.problem("out-of-range", message, node.span, "shorten it")
        control = CONTROL.search(node.text)
        if control is not None:
            message = f"{_last(path)}: the text holds a character that cannot be printed (U+{ord(control[0]):04X})"
            self.problem("control-character", message, node.span, "delete it")
        return FieldText.of(node.text.strip("\n"), path, node.span)

    def _number(self, node: Scalar, wanted: FieldType, path: str) -> object:
        try:
            value = parse_whole(node.text) if wanted.kind == "int" else parse_number(node.text)
        except ValueError:
            return self._wrong(node, wanted, path)
        return self._in_range(value, node, wanted, path)

    def _length(self, node: Scalar, wanted: FieldType, path: str) -> object:
        try:
            return self._in_range(parse_length(node.text), node, wanted, path)
        except ValueError as error:
            self.problem("wrong-type", f"{_last(path)}: {error}", node.span, "such as 3mm, 0.5in or 8pt")
            return _NOTHING

    def _in_range(self, value: float, node: Scalar, wanted: FieldType, path: str) -> object:
        name = _last(path)
        if wanted.high is not None and value > wanted.high:
            hint = f"the field is declared as {wanted} in game.yaml"
            self.problem(
                "out-of-range",
                f"{name}: {shortened(node.text)} is more than {wanted.high:g}, the most it may be",
                node.span,
                hint,
            )
        elif wanted.low is not None and value < wanted.low:
            hint = f"the field is declared as {wanted} in game.yaml"
            self.problem(
                "out-of-range",
                f"{name}: {shortened(node.text)} is less than {wanted.low:g}, the least it may be",
                node.span,
                hint,
            )
        return value

    def _flag(self, node: Scalar, wanted: FieldType, path: str) -> object:
        flag = _FLAGS.get(node.text.lower())
        return self._wrong(node, wanted, path) if flag is None else flag

    def _color(self, node: Scalar, _wanted: FieldType, path: str) -> object:
        if node.text not in self.palette:
            hint = did_you_mean(node.text, self.palette) or "add it to the palette in game.yaml"
            self.problem(
                "unknown-color", f"{_last(path)}: '{shortened(node.text)}' is no colour of the palette", node.span, hint
            )
        return node.text

    def _icon(self, node: Scalar, _wanted: FieldType, path: str) -> object:
        if node.text not in self.icons:
            hint = did_you_mean(node.text, self.icons) or "put its SVG into templates/icons/"
            self.problem("unknown-icon", f"{_last(path)}: unknown icon '{shortened(node.text)}'", node.span, hint)
        return FieldText.of(node.text, path, node.span)

    def _choice(self, node: Scalar, wanted: FieldType, path: str) -> object:
        if node.text not in wanted.choices:
            message = f"{_last(path)}: '{shortened(node.text)}' is none of {', '.join(wanted.choices)}"
            self.problem("unknown-choice", message, node.span, did_you_mean(node.text, wanted.choices))
        return FieldText.of(node.text, path, node.span)

    def _ref(self, node: Scalar, wanted: FieldType, path: str) -> object:
        return PendingRef(wanted.target, node.text, path, node.span)

    def _wrong(self, node: Scalar, wanted: FieldType, path: str) -> object:
        message = f"{_last(path)}: expected {_expected(wanted)}, found {kind(node)}"
        if wanted.kind in ("int", "number") and node.text.isdecimal() and len(node.text) > MAX_DIGITS:
            message += f": at most {MAX_DIGITS} digits"
        hint = _such_as(wanted)
        if wanted.kind in ("int", "number") and re.fullmatch("[+-]?[0-9]{1,12},[0-9]{1,12}", node.text):
            hint = f"write {node.text.replace(',', '.')} or {node.text.replace(',', '')}: a comma can mean either"
        self.problem("wrong-type", message, node.span, hint)
        return _NOTHING


@dataclass(frozen=True, slots=True)
class PendingRef:
    """A reference that waits until every collection is read."""

    collection: str
    id: str
    path: str
    span: Span


_READERS: dict[str, Callable[[Reader, Scalar, FieldType, str], object]] = {
    "text": Reader._text,
    "markup": Reader._text,
    "int": Reader._number,
    "number": Reader._number,
    "length": Reader._length,
    "flag": Reader._flag,
    "color": Reader._color,
    "icon": Reader._icon,
    "one of": Reader._choice,
    "ref": Reader._ref,
}


def new_values(fields: Fields) -> dict[str, object]:
    """Room for the values of a record with these fields."""
    formulas = {name: type_.formula for name, type_ in fields.items() if type_.kind == "computed"}
    if not formulas:
        return {}
    values = Values()
    values.formulas = formulas
    return values


def _items(count: int) -> str:
    return f"{count} item{'s' * (count != 1)}"


def _last(path: str) -> str:
    return path.rpartition(".")[2]


def _expected(wanted: FieldType) -> str:
    names = {
        "int": "a whole number",
        "number": "a number",
        "flag": "yes or no",
        "length": "a length",
        "color": "a colour's name",
        "icon": "an icon's name",
        "text": "a text",
        "markup": "a text",
        "ref": f"the id of one of {wanted.target}",
    }
    limits = {
        (True, True): f" from {wanted.low or 0:g} to {wanted.high or 0:g}",
        (True, False): f" of at least {wanted.low or 0:g}",
        (False, True): f" of at most {wanted.high or 0:g}",
        (False, False): "",
    }[wanted.low is not None, wanted.high is not None]
    return names.get(wanted.kind, str(wanted)) + limits


def _such_as(wanted: FieldType) -> str:
    example = _example(wanted)
    return "" if example == "…" else f"such as {example}"


def _example(wanted: FieldType) -> str:
    if wanted.kind in ("int", "number"):
        return f"{wanted.low if wanted.low is not None else 1:g}"
    samples = {
        "flag": "yes",
        "length": "3mm",
        "list": "[…]",
        "one of": wanted.choices[0] if wanted.choices else "…",
    }
    return samples.get(wanted.kind, "…")
