import WireProtocol

/// The members of typed moves that say what is done, of which a move has those of one choice: `guess`, `give_up`. They
/// follow from the choices of the schema (`oneOf`): a verb is required by one choice and by no other.
public struct MoveVerbs: Sendable {
  /// The verbs of each choice that has any.
  private let choices: [[String]]

  init(_ schema: JSON) {
    let required = (schema["oneOf"]?.arrayValue ?? []).map { choice in
      (choice["required"]?.arrayValue ?? []).compactMap(\.stringValue)
    }
    choices = required.enumerated().map { index, members in
      members.filter { member in
        required.enumerated().allSatisfy { $0.offset == index || !$0.element.contains(member) }
      }
    }.filter { !$0.isEmpty }
  }

  /// Whether it is a verb of the game.
  public func contains(_ member: String) -> Bool { choices.contains { $0.contains(member) } }

  /// Refuses a move with the verbs of several choices: a game would do one of them and pass over the other.
  ///
  /// - Throws: `bad_move`.
  func check(_ move: JSONView) throws(Rejection) {
    guard choices.count > 1 else { return }
    let named = choices.compactMap { verbs in verbs.first { Self.says(move[named: $0]) } }
    guard named.count > 1 else { return }
    throw .badMove("A move does one thing, and this one says \(named.map { "\"\($0)\"" }.joined(separator: " and "))")
  }

  /// Whether a member says something: `false` and `null` are as if it were missing.
  private static func says(_ member: JSONView?) -> Bool {
    guard let member else { return false }
    switch member.value {
    case .null, .bool(false): return false
    default: return true
    }
  }
}
