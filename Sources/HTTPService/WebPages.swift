internal import Compression
internal import HTTPWire
internal import WireProtocol

/// The files of the client for browsers, in memory: read once when the server starts, so that no request touches the
/// disk.
public struct WebPages: Sendable {
  /// A file as it is answered.
  struct Page: Sendable {
    let type: String
    let bytes: [UInt8]
    /// Changes with the bytes; browsers ask whether theirs is still good.
    let tag: String

    init(type: String, bytes: [UInt8]) {
      (self.type, self.bytes, tag) = (type, bytes, "\"\(Self.tag(of: bytes))\"")
    }

    static func tag(of bytes: [UInt8]) -> String { Hex.text(of: SHA256.hash(bytes).bytes.prefix(12)) }
  }

  private let pages: [String: Page]
  private let worker: Page?

  /// What a page may load and do, for every answer of these: its own files and its own line, and nothing of anybody
  /// else's; no script or style inside a page, so that no text which comes over the line can ever be one.
  static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
    "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// The types of files that are served; others are not.
  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
  ]

  /// Pages of these files, by name; those of other types than pages need are left out.
  public init(files: [(name: String, bytes: [UInt8])] = []) {
    var pages: [String: Page] = [:]
    for (name, bytes) in files {
      guard let type = name.split(separator: ".").last.flatMap({ Self.types[String($0)] }) else { continue }
      pages[name] = Page(type: type, bytes: Self.served(name, bytes))
    }
    worker = pages.removeValue(forKey: "worker.js").map { Self.worker($0, keeping: pages) }
    self.pages = pages
  }

  /// A file as it is sent: lines of a script that are comments are empty, so that they cost a phone nothing and the
  /// others keep their numbers.
  static func served(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    guard name.hasSuffix(".js") else { return bytes }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      line.drop { $0 == UInt8(ascii: " ") }.starts(with: "//".utf8) ? [] : line
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }

  /// The script that keeps the files in browsers, behind a line that names them. It changes with any of them, which is
  /// how browsers learn that theirs are old.
  private static func worker(_ script: Page, keeping pages: [String: Page]) -> Page {
    var line = JSONWriter()
    line.beginObject()
    line.field("tag", Page.tag(of: pages.sorted { $0.key < $1.key }.flatMap { $0.value.tag.utf8 }))
    line.key("files")
    line.beginArray()
    for name in pages.keys.sorted() { line.value(name == "index.html" ? "/" : "/web/\(name)") }
    line.endArray()
    line.endObject()
    line.newline()
    return Page(type: script.type, bytes: Array("const shell = ".utf8) + line.bytes + script.bytes)
  }

  /// Whether there is a page to begin with.
  public var isEmpty: Bool { pages["index.html"] == nil }

  /// The file that a path stands for: `/` the first page, `/web/NAME` the others. The script that keeps them may do so
  /// for what is below its own path, and so stands at the top.
  func page(at path: [String]) -> Page? {
    switch path.first {
    case "" where path.count == 1: pages["index.html"]
    case "web" where path.count == 2: pages[path[1]]
    case "worker.js" where path.count == 1: worker
    default: nil
    }
  }

  /// A file, or that the browser's is still good. It is asked about each time, so that nobody plays with yesterday's
  /// client against today's server.
  static func answer(_ page: Page, to request: HTTPRequest, _ compressed: inout CompressedPages) -> HTTPResponse {
    let isCompressed = takesGzip(request)
    let tag = isCompressed ? page.tag.dropLast() + "-gzip\"" : page.tag
    var fields = [
      HTTPField("ETag", tag), HTTPField("Cache-Control", "no-cache"), HTTPField("Vary", "Accept-Encoding"),
      HTTPField("X-Content-Type-Options", "nosniff"), HTTPField("Content-Security-Policy", policy),
      HTTPField("Referrer-Policy", "no-referrer"),
    ]
    if request.values(of: "if-none-match").contains(where: { $0 == "*" || $0.contains(tag) }) {
      return HTTPResponse(.notModified, fields: fields)
    }
    guard isCompressed else { return HTTPResponse(.ok, type: page.type, body: page.bytes, fields: fields) }
    fields.append(HTTPField("Content-Encoding", "gzip"))
    return HTTPResponse(.ok, type: page.type, body: compressed.bytes(of: page), fields: fields)
  }

  /// Whether the request names gzip, and not in order to refuse it with `q=0` (RFC 9110, 12.5.3).
  private static func takesGzip(_ request: HTTPRequest) -> Bool {
    request.list(of: "accept-encoding").contains { member in
      let parts = member.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      return parts.first == "gzip"
        && !parts.dropFirst().contains { $0.hasPrefix("q=0") && $0.dropFirst(3).allSatisfy { ".0".contains($0) } }
    }
  }
}

/// Files as they travel, each compressed when it is first asked for: a server that no browser asks spends nothing on
/// them.
struct CompressedPages {
  private var byTag: [String: [UInt8]] = [:]

  mutating func bytes(of page: WebPages.Page) -> [UInt8] {
    if let known = byTag[page.tag] { return known }
    let bytes = Deflate.gzip(page.bytes)
    byTag[page.tag] = bytes
    return bytes
  }
}
