import Testing

struct WindowAndLook: CustomTestStringConvertible, Sendable {
  let columns: Int
  let rows: Int
  let look: PlayerAtTerminal.Look

  var testDescription: String { "\(columns)×\(rows), \(look.rawValue)" }

  static let all = [(80, 24), (40, 15)].flatMap { size in
    [PlayerAtTerminal.Look.colour, .plain].map { WindowAndLook(columns: size.0, rows: size.1, look: $0) }
  }

  func player(port: UInt16, arguments: [String] = []) throws -> PlayerAtTerminal {
    try PlayerAtTerminal(port: port, columns: columns, rows: rows, look: look, arguments: arguments)
  }
}
