import GameKit
package import WireProtocol

/// A move as one viewer is to see it drawn.
package struct ShownMove: Drawable {
  package var message: Moved
  /// Whether the viewer made the move.
  var isOwn: Bool
  /// Whether a field that has changed is drawn again; of several that somebody looks at, none is.
  var redrawsBoard: Bool
  /// What the game remarks: for those who may know, or for everybody.
  var remark: String
  /// The viewer's board before the move, where that is known: what changed is then drawn.
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
    // Tiles say more than a sentence does.
    if !remark.isEmpty, message.turn["tiles"] == nil { message.remark = remark }
    message.write(to: &json, answering: re)
  }

  package func drawn() -> String {
    if let board = message.board, board.isGrid || board.hasGrids { return drawnGrid(board) }
    if isOwn, let board = message.board {
      return ([drawnOwn(board)] + asked(after: board)).joined(separator: "\n")
    }
    // A sentence begins with the player's name; tiles and other fields stand beside it.
    guard remark.isEmpty || message.turn["tiles"] != nil else {
      return ([sentence(remark)] + asked).joined(separator: "\n")
    }
    // Times that the turn tells, the remark says in words.
    let told = remark.isEmpty ? message.turn : message.turn.withoutTimes
    return ([Self.joined([message.player, Drawing.turn(told), remark], "  ")] + asked).joined(separator: "\n")
  }

  private static func joined(_ parts: [String], _ separator: String) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: separator)
  }

  /// What one's own move has brought: the rows that it has written, or what the turn tells where the board has none.
  private func drawnOwn(_ board: Board) -> String {
    if showsTable(board) { return Drawing.turn(message.turn) }
    var rows = Drawing.changedRows(from: before, to: board).filter { !Drawing.isOpen($0) }
    // A move that ends a word has its row no more on the board of the next one.
    if rows.isEmpty, let tiles = message.turn["tiles"]?.stringValue {
      rows = [Board.Row(letters: message.turn["guess"]?.stringValue ?? "", tiles: tiles)]
    }
    let isSilent = rows.isEmpty && remark.isEmpty
    let lines = rows.map(Drawing.line(of:)).joined(separator: "\n")
    return Self.joined(isSilent ? unchanged(board) : [lines, remark, timeLeft(board)], "     ")
  }

  /// What is asked after one's own move, where it is not what was asked before.
  private func asked(after board: Board) -> [String] {
    if showsTable(board) { return Drawing.lines(of: board) }
    guard let before, before.prompt != board.prompt, !board.prompt.isEmpty, board.choices.isEmpty else { return [] }
    return [Drawing.question(of: board)]
  }

  /// Whether a board has no rows, so that what lies, whose turn it is and what one holds are told after each move.
  private func showsTable(_ board: Board) -> Bool {
    board.rows.isEmpty && board.choices.isEmpty && !(board.toMove.isEmpty && board.prompt.isEmpty)
  }

  /// How long the mover still has, where a clock runs.
  private func timeLeft(_ board: Board) -> String {
    guard board.choices.isEmpty else { return "" }
    let left = board.endsInMilliseconds ?? board.clocks.first { $0.player == message.player }?.milliseconds
    return left.map { "\(Elapsed(milliseconds: Int64($0) + 999).clockText) left" } ?? ""
  }

  /// The answer to a move that left the board as it was: two equal tiles that were swapped, say.
  private func unchanged(_ board: Board) -> [String] {
    if !board.choices.isEmpty { return [Drawing.choices(board).joined(separator: "\n")] }
    let row = board.rows.last { !Drawing.isOpen($0) }.map(Drawing.line(of:)) ?? ""
    return [row, "this looks as it did before"]
  }

  /// What is asked now, where something besides a move has brought it.
  private var asked: [String] {
    guard let board = message.board else { return [] }
    let isQuestion = message.turn["event"] != nil && !board.choices.isEmpty
    return isQuestion || showsTable(board) ? Drawing.lines(of: board) : []
  }

  /// A remark about whoever moved; about nobody where nobody did.
  private func sentence(_ remark: String) -> String {
    message.player.isEmpty ? remark : "\(message.player) \(remark)"
  }

  /// What happened in a sentence, and the grid again where it looks different from before.
  private func drawnGrid(_ board: Board) -> String {
    let said = remark.isEmpty ? Drawing.turn(message.turn) : remark
    let sentence = isOwn ? said : sentence(said)
    guard redrawsBoard, before?.picture != board.picture else {
      // The grid is still on the screen; what is asked for need not be.
      return isOwn && !board.prompt.isEmpty ? "\(sentence)\n\(Drawing.question(of: board))" : sentence
    }
    let completed =
      board.completed.map { Drawing.lines(of: Board(title: "", rows: $0.rows, isGrid: true)) + [""] } ?? []
    let field = board.prompt.isEmpty && !isOwn ? Drawing.watched(board) : Drawing.lines(of: board)
    return ([sentence] + completed + field).joined(separator: "\n")
  }
}

extension JSONObject {
  /// All members but those that are milliseconds.
  fileprivate var withoutTimes: JSONObject {
    var fields = JSONObject()
    for (name, value) in self where !name.hasSuffix("_ms") { fields[name] = value }
    return fields
  }
}

/// A finished match as one viewer is to see it drawn.
package struct ShownFinish: Drawable {
  var message: Finished
  /// Whether it is the viewer's own.
  var isOwn: Bool
  /// What players call a puzzle of the game.
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
