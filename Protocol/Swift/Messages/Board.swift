/// The common presentation of all games: rows of letters under tiles, a keyboard, a prompt and notes, further grids and
/// cards.
///
/// A client that supports boards can show and play every game, future ones included.
public struct Board: Hashable, Sendable {
  /// One row: as many characters of letters as of tiles.
  public struct Row: Hashable, Sendable {
    /// One character per cell; a space if it is empty or hidden from the viewer.
    public var letters: String
    /// One emoji per cell, each a single Unicode scalar; see ``Tile``.
    public var tiles: String

    /// A row; both strings have the same number of characters.
    public init(letters: String, tiles: String) {
      self.letters = letters
      self.tiles = tiles
    }
  }

  /// The letters of an on-screen keyboard that share a colour.
  public struct Keys: Hashable, Sendable {
    /// The colour.
    public var tile: Tile
    /// The letters, in alphabetical order.
    public var letters: String

    /// Letters under one colour.
    public init(tile: Tile, letters: String) {
      self.tile = tile
      self.letters = letters
    }
  }

  /// A grid that the last move has completed and the next one has replaced.
  public struct Completed: Hashable, Sendable {
    /// The result: `house is la casa, el hogar`.
    public var caption: String
    /// The final rows.
    public var rows: [Row]
    /// The board's actions on this item.
    public var actions: [Action] = []

    /// A completed grid; see the properties.
    public init(caption: String, rows: [Row]) {
      self.caption = caption
      self.rows = rows
    }
  }

  /// An answer to choose.
  public struct Choice: Hashable, Sendable {
    /// The text for people.
    public var text: String
    /// The `text` of the `move` that chooses it; empty if it cannot be chosen.
    public var move: String
    /// Whether it was right; `nil` while that is open.
    public var tile: Tile?

    /// An answer.
    public init(text: String, move: String = "", tile: Tile? = nil) {
      self.text = text
      self.move = move
      self.tile = tile
    }
  }

  /// Something that can be done besides what is typed or chosen, such as turning a card: a button.
  public struct Action: Hashable, Sendable {
    /// Its name.
    public var text: String
    /// The `text` of the `move` that does it.
    public var move: String

    /// An action.
    public init(_ text: String, move: String) {
      self.text = text
      self.move = move
    }
  }

  /// A player at the board.
  public struct Seat: Hashable, Sendable {
    /// The player's number inside the server.
    public var number: Int64
    /// The player's name; the room fills it in.
    public var player = ""
    /// The player's symbol on the board, such as `🟦`; empty if there is none.
    public var mark: String
    /// The points, if the game counts them.
    public var score: Int?

    /// A seat; the room adds the name.
    public init(number: Int64, player: String = "", mark: String = "", score: Int? = nil) {
      self.number = number
      self.player = player
      self.mark = mark
      self.score = score
    }
  }

  /// The remaining time of a player.
  public struct Clock: Hashable, Sendable {
    /// The player.
    public var player: String
    /// Milliseconds, as of when the board was sent.
    public var milliseconds: Int
    /// Whether it is running.
    public var runs: Bool

    /// Creates a clock.
    public init(player: String, milliseconds: Int, runs: Bool) {
      self.player = player
      self.milliseconds = milliseconds
      self.runs = runs
    }
  }

  /// `Wordle 324`.
  public var title: String
  /// From top to bottom.
  public var rows: [Row]
  /// The colours of letters that the viewer may know, best colour first; empty if a game has no keyboard.
  public var keys: [Keys]
  /// What to do next; empty after the end.
  public var prompt: String
  /// Short remarks such as `2/6`.
  public var notes: [String]
  /// Prompt and notes as data for programs, specific to the game. Clients need not understand it.
  public var data: JSONObject
  /// The texts of pointer and cursor acts.
  public var gestures: [Gesture]
  /// Whether the rows are a grid whose cells are named by column and row, instead of one try per row.
  public var isGrid: Bool
  /// The grid that the last move has completed, until the next move.
  public var completed: Completed?
  /// The answers to choose, in a game that asks questions.
  public var choices: [Choice] = []
  /// Further grids and cards below the rows; at most ``PartLimit``.
  public var parts: [Part] = []
  /// Further actions; at most eight.
  public var actions: [Action] = []
  /// The players at the board of a table game; at most as many as the game shows.
  public var seats: [Seat] = []
  /// The names of the players to move; the room fills them in.
  public var toMove: [String] = []
  /// The typed moves that the viewer may make now, in a game that lists them; the room fills them in.
  public var moves: [JSON] = []
  /// The same as the JSON text of an array, if they are available as text.
  public var encodedMoves: [UInt8] = []
  /// The players' clocks, if the room has any; the room fills them in.
  public var clocks: [Clock] = []
  /// Milliseconds until the next automatic step, as of when the board was sent; the room fills it in.
  public var endsInMilliseconds: Int?

  /// A board; see the properties.
  public init(
    title: String, rows: [Row], keys: [Keys] = [], prompt: String = "", notes: [String] = [],
    data: JSONObject = [:], gestures: [Gesture] = [], isGrid: Bool = false, completed: Completed? = nil
  ) {
    self.title = title
    self.rows = rows
    self.keys = keys
    self.prompt = prompt
    self.notes = notes
    self.data = data
    self.gestures = gestures
    self.isGrid = isGrid
    self.completed = completed
  }
}

