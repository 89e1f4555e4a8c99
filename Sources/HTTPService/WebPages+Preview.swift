/// The first page as messengers preview it (the Open Graph protocol).
extension WebPages.Page {
  /// The title of the preview, as index.html has it.
  static let previewTitle = #"property="og:title" content="Word puzzles of the day""#

  /// This page with absolute addresses in its preview, since messengers accept no others, and for an invitation with
  /// the room's name. The code of a room is no part of the name: it stands behind the `#`, which browsers do not send.
  ///
  /// - Parameters:
  ///   - root: scheme and host as the reader has them.
  ///   - room: the room of an invitation's address, `/room/NAME`; any text that a reader sends.
  func previewed(at root: String, invitingTo room: String? = nil) -> Self {
    var html = String(decoding: bytes, as: UTF8.self)
      .replacing(#"content="/"#, with: #"content="\#(SharePage.escaped(root))/"#)
    if let room {
      let title = Self.isMadeUp(room) ? "Come and play" : "Come and play: \(room.prefix(40))"
      html = html.replacing(
        Self.previewTitle, with: #"property="og:title" content="\#(SharePage.escaped(title))""#)
    }
    return Self(type: type, bytes: Array(html.utf8), isShared: room == nil, policy: policy)
  }

  /// Whether a room's name is one that the server has made, such as `race-4f1a`, which tells people nothing.
  private static func isMadeUp(_ room: String) -> Bool {
    let parts = room.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].count >= 4 && parts[1].allSatisfy(\.isHexDigit)
  }
}
