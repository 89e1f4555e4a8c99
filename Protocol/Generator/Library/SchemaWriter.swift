/// Generates JSON Schemas (draft 2020-12) of messages.
public struct SchemaWriter {
  private let table: Table
  /// Whether shared parts are inlined.
  private var isWhole = false
  /// The parts defined in the current file, if it is not a message's.
  private var ownParts: [Declaration] = []

  /// Creates a writer for a table's messages.
  public init(_ table: Table) { self.table = table }

  /// The files below `Protocol/Schema`: one per message, and one of shared parts.
  public func files() -> [(name: String, text: String)] {
    var files = [(name: "parts/common.json", text: common().text() + "\n")]
    if let board = board() { files.append(("parts/board.json", board.text() + "\n")) }
    for message in table.declarations where message.kind == .message {
      for type in message.wireTypes {
        files.append(("messages/\(type).json", schema(of: message, as: type).text() + "\n"))
      }
    }
    return files
  }

  private static let draft: SchemaValue = "https://json-schema.org/draft/2020-12/schema"

  /// Top-level types, choices and objects by their names.
  private func common() -> SchemaValue {
    var parts: [(key: String, value: SchemaValue)] = [
      ("id", .source(Self.id)),
      ("drawn", ["description": "The message as text for a person, where that was asked for.", "type": "string"]),
      ("links", Self.links),
    ]
    let others = table.namesInRequestsAlone
    for declaration in table.declarations where isShared(declaration) && !others.contains(declaration.name) {
      parts.append((SwiftNames.snake(declaration.name), definition(of: declaration)))
    }
    return [
      "$schema": Self.draft, "title": "common", "description": "Parts of several messages.", "$defs": .object(parts),
    ]
  }

  /// Boards have a file of their own, with parts that others refer to.
  private func board() -> SchemaValue? {
    guard let board = table["board"] else { return nil }
    var writer = self
    writer.ownParts = table.declarations.filter { $0.place.file == Self.boards && !$0.name.contains(".") }
      .filter { $0.kind == .object && $0.name != board.name }
    let parts = writer.ownParts.map { (key: $0.name, value: writer.object($0)) }
    guard case .object(let members) = writer.object(board) else { return nil }
    return .object([("$schema", Self.draft), ("title", "board")] + members + [("$defs", .object(parts))])
  }

  /// The file of the table that declares boards.
  private static let boards = "board.wire"

  private static let links: SchemaValue = [
    "description": "What can be asked for from the text, and the cells of it that each link belongs to.",
    "type": "array",
    "items": [
      "type": "object", "required": ["text"],
      "properties": [
        "text": ["description": "What the link does.", "type": "string"],
        "key": ["description": "Its key; without one it is what Enter does.", "type": "string"],
        "request": ["description": "What is sent.", "type": "object"],
        "form": [
          "description": .string(
            "Members of the request to be filled in first, where what it has stands already; "
              + "empty to ask whether it is meant."),
          "type": "array", "items": ["type": "string"],
        ],
        "copies": ["description": "A text for the clipboard.", "type": "string"],
        "about": [
          "description": .string(
            "The member of the request that the part at the cursor gives: "
              + "what the request of its first link has there."),
          "type": "string",
        ],
        "role": [
          "description": .string(
            "What else it is: it asks for the page again, goes on from here, "
              + "has the letters of the tiles in its cells as `rows`, or searches for what is typed."),
          "enum": ["again", "further", "letters", "search"],
        ],
        "chosen": ["description": "Whether the cursor begins here.", "type": "boolean"],
        "line": ["type": "integer", "minimum": 0], "lines": ["type": "integer", "minimum": 1],
        "column": ["type": "integer", "minimum": 0], "width": ["type": "integer", "minimum": 0],
      ],
      "additionalProperties": false,
    ],
  ]

  private static let id = """
    {
          "description": "The id of the request that is answered.",
          "oneOf": [
            {
              "type": "integer"
            },
            {
              "type": "string",
              "maxLength": 64
            }
          ]
        }
    """

  private func isShared(_ declaration: Declaration) -> Bool {
    guard declaration.place.file != Self.boards else { return false }
    return switch declaration.kind {
    case .message, .request, .fields, .limit, .code, .metric: false
    case .extern: !declaration.isReference
    case .object, .choice, .type: !declaration.name.contains(".")
    }
  }

  private func schema(of message: Declaration, as type: String) -> SchemaValue {
    let members: [(key: String, value: SchemaValue)] = [
      ("$schema", Self.draft), ("title", .string(type)), ("description", .string(message.summary)),
      ("type", "object"), ("required", .array(["type"] + required(message).map(SchemaValue.string))),
      ("properties", .object(Self.head(type) + properties(message))), ("additionalProperties", false),
    ]
    return .object(members).adding("oneOf", Self.alternatives(message))
  }

