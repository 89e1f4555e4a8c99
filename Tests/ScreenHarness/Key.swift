package enum Key {
  package static let up = "\u{1B}[A"
  package static let down = "\u{1B}[B"
  package static let right = "\u{1B}[C"
  package static let left = "\u{1B}[D"
  package static let home = "\u{1B}[H"
  package static let end = "\u{1B}[F"
  package static let pageUp = "\u{1B}[5~"
  package static let pageDown = "\u{1B}[6~"
  package static let delete = "\u{1B}[3~"
  package static let backTab = "\u{1B}[Z"
  package static let enter = "\r"
  package static let escape = "\u{1B}"
  package static let tab = "\t"
  package static let backspace = "\u{7F}"

  package static func function(_ number: UInt8) -> String { "\u{1B}O" + String(UnicodeScalar(0x4F + number)) }

  package static func control(_ letter: Character) -> String {
    letter.asciiValue.map { String(UnicodeScalar($0 & 0x1F)) } ?? ""
  }

  package static func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }
}

/// Mouse reports in SGR format, for a cell counted from 0.
package enum Mouse {
  package static func press(_ column: Int, _ row: Int) -> String { event(0, column, row, "M") }
  package static func drag(_ column: Int, _ row: Int) -> String { event(32, column, row, "M") }
  package static func release(_ column: Int, _ row: Int) -> String { event(0, column, row, "m") }
  package static func wheelUp(_ column: Int, _ row: Int) -> String { event(64, column, row, "M") }

  private static func event(_ button: Int, _ column: Int, _ row: Int, _ end: String) -> String {
    "\u{1B}[<\(button);\(column + 1);\(row + 1)\(end)"
  }
}
