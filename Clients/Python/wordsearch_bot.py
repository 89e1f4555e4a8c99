"""Looks the language's words up in the grid, and skips a grid in which it finds nothing more."""
import re, parlor

server = parlor.connect()
words = server.words("wordsearch", "es")
trial = server.trial("wordsearch", puzzles=3, board=True)
number, tried = 0, set()
while trial.playing:
    rows = [row["letters"] for row in trial.board["rows"]]
    height, width, text, lines = len(rows), len(rows[0]), " ".join(rows), [" ".join(rows)]
    for dx, dy in ((0, 1), (1, 1), (1, -1)):
        starts = [(x, y) for x in range(width) for y in range(height) if not (0 <= x - dx < width and 0 <= y - dy < height)]
        lines += ["".join(rows[y + k * dy][x + k * dx] for k in range(99) if 0 <= x + k * dx < width and 0 <= y + k * dy < height) for x, y in starts]
    found = [word for word in words if any(word in line or word[::-1] in line for line in lines) and (text, word) not in tried]
    if found: tried.add((text, max(found, key=len)))
    try: trial.move({"word": max(found, key=len)} if found else {"skip": True})
    except parlor.ParlorError: pass
print(trial.report["solved"], "solved", file=__import__("sys").stderr)
