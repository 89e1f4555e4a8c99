internal import Catalogue
internal import WireProtocol

/// One version of a bot on a ladder.
struct LadderEntry {
  /// Unique, usually `NAME@COMMIT`: it is a part of the names of replays.
  let name: String
  let bot: MatchOptions.Bot

  /// Parses `NAME=COMMAND`.
  init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.trimmed)
    guard parts.count == 2, !parts[1].isEmpty else {
      throw UsageError(message: "a bot of a ladder is given as NAME=COMMAND, not \"\(text)\"")
    }
    guard Self.isName(parts[0]) else {
      throw UsageError(
        message: "\"\(parts[0])\" is no name for a bot: it has up to \(Self.longestName) of the characters "
          + "A-Z a-z 0-9 @ . _ - and begins with a letter or digit")
    }
    name = parts[0]
    bot = try MatchOptions.bot(parts[1])
  }

  static let longestName = 64

  static func isName(_ text: String) -> Bool {
    let isAllowed = text.utf8.allSatisfy { byte in
      isLetterOrDigit(byte) || "@._-".utf8.contains(byte)
    }
    return isAllowed && text.utf8.first.map(isLetterOrDigit) == true && text.utf8.count <= longestName
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let isSpace = { (character: Character) in character.isWhitespace }
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }

  /// Reads a file with one `NAME=COMMAND` in each line. Blank lines and those that begin with `#` are skipped.
  static func read(_ path: String) throws(UsageError) -> [LadderEntry] {
    guard let bytes = FileContents.read(path) else { throw UsageError(message: "cannot read \(path)") }
    var entries: [LadderEntry] = []
    let lines = String(decoding: bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let line = trimmed(line)
      if line.isEmpty || line.hasPrefix("#") { continue }
      do {
        entries.append(try LadderEntry(line))
      } catch {
        throw UsageError(message: "line \(index + 1) of \(path): \(error.message)")
      }
    }
    return entries
  }
}

/// Two entries, in the order of their names.
struct LadderPair: Hashable {
  let first: String
  let second: String

  init(_ one: String, _ other: String) { (first, second) = one < other ? (one, other) : (other, one) }

  var names: [String] { [first, second] }

  func name(of side: Side) -> String { side == .first ? first : second }
}
