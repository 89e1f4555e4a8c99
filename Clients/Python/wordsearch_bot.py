"""Plays a trial of WordSearch: looks the language's words up in the grid, and skips a grid with nothing left to try."""

import sys

import parlor

# The other four directions are these lines read backwards.
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


def lines(rows):
    """All straight lines of the grid as text."""
    height, width = len(rows), len(rows[0])

    def inside(x, y):
        return 0 <= x < width and 0 <= y < height

    for dx, dy in DIRECTIONS:
        for start in ((x, y) for x in range(width) for y in range(height) if not inside(x - dx, y - dy)):
            (x, y), line = start, ""
            while inside(x, y):
                line += rows[y][x]
                x, y = x + dx, y + dy
            yield line


def words_in(rows, words):
    """The words that stand in the grid, the longest first."""
    texts = list(lines(rows))
    texts += [text[::-1] for text in texts]
    grid = " ".join(texts)
    return sorted((word for word in words if word in grid), key=len, reverse=True)


def main():
    server = parlor.connect()
    words = server.words("wordsearch", "es")
    trial = server.trial("wordsearch", puzzles=3, send_boards=True)
    grid, left = None, []
    while trial.playing:
        if (trial.number, trial.board["data"]["challenge"]) != grid:
            grid = trial.number, trial.board["data"]["challenge"]
            left = words_in([row["letters"] for row in trial.board["rows"]], words)
        try:
            trial.move({"word": left.pop(0)} if left else {"skip": True})
        except parlor.ParlorError:
            # A word that is not in question; the next one is tried.
            pass
    print(trial.report["solved"], "of", trial.report["puzzles"], "solved", file=sys.stderr)


if __name__ == "__main__":
    main()
