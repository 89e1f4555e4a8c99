/// One declaration of the table: a message, a request, an object inside messages, a choice of words, or a type of one
/// value.
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
    /// A line from a client.
    case request
    /// Members that several requests have.
    case fields
    /// A limit of the server, which its operator may change.
    case limit
    /// A code of errors.
    case code
    /// A number that the server counts.
    case metric
  }

  /// What is declared.
  public var kind: Kind
  /// `type` on the wire, of a message or a request.
  public var wireTypes: [String] = []
  /// The name: of a Swift type, dotted if it is nested; of a `type`, its name in the table.
  public var name: String
  /// The Swift type of an `extern`, the property of a limit, the case of a code or of a metric.
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
  /// The values of a limit.
  public var limit = LimitValues()
  /// What a metric is.
  public var metric = MetricTraits()
  /// What a `type` or an `extern` is.
  public var value: Value?
  /// Further sentences, for the reference alone.
  public var notes: [String] = []
  /// What there is to know of a request besides its members.
  public var request = RequestTraits()
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

  /// What there is to know of a request besides its members.
  public struct RequestTraits: Hashable, Sendable {
    /// What has to hold before it is carried out: names of `RequestRow.Needs`.
    public var needs: [String] = []
    /// Who may send it again where its answer may have been lost: a case of `RequestRow.Repetition`.
    public var repetition: String?
    /// Types of the messages that answer it; none where the one of its own name does, `any` where it stands for others.
    public var answers: [String] = []
    /// Codes of errors to expect that no transcript shows.
    public var errors: [String] = []
    /// The members of a request that works, as a JSON object.
    public var example = "{}"
    /// What a person types instead.
    public var forms: [TypedForm] = []
    /// Whether members are checked together, by a method that is written by hand.
    public var hasCheck = false
  }

  /// The values of a limit.
  public struct LimitValues: Hashable, Sendable {
    /// What it is unless the operator changes it.
    public var standard = 0
    /// What makes sense.
    public var range = 0...0
    /// What measurements set it to, which must not run into it.
    public var bench: Int?
  }

  /// What a metric is.
  public struct MetricTraits: Hashable, Sendable {
    /// `counter`, `gauge` or `histogram`.
    public var kind = ""
    /// What tells its samples apart.
    public var label: String?
  }

  /// What a person types to make a request.
  public struct TypedForm: Hashable, Sendable {
    /// As help shows it; of a hidden one, the command's name.
    public var usage: String
    /// Words after the usage: `hidden`, `text`, `password`, `rest`.
    public var options: Set<String> = []
    /// The label of an initialiser that is written by hand; `nil` where words stand for members.
    public var reader: String?
    /// Members that the form sets, and their values as Swift.
    public var values: [String: String] = [:]
    /// The members that words of the usage stand for, where they are called otherwise.
    public var members: [String: String] = [:]

    /// What follows the command's name in its first spelling: a word each, with the member that it stands for.
    var places: [(word: String, member: String)] {
      let spelling = usage.hasPrefix("/") ? usage.split(separator: ",").first ?? "" : ""
      return spelling.split(separator: " ").dropFirst().map { part in
        var word = String(part)
        if word.hasPrefix("[") { word = String(word.dropFirst().dropLast()) }
        return (String(part), members[word] ?? word.lowercased().replacing("-", with: "_"))
      }
    }
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
  /// Whether it is no member on the wire, but set by what a person types.
  public var isTyped = false
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
  /// The most bytes of a text in a request.
  public var bytes: Int?
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
