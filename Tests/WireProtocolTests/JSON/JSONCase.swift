import WireProtocol

/// A named text, in the manner of the public JSONTestSuite: `y_` must be accepted, `n_` must be rejected.
struct JSONCase: Sendable {
  let name: String
  let bytes: [UInt8]

  /// A text put together from strings and single bytes, so that it need not be UTF-8.
  init(_ name: String, _ pieces: Piece...) {
    self.name = name
    bytes = pieces.flatMap(\.bytes)
  }

  /// A part of a text.
  struct Piece: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, Sendable {
    let bytes: [UInt8]

    init(stringLiteral value: String) { bytes = Array(value.utf8) }
    init(integerLiteral value: UInt8) { bytes = [value] }

    static func times(_ count: Int, _ text: String) -> Piece {
      Piece(stringLiteral: String(repeating: text, count: count))
    }
  }

  /// What our reader says about the text.
  var error: JSONSyntaxError? {
    do {
      try JSONDocument().parse(bytes)
      return nil
    } catch {
      return error
    }
  }
}

/// SplitMix64: small, seeded, the same everywhere.
struct TestGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number below `bound`.
  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// True once in `n` times.
  mutating func once(in n: Int) -> Bool { below(n) == 0 }
}