/// A pointer or cursor act, and the text of its move.
public struct Gesture: Hashable, Sendable {
  /// The act.
  public enum Act: String, CaseIterable, Sendable {
    /// From one cell to another: `{x1}`, `{y1}`, `{x2}`, `{y2}`, zero-based.
    case drag
    /// Swapping two tiles of a row: `{x1}` and `{x2}`, one-based.
    case swap
    /// Typing letters: `{letters}`.
    case key
    /// Enter or the space bar where nothing is typed.
    case enter
  }

  /// The act.
  public var act: Act
  /// The text to send, with placeholders in braces.
  public var text: String

  /// A gesture, such as `Gesture(.drag, "{x1},{y1} {x2},{y2}")`.
  public init(_ act: Act, _ text: String) {
    self.act = act
    self.text = text
  }
}

/// The colours of cells, on boards and shared grids: one emoji, one Unicode scalar each.
public enum Tile: Character, CaseIterable, Sendable {
  /// Right, in its place.
  case right = "🟩"
  /// In the puzzle, elsewhere.
  case elsewhere = "🟨"
  /// Not in the puzzle.
  case absent = "⬛"
  /// Still open.
  case open = "⬜"
  /// Found by the first player.
  case purple = "🟪"
  /// Found by the second player.
  case blue = "🟦"
  /// Found by the third player.
  case orange = "🟧"
  /// Found by the fourth player.
  case red = "🟥"
  /// Found by the fifth player.
  case brown = "🟫"

  /// The players' colours, in the order in which they joined.
  public static let players: [Tile] = [.purple, .blue, .orange, .red, .brown]
}

extension Board {
  /// The name of a column, as in spreadsheets: `A` to `Z`, then `AA`.
  ///
  /// - Parameter index: from 0; negative counts as 0.
  public static func columnName(_ index: Int) -> String {
    let index = max(0, index)
    let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(index % 26)))
    return index < 26 ? letter : columnName(index / 26 - 1) + letter
  }

  /// `A1` for `[0,0]`; `nil` if it is not a column and a row.
  public static func cellName(_ place: JSON) -> String? {
    guard let numbers = place.arrayValue, numbers.count == 2, let x = numbers[0].intValue, let y = numbers[1].intValue,
      (0..<1000).contains(x), (0..<1000).contains(y)
    else { return nil }
    return columnName(x) + "\(y + 1)"
  }

  /// Appends the board as JSON; empty fields are omitted.
  public func write(to json: inout JSONWriter) {
    json.beginObject()
    json.field("title", title)
    json.field(rows: rows)
    if isGrid { json.field("grid", true) }
    if !keys.isEmpty {
      json.key("keys")
      json.beginObject()
      for group in keys {
        json.key(String(group.tile.rawValue))
        json.string(group.letters)
      }
      json.endObject()
    }
    if !prompt.isEmpty { json.field("prompt", prompt) }
    if !notes.isEmpty { json.list("notes", notes) }
    if !data.isEmpty {
      json.key("data")
      json.value(.object(data))
    }
    if !gestures.isEmpty {
      json.list("gestures", gestures) { gesture, json in
        json.field("on", gesture.act.rawValue)
        json.field("text", gesture.text)
      }
    }
    if let completed {
      json.key("completed")
      json.beginObject()
      json.field("caption", completed.caption)
      json.field(rows: completed.rows)
      if !completed.actions.isEmpty { json.field(actions: completed.actions) }
      json.endObject()
    }
    if !choices.isEmpty {
      json.list("choices", choices) { choice, json in
        json.field("text", choice.text)
        if !choice.move.isEmpty { json.field("move", choice.move) }
        json.field("tile", ifPresent: choice.tile.map { String($0.rawValue) })
      }
    }
    if !actions.isEmpty { json.field(actions: actions) }
    writeParts(to: &json)
    writeTable(to: &json)
    json.endObject()
  }
}

extension Board {
  /// Appends the players, whose turn it is, and the clocks.
  private func writeTable(to json: inout JSONWriter) {
    if !seats.isEmpty {
      json.list("seats", seats) { seat, json in
        json.field("player", seat.player)
        if !seat.mark.isEmpty { json.field("mark", seat.mark) }
        json.field("score", ifPresent: seat.score)
      }
    }
    if !toMove.isEmpty { json.list("to_move", toMove) }
    if !moves.isEmpty {
      json.key("moves")
      json.value(.array(moves))
    } else if !encodedMoves.isEmpty {
      json.key("moves")
      json.raw(encodedMoves)
    }
    if !clocks.isEmpty {
      json.list("clocks", clocks) { clock, json in
        json.field("player", clock.player)
        json.field("ms", clock.milliseconds)
        if clock.runs { json.field("runs", true) }
      }
    }
    json.field("ends_in_ms", ifPresent: endsInMilliseconds)
  }
}

extension JSONWriter {
  /// Writes rows of letters under tiles as the member `rows`.
  mutating func field(rows: [Board.Row]) { list("rows", rows) }

  /// Writes what can be done as the member `actions`.
  mutating func field(actions: [Board.Action]) {
    list("actions", actions) { action, json in
      json.field("text", action.text)
      json.field("move", action.move)
    }
  }
}
