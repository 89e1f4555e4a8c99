/// Generates the Swift types of one file of the table.
public struct SwiftWriter {
  let table: Table
  private var lines: [String] = []
  private var indent = ""

  /// The source of a file.
  ///
  /// - Parameter file: the file of the table that declares the types.
  public static func source(_ table: Table, file: String) -> String {
    var writer = SwiftWriter(table)
    writer.put("// Generated from Protocol/Table/\(file). Change it there.")
    for declaration in table.declarations where declaration.place.file == file { writer.put(declaration) }
    writer.requests(file: file)
    writer.codes(file: file)
    writer.metrics(file: file)
    return writer.lines.joined(separator: "\n") + "\n"
  }

  /// The source of the server's limits.
  public static func limits(_ table: Table) -> String {
    var writer = SwiftWriter(table)
    writer.put("// Generated from Protocol/Table. Change it there.")
    writer.limits()
    return writer.lines.joined(separator: "\n") + "\n"
  }

  /// The source of the list of all messages.
  public static func index(_ table: Table) -> String {
    var writer = SwiftWriter(table)
    writer.put("// Generated from Protocol/Table. Change it there.")
    writer.put("")
    writer.put("/// The messages that the table declares, without those whose Swift types are written by hand.")
    writer.block("public enum MessageTable") { out in
      out.put("/// Their types, in the order of the table.")
      out.put("public static let types: [any ReadableMessage.Type] = [")
      for message in table.declarations where message.kind == .message && !message.isByHand {
        out.put("  \(message.name).self,")
      }
      out.put("]")
    }
    writer.requestFiles()
    return writer.lines.joined(separator: "\n") + "\n"
  }

  private init(_ table: Table) { self.table = table }

  mutating func put(_ line: String) { lines.append(line.isEmpty ? "" : indent + line) }

  mutating func block(_ head: String, _ body: (inout SwiftWriter) -> Void) {
    put(head + " {")
    indent += "  "
    body(&self)
    indent.removeLast(2)
    put("}")
  }

  // MARK: - Declarations

  private mutating func put(_ declaration: Declaration) {
    guard !declaration.isByHand else { return }
    switch declaration.kind {
    case .message, .object: nested(declaration) { $0.structure($1, declaration) }
    case .choice: nested(declaration) { $0.choice($1, declaration) }
    case .fields, .request: request(declaration)
    case .type, .extern, .limit, .code, .metric: break
    }
  }

  /// A nested type is declared in an extension.
  mutating func nested(_ declaration: Declaration, _ body: (inout SwiftWriter, _ name: String) -> Void) {
    put("")
    var path = declaration.name.split(separator: ".").map(String.init)
    let name = path.removeLast()
    guard !path.isEmpty else { return body(&self, name) }
    block("extension \(path.joined(separator: "."))") { body(&$0, name) }
  }

  private mutating func choice(_ name: String, _ declaration: Declaration) {
    put("/// \(declaration.summary)")
    block("public enum \(name): String, CaseIterable, Codable, WireChoice") { out in
      for word in declaration.words {
        out.put("/// \(word.summary)")
        out.put(word.name == word.wire ? "case \(word.name)" : "case \(word.name) = \"\(word.wire)\"")
      }
    }
  }

  private mutating func structure(_ name: String, _ declaration: Declaration) {
    put("/// \(declaration.summary)")
    let conformance = declaration.kind == .message ? "ReadableMessage" : "WireObject"
    block("public struct \(name): \(conformance), Hashable") { out in
      if declaration.kind == .message {
        out.put("public static let type: StaticString = \"\(declaration.wireTypes[0])\"")
      }
      for field in declaration.fields where !field.isComputed {
        out.put("/// \(field.summary)")
        out.put("public var \(field.property): \(out.table.swiftType(field))")
      }
      for field in declaration.fields { out.limit(of: field) }
      out.put("")
      out.memberwise(declaration)
      out.put("")
      out.reading(declaration)
      out.put("")
      out.writing(declaration)
    }
  }

