public import GameKit

extension DailySort {
  /// `tales` arranges, `3 5` swaps two tiles of the working row, `.` submits it; `hint` and `give up` are also moves.
  public static func parse(_ line: String) throws(Rejection) -> Move {
    switch line.lowercased() {
    case ".": return .submit
    case "hint": return .hint
    case "give up", "giveup": return .giveUp
    default: break
    }
    let words = line.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
    if words.count == 2, let first = Int(words[0]), let second = Int(words[1]) { return swapping(first, second) }
    guard words.count == 1, Int(words[0]) == nil else {
      throw .badMove(
        "Type all the letters in a new order, two places such as 3 5 to swap them, . to submit, hint or give up")
    }
    return .arrange(words[0].lowercased())
  }

  /// A swap is one move, in whichever order its two places are named.
  fileprivate static func swapping(_ first: Int, _ second: Int) -> Move {
    .swap(min(first, second), max(first, second))
  }
}

extension DailySort.Move: Codable {
  private enum CodingKeys: String, CodingKey {
    case arrange, swap, submit, hint
    case giveUp = "give_up"
  }

  /// Reads `{"arrange":"tales"}`, `{"swap":[3,5]}`, `{"submit":true}`, `{"hint":true}` or `{"give_up":true}`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let text = try container.decodeIfPresent(String.self, forKey: .arrange) {
      self = .arrange(text.lowercased())
    } else if let places = try container.decodeIfPresent([Int].self, forKey: .swap) {
      guard places.count == 2 else {
        throw DecodingError.dataCorruptedError(
          forKey: .swap, in: container, debugDescription: "expected two places, such as [3,5]")
      }
      self = DailySort.swapping(places[0], places[1])
    } else if try container.decodeIfPresent(Bool.self, forKey: .submit) == true {
      self = .submit
    } else if try container.decodeIfPresent(Bool.self, forKey: .hint) == true {
      self = .hint
    } else if try container.decodeIfPresent(Bool.self, forKey: .giveUp) == true {
      self = .giveUp
    } else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: container.codingPath,
          debugDescription: "expected \"arrange\", \"swap\", or \"submit\", \"hint\" or \"give_up\": true"))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .arrange(let text): try container.encode(text, forKey: .arrange)
    case .swap(let first, let second): try container.encode([first, second], forKey: .swap)
    case .submit: try container.encode(true, forKey: .submit)
    case .hint: try container.encode(true, forKey: .hint)
    case .giveUp: try container.encode(true, forKey: .giveUp)
    }
  }
}
