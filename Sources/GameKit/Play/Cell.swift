import WireProtocol

/// A cell of a grid: column and row, both from zero. On the wire it is `[1,2]`.
///
/// People type it as in spreadsheets, `b3`; clients that translate a drag send `1,2`.
public struct Cell: Hashable, Sendable {
  /// The column, from the left.
  public var x: Int
  /// The row, from the top.
  public var y: Int

  /// A cell; it is not checked against a grid.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// `B3`, as boards label it.
  public var name: String { "\(Board.columnName(x))\(y &+ 1)" }

  /// All cells of a grid, row by row.
  public static func all(_ width: Int, _ height: Int) -> [Cell] {
    (0..<max(0, height)).flatMap { y in (0..<max(0, width)).map { Cell(x: $0, y: y) } }
  }

  /// Reads `b3` or `1,2`; `nil` for anything else.
  public init?(_ text: String) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
    if numbers.count == 2, let x = Int(numbers[0]), let y = Int(numbers[1]) {
      self.init(x: x, y: y)
      return
    }
    let column = text.prefix { $0.isASCII && $0.isLetter }
    guard (1...2).contains(column.count), let row = Int(text.dropFirst(column.count)), row > 0 else { return nil }
    self.init(x: column.uppercased().utf8.reduce(0) { $0 * 26 + Int($1) - 64 } - 1, y: row - 1)
  }
}

extension Cell: Codable {
  /// Reads `[x,y]`.
  public init(from decoder: any Decoder) throws {
    let numbers = try decoder.singleValueContainer().decode([Int].self)
    guard numbers.count == 2 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "expected a cell such as [6,1]"))
    }
    self.init(x: numbers[0], y: numbers[1])
  }

  /// Writes `[x,y]`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode([x, y])
  }
}
