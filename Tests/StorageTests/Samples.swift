import Foundation
import GameKit
import Kernel
import ParlorCore
import Storage
import WireProtocol

final class TemporaryFolder: Sendable {
  let path = NSTemporaryDirectory() + "parlor-storage-\(UUID().uuidString)"

  var database: String { path + "/parlor.sqlite" }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

let today = 324
let now = Instant(milliseconds: 1_763_600_000_000)

let sampleDocuments = [
  DocumentForm(SampleDocument.self), DocumentForm(OwnedDocument.self), DocumentForm(ShareDocument.self),
  DocumentForm(PlayerDocument.self),
]

func options(
  documents: [DocumentForm] = sampleDocuments, _ change: (inout StorageOptions) -> Void = { _ in }
) -> StorageOptions {
  var options = StorageOptions(documents: documents, now: now, today: today)
  change(&options)
  return options
}

extension SQLiteStorage {
  @discardableResult
  func store(_ records: [Record]) async throws(StorageFailure) -> [RefusedRecord] {
    let result = await withCheckedContinuation { continuation in
      commit(Batch(ticket: 1, records: records)) { continuation.resume(returning: $0) }
    }
    return try result.get() + catchUp()
  }

  func answer(_ query: Query) async throws(StorageFailure) -> QueryAnswer? {
    let answers = await withCheckedContinuation { continuation in
      answer([query]) { continuation.resume(returning: $0) }
    }
    if case .unavailable(let failure) = answers.first { throw failure }
    return answers.first
  }

  /// Some rooms as a server that starts finds them.
  func rooms(_ numbers: [Int64]) throws(StorageFailure) -> [StoredRoomState] {
    let rooms = try load().rooms
    return numbers.compactMap { number in rooms.first { $0.room.number == number } }
  }
}

extension Record {
  /// A player is new, or is as a snapshot says.
  static func player(_ player: StoredPlayer) -> Record { .player(player.id, .kept(player)) }

  static func player(_ id: PlayerID, _ fact: PlayerFact) -> Record {
    .line(PlayerDocument.line(fact, of: id.number))
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

extension StoredRoom {
  static func sample(_ number: Int64, seq: Int? = nil, body: String = "{}") -> StoredRoom {
    StoredRoom(number: number, folded: "room \(number)", seq: seq, body: Array(body.utf8))
  }
}

extension StoredDeal {
  /// - Parameter round: the third starts over, and ends by itself.
  static func sample(_ room: Int64, seq: Int?, round: Int) -> StoredDeal {
    StoredDeal(
      room: room, seq: seq, round: round, dealtAt: Instant(milliseconds: 1000),
      endsAt: round == 3 ? Instant(milliseconds: 2000) : nil, startsOver: round == 3,
      boards: [Board(player: PlayerID(5), match: 20), Board(player: PlayerID(6), match: 21)],
      puzzle: Array(#"{"answer":"crane"}"#.utf8))
  }
}

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

extension StoredEvents {
  static func sample(_ room: Int64, _ range: ClosedRange<Int>) -> StoredEvents {
    StoredEvents(
      room: room, first: range.lowerBound, last: range.upperBound,
      body: Array("[\(range.map(String.init).joined(separator: ","))]".utf8))
  }
}

extension StoredRoomState {
  /// The numbers of the sample events within a window, and what is no such row.
  func events(window: Int) -> [String] {
    let last = events.last?.last ?? 0
    return events.flatMap { row in
      let numbers = (try? JSON(parsing: row.body))?.arrayValue?.compactMap(\.intValue) ?? []
      guard numbers == Array(row.first...max(row.first, row.last)) else { return ["\(row)"] }
      return numbers.filter { $0 > last - window }.map { "event \($0)" }
    }
  }
}

/// A state as text, so that two can be compared and a difference can be read. Into how many rows events are put depends on
/// when the tables follow.
func lines(of state: StoredState, window: Int = 1_000) -> [String] {
  ["last \(state.lastNumber)"] + state.players.map { "\($0)" } + state.rooms.flatMap { lines(of: $0, window: window) }
    + state.finishedDays.map { "\($0)" } + words(of: state.lines)
}

func lines(of state: StoredRoomState, window: Int = 1_000) -> [String] {
  ["\(state.room)"] + state.matches.flatMap { ["\($0.match)"] + $0.moves.map { "\($0)" } }
    + state.events(window: window) + state.matches.flatMap { state.results[$0.match.id] ?? [] }.map { "\($0)" }
}
