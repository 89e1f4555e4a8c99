import GameKit
import WireProtocol
import TextMode

/// Talk, as each member may read it. Lines of finished players are hidden from the others: the author is told so, and
/// the others get them as soon as they have finished.
extension RoomView {
  /// The most lines, and about the most bytes, of hidden talk that are sent at once: the newest.
  private static let mostHiddenLines = 64
  private static let mostHiddenBytes = 16_384

  /// The talk that a member may have read; the latest last.
  func talk(heardBy member: Member) -> [SpokenLine] {
    history.talk(after: member.cameAfter).filter { mayHearAll($0, member) }.reversed().compactMap(SpokenLine.init)
  }

  func noSuchLine(_ seq: Int) -> WireError {
    WireError(.notFound, .line, "Nothing was said in \(name) under \(seq) that is still kept")
  }

  /// A puzzle in play that a player may know, so that the player's talk may reveal it. Between rounds there is none:
  /// watchers and newcomers read everything.
  func secret(knownTo player: Player) -> PuzzleScope? {
    isPlaying ? secrets.first { hub.mayKnow(player, $0) } : nil
  }

  /// The puzzles in play here: today's and, until the grace period is over, yesterday's.
  private var secrets: [PuzzleScope] {
    guard dayBoards != nil, let game = plan.game?.info.id, hub.openSince < hub.today else {
      return [scope].compactMap { $0 }
    }
    return [hub.today, hub.openSince].map { .day(game: game, $0) }
  }

  /// What the author of a line is told of those who cannot read it yet.
  func said(_ event: RoomEvent, at place: EventPlace, by player: String, _ text: String, to viewer: Member) -> Said {
    let hidden = members.all.filter { $0 !== viewer && !mayHearAll(event, $0) }
    let names = hidden.sorted { $0.order < $1.order }.prefix(Said.mostHiddenFrom).map(\.player.name)
    return Said(place: place, player: player, text: text, hiddenFrom: names, hiddenCount: hidden.count)
  }

  /// The hidden talk about a puzzle, for a member who may know it now; `nil` for none.
  func hiddenTalk(of scope: PuzzleScope, for member: Member) -> HiddenTalk? {
    guard history.lastHidden > member.cameAfter else { return nil }
    let player = member.player
    var lines: [HiddenTalk.Line] = []
    var bytes = 0
    for event in history.talk(after: member.cameAfter, isHidden: true) {
      guard lines.count < Self.mostHiddenLines, bytes < Self.mostHiddenBytes else { break }
      let speaker = event.actor
      guard case .said(let text, let hidden?) = event.content, hidden == scope, speaker.id != player.id,
        !hub.blocks(player.id, speaker.id)
      else { continue }
      lines.append(HiddenTalk.Line(seq: event.seq, player: speaker.name, text: text))
      bytes += text.utf8.count
    }
    return lines.isEmpty ? nil : HiddenTalk(room: name, lines: lines.reversed())
  }
}
