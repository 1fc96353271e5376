"""The sections of game.yaml go in; what does not go together comes out, such as documents that hold themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pnp.game.choose import part_fields
from pnp.game.model import Collection, Component, Document
from pnp.schema.read import Fields, Reader
from pnp.schema.types import FieldType
from pnp.source.nodes import Listing, Scalar
from pnp.source.nodes import Mapping as MappingNode

MAX_DOCUMENTS = 200
MAX_TITLE = 120
_LANGUAGE = re.compile(r"[a-z]{2,3}([-_][A-Za-z0-9]{2,8})*")


def check_head(reader: Reader, page: MappingNode, head: Mapping[str, object]) -> None:
    """The language chooses the hyphenation and is written into every PDF."""
    language = page.get("language")
    if isinstance(head.get("language"), str) and language and not _LANGUAGE.fullmatch(str(head["language"])):
        reader.problem("bad-language", "language: this is no language's code", language.span, "such as en, de or pt-BR")


def check_documents(reader: Reader, page: MappingNode, documents: Mapping[str, Document]) -> None:
    """Nothing stands twice in a document, none is empty, and none combines itself."""
    node = page.get("documents")
    if not isinstance(node, MappingNode) or not node.entries:
        message, hint = "the game has no documents: nothing will be built", "add documents: {all: […]}"
        reader.warn("no-documents", message, (node or page).span, hint)
        return
    if len(node.entries) > MAX_DOCUMENTS:
        message = f"documents: more than {MAX_DOCUMENTS} stand here"
        reader.problem("too-many", message, node.span, "put several components into one")
    for key, value in node.entries:
        lists = [value] if isinstance(value, Listing) else []
        if isinstance(value, MappingNode):
            lists = [item for name in ("components", "combine") if isinstance(item := value.get(name), Listing)]
        for items in lists:
            _check_list(reader, items, key)
        if key.text in documents and len(documents[key.text].title) > MAX_TITLE:
            message = f"the title of '{key.text}' has more than {MAX_TITLE} characters"
            reader.problem("out-of-range", message, value.span, "shorten it: it stands on every sheet")
        if key.text in documents and _holds(documents, key.text):
            message = f"document '{key.text}' combines itself"
            reader.problem("circular-document", message, key.span, "take it out of its own combine list")


def check_params(
    reader: Reader,
    components: Mapping[str, Component],
    collections: Mapping[str, Collection],
    types: Mapping[str, Fields],
) -> None:
    """What a component gives its template with ``with:`` is not hidden by a field of its records."""
    for component in components.values():
        fields: Fields = collections[component.of].fields if component.of in collections else {}
        if "." in component.of:
            fields = {**(part_fields(component.of, collections, types) or {}), "owner": FieldType("any")}
        for name in component.params:
            if name in fields:
                message = f"with: '{name}' is a field of {component.of} already, which hides it"
                reader.problem("bad-name", message, component.span, "choose another name")


def _check_list(reader: Reader, items: Listing, key: Scalar) -> None:
    if not items.items:
        reader.problem("empty-document", f"document '{key.text}' is made of nothing", items.span, "name its components")
    seen = set()
    for item in items.items:
        if isinstance(item, Scalar):
            if item.text in seen:
                hint = "name it once; for more of a piece, give its component copies:"
                reader.problem("named-twice", f"'{item.text}' stands twice in document '{key.text}'", item.span, hint)
            seen.add(item.text)


def _holds(documents: Mapping[str, Document], name: str) -> bool:
    """Whether a document combines itself, by however many between."""
    waiting = [name]
    seen: set[str] = set()
    while waiting:
        for inner in documents[waiting.pop()].combine:
            if inner == name:
                return True
            if inner in documents and inner not in seen:
                seen.add(inner)
                waiting.append(inner)
    return False
