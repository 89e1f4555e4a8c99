"""Races others at Wordle: enters a room, or opens it and starts when enough players are in.

    python3 wordle_race.py ROOM [NAME [PLAYERS [ROUNDS]]]
"""

import sys

import parlor
from wordle_bot import best_guess


def enter(server, room):
    try:
        return server.join(room)
    except parlor.ParlorError as error:
        if error.code != "not_found":
            raise
    try:
        return server.request("create", room=room, game="wordle", mode="race")
    except parlor.AnswerLost:
        # The room may have been opened or not.
        return enter(server, room)
    except parlor.ParlorError as error:
        # Somebody else has opened it in the meantime.
        if error.code != "exists":
            raise
        return server.join(room)


def start(server, room):
    """Begins the first round, and returns the board."""
    try:
        return server.request("start", room=room)["board"]
    except parlor.AnswerLost:
        # The round may have begun or not: the room says which.
        joined = server.join(room)
        return start(server, room) if joined["state"] == "waiting" else joined["board"]


def play_round(server, room, words, board):
    """Guesses until the board asks for nothing more."""
    while "prompt" in board:
        turns = [{"guess": row["letters"], "tiles": row["tiles"]} for row in board["rows"] if row["letters"].strip()]
        try:
            board = server.move({"guess": best_guess(words, turns)}, room=room)["board"]
        except parlor.ParlorError:
            # The round is over: its time is up.
            return


def race(server, room, players, rounds):
    words = server.words("wordle")
    joined = enter(server, room)
    present = set(joined["players"])
    has_begun = joined["state"] != "waiting"
    if joined["state"] == "playing":
        play_round(server, room, words, joined["board"])
    while True:
        if not has_begun and joined["owner"] == server.you and len(present) >= players:
            has_begun = True
            play_round(server, room, words, start(server, room))
        event = server.event()
        if event["type"] == "entered" and not event.get("watching"):
            present.add(event["player"])
        elif event["type"] == "left":
            present.discard(event["player"])
        elif event["type"] == "owner":
            joined["owner"] = event["player"]
        elif "board" in event and (event["type"] == "round" or event.get("state") == "playing"):
            has_begun = True
            play_round(server, room, words, event["board"])
        elif event["type"] == "round_over":
            for standing in event["standings"]:
                print("round", event["n"], "place", standing.get("place", "-"), standing["player"], flush=True)
            if event["n"] >= rounds:
                return


def main():
    room, name, players, rounds = (sys.argv[1:] + [None] * 4)[:4]
    server = parlor.connect(name=name)
    if name is None:
        # A guest needs a token to come back after a lost link.
        server.login()
    race(server, room or "race", int(players or 2), int(rounds or 1))
    server.close()


if __name__ == "__main__":
    main()
