public import GameKit
public import WireProtocol

extension Wordle.Move: HandWritten {
  public var json: JSON { ["guess": .string(guess)] }

  public init?(_ view: JSONView) {
    guard let guess = view["guess"]?.string else { return nil }
    self.init(guess: guess)
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

  // Settings are read once a room.
  public init?(_ view: JSONView) { nil }
}
