internal import WireProtocol

struct RoomLayout: Sendable {
  var header: Area
  var footer: Area
  /// Players and talk: beside the board in a wide window, otherwise below it or in its place.
  var side: Area
  var isSideOnly = false
  var notes: Area
  var prompt: Area
  var input: Area
  var keyboard: Area
  var board: BoardLayout?
  /// In place of ``board``, for a board with parts.
  var parts: PartsLayout?
  /// The boards of the watched players.
  var watched: Area

  /// - Parameter footerLines: the height of a sentence about the link, which stays and must not hide the input.
  init(_ room: RoomModel, width: Int, height: Int, needsSigns: Bool, footerLines: Int = 1) {
    var rest = Area(x: 0, y: 0, width: width, height: height)
    header = rest.takeTop(1)
    footer = rest.takeBottom(footerLines)
    let empty = Area(x: 0, y: rest.y, width: width, height: 0)
    (side, notes, prompt, input, keyboard, watched) = (empty, empty, empty, empty, empty, empty)
    if rest.height > 14 { _ = rest.takeTop(1) }
    guard let shown = room.shown, !shown.isBare || !shown.choices.isEmpty || room.showsTable || room.hasOnlyWords else {
      let boards = room.watched.compactMap(\.board)
      if !boards.isEmpty, width >= 70 {
        side = rest.takeRight(Self.sideWidth(width))
        watched = Area(x: rest.x + 1, y: rest.y, width: rest.width - 2, height: rest.height)
        return
      }
      input = rest.takeBottom(1)
      isSideOnly = boards.isEmpty || room.isTalking
      // A whole board with its player's name is worth more than the last lines of talk.
      let needed = boards.map { $0.rows.count + ($0.isGrid ? 2 : 1) }.max() ?? 0
      if !isSideOnly { watched = rest.takeTop(max(rest.height - 3, needed)) }
      side = rest
      return
    }
    let isWide = width >= 70
    if isWide, !room.isSolo {
      side = rest.takeRight(Self.sideWidth(width))
      _ = rest.takeRight(1)
    } else if room.isTalking {
      input = rest.takeBottom(1)
      side = rest
      isSideOnly = true
      return
    }
    let lines =
      shown.parts.isEmpty
      ? shown.rows.count + (shown.isGrid ? 1 : 0)
      : PartsLayout.leastHeight(shown, width: rest.width, needsSigns: needsSigns)
    let bands = PartsLayout.bandsOfTries(shown, width: rest.width, needsSigns: needsSigns)
    var keyboardLines =
      shown.choices.isEmpty
      ? (Self.hasKeyboard(shown) && rest.height >= 6 + 2 + 3 ? 3 : 0)
      : Self.lines(of: shown.choices, width: rest.width).joined().count
    // A title, the last guess and the next row of each word are worth more than the keyboard.
    if rest.height - keyboardLines - 3 < 3 * bands { keyboardLines = 0 }
    var spare = rest.height - lines - keyboardLines - 2
    // Whole sentences, such as a word's meaning, on as many lines as needed and available.
    let told = Self.noteLines(of: room, width: rest.width).count
    let noteLines = max(min(told, bands > 0 ? 1 : 0), min(spare, told))
    spare -= noteLines
    // A question must not be cut.
    let questionLines = min(3, TextWidth.wrapped(shown.prompt, to: max(8, rest.width - 2)).count)
    let promptLines = 1 + max(0, min(spare, questionLines - 1))
    spare -= promptLines - 1
    let hasAir = spare > 8
    if !isWide, !room.isSolo, spare > 0 { side = rest.takeBottom(min(spare, max(2, spare / 2))) }
    if keyboardLines > 0 {
      keyboard = rest.takeBottom(keyboardLines)
      if hasAir { _ = rest.takeBottom(1) }
    }
    input = rest.takeBottom(1)
    prompt = rest.takeBottom(promptLines)
    notes = rest.takeBottom(noteLines)
    if hasAir { _ = rest.takeBottom(1) }
    place(shown, of: room, in: rest, needsSigns: needsSigns)
  }

