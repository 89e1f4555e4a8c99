internal import Compression
internal import HTTPWire
internal import WireProtocol

/// The files of the client for browsers, in memory: read once at the start, so that no request touches the disk.
public struct WebPages: Sendable {
  /// A served file.
  struct Page: Sendable {
    let type: String
    let bytes: [UInt8]
    /// The entity tag; changes with the bytes.
    let tag: String
    /// Whether others get the same bytes, so that its compressed form may be kept.
    let isShared: Bool
    let policy: String

    init(type: String, bytes: [UInt8]) {
      self.init(
        type: type, bytes: bytes, tag: Self.tag(of: bytes), isShared: true, policy: WebPages.policy(of: type, bytes))
    }

    init(type: String, bytes: [UInt8], tag: String, isShared: Bool, policy: String) {
      (self.type, self.bytes, self.isShared, self.policy) = (type, bytes, isShared, policy)
      self.tag = "\"\(tag)\""
    }

    static func tag(of bytes: [UInt8]) -> String { Hex.text(of: SHA256.hash(bytes).bytes.prefix(12)) }
  }

  private let pages: [String: Page]
  private let first: FirstPage?
  private let worker: Page?

  /// The content security policy of every answer here: a page may load its own files and open its own line, nothing
  /// else. Inline scripts and styles are forbidden, so that no text from the line can become one.
  static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
    "manifest-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// The types of served files; others are not served.
  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml", "png": "image/png", "webmanifest": "application/manifest+json",
  ]

  /// The pages of these files, by name; files of other types are left out.
  public init(files: [(name: String, bytes: [UInt8])] = []) {
    var pages: [String: Page] = [:]
    for (name, bytes) in Self.bundled(Self.withShell(files.map { ($0.name, Self.served($0.name, $0.bytes)) })) {
      guard let type = name.split(separator: ".").last.flatMap({ Self.types[String($0)] }) else { continue }
      pages[name] = Page(type: type, bytes: bytes)
    }
    worker = pages.removeValue(forKey: "worker.js").map { Self.worker($0, keeping: pages) }
    first = pages["index.html"].map(FirstPage.init)
    self.pages = pages
  }

  /// A file as it is sent: scripts and styles without indentation and comments, which keeps line numbers. No text in a
  /// script goes over several lines, and none in a style has a comment's marks.
  static func served(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let isScript = name.hasSuffix(".js")
    guard isScript || name.hasSuffix(".css") else { return bytes }
    let newline = UInt8(ascii: "\n")
    let lines = (isScript ? bytes : withoutComments(bytes)).split(separator: newline, omittingEmptySubsequences: false)
      .map { line in
        let code = line.drop { $0 == UInt8(ascii: " ") }
        return isScript && code.starts(with: "//".utf8) ? [] : code
      }
    return Array(lines.joined(separator: [newline]))
  }

  /// A style with nothing left of its comments but the ends of their lines.
  private static func withoutComments(_ style: [UInt8]) -> [UInt8] {
    var rest = style[...]
    var code: [UInt8] = []
    while let start = rest.firstRange(of: "/*".utf8) {
      code += rest[..<start.lowerBound]
      let end = rest[start.upperBound...].firstRange(of: "*/".utf8)?.upperBound ?? rest.endIndex
      code += rest[start.lowerBound..<end].filter { $0 == UInt8(ascii: "\n") }
      rest = rest[end...]
    }
    return code + rest
  }

  /// The service worker, with a first line that lists the files that it keeps: all but icons and previews, which the
  /// page does not show. It changes with any file, which is how browsers notice an update.
  private static func worker(_ script: Page, keeping pages: [String: Page]) -> Page {
    var line = JSONWriter()
    line.beginObject()
    line.field("tag", Page.tag(of: pages.sorted { $0.key < $1.key }.flatMap { $0.value.tag.utf8 }))
    line.key("files")
    line.beginArray()
    for name in pages.keys.sorted() where !name.hasSuffix(".png") {
      line.value(name == "index.html" ? "/" : "/web/\(name)")
    }
    line.endArray()
    line.endObject()
    line.newline()
    return Page(type: script.type, bytes: Array("const shell = ".utf8) + line.bytes + script.bytes)
  }

  /// Whether the first page is missing.
  public var isEmpty: Bool { first == nil }

  /// The file at a path: `/` is the first page, `/web/NAME` the others. The service worker may only serve what is below
  /// its own path, and so is at the top.
  ///
  /// - Parameter root: scheme and host as the reader has them.
  func page(at path: [String], root: @autoclosure () -> String) -> Page? {
    switch path.first {
    case "" where path.count == 1: first?.page(at: root())
    case "room" where path.count == 2: first?.page(at: root(), for: .room(path[1]))
    case "puzzle" where path.count == 2: first?.page(at: root(), for: .puzzle)
    case "web" where path.count == 2: pages[path[1]]
    case "worker.js" where path.count == 1: worker
    default: nil
    }
  }

  /// The file, or 304. Browsers revalidate each time, so that nobody runs an old client against a new server.
  static func answer(_ page: Page, to request: HTTPRequest, _ compressed: inout CompressedPages) -> HTTPResponse {
    let isCompressed = takesGzip(request)
    let tag = isCompressed ? page.tag.dropLast() + "-gzip\"" : page.tag
    var fields = [
      HTTPField("ETag", tag), HTTPField("Cache-Control", "no-cache"), HTTPField("Vary", "Accept-Encoding"),
      HTTPField("X-Content-Type-Options", "nosniff"), HTTPField("Content-Security-Policy", page.policy),
      HTTPField("Referrer-Policy", "no-referrer"),
    ]
    if request.values(of: "if-none-match").contains(where: { $0 == "*" || $0.contains(tag) }) {
      return HTTPResponse(.notModified, fields: fields)
    }
    guard isCompressed else { return HTTPResponse(.ok, type: page.type, body: page.bytes, fields: fields) }
    fields.append(HTTPField("Content-Encoding", "gzip"))
    let body = page.isShared ? compressed.bytes(of: page) : Deflate.gzip(page.bytes)
    return HTTPResponse(.ok, type: page.type, body: body, fields: fields)
  }

  /// Whether the request accepts gzip, and does not refuse it with `q=0` (RFC 9110, 12.5.3).
  private static func takesGzip(_ request: HTTPRequest) -> Bool {
    request.list(of: "accept-encoding").contains { member in
      let parts = member.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      return parts.first == "gzip"
        && !parts.dropFirst().contains { $0.hasPrefix("q=0") && $0.dropFirst(3).allSatisfy { ".0".contains($0) } }
    }
  }
}

/// Compressed files, each made when it is first requested.
struct CompressedPages {
  /// All files, and the first page under some of the server's host names.
  private static let most = 256
  private var byTag: [String: [UInt8]] = [:]

  mutating func bytes(of page: WebPages.Page) -> [UInt8] {
    if let known = byTag[page.tag] { return known }
    let bytes = Deflate.gzip(page.bytes)
    if byTag.count < Self.most { byTag[page.tag] = bytes }
    return bytes
  }
}
