/// The table of the wire: all messages and requests with their members.
public struct Table: Sendable {
  /// All declarations, file by file.
  public private(set) var declarations: [Declaration] = []
  /// The files, each with the title of its first line.
  public private(set) var files: [(name: String, title: String)] = []
  private var places: [String: Int] = [:]

  /// Built-in types, with their Swift types and schemas.
  static let builtins: [String: (swift: String, schema: SchemaValue)] = [
    "text": ("String", ["type": "string"]),
    "int": ("Int", ["type": "integer"]),
    "real": ("Double", ["type": "number"]),
    "flag": ("Bool", ["type": "boolean"]),
    "mark": ("Bool", ["const": true]),
    "object": ("JSONObject", ["type": "object"]),
    "tree": ("JSON", ["type": "object"]),
    "any": ("JSONView", [:]),
    "raw": ("String", ["type": "string"]),
    "counts": ("[NamedCount]", ["type": "object", "additionalProperties": ["type": "integer", "minimum": 0]]),
  ]

  /// Parses files.
  ///
  /// - Parameter files: names and contents.
  /// - Throws: the first error, with file and line.
  public init(files: [(name: String, text: String)]) throws(TableError) {
    for file in files {
      let first = file.text.prefix { $0 != "\n" }
      self.files.append((file.name, String(first.drop { $0 == "#" || $0 == " " })))
      for declaration in try TableReader.read(file.text, file: file.name) { try add(declaration) }
    }
    for index in declarations.indices { try describe(&declarations[index]) }
    for declaration in declarations { try check(declaration) }
  }

  private mutating func add(_ declaration: Declaration) throws(TableError) {
    guard places[declaration.name] == nil, Self.builtins[declaration.name] == nil else {
      throw TableError(declaration.place, "\(declaration.name) is declared twice")
    }
    places[declaration.name] = declarations.count
    declarations.append(declaration)
  }

  /// Members without a sentence get that of their type.
  private func describe(_ declaration: inout Declaration) throws(TableError) {
    for index in declaration.fields.indices where declaration.fields[index].summary.isEmpty {
      let field = declaration.fields[index]
      guard let type = self[field.type] else {
        throw TableError(declaration.place, "\(field.wire) of \(declaration.name) has no description after \" : \"")
      }
      declaration.fields[index].summary = type.summary
    }
  }

  private func check(_ declaration: Declaration) throws(TableError) {
    var seen: Set<String> = []
    for field in declaration.fields {
      guard seen.insert(field.wire).inserted else {
        throw TableError(declaration.place, "\(declaration.name) has two fields \(field.wire)")
      }
      try check(field.type, of: declaration)
      guard !field.isInline || self[field.type]?.hasMembers == true else {
        throw TableError(declaration.place, "\(field.type) has no members that could stand in \(declaration.name)")
      }
    }
    if case .bounded(let type, _)? = declaration.value { try check(type, of: declaration) }
    for form in declaration.request.forms where form.reader == nil {
      for (word, member) in form.places where !seen.contains(member) {
        throw TableError(declaration.place, "\(word) of \(form.usage) is no member of \(declaration.name)")
      }
    }
  }

  private func check(_ type: String, of declaration: Declaration) throws(TableError) {
    guard Self.builtins[type] == nil, self[type] == nil else { return }
    throw TableError(declaration.place, "\(declaration.name) has a field of an unknown type \(type)")
  }

  /// The names of declarations that only requests use, directly or indirectly.
  var namesInRequestsAlone: Set<String> { names(in: .request).subtracting(names(in: .message)) }

  private func names(in kind: Declaration.Kind) -> Set<String> {
    var found: Set<String> = []
    var waiting = declarations.filter { $0.kind == kind }
    while let declaration = waiting.popLast() {
      var types = declaration.fields.map(\.type)
      if case .bounded(let type, _)? = declaration.value { types.append(type) }
      for type in types {
        if let used = self[type], found.insert(used.name).inserted { waiting.append(used) }
      }
    }
    return found
  }

  /// The declaration with a name; `Request.` may be omitted.
  public subscript(name: String) -> Declaration? {
    (places[name] ?? places["Request.\(name)"]).map { declarations[$0] }
  }

  /// Which of all requests one is, from 0.
  func number(of request: Declaration) -> Int {
    declarations.lazy.filter { $0.kind == .request }.prefix { $0.name != request.name }.count
  }

  /// The types of a request's answers.
  public func answers(to request: Declaration) -> [String] {
    request.request.answers.isEmpty ? request.wireTypes : request.request.answers
  }

  /// The only answer of a request, if its Swift type is generated.
  func answer(to request: Declaration) -> Declaration? {
    let types = answers(to: request)
    return declarations.first { $0.kind == .message && !$0.isByHand && $0.wireTypes == types }
  }

  /// The Swift type of a table's type.
  func swiftType(_ type: String) -> String {
    if let builtin = Self.builtins[type] { return builtin.swift }
    guard let declaration = self[type] else { return type }
    switch declaration.value {
    case .bounded(let other, _): return swiftType(other)
    case .schema: return declaration.swiftName
    case nil: return type
    }
  }

  /// The Swift type of a field's value.
  func swiftType(_ field: Field) -> String {
    let one = swiftType(field.type)
    return (field.isList ? "[\(one)]" : one) + (field.isOptional ? "?" : "")
  }

  /// The bounds of a number that has both.
  func range(of field: Field) -> ClosedRange<Int>? {
    guard swiftType(field.type) == "Int" else { return nil }
    var bounds = field.bounds
    if case .bounded(_, let own)? = self[field.type]?.value, bounds == Bounds() { bounds = own }
    guard let least = bounds.least, let greatest = bounds.greatest, least <= greatest else { return nil }
    return least...greatest
  }
}

extension Declaration {
  fileprivate var hasMembers: Bool { [.object, .message, .fields].contains(kind) }
}
