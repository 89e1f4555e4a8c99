"""Copies of the sources, to be changed and built."""
import pathlib, shutil

ROOT = pathlib.Path(__file__).resolve().parent.parent
PARTS = ["Sources", "Tests", "Clients", "Protocol", "Package.swift", "README.md"]


def files(folder):
    return {path.relative_to(folder) for part in PARTS for path in [folder / part, *(folder / part).rglob("*")]
            if path.is_file() and "__pycache__" not in path.parts}


def mirror(copy, changed={}):
    """Makes the copy equal to the sources, but for the bytes of files that are changed, by their names; files that are
    equal stay untouched, and what is built of them valid."""
    own = files(ROOT)
    for name in files(copy) - own:
        (copy / name).unlink()
    for name in own:
        target, content = copy / name, changed.get(name) or (ROOT / name).read_bytes()
        if not target.is_file() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            shutil.copymode(ROOT / name, target)
