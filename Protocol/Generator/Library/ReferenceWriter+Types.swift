/// Types and links in the reference's tables.
extension ReferenceWriter {
  static func anchor(_ heading: String) -> String { heading.lowercased().filter { $0 != "." } }

  /// A link to a request's or a message's section; the plain name if there is none.
  func link(toType type: String, from file: String, _ kind: Declaration.Kind) -> String {
    let target = table.declarations.first { $0.kind == kind && $0.wireTypes.contains(type) }
    return target.map { link(to: $0, type, from: file) } ?? "`\(type)`"
  }

  /// A link to the section of a part, a request or a message.
  func link(toPart part: Declaration, from declaration: Declaration?) -> String {
    let target = place(of: part)
    return link(to: target, heading(target), from: declaration?.place.file ?? "")
  }

  private func link(to target: Declaration, _ heading: String, from file: String) -> String {
    let page = target.place.file == file ? "" : Self.page(of: target.place.file)
    return "[`\(heading)`](\(page)#\(Self.anchor(heading)))"
  }

  /// The declaration whose section describes a part.
  private func place(of part: Declaration) -> Declaration {
    guard isPart(part), isTold(part), let owner = part.name.split(separator: ".").first else { return part }
    return table[String(owner)] ?? part
  }

  /// The type of a member.
  func typeText(of field: Field, in declaration: Declaration) -> String {
    var text = one(field, in: declaration)
    if field.isList { text = "list of \(text)" + Self.limits(field.bounds, " elements") }
    if let standard = field.standard.flatMap(Self.shown), declaration.kind == .request || declaration.kind == .fields {
      text += ", \(standard) by default"
    }
    return text
  }

  /// The type of a named value.
  func typeText(of declaration: Declaration) -> String {
    guard case .bounded(let type, let bounds)? = declaration.value else { return "a value" }
    return bounded(type, bounds)
  }

  private func one(_ field: Field, in declaration: Declaration) -> String {
    let bounds = field.isList ? Bounds() : field.bounds
    guard let named = table[field.type] else { return bounded(field.type, bounds) }
    switch named.kind {
    case .type:
      guard case .bounded(let type, let own)? = named.value else { return named.name }
      return bounded(type, bounds == Bounds() ? own : bounds)
    case .choice where isTold(named): return Self.words(named.words.map(\.wire))
    case .extern where named.isElsewhere:
      return "[`\(SwiftNames.snake(named.name))`](board.md#\(SwiftNames.snake(named.name)))"
    case .object where isTold(named): return "object, below"
    default: return link(toPart: named, from: declaration)
    }
  }

  private func bounded(_ type: String, _ bounds: Bounds) -> String {
    if let words = bounds.words { return Self.words(words.filter { !$0.isEmpty }) }
    let isText = table.swiftType(type) == "String"
    var text = Self.names[type] ?? (table[type].map(typeText(of:)) ?? type)
    if let pattern = bounds.pattern { return "\(text) `\(Self.cell(pattern))`" }
    text += Self.limits(bounds, isText ? " characters" : "")
    return text + (bounds.bytes.map { ", at most \($0) bytes" } ?? "")
  }

  private static let names = [
    "int": "integer", "real": "number", "flag": "true or false", "mark": "`true`", "tree": "object", "any": "value",
    "raw": "text", "counts": "object of numbers", "here": "text", "object": "object", "text": "text",
  ]

  private static func words(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: ", ") }

  private static func limits(_ bounds: Bounds, _ unit: String) -> String {
    let greatest = bounds.greatest
    // A bound that only keeps numbers within every language's range is not shown.
    switch (bounds.least, greatest.flatMap { $0 >= 1 << 40 ? nil : $0 }) {
    case (let least?, let greatest?):
      return least == greatest ? ", \(least)\(unit)" : ", \(least) to \(greatest)\(unit)"
    case (nil, let greatest?): return ", at most \(greatest)\(unit)"
    case (let least?, nil): return least == 1 && unit == " characters" ? "" : ", \(least)\(unit) or more"
    case (nil, nil): return ""
    }
  }

  /// A Swift value as JSON; `nil` if it derives from other members.
  private static func shown(_ standard: String) -> String? {
    if standard.hasPrefix(".") { return "`\(standard.dropFirst())`" }
    if standard.hasPrefix("\"") { return standard == "\"\"" ? "empty" : "`\(standard.dropFirst().dropLast())`" }
    return standard.contains(".") || standard.contains("(") ? nil : "`\(standard)`"
  }
}
