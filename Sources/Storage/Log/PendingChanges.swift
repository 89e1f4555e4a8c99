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

  /// Records are to be taken.
  mutating func add(_ records: [Record]) {
    for record in records {
      switch record {
      case .line: break
      case .match(let match): if let player = match.player { players.insert(player) }
      case .moved(_, let told), .finished(_, let told):
        if let told { documents.insert(DocumentID(kind: RoomDocument.number, key: told.room)) }
      case .dealt, .matchClosed: break
      case .day, .playerForgotten, .guestsLapse, .roomClosed: isBroad = true
      }
      documents.insert(record.document)
    }
  }

  /// Whether a question may have another answer once the tables have taken what is pending.
  func mayChangeAnswer(to query: Query) -> Bool {
    switch query {
    case .document(let document): isBroad || documents.contains(document)
    case .puzzles(let player): isBroad || players.contains(player)
    default: isBroad || !documents.isEmpty
    }
  }
}
