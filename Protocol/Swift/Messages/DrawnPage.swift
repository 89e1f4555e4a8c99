/// A text for a person, with what can be done about its parts: clients show it as a page of rows to choose from.
package struct DrawnPage {
  /// The cells that a link belongs to, counted from 0. Tiles have two columns.
  package struct Region: Hashable, Sendable {
    package var line: Int
    package var lines: Int
    package var column: Int
    package var width: Int

    package init(line: Int, lines: Int, column: Int, width: Int) {
      (self.line, self.lines, self.column, self.width) = (line, lines, column, width)
    }
  }

  /// Who can follow a link, by name.
  enum Audience: Hashable, Sendable {
    case anybody
    case only(String)
    case allBut(String)

    func contains(_ reader: String) -> Bool {
      switch self {
      case .anybody: true
      case .only(let player): player == reader
      case .allBut(let player): player != reader
      }
    }
  }

  /// What clients do with a link besides sending its request.
  package enum Role: String, Sendable {
    /// It asks for the page again, which clients also do by themselves every ten seconds.
    case again
    /// It goes on from here: back leads to this page.
    case further
    /// The answer has the letters of the tiles in the link's cells, as `rows`.
    case letters
    /// What is typed anywhere on the page fills in the member that the form names.
    case search
  }

  /// A request that a person may want to send from here.
  package struct Link {
    /// The key of a page-wide link, or of a further one of a region; the first of a region has none: Enter.
    package var key = ""
    /// Such as `statistics`.
    package var text: String
    /// `nil` for a region of which nothing can be asked, and for a text to copy.
    package var request: (any WireRequest)?
    /// Members of the request that the person fills in first, where what the request has stands already; empty for a
    /// question whether it is meant, `nil` for a request that is sent as it is.
    package var asks: [String]?
    /// A text to copy.
    package var copied: String?
    /// The member of the request that the part at the cursor gives: what the request of its first link has there.
    package var about: String?
    package var role: Role?
    /// Whether the cursor begins here.
    package var isChosen = false
    /// Who can follow it.
    private(set) var audience = Audience.anybody
    package internal(set) var region: Region?

    package init(_ text: String, _ request: (any WireRequest)?, key: String = "", asks: [String]? = nil) {
      (self.key, self.text, self.request, self.asks) = (key, text, request, asks)
    }

    /// Asks for the page again, which clients also do by themselves every ten seconds.
    ///
    /// - Parameter key: empty where people need not ask for it.
    package static func refresh(_ request: any WireRequest, key: String = "r") -> Link {
      Link(key.isEmpty ? "" : "ask again", request, key: key).with(.again)
    }

    /// Goes on from here.
    package static func further(_ text: String, _ request: any WireRequest) -> Link {
      Link(text, request, key: "o").with(.further)
    }

    package func with(_ role: Role) -> Link {
      var link = self
      link.role = role
      return link
    }

    /// The link of a page about the part at the cursor.
    package func about(_ member: String) -> Link {
      var link = self
      link.about = member
      return link
    }

    /// The link for one player alone.
    package func only(for player: String) -> Link {
      var link = self
      link.audience = .only(player)
      return link
    }

    /// The link for all but one player.
    package func except(for player: String) -> Link {
      var link = self
      link.audience = .allBut(player)
      return link
    }

    /// A text to copy, by a key.
    package init(_ text: String, copies: String, key: String) {
      (self.key, self.text, copied) = (key, text, copies)
    }
  }

  /// The text for those who follow its links.
  package private(set) var text: String
  /// The text for those who type, with what to type.
  package private(set) var typedText: String
  package private(set) var links: [Link] = []
  /// The number of its lines.
  private var count: Int

  /// - Parameter advice: what follows the text for those who type: `: /start begins one`.
  package init(_ text: String = "", typed advice: String = "") {
    (self.text, typedText) = (text, text + advice)
    count = text.isEmpty ? 0 : text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
  }

  /// Appends a line, which the links are about.
  package mutating func add(_ line: String, _ links: Link...) { add(line, links) }

  /// Appends a line, which the links are about.
  ///
  /// - Parameter typed: the line for those who type, if it differs.
  package mutating func add(_ line: String, typed: String? = nil, _ links: [Link]) {
    link(links, to: Region(line: count, lines: 1, column: 0, width: TextWidth.of(line)))
    append(line, typed: typed)
  }

  /// Appends a line for those who type alone: what to type.
  package mutating func advise(_ line: String) { typedText += (typedText.isEmpty ? "" : "\n") + line }

  private mutating func append(_ line: String, typed: String? = nil) {
    text += (count == 0 ? "" : "\n") + line
    count += 1
    advise(typed ?? line)
  }

  /// Appends a line with links to parts of it, each given by the text before it and its own.
  package mutating func add(_ parts: [(text: String, link: Link?)]) {
    var (line, column) = ("", 0)
    for (text, link) in parts {
      let width = TextWidth.of(text)
      if let link { self.link([link], to: Region(line: count, lines: 1, column: column, width: width)) }
      line += text
      column += width
    }
    while line.last == " " { line.removeLast() }
    append(line)
  }

  /// Appends what is arranged already: regions count from its first line.
  package mutating func add(_ arranged: [String], _ parts: [(region: Region, links: [Link])]) {
    for (region, links) in parts {
      var region = region
      region.line += count
      link(links, to: region)
    }
    for line in arranged { append(line) }
  }

  /// Adds links that are about the whole page.
  package mutating func offer(_ links: Link...) { self.links += links }

  private mutating func link(_ links: [Link], to region: Region) {
    self.links += links.map { link in
      var link = link
      link.region = region
      return link
    }
  }
}

extension DrawnPage {
  /// Appends `links` to the line of the message, if there are any that its reader can follow.
  package func writeLinks(to json: inout JSONWriter, for reader: String) {
    let links = links.filter { $0.isOpen(to: reader) }
    guard !links.isEmpty else { return }
    json.amendLine("links") { json in
      json.beginArray()
      for link in links { link.write(to: &json) }
      json.endArray()
    }
  }
}

extension DrawnPage.Link {
  /// Whether a reader can follow it: guests send no request that needs a name.
  fileprivate func isOpen(to reader: String) -> Bool {
    let needsName = request.map { type(of: $0).row.needs.contains(.name) } ?? false
    return audience.contains(reader) && !(needsName && KnownNames.isGuest(reader))
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    if let region {
      json.field("line", region.line)
      if region.lines > 1 { json.field("lines", region.lines) }
      json.field("column", region.column)
      json.field("width", region.width)
    }
    if !key.isEmpty { json.field("key", key) }
    if !text.isEmpty { json.field("text", text) }
    json.field("copies", ifPresent: copied)
    if let request {
      json.key("request")
      json.beginObject()
      json.field("type", type(of: request).row.type)
      request.writeFields(to: &json)
      json.endObject()
    }
    if let asks { json.field("form", JSON.array(asks.map(JSON.string))) }
    json.field("about", ifPresent: about)
    json.field("role", ifPresent: role?.rawValue)
    if isChosen { json.field("chosen", true) }
    json.endObject()
  }
}
