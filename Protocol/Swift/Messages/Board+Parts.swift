extension Board {
  /// A part of a board below its rows: a grid, or cards.
  public struct Part: Hashable, Sendable {
    /// The content of a part.
    public enum Content: Hashable, Sendable {
      /// A grid whose cells are named by column and row.
      case grid(Grid)
      /// Cards in their order.
      case cards([Card])
    }

    /// The title: `Your sea`, `Your hand`.
    public var title: String
    /// The number of the player who owns the part; `nil` if there is none.
    public var owner: Int64?
    /// The name of ``owner``; the room fills it in.
    public var player = ""
    /// The content.
    public var content: Content

    /// A part; the room adds the owner's name.
    public init(title: String, owner: Int64? = nil, player: String = "", content: Content) {
      self.title = title
      self.owner = owner
      self.player = player
      self.content = content
    }

    /// A grid.
    ///
    /// - Parameters:
    ///   - rows: from top to bottom, all of equal length.
    ///   - signs: the meaning of the cells' letters.
    ///   - drag: the text of a move, with the placeholders of ``Gesture/Act/drag``; empty if nothing can be played.
    public static func grid(_ title: String, rows: [Row], signs: [Sign] = [], drag: String = "") -> Part {
      Part(title: title, content: .grid(Grid(rows: rows, signs: signs, drag: drag)))
    }

    /// Guesses at a word: rows of letters under tiles, one below the other, that are no field.
    public static func tries(_ title: String, rows: [Row]) -> Part {
      Part(title: title, content: .grid(Grid(rows: rows, isTries: true)))
    }

    /// Cards.
    public static func cards(_ title: String, _ cards: [Card]) -> Part {
      Part(title: title, content: .cards(cards))
    }

    /// The grid; `nil` for cards.
    public var grid: Grid? { if case .grid(let grid) = content { grid } else { nil } }
    /// The cards; `nil` for a grid.
    public var cards: [Card]? { if case .cards(let cards) = content { cards } else { nil } }
    /// The heading: `Sea · ben`.
    public var heading: String { player.isEmpty ? title : "\(title) · \(player)" }
  }

  /// A grid as a part of a board.
  public struct Grid: Hashable, Sendable {
    /// From top to bottom, all of equal length.
    public var rows: [Row]
    /// The meaning of the cells' letters.
    public var signs: [Sign]
    /// The text of a move, with the placeholders of ``Gesture/Act/drag``; empty if nothing can be played.
    public var drag: String
    /// Whether the rows are guesses at a word, instead of a field whose cells are named by column and row.
    public var isTries: Bool

    /// A grid; see the properties.
    public init(rows: [Row], isTries: Bool = false, signs: [Sign] = [], drag: String = "") {
      self.rows = rows
      self.isTries = isTries
      self.signs = signs
      self.drag = drag
    }
  }

  /// The meaning of a letter on a grid: `X` is a hit.
  public struct Sign: Hashable, Sendable {
    /// The letter of the cells.
    public var letter: Character
    /// The meaning.
    public var text: String

    /// A letter and its words.
    public init(_ letter: Character, _ text: String) {
      self.letter = letter
      self.text = text
    }
  }

  /// A card.
  public struct Card: Hashable, Sendable {
    /// The face: `7♠`; empty if the card lies face down.
    public var face: String
    /// The face in words: `seven of spades`; empty if ``face`` needs none.
    public var name: String
    /// The `text` of the `move` that plays it; empty if it cannot be played now.
    public var move: String
    /// Its colour, if it has one.
    public var tile: Tile?

    /// A card.
    public init(_ face: String, name: String = "", move: String = "", tile: Tile? = nil) {
      self.face = face
      self.name = name
      self.move = move
      self.tile = tile
    }

    /// A card that lies face down, such as a draw pile.
    public static func faceDown(name: String = "", move: String = "") -> Card { Card("", name: name, move: move) }

    /// The card in words: `seven of spades`, `face down`.
    public var words: String {
      if face.isEmpty { return name.isEmpty ? "face down" : "\(name), face down" }
      return name.isEmpty ? face : name
    }
  }

  /// The size limits of parts. The server drops what exceeds them, and clients read no more.
  public enum PartLimit {
    /// Parts of a board.
    public static let parts = 8
    /// Rows of a grid, and cells of a row.
    public static let side = 40
    /// Cards of a part.
    public static let cards = 120
    /// Signs of a grid.
    public static let signs = 16
    /// Characters of a title.
    public static let title = 40
    /// Characters of a card's face.
    public static let face = 8
    /// Characters of a card's name, and of a sign's meaning.
    public static let words = 60
    /// Characters of a move.
    public static let move = 200
    /// Unicode scalars of a character: a cell with a hundred accents would be as tall as the window.
    static let scalars = 10
  }
}