  /// Places the board in the remaining area. Related parts stay close together, in the middle of a tall window.
  private mutating func place(_ shown: Board, of room: RoomModel, in rest: Area, needsSigns: Bool) {
    if !shown.parts.isEmpty {
      var place = PartsLayout(shown, in: rest, needsSigns: needsSigns, focus: room.partFocus)
      let spare = max(0, rest.height - place.height)
      place.move(down: spare / 2)
      parts = place
      return raise(by: spare - spare / 2)
    }
    let isPointed = room.pointer.isShown || shown.isGrid
    let focus = isPointed ? room.pointer.focus : BoardCell(x: 0, y: shown.openRow ?? max(0, shown.rows.count - 1))
    var place = BoardLayout(shown, in: rest, needsSigns: needsSigns, focus: focus)
    let spare = max(0, rest.height - place.area.height)
    place.area.y += spare / 2
    board = place
    raise(by: spare - spare / 2)
  }

  private mutating func raise(by lines: Int) {
    for line in [\Self.notes, \.prompt, \.input, \.keyboard] { self[keyPath: line].y -= lines }
  }

  /// The cell of the board at a screen position.
  func cell(at x: Int, _ y: Int) -> BoardCell? { board?.cell(at: x, y) ?? parts?.cell(at: x, y) }

  private static func sideWidth(_ width: Int) -> Int { min(42, max(28, width * 3 / 10)) }

  /// - Parameter now: for running clocks; `nil` shows them as received.
  static func noteLines(of room: RoomModel, width: Int, at now: Int? = nil) -> [String] {
    let notes = room.notes.joined(separator: " · ")
    let table = room.tableText(at: now ?? room.boardAt).map { TextWidth.wrapped($0, to: max(8, width - 2)) } ?? []
    return table + (notes.isEmpty ? [] : TextWidth.wrapped(notes, to: max(8, width - 2)))
  }

  /// The lines of each answer with its key; a long one continues below.
  static func lines(of choices: [Board.Choice], width: Int) -> [[String]] {
    choices.enumerated().map { index, choice in
      let mark = choice.tile.map { "\($0.rawValue) " } ?? "   "
      let key = choice.move.isEmpty ? "\(index + 1)" : choice.move
      let lines = TextWidth.wrapped(choice.text, to: max(8, width - 7 - key.count))
      return lines.enumerated().map {
        ($0 == 0 ? "\(mark)\(key)  " : String(repeating: " ", count: key.count + 5)) + $1
      }
    }
  }

  /// Whether typing letters is the only way to play.
  static func hasKeyboard(_ board: Board) -> Bool {
    !board.keys.isEmpty || board.key != nil && board.swap == nil && board.drag == nil
  }
}

extension Board {
  /// Whether it has neither rows nor parts.
  var isBare: Bool { rows.isEmpty && parts.isEmpty }
}

extension RoomModel {
  /// Whether what is shown is a sentence: of what was completed, or of why there is nothing to do.
  var hasOnlyWords: Bool { completed != nil || isSolo && shown?.notes.isEmpty == false }

  /// The part that must be visible: the one at the cursor, otherwise the first one with possible moves.
  var partFocus: BoardCell {
    if pointer.isShown { return pointer.focus }
    return BoardCell(x: 0, y: 0, part: shown?.fields.firstIndex(where: \.isPlayable) ?? 0)
  }

  /// The board's notes, without praise that is shown elsewhere at the end.
  var notes: [String] {
    let told = shown?.notes.filter { state != .finished || $0 != praise } ?? []
    return (showsTable ? [news] : [clue]).compactMap(\.self) + told
  }
}

extension RoomView {
  var layout: RoomLayout {
    RoomLayout(
      room, width: width, height: height, needsSigns: !look.isPlainColour, footerLines: max(troubleLines, hintLines))
  }
}
