public import WireProtocol

/// A move of a game in which players guess words of five letters: a guess, or giving up.
public enum WordGuess: Hashable, Sendable {
  /// A word in lower case.
  case word(String)
  /// Ends the match and reveals the solution, when all players agree who have moved in the last two minutes.
  case giveUp

  /// A guess in any case.
  public init(guess: String) { self = .word(guess.lowercased()) }

  /// A typed line: `crane`, or `give up`.
  public init(typed line: String) {
    self = line.utf8.count == 7 && line.lowercased() == "give up" ? .giveUp : WordGuess(guess: line)
  }

  /// The move's JSON Schema.
  public static let schema: JSON = [
    "type": "object",
    "oneOf": [
      ["required": ["guess"], "properties": ["guess": ["type": "string", "pattern": "^[A-Za-z]{5}$"]]],
      [
        "title": "Give up", "description": "It ends the match, which counts as lost.", "required": ["give_up"],
        "properties": ["give_up": ["const": true]],
      ],
    ],
  ]
}

extension WordGuess: HandWritten {
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

extension WordGuess: Codable {
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
