import Kernel
import WireProtocol

/// The part of facts that a planted bug loses or changes on the way to the disk.
struct FactLoss {
  private let kinds: Set<String>
  /// `nil` for all members but the number.
  private let members: Set<String>?
  /// The delay added to times, in milliseconds.
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

  /// A room's line without the lost part.
  func line(of line: DocumentLine) -> DocumentLine {
    guard var fact = (try? JSON(parsing: line.bytes))?.objectValue, let kind = fact["fact"]?.stringValue,
      kinds.contains(kind), let secret = fact["secret"]?.objectValue
    else { return line }
    var left: JSONObject = [:]
    for (key, value) in secret.members where members.map({ !$0.contains(key) }) ?? false { left[key] = value }
    if delay > 0, let at = secret["at"]?.intValue { left["at"] = .int(at + delay) }
    if members == nil { fact["fact"] = "removed" }
    fact["secret"] = .object(left)
    return DocumentLine(line.document, bytes: Array(JSON.object(fact).text.utf8))
  }
}
