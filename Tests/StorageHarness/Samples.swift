import Callbacks
import Foundation
import GameKit
import Kernel
import Storage
import WireProtocol

@testable import ParlorCore

final class TemporaryFolder: Sendable {
  let path = NSTemporaryDirectory() + "parlor-storage-\(UUID().uuidString)"

  var database: String { path + "/parlor.sqlite" }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

let today = 324
let now = Instant(milliseconds: 1_763_600_000_000)

let sampleDocuments = [
  DocumentForm(SampleDocument.self), DocumentForm(OwnedDocument.self),
  DocumentForm(PlayerDocument.self, index: PlayerTables.self),
  DocumentForm(MatchDocument.self, index: MatchTables.self),
  RoomDocument.form(keepingEvents: 256, bytes: 1 << 18),
]

/// The same, with this many events per room.
func sampleDocuments(keepingEvents count: Int) -> [DocumentForm] {
  sampleDocuments.filter { $0.window == nil } + [RoomDocument.form(keepingEvents: count, bytes: 1 << 18)]
}

func options(
  documents: [DocumentForm] = sampleDocuments, _ change: (inout StorageOptions) -> Void = { _ in }
) -> StorageOptions {
  var options = StorageOptions(documents: documents, now: now, today: today)
  change(&options)
  return options
}

extension SQLiteStorage {
  @discardableResult
  func store(_ records: [DocumentLine]) async throws(StorageFailure) -> [RefusedLine] {
    let result = await withCheckedContinuation { continuation in
      commit(Batch(ticket: 1, lines: records)) { continuation.resume(returning: $0) }
    }
    return try result.get() + catchUp()
  }

  /// One daily per letter, the last of them today's; matches are numbered from `from`.
  func store(days: String, player: Int64, from: Int64 = 100, tries: Int = 4) async throws {
    for (offset, letter) in days.enumerated() where letter != "." {
      let (id, day) = (from + Int64(offset), today - days.count + 1 + offset)
      try await store([
        .match(.sample(id, day: day, player: player)),
        .finished(.sample(id, player: player, day: day, tries: tries, won: letter == "w"), told: nil),
      ])
    }
  }

  func answer<Query: StoredQuery>(_ query: Query) async throws(StorageFailure) -> Query.Answer {
    let answers = await withCheckedContinuation { continuation in
      answer([query]) { continuation.resume(returning: $0) }
    }
    guard let answer = try answers.first?.get() as? Query.Answer else {
      throw StorageFailure(message: "\(answers) is no answer to \(query)")
    }
    return answer
  }

  func match(_ number: Int64) async throws(StorageFailure) -> StoredMatchHistory? {
    try await answer(MatchQuery(match: number, replayer: MatchReplayer(games: [])))?.history
  }

  /// An undamaged document.
  func document(_ id: DocumentID) async throws(StorageFailure) -> any Sendable {
    guard let stored = try await answer(DocumentQuery(id)), !stored.isDamaged else {
      throw StorageFailure(message: "\(id) is damaged")
    }
    return stored.state
  }

  /// The state at a start, with the boards of the day themselves.
  func loadWhole() throws(StorageFailure) -> StoredState {
    var state = try load()
    for index in state.rooms.indices {
      let query = OpenQuery(room: state.rooms[index].number)
      let answers = awaitResult { answer([query], completion: $0) }
      guard let matches = (try? answers.first?.get()) as? [StoredMatchHistory] else {
        throw StorageFailure(message: "matches cannot be read")
      }
      state.rooms[index].matches = matches
      state.rooms[index].dayBoards = []
    }
    return state
  }

  /// Rooms in the state at a start, with boards of the day.
  func rooms(_ numbers: [Int64]) throws(StorageFailure) -> [StoredRoomState] {
    let rooms = try loadWhole().rooms
    return numbers.compactMap { number in rooms.first { $0.number == number } }
  }
}

/// All open matches of a room.
private struct OpenQuery: StoredQuery {
  let room: Int64

