import GameKit
import WireProtocol

/// Talk of those who have finished is hidden from those who have not: its author is told so, and they read it as soon as
/// they have finished.
extension Room {
  /// The most lines, and about the most bytes, that somebody reads at once: the newest.
  private static let mostHiddenLines = 64
  private static let mostHiddenBytes = 16_384

  /// What the author of a line is told of those who do not read it yet.
  func said(_ event: RoomEvent, at place: EventPlace, by player: String, _ text: String, to viewer: Member) -> Said {
    let hidden = members.all.filter { $0 !== viewer && !mayHearAll(event, $0) }
    let names = hidden.sorted { $0.order < $1.order }.prefix(Said.mostHiddenFrom).map(\.player.name)
    return Said(place: place, player: player, text: text, hiddenFrom: names, hiddenCount: hidden.count)
  }

  /// Tells somebody who has just finished a puzzle what was said of it meanwhile.
  func tellHiddenTalk(of scope: PuzzleScope, to player: Player) {
    guard let member = members[player.id], let session = member.session else { return }
    var lines: [HiddenTalk.Line] = []
    var bytes = 0
    for event in log.newestFirst {
      guard event.seq > member.cameAfter, lines.count < Self.mostHiddenLines, bytes < Self.mostHiddenBytes else {
        break
      }
      guard case .said(let speaker, let id, let text, let hidden?) = event.content, hidden == scope, id != player.id
      else { continue }
      lines.append(HiddenTalk.Line(seq: event.seq, player: speaker, text: text))
      bytes += text.utf8.count
    }
    guard !lines.isEmpty else { return }
    hub.send(HiddenTalk(room: name, lines: lines.reversed()), to: session, after: ticket)
  }
}
