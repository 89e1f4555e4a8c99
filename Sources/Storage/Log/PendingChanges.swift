internal import GameKit
internal import Kernel
internal import ParlorCore

/// What the tables have not taken yet, as far as it decides whether a question has to wait until they have.
///
/// After a restart everybody asks for a document of their own within a second or two: if each question had the tables
/// take the few facts of that moment, there would be thousands of transactions instead of a few large ones.
struct PendingChanges {
  private var documents: Set<DocumentID> = []
  /// Players who have begun a match of their own.
  private var players: Set<PlayerID> = []
  /// Something that reaches more than a document.
  private var isBroad = false

  /// Lines are to be taken.
  mutating func add(_ lines: [DocumentLine]) {
    for line in lines {
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

  /// Whether a question may have another answer once the tables have taken what is pending.
  func mayChangeAnswer(to query: any StoredQuery) -> Bool {
    switch query.scope {
    case .document(let document): isBroad || documents.contains(document)
    case .begun(let player): isBroad || players.contains(PlayerID(player))
    case .everything: isBroad || !documents.isEmpty
    }
  }
}
