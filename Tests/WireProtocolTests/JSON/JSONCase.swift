import WireProtocol

/// A named text as in the public JSONTestSuite: `y_` must be accepted, `n_` must be rejected.
struct JSONCase: Sendable {
  let name: String
  let bytes: [UInt8]

  /// A text made of strings and single bytes, so that it need not be UTF-8.
  init(_ name: String, _ pieces: Piece...) {
    self.name = name
    bytes = pieces.flatMap(\.bytes)
  }

  struct Piece: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, Sendable {
    let bytes: [UInt8]

    init(stringLiteral value: String) { bytes = Array(value.utf8) }
    init(integerLiteral value: UInt8) { bytes = [value] }

    static func times(_ count: Int, _ text: String) -> Piece {
      Piece(stringLiteral: String(repeating: text, count: count))
    }
  }

  var error: JSONSyntaxError? {
    do {
      try JSONDocument().parse(bytes)
      return nil
    } catch {
      return error
    }
  }
}
