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
  /// What has to hold before it is carried out.
  public let needs: Needs
  /// What a person types instead; none where text has no form for it.
  public let textForms: [TextForm]

  private let reader: @Sendable (RequestFields) throws(WireError) -> Request

  init(
    _ type: String, _ summary: String, example: JSONObject = [:], fields: JSONObject = [:], required: [String] = [],
    needs: Needs = [], typed textForms: [TextForm] = [],
    reader: @escaping @Sendable (RequestFields) throws(WireError) -> Request
  ) {
    var whole: JSONObject = ["type": .string(type)]
    whole.merge(example)
    self.type = type
    self.summary = summary
    self.example = .object(whole)
    self.fields = fields
    self.required = required
    self.needs = needs
    self.textForms = textForms
    self.reader = reader
  }

  func read(_ fields: RequestFields) throws(WireError) -> RequestCall { call(try reader(fields)) }

  /// The request, which is one of this row, as made by the server itself.
  public func call(_ request: Request) -> RequestCall { RequestCall(request: request, row: self) }

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
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": .string(type),
      "description": .string(summary),
      "type": "object",
      "required": .array((["type"] + required).map(JSON.string)),
      "properties": .object(properties),
    ]
  }
}

/// What a person types to make a request: `/kick PLAYER`.
public struct TextForm: Sendable {
  /// As help shows it, several spellings separated by commas; `nil` for a form that help leaves out.
  public let usage: String?
  /// The commands' names, without the slash; none where what is typed is no command.
  public let names: [String]
  /// Whether a text follows, as long as talk may be.
  public let takesText: Bool
  /// Whether a password follows, which is never shown again.
  public let takesPassword: Bool

  let reader: @Sendable (TextCommand) throws(WireError) -> Request?

  /// A form whose names are the words of the usage that begin with a slash.
  ///
  /// - Parameter reader: the request that a command of this form stands for; `nil` where the words after it make it
  ///   none.
  init(
    _ usage: String, takesText: Bool = false, takesPassword: Bool = false,
    reader: @escaping @Sendable (TextCommand) throws(WireError) -> Request?
  ) {
    self.init(
      usage: usage, names: Self.names(in: usage), takesText: takesText || takesPassword, takesPassword: takesPassword,
      reader: reader)
  }

  /// A command that help leaves out.
  init(hidden name: String, reader: @escaping @Sendable (TextCommand) throws(WireError) -> Request?) {
    self.init(usage: nil, names: [name], takesText: false, takesPassword: false, reader: reader)
  }

  private init(
    usage: String?, names: [String], takesText: Bool, takesPassword: Bool,
    reader: @escaping @Sendable (TextCommand) throws(WireError) -> Request?
  ) {
    self.usage = usage
    self.names = names
    self.takesText = takesText
    self.takesPassword = takesPassword
    self.reader = reader
  }

  private static func names(in usage: String) -> [String] {
    var names: [String] = []
    for word in usage.split(whereSeparator: { $0 == " " || $0 == "," }) where word.hasPrefix("/") {
      let name = String(word.dropFirst())
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}

/// A request, and the row that tells what it needs.
public struct RequestCall {
  public var request: Request
  public let row: RequestRow
}
