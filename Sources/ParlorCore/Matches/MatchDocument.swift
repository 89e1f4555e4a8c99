import GameKit
public import Kernel
import WireProtocol

/// A change of a match. Boxed (`indirect`), since each fact passes through several arrays on its way to the tables.
public indirect enum MatchFact: Hashable, Sendable {
  /// The match has begun: the first fact.
  case opened(StoredMatch)
  /// A move was played and published: a line of the room derives from it.
  case moved(StoredMove, told: StoredTelling?)
  /// Consecutive moves of one player, in a snapshot.
  case played([StoredMove])
  /// A player's match is over, and that is published: a line of the room derives from it.
  case finished(StoredResult, told: StoredTelling?)
  /// A player has left a board unfinished for good, which counts as lost in statistics. Nobody is told.
  case givenUp(StoredResult)
  /// The match is over for everybody: a start does not load it any more.
  case closed
}

/// The fold of a match's facts: its moves, without the game.
public struct MatchState: Sendable {
  /// `nil` before the match has begun.
  public fileprivate(set) var match: StoredMatch?
  /// In order.
  public fileprivate(set) var moves: [StoredMove] = []
  public fileprivate(set) var results: [StoredResult] = []
  public fileprivate(set) var givenUp: [StoredResult] = []
  public fileprivate(set) var isClosed = false
}

/// A match: one document per match, with its number as the key. Index tables follow it.
public enum MatchDocument: DocumentKind {
  public static let number: UInt8 = 3
  public static let name = "match"
  public static let packsParts = true

  public static func initialState(_ key: Int64) -> MatchState { MatchState() }

  public static func begins(_ fact: MatchFact) -> Bool { if case .opened = fact { true } else { false } }

  /// Moves are not validated: a replay detects a missing one.
  public static func apply(_ fact: MatchFact, to state: inout MatchState) {
    switch fact {
    case .opened(let match): state.match = match
    case .moved(let move, _): state.moves.append(move)
    case .played(let moves): state.moves += moves
    case .finished(var result, _):
      if result.game.isEmpty, let match = state.match {
        (result.game, result.mode, result.isRanked) = (match.game, match.mode, match.isRanked)
      }
      state.results.append(result)
    case .givenUp(let result): state.givenUp.append(result)
    case .closed: state.isClosed = true
    }
  }

  /// Moves in matches with others stay, under an unassigned number.
  public static func forget(_ player: Int64, in state: inout MatchState) {
    state.results.removeAll { $0.player.number == player }
    state.givenUp.removeAll { $0.player.number == player }
  }

  public static func pack(_ state: MatchState) -> [MatchFact] {
    var facts: [MatchFact] = []
    facts.reserveCapacity(3 + state.results.count)
    if let match = state.match { facts.append(.opened(match)) }
    var rest = state.moves[...]
    while let first = rest.first {
      var count = 1
      for (index, move) in rest.dropFirst().enumerated() {
        guard move.player == first.player, move.index == first.index &+ index &+ 1 else { break }
        count += 1
      }
      facts.append(.played(count == state.moves.count ? state.moves : Array(rest.prefix(count))))
      rest = rest.dropFirst(count)
    }
    facts += state.results.map { .finished($0.without(state.match), told: nil) }
    facts += state.givenUp.map(MatchFact.givenUp)
    return state.isClosed ? facts + [.closed] : facts
  }
}

extension MatchDocument {
  /// The fact of a line; `nil` for a line of another kind, or an unreadable one.
  package static func ownFact(of line: DocumentLine) -> MatchFact? {
    line.document.kind == number ? fact(of: line) : nil
  }

  package static func id(_ match: Int64) -> DocumentID { DocumentID(kind: number, key: match) }
}

extension MatchFact {
  /// How the fact was published in its room; `nil` if it was not.
  package var told: StoredTelling? {
    switch self {
    case .moved(_, let told), .finished(_, let told): told
    case .opened, .played, .givenUp, .closed: nil
    }
  }

  /// The line of the room's document for resuming sessions; `nil` for none.
  package var toldLine: DocumentLine? {
    switch self {
    case .moved(let move, let told?): told.line(of: move)
    case .finished(let result, let told?): told.line(of: result)
    default: nil
    }
  }
}

extension StoredResult {
  /// Without what its match has already; ``MatchDocument/apply(_:to:)`` restores it.
  fileprivate func without(_ match: StoredMatch?) -> StoredResult {
    guard game == match?.game, mode == match?.mode, isRanked == match?.isRanked else { return self }
    var result = self
    (result.game, result.mode) = ("", "")
    return result
  }

  /// The player, and the part of the outcome in the result.
  fileprivate func writeOutcome(to json: inout JSONWriter) {
    json.field("i", Int(player.number))
    json.field("ms", Int(elapsed.milliseconds))
    json.field("won", won)
    json.field("tries", ifPresent: tries)
    json.field("score", score)
    json.field("share", share)
    json.field("secret", document: secret)
  }
}

extension StoredTelling {
  /// A move as a line of the room.
  func line(of move: StoredMove) -> DocumentLine { line("moved") { $0.field("i", Int(move.player.number)) } }

  /// A player's end as a line of the room.
  func line(of result: StoredResult) -> DocumentLine { line("finished") { result.writeOutcome(to: &$0) } }

  /// The event: the fact's members and how it was sent.
  private func line(_ kind: StaticString, _ fact: (inout JSONWriter) -> Void) -> DocumentLine {
    if let line { return DocumentLine(RoomDocument.id(room), bytes: line) }
    return DocumentLine(RoomDocument.id(room)) { json in
      json.fact(kind)
      json.field("seq", seq)
      json.secret { json in
        fact(&json)
        json.members(of: body)
      }
    }
  }
}
