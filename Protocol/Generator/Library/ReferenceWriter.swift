/// Generates the reference of the wire in Markdown: a page for each file of the table, and index pages.
public struct ReferenceWriter {
  let table: Table
  let exchanges: Exchanges

  /// Creates a writer for a table's messages.
  public init(_ table: Table, _ exchanges: Exchanges) { (self.table, self.exchanges) = (table, exchanges) }

  /// The files below `Protocol/Reference`: names and contents.
  public func files() -> [(name: String, text: String)] {
    let pages = table.files.map { file in (name: Self.page(of: file.name), text: Self.marked(page(file))) }
    return pages + [
      ("README.md", Self.marked(contents())), ("names.md", Self.marked(names())), ("text.md", Self.marked(commands())),
    ]
  }

  private static func marked(_ lines: [String]) -> String {
    (["<!-- Generated from Protocol/Table. Change it there. -->", ""] + lines).joined(separator: "\n") + "\n"
  }

  static func page(of file: String) -> String { "\(file.prefix { $0 != "." }).md" }

  // MARK: - A page

  private func page(_ file: (name: String, title: String)) -> [String] {
    let own = table.declarations.filter { $0.place.file == file.name }
    if let kind = own.first?.kind, Self.lists[kind] != nil { return list(file, own) }
    var lines = ["# \(file.title.prefix { $0 != ":" && $0 != "." })", ""]
    let rest = file.title.drop { $0 != ":" }.dropFirst(2)
    if !rest.isEmpty { lines += ["\(rest.prefix(1).uppercased())\(rest.dropFirst())", ""] }
    let (types, parts) = (sections(of: own), own.filter { isPart($0) && !isTold($0) })
    lines += [(types + parts.map(heading)).map { "[`\($0)`](#\(Self.anchor($0)))" }.joined(separator: " · ")]
    for type in types { lines += section(type, among: own) }
    for part in parts { lines += ["", "## `\(heading(part))`", ""] + described(part) }
    return lines
  }

  /// Table heads of the pages with a row per declaration.
  private static let lists: [Declaration.Kind: String] = [
    .limit: "| limit | default | |", .code: "| code | | of |", .metric: "| metric | kind | by | |",
  ]

  /// A page of limits, codes or metrics: one row each.
  private func list(_ file: (name: String, title: String), _ own: [Declaration]) -> [String] {
    let (title, rest) = (file.title.prefix { $0 != ":" }, file.title.drop { $0 != ":" }.dropFirst(2))
    let head = own.first.flatMap { Self.lists[$0.kind] } ?? ""
    let rule = String(repeating: "|---", count: head.count { $0 == "|" } - 1) + "|"
    return ["# \(title)", "", Self.sentence(String(rest)), "", head, rule]
      + own.map { entry in
        let cells = ["`\(entry.wireTypes[0])`"] + cells(of: entry)
        return "| \(cells.joined(separator: " | ")) |"
      }
  }

  private func cells(of entry: Declaration) -> [String] {
    let summary = Self.cell(entry.summary)
    return switch entry.kind {
    case .limit: ["\(entry.limit.standard)", summary]
    case .metric: [entry.metric.kind, entry.metric.label.map { "`\($0)`" } ?? "", summary]
    default: [summary, requests(thatBring: entry.wireTypes[0])]
    }
  }

  /// Links to the requests that may get a code.
  private func requests(thatBring code: String) -> String {
    guard !Self.everywhere.contains(code) else { return "any request" }
    let types = table.declarations.filter { $0.kind == .request }.flatMap(\.wireTypes).filter { type in
      exchanges.errors[type]?.contains { $0.split(separator: " ").first.map(String.init) == code } == true
    }
    return types.map { link(toType: $0, from: "", .request) }.joined(separator: " ")
  }

  /// The types of requests and messages on a page, without duplicates.
  private func sections(of declarations: [Declaration]) -> [String] {
    var types: [String] = []
    for kind in [Declaration.Kind.request, .message] {
      for type in declarations.filter({ $0.kind == kind }).flatMap(\.wireTypes) where !types.contains(type) {
        types.append(type)
      }
    }
    return types
  }

