#!/usr/bin/env python3
"""Plants small mistakes in the sources, one at a time, and says which of them no test finds.

Usage: Tests/Mutants/mutants.py [--seed N] [--count N] [--sources REGEX] [--suites REGEX] [--copy FOLDER]
                                [--flags FLAGS] [--jobs N] [--seconds N]

Four operators make mutants: a condition is negated, a statement is dropped, a bound is shifted by one, two arguments
are swapped. A seed draws as many of each from the Swift files outside Tests; generated files are not in the checkout.
All are compiled into one copy of the sources, each behind a switch that the environment variable PARLOR_MUTANT turns
on (the "mutant schemata" of Untch, Offutt and Harrold, 1993), so that there is one build. What does not compile is
replaced by the next that was drawn.

Every suite then runs once without a mutant, and notes which switches it reaches. A mutant is run by the suites that
reach its switch, the fastest first, until one fails or hangs, or SECONDS of tests passed. A suite that fails without a
mutant judges none.
"""
import argparse, collections, concurrent.futures, os, pathlib, random, re, shlex, subprocess, sys, tempfile, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / ".ci"))
from mirror import ROOT, mirror

SOURCES = ["Sources", "Clients", "Protocol/Swift"]
ACTIVE, REACHED = "PARLOR_MUTANT", "PARLOR_MUTANTS_REACHED"

# What stands for itself: a name, a member, a call without arguments, a number.
TERM = r"[\w.]+(?:\(\))?"
STATEMENT = re.compile(
    r"^(\s+)((?:try )?(?!return|throw|case|let|var|if|for|while|guard|switch|default|else|func|init|super|self\.init"
    r"|defer|break|continue|import|static|private|public|precondition|assert|fallthrough|repeat|do\b|catch|in\b)"
    r"(?:_ = )?[\w.?!\[\]]+(?:\(.*\)| &?[+\-*/|]?= .*))$")
CONDITION = re.compile(r"^(\s+)((?:\} else )?if|while|guard) (.+?)( else)? \{(.*)$")
BOUND = re.compile(r" (<|<=|>|>=) (" + TERM + r")(?= \{|,|\)| &&| \|\||$| \?| else)")
ARGUMENTS = re.compile(r"(\w\(|, )(\w+: )?(" + TERM + r"), (\w+: )?(" + TERM + r")(?=[,)])")

SWITCH = """
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif
import Synchronization

private let activeMutant = getenv("%s").flatMap { Int(String(cString: $0)) } ?? 0
private let reachedMutants = Mutex<Set<Int>>([])
private let reachedFile = getenv("%s").map { open($0, O_WRONLY | O_APPEND | O_CREAT, 0o600) } ?? -1

/// Whether the mutant of a number is turned on; its first call in a process is noted.
private func mutant(_ number: Int) -> Bool {
  if reachedFile >= 0, reachedMutants.withLock({ $0.insert(number).inserted }) {
    _ = "\\(number)\\n".withCString { write(reachedFile, $0, strlen($0)) }
  }
  return number == activeMutant
}
""" % (ACTIVE, REACHED)


def closes(text):
    """Whether each bracket in a text, outside of its strings, has its partner there."""
    bare = re.sub(r'"(?:\\.|[^"\\])*"', '""', text)
    depth = 0
    for mark in bare:
        depth += (mark in "([{") - (mark in ")]}")
        if depth < 0:
            return False
    return depth == 0 and bare.count('"') % 2 == 0


