"""A page in the browser goes in; the references in it that lead nowhere come out, and what else no browser can follow."""

from __future__ import annotations

from collections import Counter
from typing import cast

from playwright.sync_api import Page

SHOWN = 6  # of one kind of fault

# what the parsed page says, not its source: a prefix that HTML knows (xlink, xml, xmlns) has become a namespace by then
_FIND = r"""
() => {
  const faults = [], ids = new Map()
  const all = [...document.querySelectorAll('*')]
  const say = (kind, what) => faults.push([kind, what])
  for (const item of all) if (item.hasAttribute('id')) ids.set(item.id, (ids.get(item.id) || 0) + 1)
  for (const [id, count] of ids) if (count > 1 || !id) say('an id given more than once, or empty', `${count} x '${id}'`)
  const lists = ['for', 'headers', 'list', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns',
    'aria-details', 'aria-flowto', 'aria-activedescendant', 'aria-errormessage']
  const urls = (text, where) => {
    for (const [, name] of text.matchAll(/url\(\s*["']?([^"')]*)["']?\s*\)/g)) {
      if (name.startsWith('#')) { if (!ids.has(name.slice(1))) say('url() of nothing', `${where}: ${name}`) }
      else if (!name.startsWith('data:')) say('url() of something outside', `${where}: ${name.slice(0, 80)}`)
    }
  }
  for (const item of all) {
    const tag = item.localName
    if (tag.includes(':')) say('an element with a prefix that means nothing here', `<${tag}>`)
    if (tag === 'style') { urls(item.textContent, '<style>'); continue }
    for (const {name, localName, value, namespaceURI} of item.attributes) {
      if (name.includes(':') && !namespaceURI)
        say('an attribute with a prefix that means nothing here', `<${tag} ${name}="${value.slice(0, 80)}">`)
      if (localName === 'href' || name === 'src') {
        if (value.startsWith('#')) {
          if (!ids.has(decodeURIComponent(value.slice(1)))) say('a reference to nothing', `<${tag} ${name}="${value}">`)
        } else if (!value.startsWith('data:')) say('a reference to outside', `<${tag} ${name}="${value.slice(0, 80)}">`)
      }
      if (lists.includes(name)) for (const id of value.split(/\s+/))
        if (!ids.has(id)) say('a reference to nothing', `<${tag} ${name}="${value}">`)
      urls(value, `<${tag} ${name}>`)
    }
  }
  for (const icon of document.querySelectorAll('svg use')) {
    if (icon.closest('symbol, defs, [role=img]')) continue
    const ink = icon.getBBox(), seen = icon.ownerSVGElement.getBoundingClientRect()
    if (!(ink.width > 0 && ink.height > 0 && seen.width > 0 && seen.height > 0))
      say('an icon without ink', icon.outerHTML.slice(0, 120))
  }
  return faults
}
"""


def wrong_references(page: Page) -> list[str]:
    """A line for every kind of fault, with its number and the first few: references, ids, prefixes, icons in texts."""
    found = cast("list[list[str]]", page.evaluate(_FIND))
    lines = []
    for kind in dict.fromkeys(kind for kind, _ in found):
        places = Counter(what for other, what in found if other == kind)
        shown = [
            f"    {what}" + (f"  ({count} times)" if count > 1 else "") for what, count in places.most_common(SHOWN)
        ]
        more = [f"    and {len(places) - SHOWN} others"] if len(places) > SHOWN else []
        lines.append("\n".join([f"{kind}: {places.total()}", *shown, *more]))
    return lines


def too_wide(page: Page) -> list[str]:
    """What makes the page scroll sideways: nothing, or how wide it is and the elements that stand out of it.

    What scrolls within itself (a wide table in its own box) may be as wide as it likes.
    """
    return cast(
        "list[str]",
        page.evaluate(
            """() => {
              const room = document.documentElement.clientWidth, wide = document.documentElement.scrollWidth
              if (wide <= room) return []
              const kept = item => { for (let up = item.parentElement; up && up !== document.body; up = up.parentElement)
                if (getComputedStyle(up).overflowX !== 'visible') return true }
              const out = [...document.body.querySelectorAll('*')].filter(
                item => item.getBoundingClientRect().right > room + 0.5 && !kept(item))
              return [`the page is ${wide} px wide and has ${room}`,
                ...out.slice(0, 6).map(item => `    <${item.localName} class="${item.getAttribute('class') || ''}"> in `
                  + `#${item.closest('[id]')?.id} ends at ${item.getBoundingClientRect().right.toFixed(0)} px`)]
            }"""
        ),
    )