  func answer(from rows: any TableReader) throws(DatabaseError) -> [StoredMatchHistory] {
    var found: [StoredMatchHistory] = []
    for id in try rows.keys("SELECT id FROM match WHERE room = ? AND is_open = 1 ORDER BY id", room) {
      if let match = try rows.match(id) { found.append(match) }
    }
    return found
  }
}

extension DocumentLine {
  /// A new player, or a snapshot of one.
  static func player(_ player: StoredPlayer) -> DocumentLine { .player(player.id, .kept(player)) }

  static func player(_ id: PlayerID, _ fact: PlayerFact) -> DocumentLine {
    PlayerDocument.line(fact, of: id.number)
  }

  static func playerForgotten(_ player: PlayerID) -> DocumentLine { .player(player, .forgotten) }

  static func day(_ day: Int, keepingFrom start: Instant? = nil) -> DocumentLine {
    ServerDocument.line(.day(day, keepingFrom: start), of: 0)
  }

  static func guestsLapse(now: Instant, present: [PlayerID]) -> DocumentLine {
    ServerDocument.line(.guestsLapse(now: now, present: present), of: 0)
  }

  static func match(_ match: StoredMatch) -> DocumentLine { MatchDocument.line(.opened(match), of: match.id) }

  static func moved(_ move: StoredMove, told: StoredTelling?) -> DocumentLine {
    MatchDocument.line(.moved(move, told: told), of: move.match)
  }

  static func finished(_ result: StoredResult, told: StoredTelling?) -> DocumentLine {
    MatchDocument.line(.finished(result, told: told), of: result.match)
  }

  static func matchClosed(_ match: Int64) -> DocumentLine { MatchDocument.line(.closed, of: match) }

