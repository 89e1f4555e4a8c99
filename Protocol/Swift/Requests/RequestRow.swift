/// A row of the table of requests: everything about a request but its handler.
public final class RequestRow: Sendable {
  /// Preconditions of a request; checked in one place, whatever form it arrived in.
  public struct Needs: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Storage works: the request changes stored data. A request that changes data only sometimes checks this in its
    /// handler.
    public static let storage = Needs(rawValue: 1)
    /// The player has claimed a name.
    public static let name = Needs(rawValue: 2)
    /// The session belongs to the operator: it uses the local socket.
    public static let `operator` = Needs(rawValue: 4)
    /// The session belongs to the operator, or to a player who is a moderator.
    public static let moderator = Needs(rawValue: 8)
  }

  /// Who may repeat a request whose answer may be lost, without a second effect.
  public enum Repetition: Sendable {
    /// Anybody: a repetition changes nothing more.
    case anybody
    /// The same player.
    case samePlayer
    /// Nobody, unless its content makes it repeatable.
    case never
  }

  /// Which of all requests it is, from 0: see ``RequestMap``. Another release may number them in another way.
  let number: Int
  /// The `type` on the wire.
  public let type: String
  /// Its effect, in half a sentence.
  public let summary: String
  /// A valid message.
  public let example: JSON
  /// JSON Schema of the fields besides `type` and `id`.
  public let fields: JSONObject
  /// The names of required fields.
  public let required: [String]
  /// The names of fields of which exactly one is required.
  let alternatives: [String]
  /// Its preconditions.
  public let needs: Needs
  /// Whether it may carry the operator's token: see ``OperatorTokenRequest``.
  public let takesOperatorToken: Bool
  /// Its typed forms; empty if it has none.
  public let textForms: [TextForm]

  /// Whether it may be repeated after a lost link.
  public let repetition: Repetition

  private let reader: @Sendable (RequestFields) throws(WireError) -> any WireRequest

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - example: the members of a valid request, as a JSON object.
  ///   - fields: their schemas by name, as a JSON object.
  init<Read: WireRequest>(
    _ request: Read.Type, number: Int, _ type: String, _ summary: String, needs: Needs = [],
    repetition: Repetition = .never, example: String, fields: String, required: [String] = [],
    alternatives: [String] = [], typed textForms: [TextForm]
  ) {
    var whole: JSONObject = ["type": .string(type)]
    whole.merge(Self.object(example))
    self.number = number
    self.type = type
    self.summary = summary
    self.example = .object(whole)
    self.fields = Self.object(fields)
    self.required = required
    self.alternatives = alternatives
    self.needs = needs
    takesOperatorToken = request is any OperatorTokenRequest.Type
    self.repetition = repetition
    self.textForms = textForms
    reader = { fields throws(WireError) in try Read(reading: fields) }
  }

  private static func object(_ text: String) -> JSONObject {
    (try? JSON(parsing: Array(text.utf8)))?.objectValue ?? [:]
  }

  func read(_ fields: RequestFields) throws(WireError) -> RequestCall { RequestCall(request: try reader(fields)) }

  /// Whether it is for moderators or the operator only: others learn no more about it.
  public var isForStaff: Bool { !needs.isDisjoint(with: [.operator, .moderator]) }

  /// All its typed forms on one line; `nil` if it has none.
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
  /// An answer that describes requests.
  public init(_ rows: [RequestRow]) {
    self.init(
      commands: rows.map { row in
        Command(
          type: row.type, summary: row.summary, example: row.example.objectValue ?? [:], text: row.textForm)
      })
  }
}
