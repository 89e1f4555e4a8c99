import GameKit
import WireProtocol

/// Checks the form of boards, texts and descriptions, on which clients rely.
enum FormChecks {
  // MARK: - Boards

  /// A board's data match the view schema, if that has properties.
  static func checkView(of board: Board, _ schema: JSON, _ diary: Diary, _ place: Finding.Place) {
    guard let properties = schema["properties"]?.objectValue, !board.data.isEmpty else { return }
    for (name, _) in board.data.members where properties[name] == nil {
      diary.found(.viewUndescribed, "the board's data hold \"\(name)\", which its schema does not name", at: place)
    }
    if let complaint = ValueSchema(schema).complaint(about: .object(board.data)) {
      diary.found(.viewUndescribed, "the board's data do not fit their schema: \(complaint)", at: place)
    }
  }

  static func check(_ board: Board, of viewer: String, _ diary: Diary, _ place: Finding.Place) {
    checkRows(board.rows, of: viewer, diary, place)
    checkField(board, diary, place)
    if let completed = board.completed {
      checkRows(completed.rows, of: viewer, diary, place)
      if !isLine(completed.caption) {
        diary.found(
          .badText, "what the board has completed is not one line of text: \(quoted(completed.caption))", at: place)
      }
    }
    checkKeys(board, diary, place)
    checkTable(board, diary, place)
    PartChecks(viewer: viewer, diary: diary, place: place).check(board)
    for text in [board.title] where !isLine(text) {
      diary.found(.badText, "the board's title is not one line of text: \(quoted(text))", at: place)
    }
    for note in board.notes where !isLine(note) {
      diary.found(.badText, "a note on the board is not one line of text: \(quoted(note))", at: place)
    }
    let data = Mangling.strings(in: JSON.object(board.data).text)
    for text in data where text.unicodeScalars.contains(where: isForbidden) {
      diary.found(.badText, "the board's data hold \(quoted(text)), which cannot be shown", at: place)
    }
    if !board.prompt.isEmpty, !isLine(board.prompt) {
      diary.found(.badText, "the board's prompt is not one line of text: \(quoted(board.prompt))", at: place)
    }
    for gesture in board.gestures {
      guard let bad = strangePlaceholder(in: gesture) else { continue }
      diary.found(
        .badGesture, "the gesture \(gesture.act.rawValue) has \(bad) in \"\(gesture.text)\", which nothing fills",
        at: place)
    }
  }

  /// The board of a player with an outcome has no prompt, gestures or cards.
  static func checkAsksNothing(_ board: Board, _ diary: Diary, _ place: Finding.Place) {
    let hasMoves = !board.cardMoves.isEmpty || board.parts.contains { $0.grid?.drag.isEmpty == false }
    guard !board.prompt.isEmpty || !board.gestures.isEmpty || hasMoves else { return }
    let what = board.prompt.isEmpty ? "gestures or cards" : "the prompt \"\(board.prompt)\""
    diary.found(.asksAfterTheEnd, "the board of a player who is done still has \(what)", at: place)
  }

  private static func checkTable(_ board: Board, _ diary: Diary, _ place: Finding.Place) {
    for choice in board.choices where !isLine(choice.text) {
      diary.found(.badText, "a choice on the board is not one line of text: \(quoted(choice.text))", at: place)
    }
    for seat in board.seats where !seat.mark.isEmpty && (seat.mark.count > 1 || !isLine(seat.mark)) {
      diary.found(.badText, "the mark of a seat is not one character: \(quoted(seat.mark))", at: place)
    }
  }