  private func section(_ type: String, among own: [Declaration]) -> [String] {
    let request = own.first { $0.kind == .request && $0.wireTypes.contains(type) }
    let message = own.first { $0.kind == .message && $0.wireTypes.contains(type) }
    var lines = ["", "## `\(type)`", ""]
    if let request { lines += described(request: request) }
    if let message {
      if request != nil { lines += [""] }
      lines += described(message)
    }
    if request != nil, let exchange = exchanges.requests[type] {
      lines += ["", "```", "C " + Exchanges.shown(exchange.sent), "S " + Exchanges.shown(exchange.answer), "```"]
    } else if let message = exchanges.messages[type] {
      lines += ["", "```", "S " + Exchanges.shown(message), "```"]
    }
    return lines
  }

  // MARK: - Index pages

  private func contents() -> [String] {
    var lines = [
      "# Reference of the protocol",
      "",
      "Everything on the wire, made from [the table](../Table/README.md): read [the guide](../PROTOCOL.md) first.",
      "[Every name](names.md), with the places where it stands · [errors](codes.md) · [limits](limits.md) · [metrics](metrics.md) ·",
      "[what people type](text.md) · [boards](board.md) · [objects of several features](common.md) · [JSON Schemas](../Schema/README.md)",
      "",
      "| page | requests | messages |",
      "|---|---|---|",
    ]
    for file in table.files {
      let own = table.declarations.filter { $0.place.file == file.name }
      let title = file.title.prefix { $0 != ":" && $0 != "." }
      let requests = own.filter { $0.kind == .request }.flatMap(\.wireTypes)
      let messages = own.filter { $0.kind == .message }.flatMap(\.wireTypes).filter { !requests.contains($0) }
      guard !requests.isEmpty || !messages.isEmpty else { continue }
      let cells = [(requests, Declaration.Kind.request), (messages, .message)].map { types, kind in
        types.map { link(toType: $0, from: "", kind) }.joined(separator: " ")
      }
      lines.append("| [\(title)](\(Self.page(of: file.name))) | \(cells[0]) | \(cells[1]) |")
    }
    return lines + ["", "## How to read it", ""] + Self.howToRead
  }

  private static let howToRead = [
    "- `name?` may be missing; of an answer's numbers, lists and `true`, a missing one is 0, empty or false. All other",
    "  members are always there. Every message may have `re`, every request `id`.",
    "- **Storage**: refused with `storage_unavailable` while nothing can be stored. **A name**: refused to guests",
    "  (`not_named`). **Moderators**, **the operator**: refused to all others (`forbidden`).",
    "- **Repeatable**: may be sent again where its answer may have been lost with the link: by anybody, or once the same",
    "  player has come back. What is not repeatable could happen twice.",
    "- Errors are those that are to be expected. Any request may bring `bad_field`, `bad_text`, `too_fast` and",
    "  `storage_unavailable`, one with `room` also `which_room`, `not_in_room` and that there is none of that name.",
    "- Lengths are counted in characters unless bytes are named. Examples are lines of",
    "  [transcripts](../Transcripts); `…` stands for what is left out.",
  ]

  /// All member names, with the sections that contain them.
  private func names() -> [String] {
    var places: [String: [String]] = [:]
    for declaration in table.declarations where declaration.kind != .choice {
      for field in declaration.fields where !field.isInline && !field.isTyped {
        places[field.wire, default: []].append(link(toPart: declaration, from: nil))
      }
    }
    var lines = ["# Every name", "", "Names of members, and where they stand.", "", "| name | in |", "|---|---|"]
    for (name, links) in places.sorted(by: { $0.key < $1.key }) {
      var seen: Set<String> = []
      lines.append("| `\(name)` | \(links.filter { seen.insert($0).inserted }.joined(separator: " ")) |")
    }
    return lines
  }

  /// The typed commands, with their requests.
  private func commands() -> [String] {
    var lines = [
      "# What people type", "",
      "Words in capitals stand for words of your own; those in brackets may be left out. "
        + "The page on [text](../Features/text.md) says what happens to all other lines.",
    ]
    let keepers: Set = ["operator", "moderator"]
    for (title, isKept) in [("For everybody", false), ("For those who keep order", true)] {
      lines += ["", "## \(title)", "", "| typed | | |", "|---|---|---|"]
      for request in table.declarations where request.kind == .request {
        guard !keepers.isDisjoint(with: request.request.needs) == isKept else { continue }
        let usages = usages(of: request).joined(separator: "<br>")
        guard !usages.isEmpty else { continue }
        lines.append("| \(usages) | \(link(toType: request.wireTypes[0], from: "", .request)) | \(request.summary) |")
      }
    }
    return lines
  }
}