  static func roomClosed(_ room: Int64, lastSeq: Int) -> DocumentLine {
    RoomDocument.closing(room, lastSeq: lastSeq)
  }
}

extension StoredPlayer {
  static func sample(
    _ number: Int64, name: String? = nil, isGuest: Bool = false, isBot: Bool = false, seenAt: Instant = now,
    verifier: String? = nil
  ) -> StoredPlayer {
    StoredPlayer(
      id: PlayerID(number), name: name ?? "Player \(number)", isGuest: isGuest, isBot: isBot,
      tokens: isGuest ? [] : [SHA256.hash("\(number)".utf8)],
      createdAt: Instant(milliseconds: 5), seenAt: seenAt, verifier: verifier,
      ratings: PlayerRatings(number % 2 == 0 ? "lastword 1512345 210200 60000 20661 4 1500000" : ""))
  }
}

extension DocumentLine {
  /// A snapshot of a room after a number of events.
  static func room(
    _ number: Int64, name: String? = nil, seq: Int = 0, body: String = "{}", isRewritten: Bool = false
  ) -> DocumentLine {
    roomLine(
      number, isRewritten ? "rewritten" : "snapshot",
      #""seq":\#(seq),"folded":"\#(name ?? "room \(number)")","secret":{"body":\#(body)}"#)
  }

  static func event(_ room: Int64, _ seq: Int) -> DocumentLine {
    roomLine(room, "said", #""seq":\#(seq),"secret":{"t":"line \#(seq)"}"#)
  }

  /// The beginning of a round.
  static func round(_ room: Int64, _ seq: Int, _ round: Int) -> DocumentLine {
    roomLine(room, "round", #""seq":\#(seq),"secret":{"n":\#(round),"puzzle":{"answer":"crane"}}"#)
  }

  private static func roomLine(_ room: Int64, _ fact: String, _ members: String) -> DocumentLine {
    let id = DocumentID(kind: RoomDocument.number, key: room)
    let text = #"{"document":[\#(id.kind),\#(room)],"fact":"\#(fact)",\#(members)}"#
    return DocumentLine(id, bytes: Array(text.utf8))
  }
}

func events(_ room: Int64, _ numbers: ClosedRange<Int>) -> [DocumentLine] { numbers.map { .event(room, $0) } }

extension StoredMatch {
  static func sample(
    _ id: Int64, room: Int64 = 1, mode: String = "daily", day: Int? = today, round: Int? = nil,
    player: Int64? = nil, key: String? = nil, isRanked: Bool = true
  ) -> StoredMatch {
    StoredMatch(
      id: id, room: room, game: "wordle", mode: mode, puzzleKey: key ?? "key of day \(day ?? 0)",
      puzzle: Array(#"{"answer":"crane"}"#.utf8), settings: [], day: day, round: round,
      player: player.map { PlayerID($0) }, isRanked: isRanked, startedAt: Instant(milliseconds: id * 10))
  }
}

extension StoredMove {
  static func sample(_ match: Int64, _ index: Int, player: Int64, moveID: String? = nil) -> StoredMove {
    StoredMove(
      match: match, index: index, player: PlayerID(player), move: Array(#"{"guess":"crane"}"#.utf8),
      elapsed: Elapsed(milliseconds: Int64(index) * 1_000), moveID: moveID, seq: index + 7,
      stateHash: UInt64.max - UInt64(match))
  }
}

extension StoredResult {
  static func sample(
    _ match: Int64, player: Int64, mode: String = "daily", day: Int = today, tries: Int? = 4, won: Bool = true,
    isRanked: Bool = true
  ) -> StoredResult {
    StoredResult(
      match: match, player: PlayerID(player), game: "wordle", mode: mode, day: day, won: won,
      tries: won ? tries : nil, score: won ? 7 - (tries ?? 0) : 0, elapsed: Elapsed(milliseconds: 90_000),
      isRanked: isRanked, share: "Parlor Wordle 324 4/6\n\n⬛🟩", secret: Array(#"{"answer":"crane"}"#.utf8),
      finishedAt: Instant(milliseconds: match * 10 + 5))
  }
}

extension StoredRoomState {
  /// A room after these records.
  init(
    _ number: Int64, _ records: [DocumentLine], matches: [StoredMatchHistory] = []
  ) {
    let lines = records.filter { $0.document.kind == RoomDocument.number }
    self.init(number: number, lines: lines.map(\.bytes), matches: matches)
  }

  /// The kept lines: those from the last snapshot on, and the last events.
  func told(window: Int) -> [String] {
    let texts = lines.map { String(decoding: $0, as: UTF8.self) }
    let isEvent = texts.map { !$0.contains(#""folded""#) }
    let events = texts.indices.filter { isEvent[$0] }
    let snapshot = texts.indices.last { !isEvent[$0] } ?? texts.endIndex
    guard !(snapshot < texts.endIndex && texts[snapshot].contains("rewritten")) else {
      return Array(texts[snapshot...])
    }
    let first = events.dropLast(window).last.map { $0 + 1 } ?? 0
    return Array(texts[min(first, snapshot)...])
  }

  /// The numbers of its events.
  var seqs: [Int] {
    lines.compactMap { line in
      (try? JSON(parsing: line)).flatMap { $0["fact"] == "said" ? $0["seq"]?.intValue : nil }
    }
  }
}

/// A state as text, for comparison. The number of a room's outdated lines depends on when the tables follow.
func lines(of state: StoredState, window: Int = 1_000) -> [String] {
  ["last \(state.lastNumber)"] + state.players.map { "\($0)" } + state.rooms.flatMap { lines(of: $0, window: window) }
    + state.finishedDays.map { "\($0)" } + words(of: state.lines)
}

func lines(of state: StoredRoomState, window: Int = 1_000) -> [String] {
  ["room \(state.number)"] + state.matches.flatMap { ["\($0.match)"] + $0.moves.map { "\($0)" } }
    + state.told(window: window) + state.matches.flatMap(\.results).map { "\($0)" }
}