def candidates(line):
    """The mutants of a line: name of the operator, and a function that writes the line with a switch."""
    condition = CONDITION.match(line)
    if condition and closes(condition[3]) and not re.search(r"\b(let|var|case|await)\b|#|, |\{", condition[3]):
        yield "negate", lambda n: (
            f"{condition[1]}{condition[2]} ({condition[3]}) != mutant({n}){condition[4] or ''} {{{condition[5]}")
    statement = STATEMENT.match(line)
    if statement and closes(statement[2]) and not re.search(r",$|^self\.(\w+) = \1$", statement[2]):
        yield "drop", lambda n: f"{statement[1]}if !mutant({n}) {{ {statement[2]} }}"
    if '"' in line:
        return
    for bound in BOUND.finditer(line):
        yield "shift", lambda n, b=bound: (
            f"{line[:b.start()]} {b[1]} (mutant({n}) ? {b[2]} + 1 : {b[2]}){line[b.end():]}")
    for pair in ARGUMENTS.finditer(line):
        # The larger and the smaller of two are the same in either order.
        commutes = line[:pair.end(1)].endswith(("max(", "min("))
        if pair[3] != pair[5] and not commutes and not re.search(r"func |case |init\(|(let|var) \(", line):
            yield "swap", lambda n, p=pair: (
                f"{line[:p.start()]}{p[1]}{p[2] or ''}(mutant({n}) ? {p[5]} : {p[3]}), "
                f"{p[4] or ''}(mutant({n}) ? {p[3]} : {p[5]}){line[p.end():]}")


def drawn(seed, pattern):
    """The mutants of all files whose path a pattern matches, by operator and in a seed's order: (file, line's number,
    function that writes it)."""
    found = collections.defaultdict(list)
    for part in SOURCES:
        for file in sorted((ROOT / part).rglob("*.swift")):
            if not re.search(pattern, str(file.relative_to(ROOT))):
                continue
            quoted = False
            for number, line in enumerate(file.read_text().split("\n")):
                quoted ^= line.count('"""') % 2 == 1
                if quoted or line.lstrip().startswith(("//", "*")):
                    continue
                for operator, write in candidates(line.split(" //")[0]):
                    found[operator].append((file.relative_to(ROOT), number, write))
    for operator in sorted(found):
        random.Random(f"{seed} {operator}").shuffle(found[operator])
    return found


class Mutants:
    """The mutants in use, numbered from 1, and the copy that has them."""

    def __init__(self, options):
        self.copy, self.flags, self.left = options.copy, options.flags, drawn(options.seed, options.sources)
        self.used, self.taken = {}, set()
        for number in range(1, options.count + 1):
            self.replace(number, sorted(self.left)[number % len(self.left)])

    def replace(self, number, operator):
        while self.left[operator]:
            file, line, write = self.left[operator].pop()
            if (file, line) not in self.taken:
                self.taken.add((file, line))
                self.used[number] = (operator, file, line, write)
                return
        self.used.pop(number, None)

    def write(self):
        """Makes the copy equal to the sources but for the mutants."""
        changed = {}
        for number, (_, file, line, write) in self.used.items():
            lines = changed.setdefault(file, (ROOT / file).read_text().split("\n"))
            lines[line] = write(number)
        mirror(self.copy, {file: ("\n".join(lines) + SWITCH).encode() for file, lines in changed.items()})

    def build(self):
        """Builds, and replaces what does not compile, until all do."""
        environment = {key: value for key, value in os.environ.items() if key != "CI"}
        while True:
            self.write()
            result = subprocess.run(["swift", "build", "--build-tests", *self.flags], cwd=self.copy, env=environment,
                                    capture_output=True, text=True)
            if result.returncode == 0:
                return
            errors = re.findall(r"([^\s:]+\.swift):(\d+):\d+: error:", result.stdout)
            places = {(name, int(line) - 1) for name, line in errors}
            wrong = [number for number, (_, file, line, _) in self.used.items()
                     if any(name.endswith(str(file)) and line == at for name, at in places)]
            # What lacks its value is an error where it is used.
            wrong = wrong or [number for number, (_, file, _, _) in self.used.items()
                              if any(name.endswith(str(file)) for name, _ in places)]
            if not wrong:
                sys.exit(f"the copy does not build:\n{result.stdout[-4000:]}{result.stderr[-1000:]}")
            print(f"{len(wrong)} do not compile and are replaced", flush=True)
            for number in wrong:
                self.replace(number, self.used[number][0])

    def describe(self, number):
        operator, file, line, _ = self.used[number]
        text = (ROOT / file).read_text().split("\n")[line].strip()
        return f"{operator:6} {file}:{line + 1}: {text}"


