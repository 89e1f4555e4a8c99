/// Parses a file of the table: `Protocol/Table/README.md` describes its lines.
struct TableReader {
  private let file: String
  private var number = 0
  private var declarations: [Declaration] = []

  private init(file: String) { self.file = file }

  static func read(_ text: String, file: String) throws(TableError) -> [Declaration] {
    var reader = TableReader(file: file)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      reader.number += 1
      try reader.read(line)
    }
    return reader.declarations
  }

  private var place: Declaration.Place { Declaration.Place(file: file, line: number) }

  private func fault(_ message: String) -> TableError { TableError(place, message) }

  private mutating func read(_ line: Substring) throws(TableError) {
    let text = line.drop { $0 == " " }
    guard !text.isEmpty, !text.hasPrefix("#") else { return }
    if text.hasPrefix(".note "), let last = declarations.indices.last {
      return declarations[last].notes.append(String(text.dropFirst(6)))
    }
    if text.hasPrefix(".either "), let last = declarations.indices.last {
      return declarations[last].alternatives = Self.split(text).head.split(separator: " ").dropFirst().map(String.init)
    }
    if text.hasPrefix("."), let last = declarations.indices.last, declarations[last].kind == .request {
      return try TraitReader.read(text.dropFirst(), into: &declarations[last].request, at: place)
    }
    let (head, summary) = Self.split(line)
    let words = head.split(separator: " ").map(String.init)
    guard !summary.isEmpty || line.hasPrefix(" ") else {
      throw fault("\(words.first ?? "a line") has no description after \" : \"")
    }
    if line.hasPrefix(" ") {
      try readMember(words, summary)
    } else {
      declarations.append(try declaration(words, summary))
    }
  }

  /// Splits a line into the words before ` : ` and the sentence after it.
  private static func split(_ line: Substring) -> (head: Substring, summary: String) {
    var index = line.startIndex
    while index < line.endIndex {
      if line[index...].hasPrefix(" : ") { return (line[..<index], String(line[index...].dropFirst(3))) }
      index = line.index(after: index)
    }
    return (line, "")
  }

  // MARK: - Declarations

  private func declaration(_ words: [String], _ summary: String) throws(TableError) -> Declaration {
    guard let kind = Declaration.Kind(rawValue: words[0]), words.count >= 2 else {
      throw fault("\(words[0]) is none of message, request, fields, object, choice, type, extern, limit, code, metric")
    }
    var declaration = Declaration(kind: kind, name: words[1], summary: summary, place: place)
    switch kind {
    case .message, .request:
      guard words.count >= 3 else { throw fault("\(words[1]) has no Swift type") }
      declaration.wireTypes = words[1].split(separator: ",").map(String.init)
      declaration.name = kind == .request ? "Request.\(words[2])" : words[2]
      declaration.isByHand = try isByHand(words.dropFirst(3))
    case .fields: declaration.name = "Request.\(words[1])"
    case .object, .choice: declaration.isByHand = try isByHand(words.dropFirst(2))
    case .type:
      guard words.count >= 3 else { throw fault("type \(words[1]) says not of what") }
      var field = Field(wire: words[1], property: "", type: words[2], summary: summary)
      try read(words.dropFirst(3), into: &field)
      declaration.value = .bounded(field.type, field.bounds)
    case .extern:
      guard words.count >= 4 else { throw fault("extern \(words[1]) has no Swift type or no schema") }
      declaration.swiftName = words[2]
      declaration.value = .schema(words.dropFirst(3).joined(separator: " "))
    case .limit, .code:
      declaration.wireTypes = [words[1]]
      declaration.name = "\(kind) \(words[1])"
      declaration.swiftName = SwiftNames.camel(words[1])
      try readValues(words.dropFirst(2), into: &declaration)
    case .metric:
      guard words.count >= 3, ["counter", "gauge", "histogram"].contains(words[2]), words[1].hasPrefix("parlor_") else {
        throw fault("\(words[1]) is no metric: parlor_NAME, then counter, gauge or histogram")
      }
      declaration.wireTypes = [words[1]]
      declaration.name = "metric \(words[1])"
      declaration.swiftName = SwiftNames.camel(String(words[1].dropFirst("parlor_".count)))
      declaration.metric = Declaration.MetricTraits(kind: words[2], label: words.dropFirst(3).first)
    }
    return declaration
  }

  /// `20 1...100 bench 90 as swiftName`.
  private func readValues(_ words: ArraySlice<String>, into declaration: inout Declaration) throws(TableError) {
    var rest = words
    if declaration.kind == .limit {
      var field = Field(wire: "", property: "", type: "int", summary: "")
      guard let standard = rest.popFirst().flatMap({ Int($0) }), let range = rest.popFirst() else {
        throw fault("\(declaration.name) has no value or no bounds")
      }
      try readBounds(range, into: &field)
      guard let least = field.bounds.least, let greatest = field.bounds.greatest, (least...greatest) ~= standard else {
        throw fault("\(standard) is not within \(range)")
      }
      declaration.limit = Declaration.LimitValues(standard: standard, range: least...greatest)
    }
    while let word = rest.popFirst() {
      guard let value = rest.popFirst() else { throw fault("nothing stands after \(word)") }
      switch word {
      case "as": declaration.swiftName = value
      case "bench" where declaration.kind == .limit: declaration.limit.bench = Int(value)
      default: throw fault("\(word) is not known here")
      }
    }
  }

  private func isByHand(_ words: ArraySlice<String>) throws(TableError) -> Bool {
    guard let word = words.first else { return false }
    guard words.count == 1, word == "byhand" else { throw fault("\(word) is not known here") }
    return true
  }

  // MARK: - Members

  private mutating func readMember(_ words: [String], _ summary: String) throws(TableError) {
    guard let last = declarations.indices.last else { throw fault("a member of nothing") }
    switch declarations[last].kind {
    case .choice:
      guard !summary.isEmpty else { throw fault("\(words[0]) has no description after \" : \"") }
      let name = words.count == 3 && words[1] == "as" ? words[2] : SwiftNames.camel(words[0])
      declarations[last].words.append(Declaration.Word(wire: words[0], name: name, summary: summary))
    case .message, .object, .request, .fields: declarations[last].fields.append(try field(words, summary))
    case .type, .extern, .limit, .code, .metric: throw fault("\(declarations[last].name) has no members")
    }
  }

  private func field(_ words: [String], _ summary: String) throws(TableError) -> Field {
    guard words.count >= 2 else { throw fault("\(words[0]) has no type") }
    var (name, type) = (words[0], words[1])
    let isOptional = name.hasSuffix("?")
    if isOptional { name.removeLast() }
    let isList = type.hasPrefix("[") && type.hasSuffix("]")
    if isList { type = String(type.dropFirst().dropLast()) }
    var field = Field(
      wire: name, property: SwiftNames.camel(name), type: type, isList: isList, isOptional: isOptional,
      summary: summary)
    try read(words.dropFirst(2), into: &field)
    if field.type == "mark" { field.standard = "false" }
    return field
  }

  private func read(_ words: ArraySlice<String>, into field: inout Field) throws(TableError) {
    var rest = words
    func next(after word: String) throws(TableError) -> String {
      guard let value = rest.popFirst() else { throw fault("nothing stands after \(word)") }
      return value
    }
    while let word = rest.popFirst() {
      switch word {
      case "as": field.property = try next(after: word)
      case "=": field.standard = try next(after: word)
      case "bytes": field.bounds.bytes = Int(try next(after: word))
      case "pattern": field.bounds.pattern = try next(after: word)
      case "words":
        let choices = try next(after: word).split(separator: ",", omittingEmptySubsequences: false)
        field.bounds.words = choices.map(String.init)
      case "secret": field.bounds.isSecret = true
      case "inline": field.isInline = true
      case "some": field.isLeftOutEmpty = true
      case "typed": field.isTyped = true
      case "computed": field.isComputed = true
      default: try readBounds(word, into: &field)
      }
    }
  }

  /// `1...64`, `1...` or `...64`.
  private func readBounds(_ word: String, into field: inout Field) throws(TableError) {
    guard let dots = word.range(of: "...") else { throw fault("\(word) is not known here") }
    let (least, greatest) = (word[..<dots.lowerBound], word[dots.upperBound...])
    field.bounds.least = Int(least)
    field.bounds.greatest = Int(greatest)
    guard field.bounds.least != nil || least.isEmpty, field.bounds.greatest != nil || greatest.isEmpty else {
      throw fault("\(word) are no bounds")
    }
  }
}

extension String {
  /// The first occurrence of another string.
  fileprivate func range(of other: String) -> Range<Index>? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(other) { return index..<self.index(index, offsetBy: other.count) }
      index = self.index(after: index)
    }
    return nil
  }
}
