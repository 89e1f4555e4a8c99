"""Battleship for a Parlor server: what each player hides, nobody else sees."""
from parlor_game import Refused, TurnGame, cell, cell_name, cells, rows, serve

SIZE, SHIPS = 6, [3, 2, 2]
CELL = {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": SIZE - 1}, "minItems": 2, "maxItems": 2}
SIGNS = [{"letter": "X", "text": "hit"}, {"letter": "o", "text": "water"}, {"letter": "#", "text": "ship"}]
LOOKS = {"·": "⬜", "#": "🟫", "X": "🟥", "o": "🟦"}


class Battleship(TurnGame):
    info = {
        "id": "battleship", "title": "Battleship", "summary": "Find their ships", "modes": ["together"],
        "seats": [2, 2], "rules": ["In turns, hide your ships: type both ends, such as a1 c1. Then shoot: type b3."],
        "move": {"oneOf": [
            {"type": "object", "required": ["ship"], "properties": {
                "ship": {"type": "array", "items": CELL, "minItems": 2, "maxItems": 2}}},
            {"type": "object", "required": ["shot"], "properties": {"shot": CELL}}]},
    }

    def __init__(self, puzzle, settings):
        super().__init__(puzzle, settings)
        self.ships, self.shots = [[], []], [[], []]  # by the seat whose sea it is

    @classmethod
    def parse(cls, line):
        read = [cell(word) for word in line.split()]
        if len(read) not in (1, 2) or None in read or any(c not in cells(SIZE, SIZE) for c in read):
            raise Refused("bad_move", "Type a cell, such as b3, or both ends of a ship, such as a1 c1")
        return {"shot": read[0]} if len(read) == 1 else {"ship": read}

    def to_hide(self, seat):
        return SHIPS[len(self.ships[seat]):]

    def ship(self, ends, seat):  # the cells of the next ship between two ends; none where it cannot lie
        (x1, y1), (x2, y2) = ends
        ship = [[x, y] for x in range(min(x1, x2), max(x1, x2) + 1) for y in range(min(y1, y2), max(y1, y2) + 1)]
        free = all(max(c) < SIZE and not any(c in other for other in self.ships[seat]) for c in ship)
        return ship if free and (x1 == x2 or y1 == y2) and len(ship) == self.to_hide(seat)[0] else []

    def moves(self, player):
        seat, sea = self.turns.seat_of(player), cells(SIZE, SIZE)
        if player != self.turns.player:
            return []
        if not self.to_hide(seat):
            return [{"shot": c} for c in sea if c not in self.shots[1 - seat]]
        reach = self.to_hide(seat)[0] - 1
        ends = [[[x, y], end] for x, y in sea for end in ([x + reach, y], [x, y + reach])]
        return [{"ship": pair} for pair in ends if self.ship(pair, seat)]

    def play(self, move, player, elapsed):
        seat, ends, shot = self.turns.seat_moving(player), move.get("ship"), move.get("shot")
        return self.hide(ends, seat, player) if self.to_hide(seat) else self.shoot(shot, 1 - seat)

    def hide(self, ends, seat, player):
        ship = self.ship(ends, seat) if ends else []
        if not ship:
            raise Refused("not_there", "Type where your next ship begins and ends, such as a1 c1")
        self.ships[seat].append(ship)
        self.turns.next()
        return {"open": {"ships": len(self.ships[seat])}, "open_remark": "has hidden a ship",
                "hands": [{"players": [player], "fields": {"ship": [cell_name(c) for c in ship]}}]}

    def shoot(self, shot, seat):
        if not shot or shot in self.shots[seat]:
            raise Refused("no_shot", "Type a cell that you have not shot at, such as b3")
        self.shots[seat].append(shot)
        hit = any(shot in ship for ship in self.ships[seat])
        sunk = all(c in self.shots[seat] for ship in self.ships[seat] for c in ship)
        self.turns.win(1 - seat) if sunk else self.turns.next()
        said = f"shoots at {cell_name(shot)}: {'hit' if hit else 'water'}"
        return {"open": {"shot": cell_name(shot), "hit": hit}, "open_remark": said}

    def sea(self, seat, title, shows_ships, drag=""):
        def letter(c):
            ship = any(c in ship for ship in self.ships[seat])
            return ("X" if ship else "o") if c in self.shots[seat] else "#" if ship and shows_ships else "·"
        return {"title": title, "rows": rows(SIZE, SIZE, letter, LOOKS), "signs": SIGNS, "drag": drag}

    def board(self, viewer):
        seat, over, players = self.turns.seat_of(viewer), self.turns.is_over, self.turns.players
        board = {"title": "Battleship", "rows": [], "seats": [{"player": p} for p in players]}
        if seat is None:
            return {**board, "parts": [{**self.sea(i, "Sea", over), "player": p} for i, p in enumerate(players)]}
        turn, hide = viewer == self.turns.player, self.to_hide(seat)
        theirs = self.sea(1 - seat, "Their sea", over, "{x1},{y1}" if turn and not hide else "")
        own = self.sea(seat, "Your sea", True, "{x1},{y1} {x2},{y2}" if turn and hide else "")
        prompt = "" if over else "Wait" if not turn else f"Hide a ship of {hide[0]}" if hide else "Shoot at a cell"
        return {**board, "prompt": prompt, "parts": [own] if hide else [theirs, own]}

serve(Battleship)
