import GameKit
import WireProtocol

/// What can be read of the lines of a room's document.
struct RoomLines {
  /// The last snapshot that can be; `nil` where none can.
  private(set) var snapshot: Snapshot?
  /// All events that can be, up to the snapshot and after it.
  private(set) var events: [RoomEvent] = []
  /// The greatest number that any event has, readable or not; `nil` where there is none. Nothing new may have it.
  private(set) var seq: Int?
  /// Numbers whose events cannot be read or are missing.
  private(set) var unreadable: [ClosedRange<Int>] = []

  struct Snapshot {
    let folded: String
    /// The number of the last event in it.
    let seq: Int
    let body: RoomSnapshot
  }

  /// No room gets that far; a number beyond is damage.
  static let greatest = 1 << 50

  private let games: [GameModule]

  /// - Parameters:
  ///   - lost: how many lines are missing after the last.
  ///   - games: that there are.
  init(_ lines: [[UInt8]], lost: Int, games: [GameModule]) {
    self.games = games
    let document = JSONDocument()
    // Of a line that cannot be read at all the next one tells whether it was an event.
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

  /// Events that follow the last one cannot be read.
  private mutating func lose(upTo last: Int) {
    let last = min(last, Self.greatest)
    unreadable.append(min((seq ?? last - 1) + 1, last)...last)
    seq = last
  }
}

extension RoomLines {
  /// The folded name that the last of some lines tells which may be damaged: the room's snapshots have it.
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
  /// Reads the line of a snapshot; `nil` for one that was written by something else.
  fileprivate init?(_ line: JSONView, _ games: [GameModule]) {
    guard let folded = line["folded"]?.string, let seq = line["seq"]?.int, (0...RoomLines.greatest).contains(seq),
      let body = line["secret"]?["body"].flatMap({ RoomSnapshot($0, games: games) })
    else { return nil }
    self.init(folded: folded, seq: seq, body: body)
  }
}
