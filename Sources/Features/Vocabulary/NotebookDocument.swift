import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// A player's vocabulary: one document per player.
enum NotebookDocument: DocumentKind {
  static let number: UInt8 = 11
  static let name = "words"
  static let belongsToPlayer = true

  /// The document of a player's words.
  static func id(of player: Player) -> DocumentID { DocumentID(kind: number, key: player.id.number) }

  static func initialState(_ key: Int64) -> WordCollection { WordCollection() }
  static func apply(_ fact: VocabularyChange, to state: inout WordCollection) { state.apply(fact) }
  static func write(_ fact: VocabularyChange, to line: inout JSONWriter) { fact.write(to: &line) }
  static func read(_ line: JSONView) -> VocabularyChange? { VocabularyChange(line) }
  static func pack(_ state: WordCollection) -> [VocabularyChange] { state.snapshot }
}
