import WireProtocol

/// The room events that the server has sent to any client. All of them are acknowledged, and must exist after every
/// crash under exactly the same number.
struct HeardLedger {
  /// Each room's events by number, reduced to what all viewers may know.
  private(set) var rooms: [String: [Int: String]] = [:]
  private var said: [String: String] = [:]
  private(set) var faults: [String] = []

  mutating func note(_ message: JSON) {
    guard let room = message["room"]?.stringValue, let seq = message["seq"]?.intValue,
      let fact = Self.fact(message)
    else { return }
    if let known = rooms[room]?[seq], known != fact {
      faults.append("\(room) \(seq) was \(known) and is now \(fact)")
    }
    rooms[room, default: [:]][seq] = fact
    guard message["type"]?.stringValue == "said", let text = message["text"]?.stringValue else { return }
    let place = "\(room) \(seq)"
    if let known = said.updateValue(place, forKey: text), known != place {
      faults.append("\"\(text)\" was said at \(known) and at \(place)")
    }
  }

  mutating func forget(_ room: String) { rooms[room] = nil }

  func last(of room: String) -> Int { rooms[room]?.keys.max() ?? 0 }

  func fact(_ room: String, _ seq: Int) -> String? { rooms[room]?[seq] }

  func hasHeard(_ text: String) -> Bool { said[text] != nil }

  /// The part of an event that is the same for all viewers; `nil` for other messages.
  private static func fact(_ message: JSON) -> String? {
    let type = message["type"]?.stringValue ?? ""
    let player = message["player"]?.stringValue ?? ""
    switch type {
    case "moved": return "moved \(player) \(message["turn"]?["tiles"]?.stringValue ?? "")"
    case "finished": return "finished \(player) \(message["share"]?.stringValue ?? "")"
    case "round", "round_over": return "\(type) \(message["n"]?.intValue ?? 0)"
    // Messages of finished players are hidden from others, so the text is omitted.
    case "said", "entered", "left", "away", "back", "owner", "renamed", "muted": return "\(type) \(player)"
    default: return nil
    }
  }
}
