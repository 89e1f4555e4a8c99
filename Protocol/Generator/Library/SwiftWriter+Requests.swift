/// Generates Swift types of requests, and their rows.
extension SwiftWriter {
  /// The list of rows of a file's requests.
  mutating func requests(file: String) {
    let requests = table.declarations.filter { $0.kind == .request && $0.place.file == file }
    guard !requests.isEmpty else { return }
    put("")
    block("extension RequestTable") { out in
      out.put("static let \(file.prefix { $0 != "." }): [RequestRow] = [")
      for request in requests { out.put("  \(request.name).row,") }
      out.put("]")
    }
  }

  /// The rows of all files that have requests.
  mutating func requestFiles() {
    let names = table.files.map(\.name).filter { file in
      table.declarations.contains { $0.kind == .request && $0.place.file == file }
    }
    put("")
    block("extension RequestTable") { out in
      out.put("/// The rows of each file of the table, by the file's name.")
      out.put("public static let files: [(name: String, rows: [RequestRow])] = [")
      for name in names.map({ $0.prefix { $0 != "." } }) { out.put("  (\"\(name)\", \(name)),") }
      out.put("]")
    }
  }

  mutating func request(_ declaration: Declaration) {
    nested(declaration) { out, name in
      out.put("/// \(declaration.summary.prefix(1).uppercased())\(declaration.summary.dropFirst()).")
      out.block("public struct \(name): \(out.conformances(of: declaration))") { out in
        if let answer = out.table.answer(to: declaration) {
          out.put("/// What answers it.")
          // A request may have the same name as its answer.
          out.put("public typealias Answer = WireProtocol.\(answer.name)")
        }
        for field in declaration.fields {
          out.put("/// \(field.summary)")
          out.put("public var \(field.property): \(out.table.swiftType(field))")
        }
        for field in declaration.fields { out.constants(of: field) }
        out.put("")
        out.memberwise(declaration)
        out.put("")
        out.readingRequest(declaration)
        out.put("")
        out.writingRequest(declaration)
      }
    }
    if declaration.kind == .request { row(declaration) }
  }

  private func conformances(of declaration: Declaration) -> String {
    var names: [String] = []
    if declaration.kind == .request {
      if declaration.fields.contains(where: { $0.type == "here" }) { names.append("RoomRequest") }
      if declaration.fields.contains(where: { $0.type == "operator_token" }) { names.append("OperatorTokenRequest") }
      names.append(table.answer(to: declaration) == nil ? "WireRequest" : "AnsweredRequest")
    }
    if !declaration.fields.contains(where: { $0.type == "any" }) { names += ["Hashable", "Sendable"] }
    return names.joined(separator: ", ")
  }

