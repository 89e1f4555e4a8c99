import GameKit
import ParlorCore
import WireProtocol

/// The content of a stored report besides its columns.
struct Report: Codable, Hashable {
  /// The names at that time.
  var reporter: String
  var reported: String
  /// The room of the lines.
  var room: String?
  /// The shared result.
  var share: Int?
  /// The lines or the result, as they were.
  var said: [Line]
  /// The category and the text.
  var reason: String
  var text: String?

  /// A line of talk, or a shared result.
  struct Line: Codable, Hashable {
    /// Its number in the room; `nil` for a shared result.
    var seq: Int?
    var text: String
    /// The puzzle that it may reveal.
    var game: String?
    var day: Int?
    var dealtIn: Int?
    var round: Int?
  }

  /// The most bytes of lines in a report.
  static let mostBytes = 4096

  /// Whether it is about the same subject.
  func isAbout(the other: Report) -> Bool {
    (room, share) == (other.room, other.share) && said.map(\.seq) == other.said.map(\.seq)
  }
}

extension Report.Line {
  /// A line, truncated to the limit of a report.
  init(seq: Int?, _ text: String, scope: PuzzleScope? = nil) {
    (self.seq, self.text) = (seq, text)
    if text.utf8.count > Report.mostBytes {
      var kept = String.UnicodeScalarView()
      var room = Report.mostBytes
      for scalar in text.unicodeScalars {
        room -= UTF8.width(scalar)
        guard room >= 0 else { break }
        kept.append(scalar)
      }
      self.text = String(kept) + "…"
    }
    switch scope {
    case .day(let game, let day): (self.game, self.day) = (game, day.number)
    case .dealt(let room, let round): (dealtIn, self.round) = (Int(room), round)
    case nil: break
    }
  }

  var scope: PuzzleScope? {
    if let game, let day { return .day(game: game, Day(number: day)) }
    if let dealtIn, let round { return .dealt(room: Int64(dealtIn), round: round) }
    return nil
  }
}

extension StoredReport {
  /// Whether a guest has sent it.
  var isOfGuest: Bool { content.reporter.hasPrefix(KnownNames.guestPrefix) }
}
