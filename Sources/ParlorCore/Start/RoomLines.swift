import GameKit
import WireProtocol

/// The readable lines of a room's document.
struct RoomLines {
  /// The last readable snapshot; `nil` if there is none.
  private(set) var snapshot: Snapshot?
  /// All readable events, before and after the snapshot.
  private(set) var events: [RoomEvent] = []
  /// The greatest number of any event, readable or not; `nil` if there is none. It must not be reused.
  private(set) var seq: Int?
  /// Numbers whose events are unreadable or missing.
  private(set) var unreadable: [ClosedRange<Int>] = []

  struct Snapshot {
    let folded: String
    /// The number of the last event in it.
    let seq: Int
    let body: RoomSnapshot
  }

  /// No room gets that far; a greater number is damage.
  static let greatest = 1 << 50

  private let games: [GameModule]

  /// - Parameters:
  ///   - lost: the number of missing lines after the last.
  ///   - games: the server's games.
  init(_ lines: [[UInt8]], lost: Int, games: [GameModule]) {
    self.games = games
    let document = JSONDocument()
    // Whether an unreadable line was an event follows from the next one.
    var lost = min(lost, Self.greatest)
    for line in lines {
      guard (try? document.parse(line, maximumDepth: JSONDocument.greatestMaximumDepth)) != nil else {
        lost += 1
        continue
      }
      switch document.root["fact"]?.string {
      case RoomDocument.snapshot.description?: add(Snapshot(document.root, games))
      case RoomDocument.rewritten.description?: startOver(document.root)
      default: add(document.root)
      }
    }
    if lost > 0 { lose(upTo: (seq ?? 0) + lost) }
  }

  private mutating func add(_ snapshot: Snapshot?) {
    guard let snapshot else { return }
    self.snapshot = snapshot
    seq = max(seq ?? 0, snapshot.seq)
  }

  private mutating func startOver(_ line: JSONView) {
    (events, unreadable, seq) = ([], [], nil)
    for event in line["secret"]?["events"].map({ Array($0.elements) }) ?? [] { add(event) }
    add(Snapshot(line, games))
  }

  private mutating func add(_ line: JSONView) {
    guard let number = line["seq"]?.int, (0...Self.greatest).contains(number), number > seq ?? -1 else { return }
    if let seq, number > seq + 1 { lose(upTo: number - 1) }
    if let event = RoomEvent(line: line) {
      events.append(event)
      seq = number
    } else {
      lose(upTo: number)
    }
  }

  /// Events after the last one are unreadable.
  private mutating func lose(upTo last: Int) {
    let last = min(last, Self.greatest)
    unreadable.append(min((seq ?? last - 1) + 1, last)...last)
    seq = last
  }
}

extension RoomLines {
  /// The folded name in the last of some possibly damaged lines: the room's snapshots have it.
  static func name(in lines: [[UInt8]]) -> String? {
    let key = Array(#""folded":""#.utf8)
    for line in lines.reversed() {
      guard let found = line.firstRange(of: key) else { continue }
      let name = line[found.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
      return String(decoding: name, as: UTF8.self)
    }
    return nil
  }
}

extension RoomLines.Snapshot {
  /// Parses a snapshot's line; `nil` for an invalid one.
  fileprivate init?(_ line: JSONView, _ games: [GameModule]) {
    guard let folded = line["folded"]?.string, let seq = line["seq"]?.int, (0...RoomLines.greatest).contains(seq),
      let body = line["secret"]?["body"].flatMap({ RoomSnapshot($0, games: games) })
    else { return nil }
    self.init(folded: folded, seq: seq, body: body)
  }
}
