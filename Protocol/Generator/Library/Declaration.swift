/// One declaration of the table: a message, an object inside messages, a choice of words, or a type of one value.
public struct Declaration: Hashable, Sendable {
  /// What is declared.
  public enum Kind: String, Sendable {
    /// A line from the server.
    case message
    /// An object inside messages.
    case object
    /// One of some words.
    case choice
    /// A name for a value with bounds.
    case type
    /// A value whose Swift type is written by hand; the table has its schema alone.
    case extern
    /// Requests that may be sent again.
    case `repeat`
  }

  /// What is declared.
  public var kind: Kind
  /// `type` on the wire: of a message; of the requests that may be sent again.
  public var wireTypes: [String] = []
  /// The name: of a Swift type, dotted if it is nested; of a `type`, its name in the table.
  public var name: String
  /// The Swift type of an `extern`.
  public var swiftName = ""
  /// One sentence, ends with a full stop.
  public var summary: String
  /// Whether the Swift type is written by hand.
  public var isByHand = false
  /// Members of a message or an object, in the order in which they are written.
  public var fields: [Field] = []
  /// Members of which there is exactly one.
  public var alternatives: [String] = []
  /// Words of a choice.
  public var words: [Word] = []
  /// What a `type` or an `extern` is.
  public var value: Value?
  /// Where it stands in the table, for errors.
  public var place = Place()

  /// A word of a choice.
  public struct Word: Hashable, Sendable {
    /// The word on the wire.
    public var wire: String
    /// The Swift case.
    public var name: String
    /// One sentence.
    public var summary: String
  }

  /// What a value is that has no members.
  public enum Value: Hashable, Sendable {
    /// Another type of the table, with bounds.
    case bounded(String, Bounds)
    /// A JSON Schema, as its source.
    case schema(String)
  }

  /// A line of a file of the table.
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    /// The file's name.
    public var file = ""
    /// From 1 on.
    public var line = 0

    public var description: String { "\(file):\(line)" }
  }
}

/// A member of a message or of an object.
public struct Field: Hashable, Sendable {
  /// The name on the wire.
  public var wire: String
  /// The Swift property.
  public var property: String
  /// A type of the table.
  public var type: String
  /// Whether it is an array of that type.
  public var isList = false
  /// Whether it may be missing, which reads as `nil`.
  public var isOptional = false
  /// The value for which the member is left out, as Swift.
  public var standard: String?
  /// Whether the members of the object stand in the one around it.
  public var isInline = false
  /// Whether an array is left out when it is empty.
  public var isLeftOutEmpty = false
  /// Whether the Swift property is not stored, but written by hand.
  public var isComputed = false
  /// Bounds of its value.
  public var bounds = Bounds()
  /// One sentence.
  public var summary: String

  /// Whether it is always there.
  public var isRequired: Bool { !isOptional && standard == nil && !isLeftOutEmpty && type != "mark" }
}

/// Bounds of a number, of a text's length, or of how many elements an array has.
public struct Bounds: Hashable, Sendable {
  /// The least.
  public var least: Int?
  /// The greatest.
  public var greatest: Int?
  /// A regular expression that a text matches.
  public var pattern: String?
  /// What a text is one of.
  public var words: [String]?

  /// No bounds.
  public init() {}
}

/// What is wrong with the table, with file and line in front as compilers write it.
public struct TableError: Error, CustomStringConvertible {
  public let description: String

  init(_ place: Declaration.Place, _ message: String) { description = "\(place): error: \(message)" }
}
