internal import HTTPWire
internal import WireProtocol

/// The files of the client for browsers, in memory: read once when the server starts, so that no request touches the disk.
public struct WebPages: Sendable {
  /// A file as it is answered.
  struct Page: Sendable {
    let type: String
    let bytes: [UInt8]
    /// Changes with the bytes; browsers ask whether theirs is still good.
    let tag: String
  }

  private let pages: [String: Page]

  /// What a page may load and do, for every answer of these: its own files and its own line, and nothing of anybody else's;
  /// no script or style inside a page, so that no text which comes over the line can ever be one.
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
      let tag = Hex.text(of: SHA256.hash(bytes).bytes.prefix(12))
      pages[name] = Page(type: type, bytes: bytes, tag: "\"\(tag)\"")
    }
    self.pages = pages
  }

  /// Whether there is a page to begin with.
  public var isEmpty: Bool { pages["index.html"] == nil }

  /// The file that a path stands for: `/` the first page, `/web/NAME` the others.
  func page(at path: [String]) -> Page? {
    switch path.first {
    case "" where path.count == 1: pages["index.html"]
    case "web" where path.count == 2: pages[path[1]]
    default: nil
    }
  }

  /// A file, or that the browser's is still good. It is asked about each time, so that nobody plays with yesterday's
  /// client against today's server.
  static func answer(_ page: Page, to request: HTTPRequest) -> HTTPResponse {
    let fields = [
      HTTPField("ETag", page.tag), HTTPField("Cache-Control", "no-cache"),
      HTTPField("X-Content-Type-Options", "nosniff"), HTTPField("Content-Security-Policy", policy),
      HTTPField("Referrer-Policy", "no-referrer"),
    ]
    let known = request.values(of: "if-none-match").contains { $0.contains(page.tag) }
    return known
      ? HTTPResponse(.notModified, fields: fields)
      : HTTPResponse(.ok, type: page.type, body: page.bytes, fields: fields)
  }
}