  private static func head(_ type: String) -> [(key: String, value: SchemaValue)] {
    [
      ("type", ["const": .string(type)]), ("re", ["$ref": "../parts/common.json#/$defs/id"]),
      ("drawn", ["$ref": "../parts/common.json#/$defs/drawn"]),
      ("links", ["$ref": "../parts/common.json#/$defs/links"]),
    ]
  }

  /// The schemas of a request's members by name, without references, since the server sends them.
  func members(ofRequest request: Declaration) -> SchemaValue {
    var writer = self
    writer.isWhole = true
    return .object(writer.properties(request))
  }

  // MARK: - Objects

  private func object(_ declaration: Declaration) -> SchemaValue {
    ([
      "description": .string(declaration.summary), "type": "object",
      "required": .array(required(declaration).map(SchemaValue.string)),
      "properties": .object(properties(declaration)), "additionalProperties": false,
    ] as SchemaValue).adding("oneOf", Self.alternatives(declaration))
  }

  private static func alternatives(_ declaration: Declaration) -> SchemaValue? {
    guard !declaration.alternatives.isEmpty else { return nil }
    return .array(declaration.alternatives.map { ["required": [.string($0)]] })
  }

  private func required(_ declaration: Declaration) -> [String] {
    declaration.fields.flatMap { field -> [String] in
      guard field.isInline else { return field.isRequired ? [field.wire] : [] }
      return field.isOptional ? [] : table[field.type].map(required) ?? []
    }
  }

  private func properties(_ declaration: Declaration) -> [(key: String, value: SchemaValue)] {
    declaration.fields.filter { !$0.isTyped }.flatMap { field -> [(key: String, value: SchemaValue)] in
      if field.isInline, let inner = table[field.type] { return properties(inner) }
      return [(field.wire, schema(of: field))]
    }
  }

  private func schema(of field: Field) -> SchemaValue {
    guard field.isList else {
      return bounded(reference(to: field.type), field.bounds, of: field.type).adding(
        "description", .string(field.summary)
      ).adding("default", isWhole ? standard(of: field) : nil)
    }
    var list: SchemaValue = ["description": .string(field.summary), "type": "array"]
    list = list.adding(
      "minItems", (field.bounds.least ?? (field.isLeftOutEmpty && !isWhole ? 1 : nil)).map(SchemaValue.int))
    list = list.adding("maxItems", field.bounds.greatest.map(SchemaValue.int))
    return list.adding("items", reference(to: field.type))
  }

  /// The default of a member of a request; `nil` if it has none, or an empty one.
  private func standard(of field: Field) -> SchemaValue? {
    guard let standard = field.standard, standard != "\"\"" else { return nil }
    guard standard.hasPrefix(".") else { return .source(standard) }
    let name = String(standard.dropFirst())
    return .string(table[field.type]?.words.first { $0.name == name }?.wire ?? name)
  }

  // MARK: - Types

  private func reference(to type: String) -> SchemaValue {
    if let builtin = Table.builtins[type] { return builtin.schema }
    guard let declaration = table[type] else { return [:] }
    if declaration.isReference, case .schema(let source)? = declaration.value { return .source(source) }
    if ownParts.contains(where: { $0.name == declaration.name }) { return ["$ref": .string("#/$defs/\(type)")] }
    if !isWhole, isShared(declaration) {
      let file = ownParts.isEmpty ? "../parts/common.json" : "common.json"
      return ["$ref": .string("\(file)#/$defs/\(SwiftNames.snake(type))")]
    }
    return definition(of: declaration)
  }

  private func definition(of declaration: Declaration) -> SchemaValue {
    let summary = SchemaValue.string(declaration.summary)
    switch declaration.kind {
    case .message, .object, .request, .fields: return object(declaration)
    case .choice: return ["description": summary, "enum": .array(declaration.words.map { .string($0.wire) })]
    case .extern, .type:
      switch declaration.value {
      case .schema(let source): return .source(source)
      case .bounded(let type, let bounds):
        return bounded(reference(to: type), bounds, of: type).adding("description", summary)
      case nil: return [:]
      }
    case .limit, .code, .metric: return [:]
    }
  }

  /// Bounds of a number, or of a text's length.
  private func bounded(_ schema: SchemaValue, _ bounds: Bounds, of type: String) -> SchemaValue {
    let isText = table.swiftType(type) == "String"
    if let words = bounds.words { return ["enum": .array(words.map(SchemaValue.string))] }
    return schema.adding(isText ? "minLength" : "minimum", bounds.least.map(SchemaValue.int))
      .adding(isText ? "maxLength" : "maximum", (bounds.greatest ?? bounds.bytes).map(SchemaValue.int))
      .adding("pattern", bounds.pattern.map(SchemaValue.string)).adding("format", bounds.isSecret ? "password" : nil)
  }
}

extension Declaration {
  /// Whether its schema is in another file.
  fileprivate var isReference: Bool {
    if kind == .extern, case .schema(let source)? = value { return source.hasPrefix("{\"$ref\"") }
    return false
  }
}
