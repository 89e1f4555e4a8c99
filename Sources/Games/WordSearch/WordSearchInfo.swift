public import GameKit
import WireProtocol

extension WordSearch {
  public static let info = GameInfo(
    id: "wordsearch",
    title: "WordSearch",
    summary: "Find every translation of a word in a grid of letters",
    rules: [
      "A grid hides the translations of a word, along its rows and columns.",
      "From level 2 on they run along diagonals, too, at level 3 also backwards.",
      "Mark each from its first letter to its last. What is found stays lit.",
      "The next grid comes by itself. Giving one up shows what was hidden.",
      "Points: 100 a word that you find, less 10 a miss and 1 a second.",
      "A word that does not stand in the grid costs nothing.",
    ],
    typing: [
      "Type the first and the last cell: G2 G7, or 6,1 6,6 (columns, rows from 0).",
      "Or type the translation, such as hombre; accents and articles may be left out.",
      "skip gives a grid up.",
      "/practice wordsearch to=fr size=8: to is es, fr, de, it or pt, size 5 to 30,",
      "  level 1 to 3, challenges 1 to 10, set words or file.",
    ],
    moveSchema: [
      "type": "object",
      "oneOf": [
        ["required": ["from", "to"], "properties": ["from": cellSchema, "to": cellSchema]],
        ["required": ["word"], "properties": ["word": ["type": "string", "minLength": 1, "maxLength": 30]]],
        [
          "title": "Give up",
          "description": "It gives this grid up: the next one comes, and the puzzle counts as not won.",
          "required": ["skip"], "properties": ["skip": ["const": true]],
        ],
      ],
    ],
    settingsSchema: [
      "type": "object",
      "properties": [
        "from": ["type": "string", "default": "en", "description": "the language of the word"],
        "to": ["type": "string", "default": "es", "description": "the language of the grid"],
        "size": ["type": "integer", "default": 10, "minimum": 5, "maximum": 30, "description": "columns and rows"],
        "level": [
          "type": "integer", "default": 2, "minimum": 1, "maximum": 3,
          "description": "1: to the right and down; 2: diagonals too; 3: all eight directions",
        ],
        "challenges": [
          "type": "integer", "default": 3, "minimum": 1, "maximum": 10, "description": "grids in a puzzle",
        ],
        "set": [
          "enum": ["words", "file"], "default": "words",
          "description": "grids made from the word lists, or those that the operator has loaded",
        ],
      ],
    ],
    viewSchema: [
      "type": "object",
      "required": ["word", "source_language", "target_language", "challenge", "challenges", "targets", "left"],
      "properties": [
        "word": ["type": "string", "description": "what is looked for"],
        "sense": ["type": "string", "description": "which of its meanings"],
        "source_language": ["type": "string"], "target_language": ["type": "string"],
        "challenge": ["type": "integer", "minimum": 1, "description": "which grid"],
        "challenges": ["type": "integer", "minimum": 1, "description": "how many grids there are"],
        "targets": ["type": "integer", "minimum": 1, "description": "how many words the grid hides"],
        "left": ["type": "integer", "minimum": 0, "description": "how many are still hidden"],
      ],
    ],
    roundSeconds: 300
  )

  private static let cellSchema: JSON = [
    "type": "array", "items": ["type": "integer", "minimum": 0], "minItems": 2, "maxItems": 2,
    "description": "column and row, from 0",
  ]

  /// The options of a room's creator. The daily uses its languages and its set, but has sizes of its own.
  public struct Settings: GameSettings {
    public enum ChallengeSet: String, Codable, Sendable {
      case words
      /// The challenges from the operator's challenge files.
      case file
    }

    /// The language of the word.
    public var from = "en"
    /// The language of the grid.
    public var to = "es"
    /// Columns and rows; a grid grows if its words need it.
    public var size = 10
    /// Directions: see ``Level``.
    public var level = 2
    public var challenges = 3
    public var set = ChallengeSet.words

    /// English to Spanish, three grids of ten by ten with diagonals.
    public init() {}

    public func validate() throws(Rejection) {
      try check("size", size, GridGenerator.sizes)
      try check("level", level, 1...Level.allCases.count)
      try check("challenges", challenges, 1...10)
    }

    private func check(_ name: String, _ value: Int, _ range: ClosedRange<Int>) throws(Rejection) {
      guard range.contains(value) else {
        throw .badSettings("\"\(name)\" is a number from \(range.lowerBound) to \(range.upperBound)")
      }
    }
  }
}

/// The directions in which words may be hidden.
public enum Level: Int, CaseIterable, Sendable {
  /// To the right and down.
  case straight = 1
  /// Also along the diagonals from left to right.
  case diagonal = 2
  /// All eight directions.
  case every = 3

  /// The steps to the next cell in columns and rows.
  var steps: [(x: Int, y: Int)] {
    switch self {
    case .straight: [(1, 0), (0, 1)]
    case .diagonal: [(1, 0), (0, 1), (1, 1), (1, -1)]
    case .every: Self.eight
    }
  }

  static let eight: [(x: Int, y: Int)] = [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)]
}
