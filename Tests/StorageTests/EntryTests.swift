import GameKit
import Kernel
import Testing
import WireProtocol

@testable import ParlorCore
@testable import StorageHarness

@Suite("Entries of the log")
struct EntryTests {
  /// One of each kind, with every optional value present and absent.
  private static let records: [DocumentLine] = [
    .day(324), .day(-1), .day(325, keepingFrom: now), .player(.sample(1, isGuest: true)),
    .player(.sample(2, name: "\u{1b}[1m\u{0}ñ\"\\\n", isGuest: true)),
    .playerForgotten(PlayerID(3)),
    .guestsLapse(now: now, present: []),
    .guestsLapse(now: now, present: [PlayerID(1), PlayerID(.max)]), .room(1),
    .room(2, body: #"{"dealt":{"puzzle":"crane"},"x":[1.50,-0,1e3,"\u00e1"]}"#),
    .room(3, seq: 7), .round(1, 7, 3), .roomClosed(1, lastSeq: 7),
    .match(.sample(20, player: 1)), .match(.sample(21, mode: "race", day: nil, round: 3, isRanked: false)),
    .moved(.sample(20, 0, player: 1, moveID: ""), told: nil), .moved(.sample(.max, 1, player: .max), told: nil),
    .moved(.sample(21, 0, player: 2), told: telling), .matchClosed(20),
    .finished(.sample(20, player: 1), told: nil), .finished(.sample(21, player: 2, won: false), told: telling),
    .event(1, 1), .event(1, 2), .event(1, 3),
    .room(1, seq: 3, isRewritten: true),
    .added(1, "ñ \\u00f1"), .removed(1, from: .max),
  ]

  private static let telling = StoredTelling(room: 1, seq: 7, body: Array(#"{"p":"ana"}"#.utf8))

  private func read(_ entry: Entry) -> [DocumentLine?] { entry.lines.map { DocumentLine(logged: $0) } }

  /// Facts as text for comparison; those of matches and the server are parsed.
  private func texts(_ lines: [DocumentLine?]) -> [String] {
    lines.map { line in
      guard let line else { return "unreadable" }
      let fact: Any? =
        switch line.document.kind {
        case MatchDocument.number: MatchDocument.madeFact(of: line)
        case ServerDocument.number: ServerDocument.fact(of: line)
        default: nil
        }
      return "\(line.document) \(String(decoding: line.bytes, as: UTF8.self)) \(fact.map { "\($0)" } ?? "")"
    }
  }

  @Test("A fact of every kind is one line and survives a round trip")
  func everyKind() throws {
    let entries = Batch(ticket: 1, lines: Self.records, at: now).entries(from: 7)
    #expect(entries.map(\.position) == [7] && entries[0].at == now)
    #expect(entries[0].lines.count == Self.records.count)
    #expect(texts(read(entries[0])) == texts(Self.records))
    let kinds = try entries[0].lines.map { try JSON(parsing: Array($0))["fact"]?.stringValue ?? "" }
    #expect(Set(kinds).count == 14)
  }

  @Test("A room's lines of moves and ends are derived from their facts")
  func telling() throws {
    func told(_ record: DocumentLine) throws -> String {
      let line = try #require(MatchDocument.fact(of: record)?.toldLine)
      #expect(line.document == DocumentID(kind: RoomDocument.number, key: 1))
      return String(decoding: line.bytes, as: UTF8.self)
    }
    #expect(
      try told(.moved(.sample(21, 0, player: 2), told: Self.telling))
        == #"{"document":[2,1],"fact":"moved","seq":7,"secret":{"i":2,"p":"ana"}}"#)
    #expect(MatchFact.moved(.sample(21, 0, player: 2), told: nil).toldLine == nil)
    let elapsed = StoredResult.sample(21, player: 2).elapsed.milliseconds
    #expect(
      try told(.finished(.sample(21, player: 2, won: false), told: Self.telling))
        == #"{"document":[2,1],"fact":"finished","seq":7,"secret":{"i":2,"ms":\#(elapsed),"won":false,"score":0,"share":"Parlor Wordle 324 4/6\n\n⬛🟩","secret":{"answer":"crane"},"p":"ana"}}"#
    )
  }

  @Test("Any lines that a server submits survive a round trip", arguments: 1...20 as ClosedRange<UInt64>)
  func randomPlay(_ seed: UInt64) {
    var play = RandomPlay(seed: seed)
    for _ in 0..<100 {
      let records = play.batch()
      let entries = Batch(ticket: 1, lines: records, at: now).entries(from: 1)
      #expect(texts(entries.flatMap(read)) == texts(records))
    }
  }

  @Test("A line with any change is unreadable or another fact, and never traps")
  func changedLines() {
    var generator = SeededGenerator(seed: 4)
    var unreadable = 0
    for entry in Self.records.flatMap({ Batch(ticket: 1, lines: [$0]).entries(from: 1) }) {
      for _ in 0..<200 {
        var line = entry.facts
        let place = generator.number(below: line.count)
        switch generator.number(below: 3) {
        case 0: line[place] ^= 1 << UInt8(generator.number(below: 8))
        case 1: line.removeSubrange(place...)
        default: line.remove(at: place)
        }
        if DocumentLine(logged: line) == nil { unreadable += 1 }
      }
    }
    #expect(unreadable > 1000)
  }

  @Test("Password verifiers are not shown, only that there is one")
  func sealed() throws {
    let records: [DocumentLine] = [
      .player(.sample(1, verifier: "scrypt$4$8$1$aa$bb")), .player(.sample(2)),
      .player(PlayerID(2), .passwordSet("scrypt$4$8$1$cc$dd")),
    ]
    let entry = try #require(Batch(ticket: 1, lines: records, at: now).entries(from: 7).first)
    #expect(texts(read(entry)) == texts(records))
    let stored = String(decoding: entry.facts, as: UTF8.self)
    #expect(stored.contains("scrypt$4$8$1$aa$bb"))
    for withSecrets in [true, false] {
      let shown = String(decoding: entry.text(withSecrets: withSecrets), as: UTF8.self)
      for sealed in ["scrypt", "verifier", "token"] { #expect(!shown.contains(sealed)) }
      #expect(shown.components(of: #""sealed":true"#) == 3)
    }
    // An unreadable line gives no text.
    var damaged = entry
    damaged.facts = Array(stored.replacing(#""fact":"kept""#, with: #""fact":"kept"#).utf8)
    #expect(!String(decoding: damaged.text(withSecrets: true), as: UTF8.self).contains("scrypt"))
  }

  @Test("Without secrets an entry shows no letters, puzzles, talk or tokens, and everything else")
  func secrets() throws {
    let entry = try #require(Batch(ticket: 1, lines: Self.records, at: now).entries(from: 7).first)
    let whole = String(decoding: entry.text(withSecrets: true), as: UTF8.self)
    let open = String(decoding: entry.text(withSecrets: false), as: UTF8.self)
    for secret in ["crane", "key of day", "state", "line 3", "told"] {
      #expect(whole.contains(secret) && !open.contains(secret), "\(secret)")
    }
    #expect(
      open.hasPrefix(
        #"{"entry":7,"at":1763600000000,"v":4,"facts":\#(Self.records.count)}"# + "\n"
          + #"{"document":[1,0],"fact":"day"}"# + "\n"))
    #expect(
      open.contains(#"{"document":[3,20],"fact":"moved","seq":7,"index":0,"player":1,"elapsed_ms":0,"move_id":""}"#))
    #expect(open.split(separator: "\n").count == Self.records.count + 1)
    #expect(whole.hasSuffix(String(decoding: entry.facts, as: UTF8.self)))
  }

  @Test("A batch longer than an entry is split into consecutive entries")
  func longBatch() {
    let body = #"{"text":""# + String(repeating: "x", count: 100_000) + #""}"#
    let records = (1...50).map { DocumentLine.room($0, body: body) }
    let entries = Batch(ticket: 1, lines: records, at: now).entries(from: 3)
    #expect(entries.count > 4)
    #expect(entries.map(\.position) == Array(3..<3 + LogPosition(entries.count)))
    #expect(entries.allSatisfy { $0.facts.count <= Entry.mostBytes && !$0.facts.isEmpty })
    #expect(texts(entries.flatMap(read)) == texts(records))
    #expect(Batch(ticket: 1, lines: []).entries(from: 1).isEmpty)
  }
}

extension String {
  /// The number of occurrences of a text.
  fileprivate func components(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
