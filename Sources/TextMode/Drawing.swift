import GameKit
package import WireProtocol

/// Draws parts of messages for people.
package enum Drawing {
  /// Appends drawn lines, each with a newline; nothing for an empty text.
  package static func write(_ text: String, to json: inout JSONWriter) {
    guard !text.isEmpty else { return }
    json.raw(Array(withoutControls(text).utf8))
    json.newline()
  }

  /// Removes control characters except newlines: moves and boards of games may contain anything.
  static func withoutControls(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 && $0 != UInt8(ascii: "\n") || $0 == 0x7F || $0 == 0xC2 }) else {
      return text
    }
    let scalars = text.unicodeScalars.map { scalar in
      scalar != "\n" && scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The first twenty counts as bars.
  package static func bars(_ counts: [NamedCount]) -> [String] {
    let most = max(1, counts.map(\.count).max() ?? 0)
    return counts.prefix(20).map { entry in
      let bar = String(repeating: "🟩", count: (entry.count * 20 + most - 1) / most)
      return "\(entry.name)  \(bar) \(entry.count)"
    }
  }

  // MARK: - Boards

  /// The non-empty rows, the keyboard, the parts, and the prompt.
  package static func lines(of board: Board) -> [String] {
    var lines = board.isGrid ? grid(board.rows) : board.rows.filter { !isOpen($0) }.map(line(of:))
    let keys = board.keys.map { group in
      "\(group.tile.rawValue) " + group.letters.map(String.init).joined(separator: " ")
    }
    if !keys.isEmpty { lines.append(keys.joined(separator: "   ")) }
    lines += parts(board) + table(board)
    let actions = actions(board)
    if !board.choices.isEmpty { return lines + [question(of: board)] + choices(board) + actions }
    if board.prompt.isEmpty {
      // The notes of a grid are counts; other notes are sentences.
      let isField = board.isGrid || !board.parts.isEmpty
      return lines + (isField && !board.notes.isEmpty ? [board.notes.joined(separator: ", ")] : board.notes) + actions
    }
    lines.append(question(of: board))
    return lines + actions
  }

  /// A board for watchers: without prompts, and nothing for an empty board.
  static func watched(_ board: Board) -> [String] {
    var seen = Board(title: "", rows: board.rows, keys: board.keys, isGrid: board.isGrid)
    seen.parts = board.parts
    var lines = lines(of: seen) + table(board)
    if !board.choices.isEmpty { return lines + [question(of: board)] + choices(board) }
    if !lines.isEmpty, !board.notes.isEmpty { lines.append(board.notes.joined(separator: ", ")) }
    return lines
  }

  /// The boards of several players under their names. A grid of letters that is the same for all is drawn once.
  static func watched(_ boards: [PlayerBoard]) -> [String] {
    var lines: [String] = []
    var shown: [Board.Row] = []
    for entry in boards {
      let (player, board) = (entry.player, entry.board)
      let notes = board.notes.joined(separator: ", ")
      guard board.isGrid else {
        lines.append("\(player)\(notes.isEmpty ? "" : " (\(notes))"):")
        lines += Drawing.lines(of: Board(title: "", rows: board.rows, keys: board.keys)) + parts(board)
        continue
      }
      if board.rows != shown { lines += grid(board.rows) }
      shown = board.rows
      lines += parts(board)
      lines.append("\(player): \(notes)")
    }
    return lines
  }

  /// The answers with the text to type for each: on one line if they fit, otherwise one per line.
  static func choices(_ board: Board) -> [String] {
    let texts = board.choices.enumerated().map { index, choice in
      let mark = choice.tile.map { "\($0.rawValue) " } ?? ""
      return "\(mark)\(choice.move.isEmpty ? "\(index + 1)" : choice.move) \(choice.text)"
    }
    let line = texts.joined(separator: "   ")
    return TextWidth.of(line) <= SideBySide.width ? [line] : texts
  }

  /// Further actions, with the text to type for each.
  private static func actions(_ board: Board) -> [String] {
    board.actions.map { "\($0.move) \($0.text)" }.reduce(into: []) { lines, text in
      let longer = lines.last.map { "\($0)   \(text)" }
      if let longer, TextWidth.of(longer) <= SideBySide.width {
        lines[lines.count - 1] = longer
      } else {
        lines.append(text)
      }
    }
  }

  /// The prompt with the notes: `Find the Spanish word for house (grid 1/3, 0/1 found)`.
  static func question(of board: Board) -> String {
    let notes = board.notes.joined(separator: ", ")
    return notes.isEmpty ? board.prompt : "\(board.prompt) (\(notes))"
  }

  /// `⬛🟨⬛⬛🟩  CRANE`.
  package static func line(of row: Board.Row) -> String {
    let letters = row.letters.uppercased()
    return letters.allSatisfy { $0 == " " } ? row.tiles : "\(row.tiles)  \(letters)"
  }

  /// The rows that a move has changed.
  static func changedRows(from before: Board?, to after: Board) -> [Board.Row] {
    guard let before else { return after.rows.last { !isOpen($0) }.map { [$0] } ?? [] }
    return after.rows.enumerated().filter { index, row in
      index >= before.rows.count || before.rows[index] != row
    }.map(\.element)
  }

  package static func isOpen(_ row: Board.Row) -> Bool {
    row.letters.allSatisfy { $0 == " " } && row.tiles.allSatisfy { $0 == Tile.open.rawValue }
  }

  /// Columns by letter, rows by number; solved cells in upper case.
  static func grid(_ rows: [Board.Row]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let width = rows.map(\.letters.count).max() ?? 0
    let margin = String(rows.count).count
    let names = (0..<width).map(Board.columnName)
    let wide = names.map(\.count).max() ?? 1
    var lines = [pad("", margin) + " " + names.map { " " + pad($0, wide) }.joined()]
    for (index, row) in rows.enumerated() {
      let cells = zip(row.letters, row.tiles).map { letter, tile in
        " " + pad(tile == Tile.open.rawValue ? String(letter) : capital(letter), wide)
      }
      lines.append(pad(String(index + 1), margin) + " " + cells.joined())
    }
    return lines
  }

  /// In upper case, if that is one letter: `ß` stays.
  private static func capital(_ letter: Character) -> String {
    let capital = letter.uppercased()
    return capital.count == 1 ? capital : String(letter)
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  // MARK: - Turns and outcomes

  /// The result of a turn: tiles first, then words, then `tries 2`.
  static func turn(_ fields: JSONObject) -> String {
    var parts: [String] = []
    if let tiles = fields["tiles"]?.stringValue { parts.append(tiles) }
    for (key, value) in fields.members where key != "tiles" && key != "event" {
      switch value {
      case .string(let text): parts.append(text)
      case .int(let number) where key == "tries": parts.append("(\(count(number, "try", "tries")))")
      case .int(let number): parts.append("\(key) \(number)")
      case .bool(let flag): parts.append(flag ? key : "no \(key)")
      case .null, .double, .array, .object: break
      }
    }
    return parts.joined(separator: "  ")
  }

  /// `has solved it in 4 tries`; `has won`, `came 2nd`, `shares the 1st place` in a match against others.
  static func outcome(_ fields: JSONObject) -> String {
    if let result = fields["result"]?.stringValue {
      if let place = fields["place"]?.intValue {
        return result == "drawn" ? "shares the \(place.ordinal) place" : "came \(place.ordinal)"
      }
      return result == "drawn" ? "has drawn" : "has \(result)"
    }
    guard fields["won"]?.boolValue == true else { return "has not solved it" }
    guard let tries = fields["tries"]?.intValue else { return "has solved it" }
    return "has solved it in \(count(tries, "try", "tries"))"
  }

  /// A line of talk.
  static func talk(_ text: String, by player: String) -> String { "<\(player)> \(spoken(text))" }

  /// A player's words. Replaces the three stars that begin announcements: long lines are wrapped, so a player could
  /// place them at the start of a line.
  package static func spoken(_ text: String) -> String { text.replacing("***", with: "∗∗∗") }

  // MARK: - Tables

  /// The players and their remaining times: `▸🟪 ana 3:20   🟦 ben 5:00`.
  static func table(_ board: Board) -> [String] {
    var seats = board.seatTexts(after: 0) { Elapsed(milliseconds: Int64($0) + 999).clockText }
    if let left = board.endsInMilliseconds { seats.append("\(duration((left + 999) / 1000)) left") }
    return seats.isEmpty ? [] : [seats.joined(separator: "   ")]
  }

  // MARK: - Words

  /// Wraps lines that are wider than a terminal at spaces, and indents the continuation. Lines without spaces, and
  /// JSON, are unchanged.
  package static func wrappedToWidth(_ text: String) -> String {
    guard text.utf8.count > SideBySide.width else { return text }
    // Bytes are counted: finding the ends of characters takes longer than all other work on a list of rooms.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.contains(where: isWide) else { return text }
    return lines.map { isWide($0) ? wrappedLine($0) : String(Substring($0)) }.joined(separator: "\n")
  }

  /// Whether a line may be wider than a terminal, and is not JSON.
  private static func isWide(_ line: Substring.UTF8View) -> Bool {
    line.count > SideBySide.width && line.first != UInt8(ascii: "{")
  }

  /// By bytes, since finding and comparing characters is slow.
  private static func wrappedLine(_ line: Substring.UTF8View) -> String {
    let space = UInt8(ascii: " ")
    let margin = Array(line.prefix { $0 == space })
    let indent = margin + [space, space]
    var (text, used) = (margin, margin.count)
    for word in line.dropFirst(margin.count).split(separator: space, omittingEmptySubsequences: false) {
      let width = TextWidth.of(Substring(word))
      if used > indent.count, used + 1 + width > SideBySide.width {
        while text.last == space { text.removeLast() }
        text.append(UInt8(ascii: "\n"))
        text += indent
        used = indent.count
      } else if text.count > margin.count {
        text.append(space)
        used += 1
      }
      text += word
      used += width
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Wraps a text at spaces; lines after the first are indented.
  static func wrapped(_ text: String, first: String = "", indent: String = "") -> [String] {
    text.split(separator: " ").reduce(into: []) { lines, word in
      let line = lines.last.map { "\($0) \(word)" }
      if let line, TextWidth.of(line) <= SideBySide.width {
        lines[lines.count - 1] = line
      } else {
        lines.append((lines.isEmpty ? first : indent) + word)
      }
    }
  }

  /// Joins texts to one line: with a comma, unless a sentence has ended.
  package static func sentences(_ texts: [String]) -> String {
    texts.reduce("") { line, text in
      guard let last = line.last else { return text }
      return line + (".!?".contains(last) ? " " : ", ") + text
    }
  }

  /// A logged move for people: `crane`, `3 5`, `hint`, `from G2 to G7`.
  package static func move(_ move: JSON) -> String {
    guard case .object(let fields) = move else { return words(move) }
    // Events at a table are logged among the moves.
    if let event = fields["$"] { return words(event) }
    return fields.members.map { name, value -> String in
      switch value {
      case .bool: words(.string(name.replacing("_", with: " ")))
      case .array(let numbers) where fields.members.count > 1:
        "\(name) \(Board.cellName(value) ?? numbers.map(words).joined(separator: ","))"
      default: words(value)
      }
    }.joined(separator: " ")
  }

  private static func words(_ value: JSON) -> String {
    switch value {
    case .string(let text): text
    case .array(let parts): parts.map(words).joined(separator: " ")
    default: value.text
    }
  }

  /// `1 try`, `4 tries`.
  package static func count(_ number: Int, _ one: String, _ many: String) -> String {
    number == 1 ? "1 \(one)" : "\(number) \(many)"
  }

  /// `ana`, `ana and ben`, `ana, ben and 3 others`.
  package static func names(_ names: [String], total: Int) -> String {
    let shown = total > 3 ? Array(names.prefix(2)) : names
    let rest = total - shown.count
    if rest > 0 { return shown.joined(separator: ", ") + " and " + count(rest, "other", "others") }
    guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
    return shown.dropLast().joined(separator: ", ") + " and " + last
  }

  /// `3 h 20 min`, `4 min`, `12 s`.
  package static func duration(_ seconds: Int) -> String {
    if seconds >= 3600 { return "\(seconds / 3600) h \(seconds / 60 % 60) min" }
    return seconds >= 60 ? "\(seconds / 60) min" : "\(seconds) s"
  }
}
