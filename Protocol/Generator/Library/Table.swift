/// The table of the wire: every message, with its members.
public struct Table: Sendable {
  /// All declarations, file by file.
  public private(set) var declarations: [Declaration] = []
  private var places: [String: Int] = [:]

  /// Types that need no declaration, with their Swift types and schemas.
  static let builtins: [String: (swift: String, schema: Schema)] = [
    "text": ("String", ["type": "string"]),
    "int": ("Int", ["type": "integer"]),
    "real": ("Double", ["type": "number"]),
    "flag": ("Bool", ["type": "boolean"]),
    "mark": ("Bool", ["const": true]),
    "object": ("JSONObject", ["type": "object"]),
    "tree": ("JSON", ["type": "object"]),
    "counts": ("[NamedCount]", ["type": "object", "additionalProperties": ["type": "integer", "minimum": 0]]),
  ]

  /// Reads files.
  ///
  /// - Parameter files: names and contents.
  /// - Throws: the first fault, with file and line.
  public init(files: [(name: String, text: String)]) throws(TableError) {
    for file in files {
      for declaration in try TableReader.read(file.text, file: file.name) { try add(declaration) }
    }
    for declaration in declarations { try check(declaration) }
  }

  private mutating func add(_ declaration: Declaration) throws(TableError) {
    guard places[declaration.name] == nil, Self.builtins[declaration.name] == nil else {
      throw TableError(declaration.place, "\(declaration.name) is declared twice")
    }
    places[declaration.name] = declarations.count
    declarations.append(declaration)
  }

  private func check(_ declaration: Declaration) throws(TableError) {
    var seen: Set<String> = []
    for field in declaration.fields {
      guard seen.insert(field.wire).inserted else {
        throw TableError(declaration.place, "\(declaration.name) has two fields \(field.wire)")
      }
      try check(field.type, of: declaration)
      guard !field.isInline || self[field.type]?.kind == .object || self[field.type]?.kind == .message else {
        throw TableError(declaration.place, "\(field.type) has no members that could stand in \(declaration.name)")
      }
    }
    if case .bounded(let type, _)? = declaration.value { try check(type, of: declaration) }
  }

  private func check(_ type: String, of declaration: Declaration) throws(TableError) {
    guard Self.builtins[type] == nil, self[type] == nil else { return }
    throw TableError(declaration.place, "\(declaration.name) has a field of an unknown type \(type)")
  }

  /// The declaration of a name.
  public subscript(name: String) -> Declaration? { places[name].map { declarations[$0] } }

  /// The Swift type of a type.
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
