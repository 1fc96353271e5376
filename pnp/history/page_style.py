"""The style sheet of the page that `pnp diff` writes: calm on a screen, whole on paper, no colour without a sign."""

STYLE = """
:root { --ink: #1f1c19; --grey: #6a645c; --line: #d9d4ca; --old: #9a2f22; --new: #22633a; --mark: #fff3cf }
* { box-sizing: border-box }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: #fff; max-width: 72rem; margin: 0 auto;
  padding: 0 1.2rem 4rem }
header { padding: 2rem 0 .5rem }
h1 { margin: 0; font-size: 2rem; line-height: 1.1 }
header p { margin: .4rem 0; color: var(--grey) }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; position: sticky; top: 0; background: #fff; padding: .6rem 0;
  border-bottom: 1px solid var(--line); z-index: 1 }
a { color: inherit }
h2 { margin: 2.4rem 0 .6rem; font-size: 1.5rem }
h3 { margin: 1.4rem 0 .4rem }
section { scroll-margin-top: 3rem }
table { border-collapse: collapse; font-size: .92rem }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
thead th { color: var(--grey); font-weight: 600 }
caption { text-align: left; font-weight: 600; padding: 1.2rem 0 .3rem }
caption small, td small { color: var(--grey); font-weight: normal; white-space: nowrap }
.grid td { text-align: right }
.wide { overflow-x: auto }
.changed { background: var(--mark) }
del { color: var(--old) }
ins { color: var(--new); text-decoration: none; font-weight: 600 }
.better::before { content: "\\25b2  "; color: var(--new) }
.worse::before { content: "\\25bc  "; color: var(--old) }
.balance { width: 100%; max-width: 44rem }
.balance .bar { width: 70%; position: relative }
.bar::after { content: ""; position: absolute; left: 50%; top: 0; bottom: 0; border-left: 1px solid var(--grey) }
.bar i { position: absolute; top: .45rem; height: .9rem; width: var(--share) }
.bar .up { left: 50%; background: var(--new) }
.bar .down { right: 50%; background: var(--old) }
.note { color: var(--grey); font-size: .9rem; max-width: 44rem }
.figures { display: flex; flex-wrap: wrap; gap: 1rem 2.4rem }
figure { margin: 0 0 .6rem; max-width: 100% }
figcaption { font-weight: 600; margin-bottom: .2rem }
.pair { display: flex; gap: 1rem; align-items: start }
.pair > div { flex: 0 1 auto; min-width: 5rem }
.pair span { display: block; font-size: .8rem; color: var(--grey) }
.pair svg { max-width: 100%; max-height: 80vh; height: auto; border: 1px solid var(--line) }
.pair svg.round { border-radius: 50% }
.none { align-self: stretch; border: 1px dashed var(--line); color: var(--grey); display: grid; place-items: center;
  min-height: 4rem }
summary { cursor: pointer; margin: .6rem 0 }
.symbols { position: absolute }
@media print { nav { display: none } figure, tr { break-inside: avoid } }
"""
