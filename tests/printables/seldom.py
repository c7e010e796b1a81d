"""What our own sheets have seldom or never, so that the shortcuts of the press must see it."""

SYMBOL = (
    '<svg viewBox="0 0 20 20" width="20" height="20"><circle cx="10" cy="10" r="8" fill="#111" stroke="#e69f00"/></svg>'
)
PALE = SYMBOL.replace("r=", 'fill-opacity=".5" r=')
FAINT = SYMBOL.replace("r=", 'opacity=".5" r=')

TWO_HIGH = "<tr><td>1</td><td rowspan='2'>2</td></tr><tr style='border: 1pt solid'><td>3</td></tr>"
CELLS = f"<tbody>{TWO_HIGH}<tr><td colspan='2'>4</td></tr></tbody>"
CUT = "<span style='display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis'>Anna</span>"
TABLE = f"<table style='margin: 9mm'>{CELLS}</table>"
WHOLE = "<table class='ledger'><thead><tr><th>1</th></tr></thead></table>"
SMALL, LARGE = "<p style='font-size: 7.3pt'>AVAT 1</p>", "<p style='font-size: 31pt'>AVAT 1</p>"

BORDERS = ("hidden", "double", "solid", "dashed", "dotted", "ridge", "outset", "groove", "inset", "none")


def _bordered(kind: str) -> str:
    row = "<td style='border: 1pt solid'>1</td><td>2</td>"
    return f"<tr style='border: 2pt {kind} red'>{row}</tr><tr style='border: 1pt {kind}'><td colspan='2'>1</td></tr>"


SELDOM = {
    "a ground, corners and a shadow": "<p style='background: #ddd; border-radius: 3mm; box-shadow: 1mm 1mm red'>1</p>",
    "corners alone": "<p style='border: 1pt solid; border-radius: 3mm'>1</p>",
    "a shadow alone": "<p style='box-shadow: 1mm 1mm red'>1</p>",
    "hidden, but for a word": "<p style='visibility: hidden; color: red'>1 <b style='visibility: visible'>2</b></p>",
    "out of the flow": "<p style='float: left'>1</p><p style='position: relative; top: 3mm'>2</p><p>3</p>",
    "somewhere else": "<div style='position: relative'>1<p style='position: absolute; right: 0'>2 <i>3</i></p></div>",
    "on top": "<div style='position: relative; z-index: 2'>1</div><p style='opacity: .5'>2 <i>3</i></p><p>4</p>",
    "what an element says itself": "<p style='margin: 9mm'>1</p><ul style='padding-inline-start: 9mm'><li>2</li></ul>",
    "lengths reckoned": "<div style='width: 50%'><p style='width: calc(100% - 3mm)'>1 2 3</p></div>",
    "a word that is cut off": f"<table><tbody><tr><td>{CUT}</td><td>a longer text {CUT}</td></tr></tbody></table>",
    "one style in rooms of two sizes": "<table><tbody><tr>"
    f"<td>1{WHOLE}</td><td>a longer text{WHOLE}</td></tr></tbody></table>",
    "borders that meet": f"<table class='ledger' style='border: 2pt solid red'>{CELLS}</table>",
    "borders of all kinds": "<table style='border-collapse: collapse'><tbody>"
    f"{''.join(map(_bordered, BORDERS))}</tbody></table>",
    "borders from the right": f"<table class='boxes' dir='rtl' style='direction: rtl'>{CELLS}</table>",
    "two tables of one style": TABLE + TABLE,
    "the same words, small before large": SMALL + LARGE,
    "the same words, large before small": LARGE + SMALL,
    "letters that no font has": "<p>\ue123</p><p>\ue123 \ue124</p>",
    "these letters the other way round": "<p>\ue124</p><p>\ue123 \ue124</p><p>\ue123</p>",
    "a symbol before all else": f"{SYMBOL}<p>1</p>{SYMBOL}",
    "a symbol after words": f"<p>1 {SYMBOL}</p><p style='color: #e69f00'>2 {SYMBOL} {PALE}</p>{PALE}",
    "a symbol that shines through": f"<p>1 {FAINT}{FAINT}</p><p>2 {FAINT}</p>",
    "and before all else": f"{FAINT}<p>1 {FAINT}</p>",
}


def page(name: str) -> str:
    return f'<html lang="en"><head><title>{name}</title></head><body>{SELDOM[name]}</body></html>'
