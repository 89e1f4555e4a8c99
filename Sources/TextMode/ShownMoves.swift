import GameKit
package import WireProtocol

/// A move as drawn for one viewer.
package struct ShownMove: Drawable {
  package var message: Moved
  /// Whether the viewer made the move.
  var isOwn: Bool
  /// Whether a changed grid is drawn again; not if the viewer looks at several.
  var redrawsBoard: Bool
  /// The game's remark: for those who may know, or for everybody.
  var remark: String
  /// The viewer's board before the move, if known: then only the changes are drawn.
  var before: Board?

  package mutating func compare(with before: Board?) { self.before = before }

  package init(message: Moved, isOwn: Bool, redrawsBoard: Bool, remark: String, before: Board? = nil) {
    self.message = message
    self.isOwn = isOwn
    self.redrawsBoard = redrawsBoard
    self.remark = remark
    self.before = before
  }

  package func write(to json: inout JSONWriter, answering re: RequestID?) {
    var message = message
    // Tiles say more than a remark.
    if !remark.isEmpty, message.turn["tiles"] == nil { message.remark = remark }
    message.write(to: &json, answering: re)
  }

  package func drawn() -> String {
    if let board = message.board, board.isGrid || board.hasGrids { return drawnGrid(board) }
    if isOwn, let board = message.board {
      return ([drawnOwn(board)] + asked(after: board)).joined(separator: "\n")
    }
    // A remark continues the player's name; tiles and other fields are listed after it.
    guard remark.isEmpty || message.turn["tiles"] != nil else {
      return ([sentence(remark)] + asked).joined(separator: "\n")
    }
    // The remark states the turn's times in words.
    let told = remark.isEmpty ? message.turn : message.turn.withoutTimes
    return ([Self.joined([message.player, Drawing.turn(told), remark], "  ")] + asked).joined(separator: "\n")
  }

  private static func joined(_ parts: [String], _ separator: String) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: separator)
  }

  /// The result of the viewer's own move: the changed rows, or the turn's fields if the board has none.
  private func drawnOwn(_ board: Board) -> String {
    if showsTable(board) { return Drawing.turn(message.turn) }
    var rows = Drawing.changedRows(from: before, to: board).filter { !Drawing.isOpen($0) }
    // After a move that ends a word, its row is not on the board of the next one.
    if rows.isEmpty, let tiles = message.turn["tiles"]?.stringValue {
      rows = [Board.Row(letters: message.turn["guess"]?.stringValue ?? "", tiles: tiles)]
    }
    let isSilent = rows.isEmpty && remark.isEmpty
    let lines = rows.map(Drawing.line(of:)).joined(separator: "\n")
    return Self.joined(isSilent ? unchanged(board) : [lines, remark, timeLeft(board)], "     ")
  }

  /// The prompt after the viewer's own move, if it has changed.
  private func asked(after board: Board) -> [String] {
    if showsTable(board) { return Drawing.lines(of: board) }
    guard let before, before.prompt != board.prompt, !board.prompt.isEmpty, board.choices.isEmpty else { return [] }
    return [Drawing.question(of: board)]
  }

  /// Whether a board has no rows, so that the table, the turn and the hand are drawn after each move.
  private func showsTable(_ board: Board) -> Bool {
    board.rows.isEmpty && board.choices.isEmpty && !(board.toMove.isEmpty && board.prompt.isEmpty)
  }

  /// The mover's remaining time, if a clock runs.
  private func timeLeft(_ board: Board) -> String {
    guard board.choices.isEmpty else { return "" }
    let left = board.endsInMilliseconds ?? board.clocks.first { $0.player == message.player }?.milliseconds
    return left.map { "\(Elapsed(milliseconds: Int64($0) + 999).clockText) left" } ?? ""
  }

  /// The answer to a move without a visible change, such as swapping two equal tiles.
  private func unchanged(_ board: Board) -> [String] {
    if !board.choices.isEmpty { return [Drawing.choices(board).joined(separator: "\n")] }
    let row = board.rows.last { !Drawing.isOpen($0) }.map(Drawing.line(of:)) ?? ""
    return [row, "this looks as it did before"]
  }

  /// The prompt, if it has changed for another reason than a move.
  private var asked: [String] {
    guard let board = message.board else { return [] }
    let isQuestion = message.turn["event"] != nil && !board.choices.isEmpty
    return isQuestion || showsTable(board) ? Drawing.lines(of: board) : []
  }

  /// The remark with the mover's name, if there is a mover.
  private func sentence(_ remark: String) -> String {
    message.player.isEmpty ? remark : "\(message.player) \(remark)"
  }

  /// The move as a sentence, and the grid if it has changed.
  private func drawnGrid(_ board: Board) -> String {
    let said = remark.isEmpty ? Drawing.turn(message.turn) : remark
    let sentence = isOwn ? said : sentence(said)
    guard redrawsBoard, before?.picture != board.picture else {
      // The grid is still on the screen; the prompt may not be.
      return isOwn && !board.prompt.isEmpty ? "\(sentence)\n\(Drawing.question(of: board))" : sentence
    }
    let completed =
      board.completed.map { Drawing.lines(of: Board(title: "", rows: $0.rows, isGrid: true)) + [""] } ?? []
    let field = board.prompt.isEmpty && !isOwn ? Drawing.watched(board) : Drawing.lines(of: board)
    return ([sentence] + completed + field).joined(separator: "\n")
  }
}

extension JSONObject {
  /// All members except times in milliseconds.
  fileprivate var withoutTimes: JSONObject {
    var fields = JSONObject()
    for (name, value) in self where !name.hasSuffix("_ms") { fields[name] = value }
    return fields
  }
}

/// A finished match as drawn for one viewer.
package struct ShownFinish: Drawable {
  var message: Finished
  /// Whether it is the viewer's own.
  var isOwn: Bool
  /// The noun for a puzzle of the game.
  var noun: String

  package init(message: Finished, isOwn: Bool, noun: String) {
    self.message = message
    self.isOwn = isOwn
    self.noun = noun
  }

  package func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  package func drawn() -> String {
    guard isOwn else { return "\(message.player) \(Drawing.outcome(message.outcome))" }
    var lines: [String] = []
    if let praise = message.praise { lines.append(praise) }
    lines.append(message.share)
    if let seconds = message.nextDaySeconds {
      lines.append("The next \(noun) comes in \(Drawing.duration(seconds)). /share posts this result.")
    }
    return lines.joined(separator: "\n")
  }
}