  // MARK: - Members

  /// Whether a member's default derives from other members.
  private func isDerived(_ field: Field) -> Bool {
    guard let standard = field.standard else { return false }
    return standard.contains(".") && !standard.hasPrefix(".")
  }

  private func standardArgument(_ field: Field) -> String {
    if field.isOptional || isDerived(field) { return " = nil" }
    if let standard = field.standard { return " = \(standard)" }
    if let group = table[field.type], group.kind == .fields { return " = \(group.name)()" }
    return field.isLeftOutEmpty ? " = []" : ""
  }

  /// The most elements of an array.
  private mutating func limit(of field: Field) {
    guard field.isList, let most = field.bounds.greatest, field.bounds.least != most else { return }
    put("/// The most elements of ``\(field.property)``.")
    put("public static let most\(field.property.prefix(1).uppercased())\(field.property.dropFirst()) = \(most)")
  }

  mutating func memberwise(_ declaration: Declaration) {
    let fields = declaration.fields.filter { !$0.isComputed }
    put("/// All members, in the order in which they are written.")
    guard !fields.isEmpty else { return put("public init() {}") }
    put("public init(")
    for (index, field) in fields.enumerated() {
      let type = table.swiftType(field) + (isDerived(field) ? "?" : "")
      let comma = index == fields.count - 1 ? "" : ","
      put("  \(field.property): \(type)\(standardArgument(field))\(comma)")
    }
    block(")") { out in
      for field in fields {
        let derived = out.isDerived(field) ? field.standard.map { " ?? \($0)" } : nil
        out.put("self.\(field.property) = \(field.property)\(derived ?? "")")
      }
    }
  }

  private mutating func reading(_ declaration: Declaration) {
    put("/// Reads the members. One that need not be there and is not what it should be is as if it were missing.")
    block("public init(reading fields: MessageFields) throws(UnreadableMessage)") { out in
      for field in declaration.fields where !field.isComputed { out.put(out.reading(field)) }
    }
  }

  private func reading(_ field: Field) -> String {
    let (name, key) = (field.property, "\"\(field.wire)\"")
    if field.isInline {
      return field.isOptional
        ? "\(name) = try? \(field.type)(reading: fields)" : "\(name) = try \(field.type)(reading: fields)"
    }
    if field.isList {
      if field.isOptional { return "\(name) = fields.listIfAny(\(key))" }
      return field.isLeftOutEmpty ? "\(name) = fields.listIfAny(\(key)) ?? []" : "\(name) = try fields.list(\(key))"
    }
    let arguments = key + (table.range(of: field).map { ", within: \($0.lowerBound)...\($0.upperBound)" } ?? "")
    if field.isOptional { return "\(name) = fields.valueIfAny(\(arguments))" }
    if let standard = field.standard { return "\(name) = fields.valueIfAny(\(arguments)) ?? \(standard)" }
    return "\(name) = try fields.value(\(arguments))"
  }

  private mutating func writing(_ declaration: Declaration) {
    put("/// Appends the members.")
    block("public func writeFields(to json: inout JSONWriter)") { out in
      for field in declaration.fields { out.put(out.writing(field)) }
    }
  }

  func writing(_ field: Field) -> String {
    let (name, key) = (field.property, "\"\(field.wire)\"")
    if field.isInline { return "\(name)\(field.isOptional ? "?" : "").writeFields(to: &json)" }
    if field.type == "any" { return "if let \(name) { json.field(\(key), \(name).value) }" }
    let isConditional = field.isOptional
    let call = field.isList ? "list" : "field"
    if isConditional { return "if let \(name) { json.\(call)(\(key), \(name)) }" }
    let line = "json.\(call)(\(key), \(name))"
    if field.isLeftOutEmpty { return "if !\(name).isEmpty { \(line) }" }
    if field.type == "mark" { return "if \(name) { \(line) }" }
    if let standard = field.standard { return "if \(name) != \(standard) { \(line) }" }
    return line
  }
}
