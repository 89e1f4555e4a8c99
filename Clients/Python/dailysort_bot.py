"""Plays a trial of DailySort: keeps the letters that are in their place and tries other orders of the rest."""

import itertools
import sys

import parlor


def fits(word, turns):
    """Whether a word agrees with what is known of each place: this letter, or another one."""
    for turn in turns:
        if word == turn["letters"]:
            return False
        for letter, tried, tile in zip(word, turn["letters"], turn["tiles"]):
            if (letter == tried) != (tile == "🟩"):
                return False
    return True


def next_order(letters, turns, refused):
    for order in map("".join, itertools.permutations(letters)):
        if order not in refused and fits(order, turns):
            return order
    return None


def main():
    server = parlor.connect()
    trial = server.trial("dailysort", puzzles=5)
    puzzle, refused = 0, set()
    while trial.playing:
        if trial.number != puzzle:
            puzzle, refused = trial.number, set()
        order = next_order(trial.board["data"]["row"], trial.turns, refused)
        if order is None:
            trial.give_up()
            continue
        try:
            trial.move({"arrange": order})
        except parlor.ParlorError:
            refused.add(order)
    print(trial.report["solved"], "of", trial.report["puzzles"], "solved", file=sys.stderr)


if __name__ == "__main__":
    main()
