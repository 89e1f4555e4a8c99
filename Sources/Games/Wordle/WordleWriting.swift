public import GameKit
public import WireProtocol

extension Wordle.Move: HandWritten {
  public var json: JSON {
    switch self {
    case .word(let word): ["guess": .string(word)]
    case .giveUp: ["give_up": true]
    }
  }

  public init?(_ view: JSONView) {
    guard let guess = view["guess"]?.string else { return nil }
    self.init(guess: guess)
  }
}

extension Wordle.Move: Codable {
  private enum CodingKeys: String, CodingKey {
    case guess
    case giveUp = "give_up"
  }

  /// Reads `{"guess":"crane"}` or `{"give_up":true}`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if try container.decodeIfPresent(Bool.self, forKey: .giveUp) == true {
      self = .giveUp
    } else {
      self.init(guess: try container.decode(String.self, forKey: .guess))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .word(let word): try container.encode(word, forKey: .guess)
    case .giveUp: try container.encode(true, forKey: .giveUp)
    }
  }
}

extension Wordle.Puzzle: HandWritten {
  public var json: JSON { ["answer": .string(answer)] }

  public init?(_ view: JSONView) {
    guard let answer = view["answer"]?.string else { return nil }
    self.init(answer: answer)
  }
}

extension Wordle.Settings: HandWritten {
  public var json: JSON { ["hard": .bool(hard), "ultra": .bool(ultra)] }

  // Settings are read once per room: no hand-written form.
  public init?(_ view: JSONView) { nil }
}
