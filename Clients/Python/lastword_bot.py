"""Plays Last Word against others: guesses each word as wordle_bot does.

Under `parlor-bots match` it has a seat already; over TCP it takes one: lastword_bot.py ROOM.
"""

import sys

import parlor
import wordle_bot


def play(server, words, room, board):
    """Guesses until the match is over for us: then the board asks for nothing more."""
    number, turns = None, []
    while board.get("prompt"):
        if board["data"]["word"] != number:
            number, turns = board["data"]["word"], []
        try:
            moved = server.move({"guess": wordle_bot.best_guess(words, turns)}, room=room)
        except parlor.ParlorError as error:
            # Time was up before the guess came.
            print(error, file=sys.stderr)
            return
        turns.append(moved["turn"])
        board = moved["board"]


def main():
    server = parlor.connect()
    words = server.words("wordle")
    if len(sys.argv) > 1:
        server.join(sys.argv[1])
    while True:
        event = server.event()
        if event["type"] in ("joined", "round") and "board" in event:
            play(server, words, event["room"], event["board"])


if __name__ == "__main__":
    try:
        main()
    except parlor.LinkLost:
        pass
