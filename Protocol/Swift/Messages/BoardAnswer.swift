/// A player's board with the player's name.
public typealias PlayerBoard = (player: String, board: Board)

/// The answer to `board`.
public struct BoardAnswer: ServerMessage {
  public static let type: StaticString = "board"
  /// The room's name.
  public var room: String
  /// Whose board was asked for; `nil` for one's own, or that which all share.
  public var player: String?
  /// The board as the session may see it; `nil` for a watcher where everybody has a board.
  public var board: Board?
  /// For those who watch: the players' boards, where everybody has one.
  public var boards: [PlayerBoard]

  /// Boards of a room.
  public init(room: String, player: String? = nil, board: Board?, boards: [PlayerBoard] = []) {
    self.room = room
    self.player = player
    self.board = board
    self.boards = boards
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("room", room)
    json.field("player", ifPresent: player)
    json.field("board", ifPresent: board)
    json.boards(boards)
  }
}

extension JSONWriter {
  /// The field `boards`, where there are any.
  mutating func boards(_ boards: [PlayerBoard]) {
    guard !boards.isEmpty else { return }
    key("boards")
    beginArray()
    for entry in boards {
      beginObject()
      field("player", entry.player)
      key("board")
      entry.board.write(to: &self)
      endObject()
    }
    endArray()
  }
}
