/// How every game shows itself: rows of letters under tiles, a keyboard, a prompt and notes, further grids and cards.
///
/// A client that knows boards can show and play every game, those not yet written included.
public struct Board: Hashable, Sendable {
  /// One row: as many characters of letters as of tiles.
  public struct Row: Hashable, Sendable {
    /// One character a cell; a space where nothing is written or the viewer may not know.
    public var letters: String
    /// One emoji a cell, each a single Unicode scalar; see ``Tile``.
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

  /// What the last move has completed and the rows no longer show: a field that the next one has taken the place of.
  public struct Completed: Hashable, Sendable {
    /// What it has come to: `house is la casa, el hogar`.
    public var caption: String
    /// As they were in the end.
    public var rows: [Row]

    /// A field; see the properties.
    public init(caption: String, rows: [Row]) {
      self.caption = caption
      self.rows = rows
    }
  }

  /// One of some answers to choose from.
  public struct Choice: Hashable, Sendable {
    /// What people read.
    public var text: String
    /// What to send as the `text` of a `move` to choose it; empty where it cannot be chosen, or not any more.
    public var move: String
    /// What it has turned out to be; `nil` where that is open.
    public var tile: Tile?

    /// An answer.
    public init(text: String, move: String = "", tile: Tile? = nil) {
      self.text = text
      self.move = move
      self.tile = tile
    }
  }

  /// One of those who play at the board.
  public struct Seat: Hashable, Sendable {
    /// Who, inside the server.
    public var number: Int64
    /// Who, as the room calls them; the room fills it in.
    public var player = ""
    /// What stands for them on the board, such as `🟦`; empty where nothing does.
    public var mark: String
    /// Their points, where the game counts them.
    public var score: Int?

    /// A seat; the room knows the name.
    public init(number: Int64, player: String = "", mark: String = "", score: Int? = nil) {
      self.number = number
      self.player = player
      self.mark = mark
      self.score = score
    }
  }

  /// What is left of a player's time.
  public struct Clock: Hashable, Sendable {
    /// Whose.
    public var player: String
    /// Milliseconds, when the board was told.
    public var milliseconds: Int
    /// Whether it runs down from then on.
    public var runs: Bool

    /// What is left of a player's time.
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
  /// Colours of letters that the viewer may know, best colour first; empty where a game has no keyboard.
  public var keys: [Keys]
  /// What to do next; empty when there is nothing left to do.
  public var prompt: String
  /// Short remarks such as `2/6`.
  public var notes: [String]
  /// What prompt and notes say, as fields for programs: the game's own. Clients that know no game do without.
  public var data: JSONObject
  /// Which text a pointer's or cursor's act stands for.
  public var gestures: [Gesture]
  /// Whether the rows are a field of letters whose cells are named by column and row, and not one try after another.
  public var isGrid: Bool
  /// What the last move has completed, until the next one.
  public var completed: Completed?
  /// Answers to choose from, in a game that asks.
  public var choices: [Choice] = []
  /// Further grids and cards, below the rows; at most as many as ``PartLimit`` allows.
  public var parts: [Part] = []
  /// Those who play at the board, in a game that is played with others: as many as the game shows.
  public var seats: [Seat] = []
  /// Whose turn it is, by name; the room fills it in.
  public var toMove: [String] = []
  /// The moves that the viewer may make now, typed, in a game that lists them; the room fills them in.
  public var moves: [JSON] = []
  /// The same as the JSON text of an array, where they come as that.
  public var encodedMoves: [UInt8] = []
  /// The players' clocks, where the room has some; the room fills them in.
  public var clocks: [Clock] = []
  /// Milliseconds until something happens by itself, from when the board was told; the room fills it in.
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

/// An act of a pointer or a cursor, and the text of the move it stands for.
public struct Gesture: Hashable, Sendable {
  /// What the player does.
  public enum Act: String, CaseIterable, Sendable {
    /// From one cell to another: `{x1}`, `{y1}`, `{x2}`, `{y2}`, zero-based.
    case drag
    /// Exchanging two tiles of a row: `{x1}` and `{x2}`, one-based.
    case swap
    /// Typing letters: `{letters}`.
    case key
  }

  /// What the player does.
  public var act: Act
  /// The text to send, with placeholders in braces.
  public var text: String

  /// A gesture, such as `Gesture(.drag, "{x1},{y1} {x2},{y2}")`.
  public init(_ act: Act, _ text: String) {
    self.act = act
    self.text = text
  }
}

/// The colours of a cell, on boards and shared grids alike: one emoji, one Unicode scalar each.
public enum Tile: Character, CaseIterable, Sendable {
  /// Right, in its place.
  case right = "🟩"
  /// In the puzzle, elsewhere.
  case elsewhere = "🟨"
  /// Not in the puzzle.
  case absent = "⬛"
  /// Still open.
  case open = "⬜"
  /// Found by the player who joined first, and by those after.
  case purple = "🟪"
  /// Found by the second player.
  case blue = "🟦"
  /// Found by the third player.
  case orange = "🟧"
  /// Found by the fourth player.
  case red = "🟥"
  /// Found by the fifth player.
  case brown = "🟫"

  /// The colours that tell players apart, in the order in which they joined.
  public static let players: [Tile] = [.purple, .blue, .orange, .red, .brown]
}

extension Board {
  /// The name of a column, as spreadsheets have it: `A` to `Z`, then `AA`.
  ///
  /// - Parameter index: from 0; less than 0 counts as 0.
  public static func columnName(_ index: Int) -> String {
    let index = max(0, index)
    let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(index % 26)))
    return index < 26 ? letter : columnName(index / 26 - 1) + letter
  }

  /// `A1` for `[0,0]`, as people name the cells of a grid; `nil` for what is no column and row.
  public static func cellName(_ place: JSON) -> String? {
    guard let numbers = place.arrayValue, numbers.count == 2, let x = numbers[0].intValue, let y = numbers[1].intValue,
      (0..<1000).contains(x), (0..<1000).contains(y)
    else { return nil }
    return columnName(x) + "\(y + 1)"
  }

  /// Appends the board as JSON; fields that are empty are left out.
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
      json.endObject()
    }
    if !choices.isEmpty {
      json.list("choices", choices) { choice, json in
        json.field("text", choice.text)
        if !choice.move.isEmpty { json.field("move", choice.move) }
        json.field("tile", ifPresent: choice.tile.map { String($0.rawValue) })
      }
    }
    writeParts(to: &json)
    writeTable(to: &json)
    json.endObject()
  }
}

extension Board {
  /// Appends who plays, whose turn it is and how long they have.
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
}
