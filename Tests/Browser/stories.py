"""Tells one story in a real browser: `stories.py NAME PORT PROGRAM`. Says `done`, or fails with what was seen."""

import sys

import app
import habits
import lines
import looks
import meeting
import phone
import scenarios
import school
import screen
from browser import Browser
from steps import check

if __name__ == "__main__":
    name, address = sys.argv[1], f"http://localhost:{sys.argv[2]}"
    story = next(getattr(stories, name) for stories in (scenarios, phone, lines, looks, school, app, screen, habits, meeting) if hasattr(stories, name))
    with Browser() as chromium:
        for seen in story(chromium, address):
            # A refusal of a name by the server is an answer; an exception in the page is a fault.
            check(not seen.errors, f"errors in the page: {seen.errors}")
    print("done")
