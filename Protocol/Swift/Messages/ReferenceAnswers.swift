/// The answer to `limits`: every limit of the server by name.
public struct LimitsAnswer: ReadableMessage {
  public static let type: StaticString = "limits"
  /// Names, values and what each bounds.
  public var limits: [Limit]

  /// A limit.
  public struct Limit: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: Int
    /// What it bounds.
    public var summary: String

    /// A limit.
    public init(name: String, value: Int, summary: String) {
      (self.name, self.value, self.summary) = (name, value, summary)
    }
  }

  /// An answer that lists limits.
  public init(limits: [Limit]) { self.limits = limits }

  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    let values: [NamedCount] = try fields.value("limits")
    let about = fields.view["about"]
    limits = values.map { Limit(name: $0.name, value: $0.count, summary: about?[named: $0.name]?.string ?? "") }
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("limits", limits.map { NamedCount(name: $0.name, count: $0.value) })
    json.key("about")
    json.beginObject()
    for limit in limits {
      json.key(limit.name)
      json.string(limit.summary)
    }
    json.endObject()
  }
}

/// The answer to `help`.
public struct HelpAnswer: ServerMessage {
  public static let type: StaticString = "help"
  /// One entry a request.
  public var commands: [RequestRow]

  /// An answer that explains requests.
  public init(commands: [RequestRow]) { self.commands = commands }

  public func writeFields(to json: inout JSONWriter) {
    json.key("commands")
    json.beginArray()
    for entry in commands {
      json.beginObject()
      json.field("type", entry.type)
      json.field("summary", entry.summary)
      json.key("example")
      json.value(entry.example)
      if let text = entry.textForm { json.field("text", text) }
      json.endObject()
    }
    json.endArray()
  }
}
