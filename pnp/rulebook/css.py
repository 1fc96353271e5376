"""A book's look goes in, the style sheet of its web page comes out: screen, phone and print."""

from __future__ import annotations

from pnp.rulebook.look import Look

_RULES = """
:root { --ink: %(ink)s; --line: %(line)s; --link: %(link)s; --head: %(head)s; --head-text: %(head-text)s;
  --stripe: %(stripe)s; --low: %(low)s; --high: %(high)s }
* { box-sizing: border-box }
html { scroll-behavior: smooth }
body { font: 1.06rem/1.55 "%(text)s", sans-serif; color: var(--ink); background: #fff; margin: 0 auto; padding: 0 1rem;
  max-width: 44rem }
header { text-align: center; padding: 2.5rem 0 1rem }
h1, h2, h3 { font-family: "%(title)s", serif; line-height: 1.15; text-wrap: balance }
h1 { font-size: 2.6rem; margin: 0 }
h2 { font-size: 1.9rem; margin: 3.2rem 0 .8rem; padding-bottom: .3rem; border-bottom: 2px solid var(--line) }
h3 { font-size: 1.3rem; margin: 2rem 0 .4rem }
h4 { font-size: 1.1rem; margin: 1.4rem 0 .3rem }
p, ul, ol, dl { margin: .6rem 0 }
li > p { margin: .2rem 0 }
.lead { font-size: 1.2rem; font-style: italic }
a { color: var(--link); text-underline-offset: .15em }
a:focus-visible { outline: 3px solid var(--high); outline-offset: 2px }
.skip { position: absolute; left: -99rem }
.skip:focus { left: 1rem }
nav ol { columns: 14rem }
.icon { width: 1em; height: 1em; vertical-align: -.12em }
.symbols { position: absolute }
figure { margin: 1.4rem auto; text-align: center }
figure > svg { max-width: 100%%; height: auto }
.framed > svg { border: 1px solid var(--line) }
.framed > svg.round { border-radius: 50%% }
figcaption, .table-note { font-style: italic; font-size: .93rem; margin-top: .4rem }
.key { display: grid; grid-template-columns: auto 1fr; gap: .15rem .7rem; text-align: left; font-size: .93rem; \
width: fit-content; margin: .6rem auto }
.key dt, .key dd { margin: 0 }
.row { display: flex; flex-wrap: wrap; gap: 1rem; justify-content: center; align-items: start }
.row > figure { flex: 1 1 6rem; max-width: 14rem; margin: .6rem 0 }
.beside { display: flex; flex-wrap: wrap; gap: 0 1.4rem }
.beside > figure { flex: 1 1 14rem; margin: .8rem 0 }
.beside > div { flex: 1 1 14rem }
.wide { overflow-x: auto; margin: 1.2rem 0 }
table { border-collapse: collapse; font-size: .92rem; width: 100%% }
caption { text-align: left; font-weight: bold; padding: .3rem 0 }
thead th { background: var(--head); color: var(--head-text) }
th, td { padding: .3rem .5rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
td.center { text-align: center }
td.right { text-align: right }
td.shaded { background: color-mix(in srgb, var(--high) var(--share), var(--low)) }
aside { border-left: 5px solid var(--edge); background: var(--fill); padding: .6rem 1rem; margin: 1.2rem 0 }
aside .title { font-weight: bold; margin: 0 }
dt { font-weight: bold; margin-top: .6rem }
dd { margin-left: 1.2rem }
.index { columns: 14rem; list-style: none; padding: 0; font-size: .93rem }
footer { border-top: 1px solid var(--line); margin: 3rem 0 2rem; font-size: .9rem }
@media print {
  body { max-width: none; font-size: 9.5pt }
  nav, .skip { display: none }
  h2 { break-before: page }
  h2, h3, h4 { break-after: avoid }
  figure, aside, tr { break-inside: avoid }
  a { color: inherit; text-decoration: none }
}
"""


def style_sheet(look: Look) -> str:
    """The rules, with the book's colours and families."""
    names = {**look.colors, "ink": look.ink, "text": look.body.family, "title": look.h1.family}
    panels = "".join(
        f"aside.{kind} {{ --fill: {panel.fill}; --edge: {panel.edge} }}\n" for kind, panel in look.asides.items()
    )
    return _RULES % names + panels
