internal import GameKit
internal import Kernel
internal import ParlorCore

/// The changes that the tables have not followed yet, as far as they may change the answer to a query.
///
/// After a restart every client queries its own document within a second or two: if each query made the tables follow
/// the few facts of that moment, there would be thousands of transactions instead of a few large ones.
struct PendingChanges {
  /// How many lines have been looked at.
  private var lineCount = 0
  private var documents: Set<DocumentID> = []
  /// Players who have begun a solo match.
  private var players: Set<PlayerID> = []
  /// Whether a change affects more than one document.
  private var isBroad = false

  /// Adds the pending lines that were appended since the last call.
  mutating func follow(_ lines: [DocumentLine]) {
    defer { lineCount = lines.count }
    for line in lines[lineCount...] {
      documents.insert(line.document)
      switch line.document.kind {
      case ServerDocument.number: isBroad = true
      case PlayerDocument.number: isBroad = isBroad || PlayerDocument.isForgotten(line)
      case RoomDocument.number: isBroad = isBroad || RoomDocument.isClosed(line)
      case MatchDocument.number:
        switch MatchDocument.fact(of: line) {
        case .opened(let match): if let player = match.player { players.insert(player) }
        case let fact: if let told = fact?.told { documents.insert(RoomDocument.id(told.room)) }
        }
      default: break
      }
    }
  }

  /// Whether pending changes may change the answer to a query.
  func mayChangeAnswer(to query: any StoredQuery) -> Bool {
    switch query.scope {
    case .document(let document): isBroad || documents.contains(document)
    case .begun(let player): isBroad || players.contains(PlayerID(player))
    case .everything: isBroad || !documents.isEmpty
    }
  }
}
