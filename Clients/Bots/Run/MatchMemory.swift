internal import GameKit
internal import Kernel
internal import ParlorCore
internal import WireProtocol

/// The matches of a server without storage, for `history` and `replay`.
struct MatchMemory {
  private var matches: [Int64: StoredMatchHistory] = [:]
  /// In order of arrival.
  private var results: [StoredResult] = []
  private var names: [PlayerID: String] = [:]

  mutating func keep(_ lines: [DocumentLine]) {
    for line in lines {
      if let fact = MatchDocument.ownFact(of: line) { follow(fact, of: line.document.key) } else { follow(line) }
    }
  }

  private mutating func follow(_ fact: MatchFact, of number: Int64) {
    switch fact {
    case .opened(let match):
      matches[number] = StoredMatchHistory(match: match, isOpen: true, moves: [], names: [:], results: [])
    case .moved(let move, _): matches[number]?.moves.append(move)
    case .played(let moves): matches[number]?.moves += moves
    case .givenUp: break
    case .closed: matches[number]?.isOpen = false
    case .finished(let result, _):
      matches[number]?.results.append(result)
      results.append(result)
    }
  }

  private mutating func follow(_ line: DocumentLine) {
    guard line.document.kind == PlayerDocument.number else { return }
    switch PlayerDocument.fact(of: line.bytes, with: JSONDocument()) {
    case .kept(let player): names[player.id] = player.name
    case .named(let name): names[PlayerID(line.document.key)] = name
    default: break
    }
  }

  func answer(_ query: any StoredQuery) -> StoredAnswer {
    switch query {
    case let query as ReplayQuery:
      var found = matches[query.match]
      found?.names = names
      return .success(found.map { query.answer(of: $0) })
    case let query as HistoryQuery:
      // In the order in which they were finished.
      let own = results.reversed().filter { $0.player == query.player && (query.game ?? $0.game) == $0.game }
      let page = query.before.map { before in own.drop { $0.match != before }.dropFirst() } ?? own[...]
      return .success(Page(Array(page), limit: query.limit))
    default: return Self.nothing
    }
  }

  /// The answer of a server that stores nothing.
  static let nothing = StoredAnswer.failure(StorageFailure(message: "this server stores nothing"))
}