  static func checkRows(_ rows: [Board.Row], of viewer: String, _ diary: Diary, _ place: Finding.Place) {
    for (index, row) in rows.enumerated() {
      let (letters, tiles) = (row.letters.count, row.tiles.count)
      if let tile = row.tiles.first(where: { !isTile($0) }) {
        let scalars = tile.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }
        diary.found(
          .badTile,
          "row \(index + 1) of the board of \(viewer) has the tile \(tile), \(scalars.joined(separator: " ")), "
            + "which is not one emoji of one Unicode scalar", at: place)
      }
      if letters != tiles {
        diary.found(
          .unevenRow, "row \(index + 1) of the board of \(viewer) has \(letters) letters and \(tiles) tiles", at: place)
      }
      if row.letters.unicodeScalars.contains(where: isForbidden) {
        diary.found(.badText, "row \(index + 1) of the board has the letters \(quoted(row.letters))", at: place)
      }
    }
  }

  private static func checkField(_ board: Board, _ diary: Diary, _ place: Finding.Place) {
    if board.gestures.contains(where: { $0.act == .drag }) { checkField(board.rows, diary, place) }
  }

  /// The rows of a field have equal lengths.
  static func checkField(_ rows: [Board.Row], _ diary: Diary, _ place: Finding.Place) {
    guard let first = rows.first, let index = rows.firstIndex(where: { $0.tiles.count != first.tiles.count }) else {
      return
    }
    diary.found(
      .unevenRow,
      "row \(index + 1) of the field has \(rows[index].tiles.count) cells and row 1 has \(first.tiles.count)", at: place
    )
  }

  private static func checkKeys(_ board: Board, _ diary: Diary, _ place: Finding.Place) {
    var seen: Set<Character> = []
    for group in board.keys {
      if Array(group.letters) != group.letters.sorted() {
        diary.found(.badKeys, "the keys \(quoted(group.letters)) are not in alphabetical order", at: place)
      }
      for letter in group.letters where !seen.insert(letter).inserted {
        diary.found(.badKeys, "the key \(letter) is there twice", at: place)
      }
    }
    if Set(board.keys.map(\.tile)).count != board.keys.count {
      diary.found(.badKeys, "two groups of keys have one colour", at: place)
    }
  }

  static func strangePlaceholder(in gesture: Gesture) -> String? {
    let filled: [String]
    switch gesture.act {
    case .drag: filled = ["{x1}", "{y1}", "{x2}", "{y2}"]
    case .swap: filled = ["{x1}", "{x2}"]
    case .key: filled = ["{letters}"]
    case .enter: filled = []
    }
    var rest = gesture.text[...]
    while let start = rest.firstIndex(of: "{") {
      guard let end = rest[start...].firstIndex(of: "}") else { return String(rest[start...]) }
      let placeholder = String(rest[start...end])
      if !filled.contains(placeholder) { return placeholder }
      rest = rest[rest.index(after: end)...]
    }
    return nil
  }

  // MARK: - Rejections, outcomes

  static func check(_ rejection: Rejection, to move: String, _ diary: Diary, _ place: Finding.Place) {
    let code = rejection.code.utf8
    let isCode =
      code.first.map { (0x61...0x7A).contains($0) } == true
      && code.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") }
    if !isCode {
      diary.found(.badCode, "\(move) is refused with the code \(quoted(rejection.code))", at: place)
    }
    if !isLine(rejection.message, maximum: 2000) {
      diary.found(.badText, "\(move) is refused with \(quoted(rejection.message)), not one sentence", at: place)
    }
  }

  static func check(_ turn: Turn, _ diary: Diary, _ place: Finding.Place) {
    for remark in [turn.remark, turn.openRemark] where !remark.isEmpty && !isLine(remark, maximum: 2000) {
      diary.found(.badText, "a turn's remark is not one line: \(quoted(remark))", at: place)
    }
  }

  static func check(_ outcome: Outcome, _ diary: Diary, _ place: Finding.Place) {
    if !isLine(outcome.grid.headline) {
      diary.found(.badText, "the share grid's headline is not one line: \(quoted(outcome.grid.headline))", at: place)
    }
    for row in outcome.grid.rows {
      guard let tile = row.first(where: { !isTile($0) && $0 != " " }) else { continue }
      diary.found(
        .badTile, "the share grid has \(quoted(String(tile))) in the row \(row), which is not a tile", at: place)
    }
    if !outcome.praise.isEmpty, !isLine(outcome.praise) {
      diary.found(.badText, "the praise is not one line: \(quoted(outcome.praise))", at: place)
    }
  }

  // MARK: - The game's description

  static func check(_ info: GameInfo, _ diary: Diary) {
    func bad(_ sentence: String) { diary.found(.badInfo, sentence) }
    if info.id.isEmpty || !info.id.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) {
      bad("the id \(quoted(info.id)) is not of the letters a to z")
    }
    if let reason = KnownNames.reason(againstGame: info.id) { bad("the id \(quoted(info.id)) \(reason)") }
    for (what, text) in [("title", info.title), ("summary", info.summary), ("puzzle's noun", info.puzzleNoun)]
    where !isLine(text) {
      bad("the \(what) is not one line of text: \(quoted(text))")
    }
    if info.rules.isEmpty { bad("there are no rules for somebody who has never played") }
    if let rule = (info.rules + info.typing).first(where: { !isLine($0) }) {
      bad("a rule is not one line of text: \(quoted(rule))")
    }
    if info.modes.isEmpty || Set(info.modes).count != info.modes.count {
      bad("the modes are none, or one of them is there twice")
    }
    if info.moveSchema.objectValue == nil || info.settingsSchema.objectValue == nil {
      bad("a schema is not a JSON object")
    }
    if info.roundSeconds <= 0 { bad("a round of a race lasts \(info.roundSeconds) s") }
  }

  // MARK: - Characters

  private static func isTile(_ tile: Character) -> Bool {
    let scalars = tile.unicodeScalars
    return scalars.count == 1 && scalars.first?.properties.isEmojiPresentation == true
  }

  /// Whether a text is one line that is safe to print on a terminal.
  static func isLine(_ text: String, maximum: Int = 300) -> Bool {
    !text.isEmpty && text.count <= maximum && !text.unicodeScalars.contains(where: isForbidden)
  }

  /// Control characters, line breaks and bidirectional controls. Words and emoji need the two joiners.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: scalar.value != 0x200C && scalar.value != 0x200D
    default: false
    }
  }

  static func quoted(_ text: String) -> String { JSON.string(String(text.prefix(120))).text }
}
