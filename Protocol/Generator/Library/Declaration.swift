/// One declaration of the table: a message, a request, an object inside messages, a choice of words, a value, and so
/// on.
public struct Declaration: Hashable, Sendable {
  /// The kind of a declaration.
  public enum Kind: String, Sendable {
    /// A line from the server.
    case message
    /// An object inside messages.
    case object
    /// One of several words.
    case choice
    /// A named value with bounds.
    case type
    /// A value with a hand-written Swift type; the table has only its schema.
    case extern
    /// A line from a client.
    case request
    /// Members shared by several requests.
    case fields
    /// A limit of the server, which the operator can change.
    case limit
    /// An error code.
    case code
    case metric
  }

  /// The kind.
  public var kind: Kind
  /// The `type` on the wire, of a message or a request.
  public var wireTypes: [String] = []
  /// The name: of a Swift type, dotted if it is nested; of a `type`, its name in the table.
  public var name: String
  /// The Swift type of an `extern`, the property of a limit, the case of a code or of a metric.
  public var swiftName = ""
  /// One sentence, ends with a full stop.
  public var summary: String
  /// Whether the Swift type is hand-written.
  public var isByHand = false
  /// The members of a message or an object, in their written order.
  public var fields: [Field] = []
  /// Members of which exactly one is required.
  public var alternatives: [String] = []
  /// The words of a choice.
  public var words: [Word] = []
  /// The values of a limit.
  public var limit = LimitValues()
  /// The traits of a metric.
  public var metric = MetricTraits()
  /// The value of a `type` or an `extern`.
  public var value: Value?
  /// Further sentences for the reference.
  public var notes: [String] = []
  /// The traits of a request.
  public var request = RequestTraits()
  /// The position in the table, for errors.
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

  /// The properties of a request besides its members.
  public struct RequestTraits: Hashable, Sendable {
    /// The preconditions: names of `RequestRow.Needs`.
    public var needs: [String] = []
    /// Who may repeat it if its answer may be lost: a case of `RequestRow.Repetition`.
    public var repetition: String?
    /// The types of its answers; empty if it is the request's own name, `any` if it depends on another request.
    public var answers: [String] = []
    /// Expected error codes that no transcript shows.
    public var errors: [String] = []
    /// The members of a valid request, as a JSON object.
    public var example = "{}"
    /// The typed forms.
    public var forms: [TypedForm] = []
    /// Whether a hand-written method validates members together.
    public var hasCheck = false
  }

  /// The values of a limit.
  public struct LimitValues: Hashable, Sendable {
    /// The default.
    public var standard = 0
    /// The allowed values.
    public var range = 0...0
    /// The value for benchmarks, which must not reach the limit.
    public var bench: Int?
  }

  /// The traits of a metric.
  public struct MetricTraits: Hashable, Sendable {
    /// `counter`, `gauge` or `histogram`.
    public var kind = ""
    /// The label of its samples.
    public var label: String?
  }

  /// A typed form of a request.
  public struct TypedForm: Hashable, Sendable {
    /// The usage in the help; the command's name of a hidden form.
    public var usage: String
    /// Words after the usage: `hidden`, `text`, `password`, `rest`.
    public var options: Set<String> = []
    /// The label of a hand-written initialiser; `nil` if words stand for members.
    public var reader: String?
    /// Members that the form sets, and their values in Swift.
    public var values: [String: String] = [:]
    /// The members for words of the usage with other names.
    public var members: [String: String] = [:]

    /// The words after the command's name in its first alternative, with the member for each.
    var places: [(word: String, member: String)] {
      let spelling = usage.hasPrefix("/") ? usage.split(separator: ",").first ?? "" : ""
      return spelling.split(separator: " ").dropFirst().map { part in
        var word = String(part)
        if word.hasPrefix("[") { word = String(word.dropFirst().dropLast()) }
        return (String(part), members[word] ?? word.lowercased().replacing("-", with: "_"))
      }
    }
  }

  /// A value without members.
  public enum Value: Hashable, Sendable {
    /// Another type of the table, with bounds.
    case bounded(String, Bounds)
    /// A JSON Schema, as its source.
    case schema(String)
  }

  /// A line in a file of the table.
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    /// The file's name.
    public var file = ""
    /// From 1.
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
  /// Whether it may be missing, and then is `nil`.
  public var isOptional = false
  /// The value that is omitted, in Swift.
  public var standard: String?
  /// Whether the members of the object are written in the enclosing one.
  public var isInline = false
  /// Whether an empty array is omitted.
  public var isLeftOutEmpty = false
  /// Whether the Swift property is hand-written and not stored.
  public var isComputed = false
  /// Whether it is not on the wire, but set by a typed form.
  public var isTyped = false
  /// The bounds of its value.
  public var bounds = Bounds()
  /// One sentence.
  public var summary: String

  /// Whether it is always present.
  public var isRequired: Bool { !isOptional && standard == nil && !isLeftOutEmpty && type != "mark" }
}

/// Bounds of a number, of a text's length, or of an array's length.
public struct Bounds: Hashable, Sendable {
  /// The least.
  public var least: Int?
  /// The greatest.
  public var greatest: Int?
  /// The longest text in a request in bytes.
  public var bytes: Int?
  /// A regular expression for a text.
  public var pattern: String?
  /// The allowed words of a text.
  public var words: [String]?
  /// Whether a text must not be shown while it is typed.
  public var isSecret = false

  /// No bounds.
  public init() {}
}

/// An error in the table, with file and line in the form of compilers.
public struct TableError: Error, CustomStringConvertible {
  public let description: String

  init(_ place: Declaration.Place, _ message: String) { description = "\(place): error: \(message)" }
}
