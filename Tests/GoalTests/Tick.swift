import CoreHarness
import GameKit
import ParlorCore
import Storage
import WireProtocol

/// The name of a game whose puzzle of the day is done with one move.
protocol TickName: Sendable {
  static var id: String { get }
}

enum Alpha: TickName { static let id = "alpha" }
enum Beta: TickName { static let id = "beta" }
enum Gamma: TickName { static let id = "gamma" }
enum Delta: TickName { static let id = "delta" }
enum Race: TickName { static let id = "racing" }

/// A game that is over with the move `tick`; with `skip` it is lost. `wait` is a move that leads to nothing.
struct Tick<Name: TickName>: Game {
  struct Move: Codable { let word: String }

  static var info: GameInfo {
    GameInfo(
      id: Name.id, title: Name.id.prefix(1).uppercased() + Name.id.dropFirst(), summary: "Tick it off",
      rules: ["Type tick."], modes: Name.self == Race.self ? [.race] : [.daily, .practice])
  }

  private var words: [String] = []

  init(puzzle: NoPuzzle, settings: NoSettings) {}

  static func parse(_ line: String) throws(Rejection) -> Move { Move(word: line) }

  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard outcome(for: player) == nil else { throw .badMove("It is over") }
    words.append(move.word)
    return Turn(open: ["words": .int(words.count)])
  }

  func board(for viewer: Viewer) -> Board {
    Board(title: Self.info.title, rows: [], prompt: "Tick", notes: ["\(words.count)"])
  }

  func outcome(for player: PlayerID) -> Outcome? {
    guard let last = words.last, ["tick", "skip"].contains(last) else { return nil }
    return Outcome(won: last == "tick", score: 1, grid: ShareGrid(headline: last, rows: []))
  }
}

extension World {
  /// A server with four games that have a puzzle of the day, and one that has none.
  static func ticking(graceSeconds: Int = 0, limits change: @escaping (inout Limits) -> Void = { _ in }) -> World {
    World(
      games: [
        GameModule(NoPuzzleSource<Tick<Alpha>>()), GameModule(NoPuzzleSource<Tick<Beta>>()),
        GameModule(NoPuzzleSource<Tick<Gamma>>()), GameModule(NoPuzzleSource<Tick<Delta>>()),
        GameModule(NoPuzzleSource<Tick<Race>>()),
      ],
      storage: try? SQLiteStorage(folder: ":memory:", options: World.storageOptions),
      limits: {
        $0.dailyGraceSeconds = graceSeconds
        change(&$0)
      })
  }

  /// Somebody finishes the day's puzzles of games; what they are sent of their goal meanwhile.
  @discardableResult
  func finish(_ games: String..., by name: String, with word: String = "tick") -> [Line] {
    var lines: [Line] = []
    for game in games {
      lines += send(name, #"{"type":"join","room":"\#(game)"}"#)
      lines += send(name, #"{"type":"move","room":"\#(game)","text":"\#(word)"}"#)
    }
    return lines.filter { $0.type == "goal" }
  }

  /// The goal in a few characters: `alpha+ beta- gamma- 3/5 1f`, with `!` where it is reached.
  func goal(of name: String, _ request: String = #"{"type":"goal"}"#) -> String {
    guard let line = send(name, request).last else { return "" }
    return line.type == "goal" ? line.goal : line.code ?? line.text
  }

  /// The next midnights pass.
  func passDays(_ count: Int = 1) { wait(seconds: 86_400 * count) }
}

extension Line {
  /// A `goal` in a few characters.
  var goal: String {
    let parts = (self["parts"]?.arrayValue ?? []).map { part in
      (part["game"]?.stringValue ?? "") + (part["done"] == true ? "+" : "-")
    }
    let numbers = ["streak", "best_streak", "freezes"].map { self[$0]?.intValue ?? -1 }
    let end = (self["reached"] == true ? "!" : "") + (self["summary"] == true ? "s" : "")
    return (parts + ["\(numbers[0])/\(numbers[1])", "\(numbers[2])f" + end]).joined(separator: " ")
  }
}
