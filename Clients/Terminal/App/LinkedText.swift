internal import ClientKit
internal import WireProtocol

/// A text in the server's words, with what can be done about its parts.
struct LinkedText: Sendable {
  struct Link: Sendable {
    /// The cells it belongs to, from the text's first line and column; `nil` for the whole text.
    var region: Area?
    /// Enter for the first link of a region.
    var key = Key.enter
    /// The key with what it does: `p period`; empty for a region of which nothing can be asked.
    var hint = ""
    var question: Question?
    /// What it does.
    var text = ""
    /// The members of the request that are filled in first; `nil` for a request that is sent as it is.
    var form: [String]?
    /// A text to copy.
    var copied: String?
    /// The member of the request that the chosen part gives.
    var about: String?
    var role = ""
    /// Whether the cursor begins here.
    var isChosen = false

    /// Whether a question is this link's, filled in if it has a form.
    func leads(to question: Question) -> Bool {
      self.question == question || form != nil && self.question?.type == question.type
    }

    /// The link about a part, of which the first link is given.
    fileprivate func filled(from first: Link?) -> Link? {
      guard let about, let value = first?.question?.fields[about], case .request(let type, var fields, _)? = question
      else { return nil }
      fields[about] = value
      var link = self
      link.question = .request(type, fields)
      return link
    }
  }

  /// A part that the cursor goes to.
  struct Part: Sendable {
    var area: Area
    var links: [Link]
    /// Whether the cursor stops here.
    var isEntry: Bool { links.contains { !$0.hint.isEmpty } }
    /// What is answered with the letters of its tiles.
    var letters: Question? { links.first { $0.role == "letters" }?.question }
  }

  private(set) var lines: [String]
  private(set) var parts: [Part] = []
  /// The links of the whole text.
  private(set) var links: [Link] = []
  /// What asks for the text again.
  private(set) var again: Link?
  /// What looks for what is typed.
  private(set) var search: Link?

  init(_ lines: [String], _ links: [JSON] = []) {
    self.lines = lines
    for link in links.compactMap({ $0.objectValue.map(Link.init) }) {
      if link.role == "again" { again = link }
      guard let region = link.region else {
        if link.role == "search" { search = link } else if !link.hint.isEmpty { self.links.append(link) }
        continue
      }
      if parts.last?.area == region {
        parts[parts.count - 1].links.append(link)
      } else {
        parts.append(Part(area: region, links: [link]))
      }
    }
    let about = self.links.filter { $0.about != nil }
    self.links.removeAll { $0.about != nil }
    for index in parts.indices {
      let first = parts[index].links.first
      parts[index].links += about.compactMap { $0.filled(from: first) }
    }
  }

  var entries: [Part] { parts.filter(\.isEntry) }

  /// The entry whose first link asks a question: the one at an index, another one, or none.
  func index(of question: Question, near index: Int) -> Int {
    func asks(_ index: Int) -> Bool { entries[index].links.first?.question == question }
    return entries.indices.contains(index) && asks(index) ? index : entries.indices.first(where: asks) ?? index
  }

  /// The rows of tiles in a part, with their lines.
  func tiles(of part: Part) -> [(line: Int, row: [Character])] {
    (part.area.y..<part.area.bottom).compactMap { line in
      let row = Array(TextWidth.cut(lines[line], part.area.x, part.area.width))
      return !row.isEmpty && row.allSatisfy { Tile(rawValue: $0) != nil } ? (line, row) : nil
    }
  }

  /// The text in a window: lines that are too wide are wrapped, and parts that stand side by side are stacked.
  func fitted(to width: Int) -> LinkedText {
    guard lines.contains(where: { TextWidth.of($0) > width }) else { return self }
    var fitted = LinkedText([])
    (fitted.links, fitted.again, fitted.search) = (links, again, search)
    var line = 0
    while line < lines.count {
      let beside = parts.filter { $0.area.y == line }
      let height = beside.map(\.area.height).max() ?? 1
      let all = lines[line..<min(line + height, lines.count)]
      if all.allSatisfy({ TextWidth.of($0) <= width }) {
        fitted.append(Array(all), beside, from: line)
      } else {
        fitted.stack(beside, of: Array(all), from: line, width)
      }
      line += height
    }
    return fitted
  }