  /// Constants of the allowed words and the upper bound.
  private mutating func constants(of field: Field) {
    let name = "\(field.property.prefix(1).uppercased())\(field.property.dropFirst())"
    if let words = field.bounds.words {
      put("/// What ``\(field.property)`` is one of.")
      put("public static let \(field.property)Words = [\(words.map { "\"\($0)\"" }.joined(separator: ", "))]")
    } else if let range = table.range(of: field), range.upperBound < Int.max {
      put("/// The bounds of ``\(field.property)``.")
      put("public static let \(field.property)Range = \(range.lowerBound)...\(range.upperBound)")
    } else if field.isList, let most = field.bounds.greatest {
      put("/// The most elements of ``\(field.property)``.")
      put("public static let most\(name) = \(most)")
    }
  }

  // MARK: - Reading

  private mutating func readingRequest(_ declaration: Declaration) {
    put("/// Reads the members.")
    block("public init(reading fields: RequestFields) throws(WireError)") { out in
      for field in declaration.fields { out.put("\(field.property) = \(out.requested(field))") }
      let given = declaration.fields.filter { declaration.alternatives.contains($0.wire) }
      if !given.isEmpty {
        let count = given.map { "(\($0.property) == nil ? 0 : 1)" }.joined(separator: " + ")
        out.put("guard \(count) == 1 else { throw fields.notOne(of: Self.row.alternatives) }")
      }
      if declaration.request.hasCheck { out.put("try check()") }
    }
  }

  private mutating func writingRequest(_ declaration: Declaration) {
    put("/// Appends the members.")
    block("public func writeFields(to json: inout JSONWriter)") { out in
      for field in declaration.fields where !field.isTyped {
        guard out.table[field.type]?.kind == .extern else {
          out.put(out.writing(field))
          continue
        }
        let value = "json.key(\"\(field.wire)\"); \(field.property).write(to: &json)"
        let isThere =
          field.isOptional
          ? "if let \(field.property)" : field.standard.map { "if \(field.property) != \($0)" }
        out.put(isThere.map { "\($0) { \(value) }" } ?? value)
      }
    }
  }

  private func requested(_ field: Field) -> String {
    if field.isTyped { return field.standard ?? "nil" }
    if field.isInline { return "try \(swiftName(of: field.type))(reading: fields)" }
    let (call, expected) = reader(of: field)
    if field.isOptional { return "try \(call)" }
    if let standard = field.standard { return "try \(call) ?? \(standard)" }
    if field.isLeftOutEmpty { return "try \(call) ?? []" }
    return "try fields.needed(\(call), \"\(field.wire)\", \(expected))"
  }

  /// The call that reads an optional member, and its expected form for refusals.
  private func reader(of field: Field) -> (call: String, expected: String) {
    let key = "\"\(field.wire)\""
    if field.isList {
      return ("fields.optionalTexts(\(key), atMost: \(field.bounds.greatest ?? 64))", "\"an array of texts\"")
    }
    if let words = field.bounds.words, !words.isEmpty {
      return ("fields.optionalText(\(key), among: Self.\(field.property)Words)", "\"a string\"")
    }
    switch table.swiftType(field.type) {
    case "String" where field.type == "raw": return ("fields.optionalRawText(\(key))", "\"a string\"")
    case "String":
      let bytes = field.bounds.bytes.map { ", atMost: \($0)" } ?? ""
      return ("fields.optionalText(\(key)\(bytes))", "\"a string\"")
    case "Int": return ("fields.optionalInt(\(key), in: \(range(of: field)))", "\"an integer\"")
    case "Bool": return ("fields.optionalBool(\(key))", "\"true or false\"")
    case "JSONObject": return ("fields.optionalObject(\(key))", "\"an object\"")
    case "JSONView": return ("fields.optionalValue(\(key))", "\"a value\"")
    case let type where table[field.type]?.kind == .choice:
      return ("fields.optionalChoice(\(key), of: \(type).self)", "\"a string\"")
    case let type: return ("fields.optional(\(key), as: \(type).self)", "\(type).expected")
    }
  }

  private func range(of field: Field) -> String {
    var bounds = field.bounds
    if case .bounded(_, let own)? = table[field.type]?.value, bounds == Bounds() { bounds = own }
    return "\(bounds.least.map(String.init) ?? "Int.min")...\(bounds.greatest.map(String.init) ?? "Int.max")"
  }

  private func swiftName(of type: String) -> String { table[type]?.name ?? type }

  // MARK: - Rows

  private mutating func row(_ declaration: Declaration) {
    let request = declaration.request
    put("")
    block("extension \(declaration.name)") { out in
      out.put("/// All that is known of the request.")
      out.put("public static let row = RequestRow(")
      out.put(
        "  \(declaration.name).self, number: \(out.table.number(of: declaration)), "
          + "\"\(declaration.wireTypes[0])\", \(SchemaValue.quoted(declaration.summary)),")
      if !request.needs.isEmpty {
        out.put("  needs: [\(request.needs.map { ".\($0)" }.joined(separator: ", "))],")
      }
      if let repetition = request.repetition { out.put("  repetition: .\(repetition),") }
      out.put("  example: ##\"\(request.example)\"##,")
      let schema = SchemaWriter(out.table).members(ofRequest: declaration)
      out.put("  fields: ##\"\(schema.line)\"##,")
      let required = declaration.fields.filter { $0.isRequired && !$0.isInline }.map { "\"\($0.wire)\"" }
      if !required.isEmpty { out.put("  required: [\(required.joined(separator: ", "))],") }
      if !declaration.alternatives.isEmpty { out.put("  alternatives: \(declaration.alternatives),") }
      out.put("  typed: [")
      for form in request.forms { out.form(form, declaration) }
      out.put("  ])")
    }
  }

  private mutating func form(_ form: Declaration.TypedForm, _ declaration: Declaration) {
    var head = "    TextForm(\(form.options.contains("hidden") ? "hidden: " : "")\(SchemaValue.quoted(form.usage))"
    if form.options.contains("text") { head += ", takesText: true" }
    if form.options.contains("password") { head += ", takesPassword: true" }
    let call = form.reader.map { "\($0): command" } ?? arguments(form, declaration)
    let throwing = ["word(", "rest(", "number(", "optionalNumber("].contains { call.contains("command.\($0)") }
    put("\(head)) { command throws(WireError) in")
    put("      \(form.reader != nil || throwing ? "try " : "")\(declaration.name)(\(call))")
    put("    },")
  }

  /// The members for the words of a command, in the order of the initialiser.
  private func arguments(_ form: Declaration.TypedForm, _ declaration: Declaration) -> String {
    var values = form.values
    let takesRest = !form.options.isDisjoint(with: ["text", "rest"])
    for (index, place) in form.places.enumerated() {
      guard let field = declaration.fields.first(where: { $0.wire == place.member }) else { continue }
      let isOptional = place.word.hasPrefix("[")
      values[place.member] =
        if table.swiftType(field.type) == "Int" {
          "command.\(isOptional ? "optionalNumber" : "number")(\(index), \"\(place.word.filter { $0.isLetter })\")"
        } else if takesRest, index == form.places.count - 1 {
          "command.\(isOptional ? "optionalRest" : "rest")(\(index))"
        } else {
          "command.\(isOptional ? "optionalWord" : "word")(\(index))"
        }
    }
    return declaration.fields.compactMap { field in values[field.wire].map { "\(field.property): \($0)" } }
      .joined(separator: ", ")
  }
}
