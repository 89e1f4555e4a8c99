import WireProtocol

/// What a planted bug loses or changes of facts on their way to the disk.
struct FactLoss {
  private let kinds: Set<String>
  /// `nil` for all of it but the number.
  private let members: Set<String>?
  /// What is told of a time is told of a later one, in milliseconds.
  private var delay = 0

  init?(_ plant: Plant) {
    switch plant {
    case .skipsFacts: (kinds, members) = (["entered", "left"], nil)
    case .losesPuzzles: (kinds, members) = (["round"], ["puzzle"])
    case .losesBoards: (kinds, members) = (["round"], ["boards"])
    case .losesSeats: (kinds, members) = (["entered", "back"], ["board"])
    case .losesNextRounds: (kinds, members) = (["over"], ["at"])
    case .decidesAgain: (kinds, members, delay) = (["over"], [], 1000)
    case .losesExclusions: (kinds, members) = (["left", "muted"], ["from"])
    case .losesOwners: (kinds, members) = (["owner"], nil)
    case .losesWatchers: (kinds, members) = (["entered", "back"], ["w"])
    case .losesTimes: (kinds, members) = (["finished"], ["ms"])
    default: return nil
    }
  }

  /// The facts of a row without what is lost.
  func body(of row: [UInt8]) -> [UInt8] {
    guard case .array(let facts)? = try? JSON(parsing: row) else { return row }
    return Array(JSON.array(facts.map(loss)).text.utf8)
  }

  private func loss(of fact: JSON) -> JSON {
    guard let object = fact.objectValue, let kind = object["k"]?.stringValue, kinds.contains(kind) else { return fact }
    var left: JSONObject = [:]
    for (key, value) in object.members where members.map({ !$0.contains(key) }) ?? (key == "s") { left[key] = value }
    if delay > 0, let at = object["at"]?.intValue { left["at"] = .int(at + delay) }
    if members == nil { left["k"] = "removed" }
    return .object(left)
  }
}