  private mutating func append(_ lines: [String], _ parts: [Part], from line: Int) {
    self.parts += parts.map { part in
      var part = part
      part.area.y += self.lines.count - line
      return part
    }
    self.lines += lines
  }

  /// Appends parts below each other; on a line of its own each, with the text between them.
  private mutating func stack(_ parts: [Part], of lines: [String], from line: Int, _ width: Int) {
    var column = 0
    for part in parts {
      let before = TextWidth.cut(lines[0], column, part.area.x - column)
      if lines.count == 1, before.contains(where: \.isLetter) { self.lines += TextWidth.wrapped(before, to: width) }
      column = part.area.right
      let cut = lines.prefix(part.area.height).flatMap {
        TextWidth.folded(TextWidth.cut($0, part.area.x, part.area.width), to: width)
      }
      let area = Area(x: 0, y: self.lines.count, width: cut.map(TextWidth.of).max() ?? 0, height: cut.count)
      self.parts.append(Part(area: area, links: part.links))
      self.lines += cut
      if part.area.height > 1 { self.lines.append("") }
    }
    let rest = TextWidth.cut(lines[0], column, Int.max)
    guard lines.count == 1, rest.contains(where: \.isLetter) else { return }
    self.lines +=
      parts.isEmpty && rest.contains("  ") ? TextWidth.folded(rest, to: width) : TextWidth.wrapped(rest, to: width)
  }

  /// The entry that an arrow key leads to: the nearest one in its direction.
  func entry(from index: Int, _ key: Key) -> Int? {
    let entries = entries
    guard entries.indices.contains(index) else { return nil }
    let here = entries[index].area
    func nearest(_ isThere: (Area) -> Bool) -> Int? {
      entries.indices.filter { isThere(entries[$0].area) }
        .min { distance(here, entries[$0].area) < distance(here, entries[$1].area) }
    }
    return switch key {
    case .up: nearest { $0.bottom <= here.y }
    case .down: nearest { $0.y >= here.bottom }
    case .left: nearest { $0.right <= here.x && $0.y < here.bottom && $0.bottom > here.y }
    case .right: nearest { $0.x >= here.right && $0.y < here.bottom && $0.bottom > here.y }
    default: nil
    }
  }

  /// Lines count first, and then columns.
  private func distance(_ one: Area, _ other: Area) -> (Int, Int) { (abs(other.y - one.y), abs(other.x - one.x)) }
}

extension LinkedText.Link {
  init(_ json: JSONObject) {
    let name = json["key"]?.stringValue ?? "↵"
    text = json["text"]?.stringValue ?? ""
    // No text has so many cells, so that sums of them do not overflow, whatever a server sends.
    func cells(_ name: String) -> Int? { json[name]?.intValue.map { min(max($0, 0), 1_000_000) } }
    if let line = cells("line"), let column = cells("column"), let width = cells("width") {
      region = Area(x: column, y: line, width: width, height: max(1, cells("lines") ?? 1))
    }
    key = Key(hint: name) ?? .enter
    hint = text.isEmpty ? "" : "\(name) \(text)"
    copied = json["copies"]?.stringValue
    form = json["form"]?.arrayValue?.compactMap(\.stringValue)
    (about, role) = (json["about"]?.stringValue, json["role"]?.stringValue ?? "")
    isChosen = json["chosen"]?.boolValue == true
    guard var fields = json["request"]?.objectValue, let type = fields["type"]?.stringValue else { return }
    fields["type"] = nil
    question = .request(type, fields)
  }
}

extension TextWidth {
  /// The characters of a line from a column on.
  static func cut(_ line: String, _ column: Int, _ width: Int) -> String {
    var (text, x) = ("", 0)
    for character in line {
      if x >= column, x - column < width { text.append(character) }
      x += of(character)
    }
    while text.last == " " { text.removeLast() }
    return text
  }
}