extension Board {
  /// All grids of the board as consecutive rows, for a picture of it.
  public var pictureRows: [Row] { rows + parts.flatMap { $0.grid?.rows ?? [] } }

  /// Whether any part is a grid.
  public var hasGrids: Bool { parts.contains { $0.grid != nil } }

  /// Removes all moves from the parts, for watchers.
  public mutating func removePartMoves() {
    for index in parts.indices {
      switch parts[index].content {
      case .grid(var grid):
        grid.drag = ""
        parts[index].content = .grid(grid)
      case .cards(let cards):
        parts[index].content = .cards(cards.map { Card($0.face, name: $0.name, tile: $0.tile) })
      }
    }
  }

  /// The board with its parts cut to ``PartLimit``, and without unshowable characters.
  public var bounded: Board {
    guard !parts.isEmpty else { return self }
    var board = self
    board.parts = parts.prefix(PartLimit.parts).map(\.bounded)
    return board
  }
}

extension Board.Part {
  private typealias Limit = Board.PartLimit

  fileprivate var bounded: Board.Part {
    var part = self
    part.title = Self.line(title, Limit.title)
    part.player = Self.line(player, Limit.title)
    switch content {
    case .grid(let grid): part.content = .grid(Self.bounded(grid))
    case .cards(let cards): part.content = .cards(cards.prefix(Limit.cards).map(Self.bounded))
    }
    return part
  }

  private static func bounded(_ grid: Board.Grid) -> Board.Grid {
    let rows = grid.rows.prefix(Limit.side).map { row in
      Board.Row(letters: line(row.letters, Limit.side), tiles: line(row.tiles, Limit.side))
    }
    let signs = grid.signs.prefix(Limit.signs).map { sign in
      Board.Sign(line(String(sign.letter), 1).first ?? "\u{FFFD}", line(sign.text, Limit.words))
    }
    return Board.Grid(rows: rows, isTries: grid.isTries, signs: signs, drag: move(grid.drag))
  }

  private static func bounded(_ card: Board.Card) -> Board.Card {
    Board.Card(
      line(card.face, Limit.face), name: line(card.name, Limit.words), move: move(card.move), tile: card.tile)
  }

  /// A move that is too long is dropped: cut off, it would be another move.
  private static func move(_ text: String) -> String {
    text.utf8.count > 4 * Limit.move || line(text, Limit.move) != text ? "" : text
  }

  private static func line(_ text: String, _ most: Int) -> String {
    // A shortcut for short printable ASCII.
    if text.utf8.count <= most, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    return String(text.prefix(most).map { isShowable($0) ? $0 : "\u{FFFD}" })
  }

  private static func isShowable(_ character: Character) -> Bool {
    var count = 0
    for scalar in character.unicodeScalars {
      count += 1
      if count > Limit.scalars || scalar.isUnshowable { return false }
    }
    return true
  }
}

extension Board {
  /// Appends the parts.
  func writeParts(to json: inout JSONWriter) {
    guard !parts.isEmpty else { return }
    json.list("parts", parts) { part, json in
      json.field("title", part.title)
      if !part.player.isEmpty { json.field("player", part.player) }
      switch part.content {
      case .grid(let grid): Self.write(grid, to: &json)
      case .cards(let cards): Self.write(cards, to: &json)
      }
    }
  }

  private static func write(_ grid: Grid, to json: inout JSONWriter) {
    json.field(rows: grid.rows)
    if grid.isTries { json.field("tries", true) }
    if !grid.signs.isEmpty {
      json.list("signs", grid.signs) { sign, json in
        json.field("letter", String(sign.letter))
        json.field("text", sign.text)
      }
    }
    if !grid.drag.isEmpty { json.field("drag", grid.drag) }
  }

  private static func write(_ cards: [Card], to json: inout JSONWriter) {
    json.list("cards", cards) { card, json in
      if !card.face.isEmpty { json.field("face", card.face) }
      if !card.name.isEmpty { json.field("name", card.name) }
      if !card.move.isEmpty { json.field("move", card.move) }
      json.field("tile", ifPresent: card.tile.map { String($0.rawValue) })
    }
  }
}
