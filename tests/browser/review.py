#!/usr/bin/env python3
"""Opens a page that `chuhe review --html` wrote in headless Chromium and uses it as a reader does.

    chuhe review game.pgn --html page.html
    pip install playwright            # and Chromium, from the system's packages
    python3 tests/browser/review.py page.html --screenshot page.png

Fails if the page asks for anything outside itself, if a script of it fails, or if the graph, the
moves, the buttons or the arrow keys do not lead where they should.
"""

import argparse
import pathlib
import shutil

from playwright.sync_api import expect, sync_playwright


def check(page, game):
    """Goes through one game in each of the four ways."""
    boards = game.locator(".board")
    last = boards.count() - 1
    shown = game.locator(".board.current")

    def expect_at(ply):
        expect(shown).to_have_count(1)
        expect(shown).to_have_attribute("data-ply", str(ply))
        expect(shown).to_be_visible()
        expect(game.locator(".detail.current")).to_have_attribute("data-ply", str(ply))

    expect_at(0)
    for ply in {last, last // 2, 1}:
        game.locator(f'.graph .hit[data-ply="{ply}"]').click()
        expect_at(ply)
    game.locator(f'.moves button[data-ply="{min(3, last)}"]').click()
    expect_at(min(3, last))
    expect(game.locator(".moves button.current")).to_have_count(1)
    for step, ply in [("last", last), ("back", last - 1), ("first", 0), ("next", 1)]:
        game.locator(f'[data-step="{step}"]').click()
        expect_at(ply)
    for key, ply in [("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("ArrowRight", last), ("Home", 0)]:
        page.keyboard.press(key)
        expect_at(min(ply, last))
    return last


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--screenshot", type=pathlib.Path)
    parser.add_argument("--ply", type=int, help="the position on the screenshot")
    parser.add_argument("--chromium", default=shutil.which("chromium") or shutil.which("google-chrome"))
    args = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=args.chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1200, "height": 1000})
        faults, requests = [], []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        address = args.page.resolve().as_uri()
        page.goto(address)
        games = page.locator("section.game")
        plies = [check(page, games.nth(index)) for index in range(games.count())]
        if args.screenshot:
            ply = plies[0] if args.ply is None else args.ply
            games.first.locator(f'.moves button[data-ply="{ply}"]').click()
            page.screenshot(path=args.screenshot)
        browser.close()
    assert not faults, faults
    assert requests == [address], requests
    print(f"{len(plies)} games, {sum(plies)} moves: all reached by graph, list, buttons and keys")


if __name__ == "__main__":
    main()