class Suites:
    """The test program of a copy, run a few suites at a time."""

    def __init__(self, options):
        self.copy = options.copy
        listed = subprocess.run(["swift", "test", "list", "--skip-build", *options.flags], cwd=self.copy,
                                capture_output=True, text=True)
        names = set(re.findall(r"^(\w+\.\w+)[/(]", listed.stdout, re.M))
        self.names = sorted(name for name in names if re.search(options.suites, name))
        self.program = next((self.copy / ".build").glob("*/debug/*PackageTests.xctest"))

    def run(self, names, seconds, **environment):
        """Whether suites pass in time, and after how many seconds."""
        began = time.monotonic()
        pattern = "^(" + "|".join(re.escape(name) for name in names) + ")[/(]"
        with tempfile.TemporaryDirectory() as folder:
            process = subprocess.Popen(
                [self.program, "--testing-library", "swift-testing", "--filter", pattern], cwd=self.copy,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                env={**os.environ, "TMPDIR": folder, **environment})
            try:
                passed = process.wait(seconds) == 0
            except subprocess.TimeoutExpired:
                passed = False
            try:
                os.killpg(process.pid, 9)
            except ProcessLookupError:
                pass
            process.wait()
        return passed, time.monotonic() - began

    def map(self, name):
        """A suite's switches and its time; none where it fails without a mutant."""
        with tempfile.NamedTemporaryFile() as reached:
            passed, seconds = self.run([name], 600, **{REACHED: reached.name})
            numbers = {int(line) for line in reached.read().split()}
        return name, seconds, numbers if passed else set()


def judge(number, suites, reach, limit):
    """What finds a mutant, or none: suites that reach it run in groups, the fastest first."""
    reaching = sorted((seconds, name) for name, (seconds, numbers) in reach.items() if number in numbers)
    spent, group = 0.0, []
    for index, (seconds, name) in enumerate(reaching):
        group.append((seconds, name))
        if sum(cost for cost, _ in group) < 5 and index + 1 < len(reaching):
            continue
        patience = 60 + 5 * sum(cost for cost, _ in group)
        passed, took = suites.run([name for _, name in group], patience, **{ACTIVE: str(number)})
        if not passed:
            return ", ".join(name for _, name in group[:3])
        spent += took
        if spent > limit:
            break
        group = []
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--sources", default="", metavar="REGEX", help="of the files that get mutants")
    parser.add_argument("--suites", default="", metavar="REGEX", help="of the suites that run, as MODULE.SUITE")
    parser.add_argument("--copy", type=pathlib.Path, default=ROOT / ".build/mutants")
    parser.add_argument("--flags", type=shlex.split, default=[], help="for each call of swift, as one argument")
    parser.add_argument("--jobs", type=int, default=2, help="test programs at a time")
    parser.add_argument("--seconds", type=float, default=300, help="of tests for one mutant that none finds")
    options = parser.parse_args()
    options.copy.mkdir(parents=True, exist_ok=True)
    options.copy = options.copy.resolve()
    mutants = Mutants(options)
    mutants.build()
    suites = Suites(options)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        reach = {name: (seconds, numbers) for name, seconds, numbers in pool.map(suites.map, suites.names)}
        total = sum(seconds for seconds, _ in reach.values())
        print(f"{len(reach)} suites, {total:.0f} s one after another", flush=True)
        reached = {number for _, numbers in reach.values() for number in numbers}
        numbers, found = sorted(mutants.used), 0
        for number, finder in zip(numbers, pool.map(lambda n: judge(n, suites, reach, options.seconds), numbers)):
            state = f"found by {finder}" if finder else "NOT FOUND" if number in reached else "NOT REACHED"
            print(f"{number:4} {mutants.describe(number)}: {state}", flush=True)
            found += finder is not None
    print(f"seed {options.seed}: {found} of {len(numbers)} found, no suite reaches {len(set(numbers) - reached)}")


if __name__ == "__main__":
    main()
