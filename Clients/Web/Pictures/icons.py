"""Draws the icons of phones and the picture of link previews from icon.svg: `python3 icons.py`. Needs Chromium."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
WEB = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(WEB, "../../Tests/Browser"))
sys.dont_write_bytecode = True
from browser import Browser  # noqa: E402

with open(os.path.join(WEB, "icon.svg"), encoding="utf-8") as file:
    SVG = file.read()
GROUND, TILES = "#121213", ["#538d4e", "#b59f3b", "#4a4c50"]


def icon(part):
    """The icon as large as `part` of the picture, on its own ground, which has no round corners then."""
    svg = SVG.replace("<svg ", '<svg width="100%" height="100%" ').replace('rx="6" ', "") if part < 1 else SVG.replace("<svg ", '<svg width="100%" height="100%" ')
    return f'<div style="width:{part * 100}%;aspect-ratio:1">{svg}</div>'


def preview():
    """The name beside rows of tiles, as they look after a game."""
    rows = ["200121", "012110", "101020", "000000"]
    tiles = "".join(f'<i style="background:{TILES[int(one)]}"></i>' for row in rows for one in row[:5])
    return (f'<style>b{{font:800 150px/1 system-ui,sans-serif;color:#f4f4f5;letter-spacing:-.03em}}'
            f'p{{font:400 40px/1.3 system-ui,sans-serif;color:#a3a5aa;margin:.6em 0 0}}'
            f'main{{display:flex;gap:80px;align-items:center}}section{{display:grid;grid-template-columns:repeat(5,76px);gap:12px}}'
            f'i{{aspect-ratio:1;border-radius:10px}}</style>'
            f'<main><section>{tiles}</section><div><b>Parlor</b><p>Word puzzles of the day</p></div></main>')


def draw(browser, name, width, height, body, ground):
    page = browser.page("about:blank", touch=False)
    page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
    page.call("Emulation.setDefaultBackgroundColorOverride", color={"r": 0, "g": 0, "b": 0, "a": 0})
    html = (f"<!doctype html><body style='margin:0;height:100vh;display:grid;place-items:center;"
            f"background:{ground}'>{body}</body>")
    page.call("Page.setDocumentContent", frameId=page.call("Page.getFrameTree")["frameTree"]["frame"]["id"], html=html)
    page.picture(os.path.join(WEB, name))


with Browser() as chromium:
    draw(chromium, "icon-192.png", 192, 192, icon(1), "transparent")
    draw(chromium, "icon-512.png", 512, 512, icon(1), "transparent")
    # Phones cut these to a shape of their own, of which four fifths are sure to be seen; iOS fills what is transparent.
    draw(chromium, "icon-maskable.png", 512, 512, icon(0.8), GROUND)
    draw(chromium, "icon-180.png", 180, 180, icon(0.9), GROUND)
    draw(chromium, "card.png", 1200, 630, preview(), GROUND)
