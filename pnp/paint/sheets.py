"""Style sheets and a tree go in; for each element the properties that rules give it come out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from pnp.paint.fault import SvgFault
from pnp.paint.style import Refuse, Rules, check_property
from pnp.paint.tree import LINE_MARK

MAX_MATCHES = 4_000_000  # every rule is tried on every element

Sheet = Mapping[Element, tuple[Rules, Rules]]


def read_sheets(root: Element, styles: list[Element], refuse: Refuse) -> Sheet:
    """Match every rule of every <style>. Loads tinycss2 and cssselect2, which only drawings with sheets pay for."""
    import cssselect2

    matcher, count = cssselect2.Matcher(), 0
    for style in styles:
        where = style.get(LINE_MARK, "")
        try:
            for selectors, rules in _rules(style, refuse):
                for selector in selectors:
                    matcher.add_selector(selector, rules)
                count += 1
        except SvgFault as fault:
            raise fault.at(where) from None
    elements = sum(1 for _ in root.iter())
    if count * elements > MAX_MATCHES:
        raise SvgFault(f"the style sheets hold {count:,} rules for {elements:,} elements", "use fewer of either")
    found: dict[Element, tuple[Rules, Rules]] = {}
    for wrapper in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        matches = matcher.match(wrapper)  # sorted by specificity, then by order
        if matches:
            both = [match[-1] for match in matches]
            found[wrapper.etree_element] = tuple(tuple(pair for rules in both for pair in rules[i]) for i in (0, 1))  # type: ignore[assignment]  # two of them
    return found


def _rules(style: Element, refuse: Refuse) -> Iterator[tuple[list[object], tuple[Rules, Rules]]]:
    """The rules of one sheet: compiled selectors, and declarations, plain and !important."""
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
            try:
                selectors = cssselect2.compile_selector_list(rule.prelude)
            except cssselect2.SelectorError as error:
                refuse(SvgFault(f"the selector '{text}' is not read: {error}", "select by type, .class or #id"))
                continue
            if any(selector.never_matches or selector.pseudo_element for selector in selectors):
                refuse(SvgFault(f"the selector '{text}' selects nothing on paper", "select by type, .class or #id"))
            yield selectors, _declarations(rule.content, text, refuse)


def _declarations(content: object, selector: str, refuse: Refuse) -> tuple[Rules, Rules]:
    import tinycss2

    plain: list[tuple[str, str]] = []
    important: list[tuple[str, str]] = []
    for item in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if item.type != "declaration":
            refuse(SvgFault(f"the rule '{selector}' has something that is no 'property: value'"))
            continue
        value = tinycss2.serialize(item.value).strip()
        if check_property(item.lower_name, value, f"the rule '{selector}'", refuse):
            names = ("marker-start", "marker-mid", "marker-end") if item.lower_name == "marker" else (item.lower_name,)
            (important if item.important else plain).extend((name, value) for name in names)
    return tuple(plain), tuple(important)
