"""An element goes in; the properties that it declares, and that style sheets give it, come out, or are refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from pnp.problems import did_you_mean
from pnp.svg.decorations import DECORATIONS, settle_decoration
from pnp.svg.font_shorthand import spread_font
from pnp.svg.subset import ANYWHERE, CURES, ELEMENTS, GEOMETRY, LEFT_BEHIND, NEUTRAL, PROPERTIES, SILENT
from pnp.svg.tree import LINE_MARK, XML_SPACE, Element, SvgFault, local
from pnp.svg.variables import has_variables, settle_variables

Style = Mapping[str, str]
Refuse = Callable[[SvgFault], None]  # raises in a template; in foreign art notes what is left out
Rules = tuple[tuple[str, str], ...]
MatchedRules = Mapping[Element, tuple[Rules, Rules]]  # plain ones, and those marked !important

_NONE: frozenset[str] = frozenset()
_KNOWN = {tag: names | PROPERTIES | ANYWHERE | LEFT_BEHIND.get(tag, _NONE) for tag, names in GEOMETRY.items()}
MAX_MATCHES = 4_000_000  # every selector is tried on every element, with all that stand above it or before it
_MOST_STEPS = 8  # no drawing has work left for more
MAX_STEPS = 20
_STEP = re.compile(r"[\s>+~]+")
_CLOSE = re.compile(" ?([>+~]) ?")  # of what has single spaces
_BESIDE = re.compile(r"~|of-type|-child|:has\(")
_PLAIN = re.compile(r"[.#][\w-]+")  # what most drawings have: looked up, not tried


def check_element(element: Element, tag: str, refuse: Refuse) -> None:
    """Refuse what is not painted: the element itself, and every attribute it should not have."""
    known = _KNOWN.get(tag)
    if known is None:
        raise SvgFault(f"<{tag}> is not painted", CURES.get(tag, "") or did_you_mean(tag, ELEMENTS))
    for name, value in element.items():
        if name in known or name.startswith(("data-", "{", "aria-")):
            continue
        _check_neutral(name, value, f"unknown attribute '{name}' on <{tag}>", known, refuse)


def check_childless(element: Element, tag: str, refuse: Refuse) -> None:
    """Refuse what stands inside an element that has no inside: an animation, most likely."""
    for child in element:
        name = local(child.tag)
        if name not in SILENT and not name.startswith("{"):
            refuse(SvgFault(f"<{name}> inside <{tag}> is not painted", CURES.get(name, "")))


def _check_neutral(name: str, value: str, message: str, known: Iterable[str], refuse: Refuse) -> None:
    """Let a property pass that changes nothing here; refuse every other."""
    if name.startswith("-inkscape-"):
        return
    if name in NEUTRAL:
        if not NEUTRAL[name] or not value.strip() or value.strip() in NEUTRAL[name]:
            return
        message = f"{name} '{value.strip()}' is not painted"
    refuse(SvgFault(message, CURES.get(name, "") or did_you_mean(name, known)))


def declared(
    element: Element, refuse: Refuse, sheet: MatchedRules, around: Callable[[], Style] = dict
) -> dict[str, str]:
    """The properties an element sets itself. Its style wins over the sheets, these over its attributes (CSS 2, 6.4).

    ``around`` answers what it inherits, for custom properties.
    """
    found = {name: value.strip() for name, value in element.items() if name in PROPERTIES}
    if sheet and element in sheet:
        found.update(sheet[element][0])
    text = element.get("style")
    if text:
        found.update(_style_attribute(text, element, refuse))
    if sheet and element in sheet:
        found.update(sheet[element][1])
    space = element.get(XML_SPACE)
    if space:
        found["space"] = space
    if has_variables(found):
        found = settle_variables(found, around(), refuse)
    if "font" in found:
        found = _spread(found, refuse)
    if not DECORATIONS.isdisjoint(found):
        settle_decoration(found, refuse)
    if "marker" in found:
        marker = found.pop("marker")
        found = {"marker-start": marker, "marker-mid": marker, "marker-end": marker} | found
    return found


def _spread(found: dict[str, str], refuse: Refuse) -> dict[str, str]:
    """The declarations with what ``font`` stands for in its place."""
    made: dict[str, str] = {}
    for name, value in found.items():
        pairs = [(name, value)] if name != "font" else _of_font(value, refuse)
        for key, own in pairs:
            made.pop(key, None)
            made[key] = own
    return made


def _of_font(value: str, refuse: Refuse) -> list[tuple[str, str]]:
    """What the ``font`` property stands for; one that is not read is refused."""
    try:
        pairs = spread_font(value).items()
    except SvgFault as fault:
        refuse(fault)
        return []
    return [(key, own) for key, own in pairs if check_property(key, own, "font", refuse)]


def _style_attribute(text: str, element: Element, refuse: Refuse) -> dict[str, str]:
    """``name: value`` pairs; those marked !important come last."""
    found: dict[str, str] = {}
    important: dict[str, str] = {}
    for part in text.split(";") if "url(data:" not in text else [text]:
        name, colon, value = part.partition(":")
        name, value = name.strip(), value.strip()
        if not name and not colon:
            continue
        target = found
        if value.endswith("!important"):
            target, value = important, value.removesuffix("!important").rstrip()
        if colon and name == "font" and "var(" not in value:
            target.update(_of_font(value, refuse))
        elif colon and (name in PROPERTIES or name.startswith("--")):
            target[name] = value
        else:
            tag = local(element.tag)
            _check_neutral(name, value, f"unknown property '{name}' in style on <{tag}>", PROPERTIES, refuse)
    return found | important


def check_property(name: str, value: str, where: str, refuse: Refuse) -> bool:
    """Whether a property of a style sheet is painted; refused unless it is, or is neutral."""
    if name in PROPERTIES or name.startswith("--"):
        return True
    _check_neutral(name, value, f"unknown property '{name}' in {where}", PROPERTIES, refuse)
    return False


def read_sheets(root: Element, styles: list[Element], refuse: Refuse) -> MatchedRules:
    """Match every rule of every <style>. Loads tinycss2 and cssselect2, which only drawings with sheets pay for."""
    import cssselect2

    elements, deep, wide = _extent(root)
    matcher, count, tries = cssselect2.Matcher(), 0, 0
    for style in styles:
        where = style.get(LINE_MARK, "")
        try:
            for text, selectors, rules in _rules(style, refuse):
                for selector in selectors:
                    matcher.add_selector(selector, rules)
                count += 1
                tries += _tries(text, deep, elements if ":has(" in text else wide)
                if tries * elements > MAX_MATCHES:
                    message = f"the style sheets hold at least {count:,} rules for {elements:,} elements"
                    raise SvgFault(message, "use fewer of either, and plain selectors such as .name")
        except SvgFault as fault:
            raise fault.at(where) from None
        except RecursionError:
            raise SvgFault("the style sheet is nested too deep", "write plain rules", where) from None
    found: dict[Element, tuple[Rules, Rules]] = {}
    for wrapper in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        matches = matcher.match(wrapper)  # sorted by specificity, then by order
        if matches:
            both = [match[-1] for match in matches]
            found[wrapper.etree_element] = tuple(tuple(pair for rules in both for pair in rules[i]) for i in (0, 1))  # type: ignore[assignment]  # two of them
    return found


def _extent(root: Element) -> tuple[int, int, int]:
    """How many elements there are, how many stand in one another, and how many side by side, at most."""
    count = deep = wide = 0
    row = [root]
    while row:
        count, deep = count + len(row), deep + 1
        wide = max(wide, *map(len, row))
        row = [child for element in row for child in element]
    return count, deep, wide


def _tries(text: str, deep: int, wide: int) -> int:
    """How many elements a rule's selectors look at for one.

    ``a b`` looks at all above it, and ``c a b`` for each of these again; ``a ~ b``, and what counts its like, at those
    beside it; such as ``:has()`` at all there are.
    """
    found = 0
    for selector in text.split(","):
        close = _CLOSE.sub(r"\1", " ".join(selector.split()))
        above, beside = len(close.split()) - 1, len(_BESIDE.findall(close))
        each = 1 if _PLAIN.fullmatch(close) else 1 + len(close) // 4
        found += each * deep ** min(max(0, above), _MOST_STEPS) * wide ** min(beside, _MOST_STEPS)
    return found


def _rules(style: Element, refuse: Refuse) -> Iterator[tuple[str, list[object], tuple[Rules, Rules]]]:
    """The rules of one sheet: selectors as text and compiled, and declarations, plain and !important."""
    import cssselect2
    import tinycss2

    if style.get("type", "text/css") not in ("text/css", ""):
        raise SvgFault(f"<style type='{style.get('type')}'> is not painted", "write CSS")
    for rule in tinycss2.parse_stylesheet(style.text or "", skip_comments=True, skip_whitespace=True):
        if rule.type == "error":
            refuse(SvgFault(f"the style sheet is broken: {rule.message}", "write it like .name { fill: ink }"))
        elif rule.type == "at-rule":
            refuse(SvgFault(f"@{rule.at_keyword} is not painted", "write plain rules; name fonts in game.yaml"))
        else:
            text = tinycss2.serialize(rule.prelude).strip()
            if any(len(_STEP.split(selector.strip())) > MAX_STEPS for selector in text.split(",")):
                refuse(SvgFault(f"a selector has more than {MAX_STEPS} steps", "select by type, .class or #id"))
                continue
            try:
                selectors = cssselect2.compile_selector_list(rule.prelude)
            except cssselect2.SelectorError as error:
                reason = " ".join(part for part in error.args if isinstance(part, str))
                refuse(SvgFault(f"the selector '{text}' is not read: {reason}", "select by type, .class or #id"))
                continue
            if any(selector.never_matches or selector.pseudo_element for selector in selectors):
                refuse(SvgFault(f"the selector '{text}' selects nothing on paper", "select by type, .class or #id"))
            yield text, selectors, _declarations(rule.content, text, refuse)


def _declarations(content: object, selector: str, refuse: Refuse) -> tuple[Rules, Rules]:
    import tinycss2

    plain: list[tuple[str, str]] = []
    important: list[tuple[str, str]] = []
    for item in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if item.type != "declaration":
            refuse(SvgFault(f"the rule '{selector}' has something that is no 'property: value'"))
            continue
        value = tinycss2.serialize(item.value).strip()
        name = item.name if item.name.startswith("--") else item.lower_name
        if not check_property(name, value, f"the rule '{selector}'", refuse):
            continue
        pairs = [(name, value)]
        if name == "marker":
            pairs = [(kind, value) for kind in ("marker-start", "marker-mid", "marker-end")]
        elif name == "font" and "var(" not in value:
            pairs = _of_font(value, refuse)
        (important if item.important else plain).extend(pairs)
    return tuple(plain), tuple(important)
