import GameKit
import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The environment variable that, set to `1`, records the golden files that are missing. One that is there is never
/// overwritten: to change what old matches led to, delete it.
let goldenVariable = "PARLOR_RECORD_GOLDEN"

/// Recorded playthroughs that must replay to the same bytes: stored matches consist of a puzzle and moves, and their
/// results are computed by replaying.
///
/// NDJSON: a header with seed, settings and puzzle, then a line per move with its turn, then a line per player with the
/// outcome. Boards and remarks are left out, because a game may change them.
struct GoldenFile<S: PuzzleSource> {
  typealias G = S.G

  let source: S
  let budgets: Budgets
  let path: String
  /// The file's name in findings.
  let name: String

  func check(settings: [G.Settings], diary: Diary) {
    if getenv(goldenVariable) != nil, FileBytes.read(path) == nil { record(settings: settings) }
    guard let bytes = FileBytes.read(path) else {
      return diary.found(
        .goldenMissing, "there is no playthrough \(name) yet; \(goldenVariable)=1 records it")
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    var replayed: [String] = []
    for start in lines.indices where isHead(lines[start]) {
      let end = lines[(start + 1)...].firstIndex(where: isHead) ?? lines.endIndex
      guard let match = replay(lines[start..<end], from: start, diary) else { return }
      replayed += match
    }
    if replayed.isEmpty { diary.found(.goldenDiffers, "\(name) holds no playthrough") }
    guard replayed != lines, let place = zip(lines, replayed).enumerated().first(where: { $1.0 != $1.1 }) else {
      return
    }
    diary.found(
      .goldenDiffers,
      "line \(place.offset + 1) of \(name), which old matches hold as well, is now another: "
        + difference(place.element.0, place.element.1))
  }

  private func isHead(_ line: String) -> Bool { line.hasPrefix(#"{"game":"#) }

  // MARK: - Replaying

  private func replay(_ lines: ArraySlice<String>, from start: Int, _ diary: Diary) -> [String]? {
    guard let head = lines.first.flatMap({ try? JSON(parsing: $0) }),
      let seed = head["seed"]?.stringValue.flatMap({ UInt64($0) }),
      let settings = try? head["settings"]?.decode(G.Settings.self),
      let puzzle = try? head["puzzle"]?.decode(G.Puzzle.self)
    else {
      diary.found(.goldenDiffers, "line \(start + 1) of \(name) can no longer be read: puzzle or settings have changed")
      return nil
    }
    let subject = Subject(source: source, settings: settings, budgets: budgets, diary: diary)
    let dealt = (try? subject.puzzle(seed)).flatMap { Subject<S>.text($0) }
    if dealt != Subject<S>.text(puzzle) {
      diary.found(
        .seedMeansOther,
        "seed \(seed) in \(name) gives another puzzle than when it was recorded: "
          + difference(Subject<S>.text(puzzle) ?? "", dealt ?? "none"))
    }
    var game = subject.newGame(puzzle)
    var again = [self.head(subject, seed, puzzle)]
    for (index, line) in lines.enumerated().dropFirst() {
      guard let entry = try? JSON(parsing: line), entry["move"] != nil else { break }
      guard let (player, time) = mover(entry), let move = try? subject.move(entry["move"]?.text ?? ""),
        let turn = try? subject.replay(move, on: &game, by: player, at: time).get()
      else {
        diary.found(.goldenDiffers, "line \(start + index + 1) of \(name) holds a move that is now refused: \(line)")
        return nil
      }
      again.append(self.move(move, turn, player, time))
    }
    return again + subject.players.compactMap { outcome(game, $0) }
  }

  private func mover(_ entry: JSON) -> (PlayerID, Elapsed)? {
    guard let by = entry["by"]?.intValue, let time = entry["ms"]?.intValue else { return nil }
    return (PlayerID(Int64(by)), Elapsed(milliseconds: Int64(time)))
  }

  // MARK: - Recording

  private func record(settings: [G.Settings]) {
    let diary = Diary(calls: Calls(budgets: budgets))
    var lines: [String] = []
    for settings in settings {
      let subject = Subject(source: source, settings: settings, budgets: budgets, diary: diary)
      for seed in UInt64(1)...3 {
        guard let puzzle = try? subject.puzzle(seed) else { continue }
        var match = Playthrough(subject, seed: seed, puzzle: puzzle, diary: diary, isThorough: false)
        match.run()
        lines.append(head(subject, seed, puzzle))
        lines += match.log.compactMap { logged in
          (try? subject.move(logged.move)).map { move($0, logged.turn, logged.player, logged.elapsed) }
        }
        lines += subject.players.compactMap { outcome(match.game, $0) }
      }
    }
    _ = FileBytes.create(path, Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  // MARK: - Lines

  private func head(_ subject: Subject<S>, _ seed: UInt64, _ puzzle: G.Puzzle) -> String {
    // A string, because JSON readers elsewhere may not represent 64-bit numbers.
    let head: JSONObject = [
      "game": .string(G.info.id), "seed": .string(String(seed)),
      "settings": (try? JSON(writing: subject.settings)) ?? .null, "puzzle": (try? JSON(writing: puzzle)) ?? .null,
    ]
    return JSON.object(head).text
  }

  private func move(_ move: G.Move, _ turn: Turn, _ player: PlayerID, _ elapsed: Elapsed) -> String {
    let line: JSONObject = [
      "by": .int(Int(player.number)), "ms": .int(Int(elapsed.milliseconds)),
      "move": (try? JSON(writing: move)) ?? .null, "open": .object(turn.open), "secret": .object(turn.secret),
      "spent_try": .bool(turn.spentTry),
    ]
    return JSON.object(line).text
  }

  private func outcome(_ game: G, _ player: PlayerID) -> String? {
    guard let outcome = game.outcome(for: player) else { return nil }
    let line: JSONObject = [
      "by": .int(Int(player.number)), "outcome": .object(outcome.fields(informed: true)), "score": .int(outcome.score),
      "share": .array([.string(outcome.grid.headline)] + outcome.grid.rows.map(JSON.string)),
    ]
    return JSON.object(line).text
  }
}
