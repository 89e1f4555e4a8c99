internal import WireProtocol

/// The first page as messengers preview it (the Open Graph protocol): a file cut at a reader's own text, so that no
/// request searches it.
struct FirstPage: Sendable {
  private enum Part {
    case bytes([UInt8])
    /// Scheme and host, since messengers accept absolute addresses only.
    case root
    case title
  }

  /// The title of the preview, as index.html has it.
  static let title = "Word puzzles of the day"
  static let titleField = #"property="og:title" content=""#
  private static let addressField = #"content=""#

  private let file: WebPages.Page
  private let parts: [Part]

  init(_ file: WebPages.Page) {
    self.file = file
    let html = String(decoding: file.bytes, as: UTF8.self)
    var parts: [Part] = []
    var start = html.startIndex
    for field in html.ranges(of: Self.addressField) {
      let rest = html[field.upperBound...]
      let isTitle = html[..<field.upperBound].hasSuffix(Self.titleField)
      guard isTitle || rest.hasPrefix("/") else { continue }
      parts += [.bytes(Array(html[start..<field.upperBound].utf8)), isTitle ? .title : .root]
      start = isTitle ? rest.firstIndex(of: "\"") ?? html.endIndex : field.upperBound
    }
    self.parts = parts + [.bytes(Array(html[start...].utf8))]
  }

  /// The page for a reader. The code of a room is no part of its name: it stands behind the `#`, which browsers do not
  /// send.
  ///
  /// - Parameters:
  ///   - root: scheme and host as the reader has them.
  ///   - link: what the address leads to.
  func page(at root: String, for link: Link = .today) -> WebPages.Page {
    let title = link.title
    let bytes = parts.flatMap { part in
      switch part {
      case .bytes(let bytes): bytes
      case .root: Array(SharePage.escaped(root).utf8)
      case .title: Array(SharePage.escaped(title).utf8)
      }
    }
    return WebPages.Page(
      type: file.type, bytes: bytes, tag: WebPages.Page.tag(of: Array("\(file.tag) \(root) \(title)".utf8)),
      isShared: link.isShared, policy: file.policy)
  }

  /// What an address of the first page leads to.
  enum Link {
    case today
    /// An invitation, `/room/NAME`; any text that a reader sends.
    case room(String)
    /// A puzzle by a player, `/puzzle/CODE`. The title is the same for all, so that a reader learns of no code whether
    /// it names a puzzle.
    case puzzle

    var title: String {
      switch self {
      case .today: FirstPage.title
      case .room(let name): FirstPage.isMadeUp(name) ? "Come and play" : "Come and play: \(name.prefix(40))"
      case .puzzle: "A puzzle for you"
      }
    }

    var isShared: Bool { if case .room = self { false } else { true } }
  }

  /// Whether a room's name is one that the server has made, such as `race-4f1a`, which tells people nothing.
  private static func isMadeUp(_ room: String) -> Bool {
    let parts = room.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].count >= 4 && parts[1].allSatisfy(\.isHexDigit)
  }
}
