"""A game in which one counts to five and which misbehaves, in the way that FAULT names, when somebody types "bad".

games.py puts `FAULT = "…"` and what it tries to reach before this text.
"""
import json
import os
import signal
import socket
import sys
import threading
import time

FAULT = globals().get("FAULT", "")
TARGET = globals().get("TARGET", "/nowhere")
GAME = {"id": "count", "title": "Count", "summary": "Count to five", "rules": ["Type the next number, such as 1."],
        "modes": ["together"], "puzzle_noun": "number",
        "move": {"type": "object", "required": ["say"], "properties": {"say": {"type": "string", "maxLength": 9}}}}


def spin():
    while True:
        pass


def endless(stream):
    while True:
        os.write(stream, b"error error error error error\n" if stream == 2 else b"all work and no play ")


def threads():
    threading.stack_size(65536)
    for _ in range(3000):
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()


def reach(ask):
    """What the kernel refuses is named in the refusal of the move."""
    if FAULT == "reads the data folder":
        os.listdir(TARGET)
    elif FAULT == "opens admin.sock":
        socket.socket(socket.AF_UNIX).connect(TARGET + "/admin.sock")
    elif FAULT == "signals the server":
        os.kill(os.getppid(), signal.SIGTERM)
    elif FAULT == "takes 1 GiB of memory":
        bytearray(1 << 30)
    elif FAULT == "forks":
        os.fork()


def misbehave(ask):
    last = '{"id":%d,' % ask["id"]
    if FAULT in ("dies at once", "dies at move 3"):
        sys.exit(3)
    elif FAULT == "hangs":
        spin()
    elif FAULT == "ignores SIGTERM" or FAULT == "is 10 s late":
        time.sleep(10)
    elif FAULT == "floods its output":
        endless(1)
    elif FAULT == "talks without end on standard error":
        endless(2)
    elif FAULT == "writes half a line":
        os.write(1, last.encode())
        sys.exit(0)
    elif FAULT == "answers another question":
        return {"id": 1000, "move": {}}
    elif FAULT == "closes its output":
        os.close(1)
        time.sleep(10)
    elif FAULT == "answers twice":
        os.write(1, (last + '"refused":{"code":"no","text":"No"}}\n').encode())
    elif FAULT == "starts 3,000 threads":
        threads()
    reach(ask)
    return refused("done", "Nobody has kept it from that")


def refused(code, text):
    return {"refused": {"code": code, "text": text}}


def position(count, ask):
    word = ask["puzzle"]["word"] if ask["ask"] == "start" else ask["state"]["word"]
    view = {"board": {"title": "Count", "rows": [{"letters": str(count), "tiles": "⬜"}],
                      "prompt": "" if count == 5 else "Type a number",
                      "notes": [f"the word is {word}"] if FAULT == "leaks the answer" else []}}
    if count == 5:
        view["outcome"] = {"won": True, "headline": "5", "rows": []}
    else:
        view["moves"] = [{"say": str(count + 1)}]
    return {"state": {"count": count, "word": word}, "to_move": [], "views": [view for _ in ask.get("views", [])]}


def answer(ask):
    name, move = ask["ask"], ask.get("move")
    said = ask.get("text") or (move.get("say") if isinstance(move, dict) else "")
    said = said if isinstance(said, str) else ""
    if name == "hello":
        return {"version": 1, "game": GAME, "puzzles": 50, "twins": [[0, 1]]}
    if name == "puzzle":
        return {"puzzle": {"word": ask["number"]}, "key": str(ask["number"]),
                "solution": [{"say": str(number)} for number in range(1, 6)]}
    if name == "start":
        return position(0, ask)
    if name == "view":
        return position(ask["state"]["count"], ask)
    if said.startswith("bad"):
        return misbehave(ask)
    if name == "read":
        return {"move": {"say": said}} if 1 <= len(said) < 10 else refused("bad_move", "Type a number")
    count = ask["state"]["count"]
    if count >= 5 or said != str(count + 1):
        return refused("wrong_number", f"Type {count + 1}")
    if FAULT == "dies at move 3" and count == 2:
        sys.exit(3)
    extra = time.time_ns() if FAULT == "answers otherwise the second time" and count == 2 else 0
    return {"move": {"say": said}, "turn": {"open": {"count": count + 1, "at": extra}}, **position(count + 1, ask)}


if FAULT == "ignores SIGTERM":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
for line in sys.stdin:
    asked = json.loads(line)
    try:
        said = answer(asked)
    except (OSError, MemoryError) as error:
        said = refused("refused_by_system", f"{type(error).__name__} {error}")
    print(json.dumps({"id": asked["id"], **said}), flush=True)
    if FAULT == "dies at once" and asked["ask"] == "start":
        sys.exit(3)
