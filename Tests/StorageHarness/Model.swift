import GameKit
import Kernel
import WireProtocol

@testable import ParlorCore

/// A simple model of storage: everything in arrays, recomputed at each query.
struct Model {
  private(set) var players: [PlayerID: StoredPlayer] = [:]
  /// Each room's lines, from the last rewritten snapshot on.
  private(set) var rooms: [Int64: [[UInt8]]] = [:]
  private(set) var matches: [Int64: StoredMatch] = [:]
  private(set) var open: Set<Int64> = []
  private var moves: [StoredMove] = []
  private(set) var results: [StoredResult] = []
  private var lastNumber: Int64 = 0
  private var lastSeq = 0
  private(set) var lines: [DocumentLine] = []
  private var day: Int?

  mutating func apply(_ line: DocumentLine) {
    switch line.document.kind {
    case PlayerDocument.number where PlayerDocument.isForgotten(line): forget(PlayerID(line.document.key))
    case PlayerDocument.number: follow(line)
    case RoomDocument.number: followRoom(line)
    case MatchDocument.number: followMatch(line)
    case ServerDocument.number:
      guard case .day(let day, _) = ServerDocument.fact(of: line) else { break }
      self.day = day
      close { $0.day.map { $0 < day - 1 } ?? false }
    default: lines.append(line)
    }
  }

  private mutating func forget(_ id: PlayerID) {
    let own = matches.values.filter { $0.player == id }.map(\.id)
    players[id] = nil
    lines.removeAll { $0.document == DocumentID(kind: OwnedDocument.number, key: id.number) }
    matches = matches.filter { !own.contains($0.key) }
    open.subtract(own)
    moves.removeAll { own.contains($0.match) }
    results.removeAll { $0.player == id || own.contains($0.match) }
  }

  private mutating func followRoom(_ line: DocumentLine) {
    let number = line.document.key
    switch RoomDocument.reach(of: line) {
    case .round(let round): close { $0.room == number && $0.round.map { $0 < round - 1 } ?? false }
    case .closed(let lastSeq):
      self.lastSeq = max(self.lastSeq, lastSeq)
      rooms[number] = nil
      lastNumber = max(lastNumber, number)
      open = open.filter { matches[$0]?.room != number }
      return
    case nil: break
    }
    tell(line)
  }

  private mutating func followMatch(_ line: DocumentLine) {
    guard let fact = MatchDocument.fact(of: line) else { return }
    if let told = fact.toldLine { tell(told) }
    switch fact {
    case .opened(let match):
      matches[match.id] = match
      open.insert(match.id)
      lastNumber = max(lastNumber, match.id)
    case .moved(let move, _): moves.append(move)
    case .played(let played): moves += played
    case .finished(let result, _): results.append(result)
    case .givenUp: break
    case .closed: open.remove(line.document.key)
    }
  }

  private mutating func tell(_ line: DocumentLine) {
    if String(decoding: line.bytes, as: UTF8.self).contains("rewritten") { rooms[line.document.key] = [] }
    rooms[line.document.key, default: []].append(line.bytes)
    lastNumber = max(lastNumber, line.document.key)
  }

  private mutating func follow(_ line: DocumentLine) {
    let id = PlayerID(line.document.key)
    guard let fact = PlayerDocument.fact(of: line.bytes, with: JSONDocument()) else { return }
    if case .kept(let player) = fact { players[id] = player } else { players[id]?.apply(fact) }
    lastNumber = max(lastNumber, id.number)
  }

  private mutating func close(where isOver: (StoredMatch) -> Bool) {
    open = open.filter { matches[$0].map(isOver) != true }
  }

  func state(today: Int) -> StoredState {
    let daily = results.compactMap { result -> StoredState.FinishedDay? in
      guard result.mode == "daily", let day = matches[result.match]?.day, day >= today - 2 else { return nil }
      return .init(game: result.game, day: day, player: result.player)
    }
    var state = StoredState(
      lastNumber: lastNumber, lastSeq: lastSeq, players: players.values.sorted { $0.id < $1.id },
      rooms: rooms.keys.sorted().compactMap(room),
      finishedDays: Set(daily).sorted { ($0.day, $0.game, $0.player) < ($1.day, $1.game, $1.player) })
    state.lines = lines
    state.latestDay = day
    return state
  }

  private func room(_ number: Int64) -> StoredRoomState? {
    guard let lines = rooms[number] else { return nil }
    let own = open.filter { matches[$0]?.room == number }.sorted().compactMap { matches[$0] }
    return StoredRoomState(
      number: number, lines: lines,
      matches: own.map { match in
        StoredMatchHistory(
          match: match, isOpen: true, moves: moves.filter { $0.match == match.id }, names: [:],
          results: results.filter { $0.match == match.id })
      })
  }

  func history(of player: PlayerID, limit: Int) -> [StoredResult] {
    let own = results.filter { $0.player == player }
    return Array(own.sorted { ($0.finishedAt, $0.match) > ($1.finishedAt, $1.match) }.prefix(limit))
  }
}
