/// A row of the table of requests: all that is known of a request, but how it is carried out.
public final class RequestRow: Sendable {
  /// What has to hold before a request is carried out; checked in one place, whatever form it came in.
  public struct Needs: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Storage works: carrying it out changes something that is kept. A request that changes something only at times
    /// says so where it is carried out.
    public static let storage = Needs(rawValue: 1)
    /// Whoever asks has claimed a name.
    public static let name = Needs(rawValue: 2)
    /// Whoever asks runs the server: the session came by its local socket.
    public static let `operator` = Needs(rawValue: 4)
    /// Whoever asks runs the server, or is a player whom the operator has made a moderator.
    public static let moderator = Needs(rawValue: 8)
  }

  /// Who may send a request again where its answer may have been lost: twice is otherwise two.
  public enum Repetition: Sendable {
    /// Whoever asks: it changes nothing, or nothing more.
    case anybody
    /// Whoever is still the player who asked first.
    case samePlayer
    /// Nobody, unless what it says makes it so.
    case never
  }

  /// `type` on the wire.
  public let type: String
  /// What it does, in half a sentence.
  public let summary: String
  /// A message that works.
  public let example: JSON
  /// JSON Schema of the fields besides `type` and `id`.
  public let fields: JSONObject
  /// Names of the fields that must be there.
  public let required: [String]
  /// Names of the fields of which there must be exactly one.
  let alternatives: [String]
  /// What has to hold before it is carried out.
  public let needs: Needs
  /// What a person types instead; none where text has no form for it.
  public let textForms: [TextForm]

  /// Whether it may be sent again where its answer may have been lost with the link.
  public let repetition: Repetition

  private let reader: @Sendable (RequestFields) throws(WireError) -> any WireRequest

  /// A row of a request.
  ///
  /// - Parameters:
  ///   - example: the members of a request that works, as a JSON object.
  ///   - fields: their schemas by their names, as a JSON object.
  init<Read: WireRequest>(
    _ request: Read.Type, _ type: String, _ summary: String, needs: Needs = [], repetition: Repetition = .never,
    example: String, fields: String, required: [String] = [], alternatives: [String] = [],
    typed textForms: [TextForm]
  ) {
    var whole: JSONObject = ["type": .string(type)]
    whole.merge(Self.object(example))
    self.type = type
    self.summary = summary
    self.example = .object(whole)
    self.fields = Self.object(fields)
    self.required = required
    self.alternatives = alternatives
    self.needs = needs
    self.repetition = repetition
    self.textForms = textForms
    reader = { fields throws(WireError) in try Read(reading: fields) }
  }

  private static func object(_ text: String) -> JSONObject {
    (try? JSON(parsing: Array(text.utf8)))?.objectValue ?? [:]
  }

  func read(_ fields: RequestFields) throws(WireError) -> RequestCall { RequestCall(request: try reader(fields)) }

  /// Whether it is for those alone who keep order: others are not told of it, but that it is not for them.
  public var isForStaff: Bool { !needs.isDisjoint(with: [.operator, .moderator]) }

  /// All that a person may type instead, in one line; `nil` where text has no form for it.
  public var textForm: String? {
    let usages = textForms.compactMap(\.usage)
    return usages.isEmpty ? nil : usages.joined(separator: ", ")
  }

  /// JSON Schema of the whole message.
  public var schema: JSON {
    var properties: JSONObject = [
      "type": ["const": .string(type)],
      "id": [
        "oneOf": [["type": "integer"], ["type": "string", "maxLength": .int(RequestID.maximumBytes)]]
      ],
    ]
    properties.merge(fields)
    var schema: JSONObject = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": .string(type),
      "description": .string(summary),
      "type": "object",
      "required": .array((["type"] + required).map(JSON.string)),
      "properties": .object(properties),
    ]
    if !alternatives.isEmpty { schema["oneOf"] = .array(alternatives.map { ["required": [.string($0)]] }) }
    return .object(schema)
  }
}

extension HelpAnswer {
  /// An answer that explains requests.
  public init(_ rows: [RequestRow]) {
    self.init(
      commands: rows.map { row in
        Command(
          type: row.type, summary: row.summary, example: row.example.objectValue ?? [:], text: row.textForm)
      })
  }
}
