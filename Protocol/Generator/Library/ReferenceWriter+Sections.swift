/// Sections of the reference: one request, message or object each.
extension ReferenceWriter {
  func described(request: Declaration) -> [String] {
    var lines = ["\(Self.sentence(request.summary))", ""] + fields(of: request)
    if lines.last != "" { lines.append("") }
    let traits = request.request
    var facts = ["Answered by \(answers(of: request))."]
    let errors = errors(of: request)
    if !errors.isEmpty { facts.append("Errors: \(errors.joined(separator: ", ")).") }
    let needs = ["storage", "name", "operator", "moderator"].filter(traits.needs.contains).map { Self.needs[$0] ?? $0 }
    if !needs.isEmpty { facts.append("Needs \(needs.joined(separator: ", ")).") }
    if let repetition = traits.repetition {
      facts.append("Repeatable by \(repetition == "anybody" ? "anybody" : "the same player").")
    }
    let usages = usages(of: request)
    if !usages.isEmpty { facts.append("In text \(usages.joined(separator: ", ")).") }
    lines.append(facts.joined(separator: " "))
    return lines + noted(request)
  }

  private static let needs = [
    "storage": "storage", "name": "a name", "operator": "the operator", "moderator": "a moderator or the operator",
  ]

  /// The types of a request's answers.
  private func answers(of request: Declaration) -> String {
    let types = table.answers(to: request)
    guard types != ["any"] else { return "what answers the request that it stands for" }
    return types.map { link(toType: $0, from: request.place.file, .message) }.joined(separator: " or ")
  }

  /// Expected errors: those in transcripts and those of the table.
  private func errors(of request: Declaration) -> [String] {
    let shown = (exchanges.errors[request.wireTypes[0]] ?? []).filter { !Self.everywhere.contains($0) }
    return Set(shown + request.request.errors).sorted().map { error in
      "`\(error.replacing(" ", with: "` (`", maxReplacements: 1))`" + (error.contains(" ") ? ")" : "")
    }
  }

  /// Errors that any request may get.
  static let everywhere: Set = [
    "bad_field", "bad_text", "too_fast", "storage_unavailable", "which_room", "not_in_room", "not_found room",
    "bad_json", "line_too_long", "unknown_type", "forbidden", "not_named",
  ]

  /// The typed commands, as code.
  func usages(of request: Declaration) -> [String] {
    request.request.forms.filter { !$0.options.contains("hidden") && $0.usage.hasPrefix("/") }.flatMap { form in
      form.usage.replacing(", /", with: "\n/").split(separator: "\n").map { "`\($0.replacing("|", with: "\\|"))`" }
    }
  }

  /// A message, an object, a choice or a value.
  func described(_ declaration: Declaration) -> [String] {
    var lines = [Self.sentence(declaration.summary)]
    if !declaration.alternatives.isEmpty {
      lines[0] += " Of \(declaration.alternatives.map { "`\($0)`" }.joined(separator: ", ")) there is exactly one."
    }
    let rows = declaration.kind == .choice ? words(of: declaration) : fields(of: declaration)
    lines += rows.isEmpty ? [] : [""] + rows
    if case .bounded? = declaration.value { lines += ["", "It is \(typeText(of: declaration))."] }
    if case .schema(let source)? = declaration.value, !source.hasPrefix("{\"$ref\"") {
      lines += ["", "```json", source, "```"]
    }
    lines += noted(declaration)
    for inner in told(in: declaration) {
      lines += ["", "`\(inner.wire)`: \(Self.sentence(inner.part.summary))", ""]
      lines += inner.part.kind == .choice ? words(of: inner.part) : fields(of: inner.part)
      lines += noted(inner.part)
    }
    return lines
  }

  private func noted(_ declaration: Declaration) -> [String] {
    declaration.notes.isEmpty ? [] : [""] + declaration.notes.map { "- \($0)" }
  }

  static func sentence(_ summary: String) -> String {
    let text = summary.prefix(1).uppercased() + summary.dropFirst()
    return text.hasSuffix(".") ? text : text + "."
  }

  // MARK: - Tables

  private func fields(of declaration: Declaration) -> [String] {
    let fields = declaration.fields.filter { !$0.isTyped }
    guard !fields.isEmpty else { return [] }
    return ["| | | |", "|---|---|---|"] + fields.map { row(of: $0, in: declaration) }
  }

  private func row(of field: Field, in declaration: Declaration) -> String {
    if field.isInline, let inner = table[field.type] {
      let names = inner.fields.map { "`\($0.wire)\($0.isRequired && !field.isOptional ? "" : "?")`" }
      return "| \(names.joined(separator: ", ")) | \(link(toPart: inner, from: declaration)) | \(field.summary) |"
    }
    let name = "`\(field.wire)\(field.isRequired ? "" : "?")`"
    let type = typeText(of: field, in: declaration)
    return "| \(name) | \(type) | \(Self.cell(field.summary)) |"
  }

  static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

  private func words(of choice: Declaration) -> [String] {
    ["| | |", "|---|---|"] + choice.words.map { "| `\($0.wire)` | \(Self.cell($0.summary)) |" }
  }

  // MARK: - Parts

  /// Whether a declaration has a section although it is no message.
  func isPart(_ declaration: Declaration) -> Bool {
    ![.message, .request, .limit, .code, .metric].contains(declaration.kind)
  }

  /// Whether a part is described with the only message that uses it, as its name in the table says.
  func isTold(_ part: Declaration) -> Bool {
    part.kind == .type || (part.name.contains(".") && part.kind != .fields) || part.isElsewhere
  }

  /// The parts described with a message or an object, each with the member that holds it.
  private func told(in declaration: Declaration) -> [(wire: String, part: Declaration)] {
    var seen: Set<String> = []
    return declaration.fields.flatMap { field -> [(wire: String, part: Declaration)] in
      guard let part = table[field.type], part.name.contains("."), part.kind != .fields, !part.isElsewhere,
        part.kind == .object || part.kind == .choice, seen.insert(part.name).inserted
      else { return [] }
      let names = declaration.fields.filter { $0.type == field.type }.map(\.wire)
      return [(names.joined(separator: "`, `"), part)] + told(in: part)
    }
  }

  /// A part's name in headings; for a request or a message its type.
  func heading(_ part: Declaration) -> String {
    if !isPart(part) { return part.wireTypes[0] }
    let name = SwiftNames.snake(part.name.split(separator: ".").last.map(String.init) ?? part.name)
    let isTaken = table.declarations.contains { $0.wireTypes.contains(name) && $0.place.file == part.place.file }
    return isTaken ? name + "_object" : name
  }
}

extension Declaration {
  /// Whether it is described in another file.
  var isElsewhere: Bool {
    if kind == .extern, case .schema(let source)? = value { return source.hasPrefix("{\"$ref\"") }
    return false
  }
}
