import GameKit
import WireProtocol
import TextMode

/// Talk of those who have finished is hidden from those who have not: its author learns that, and they read it as soon
/// as they have finished.
extension Room {
  /// The most lines, and about the most bytes, that somebody reads at once: the newest.
  private static let mostHiddenLines = 64
  private static let mostHiddenBytes = 16_384

  /// What the author of a line learns of those who do not read it yet.
  func said(_ event: RoomEvent, at place: EventPlace, by player: String, _ text: String, to viewer: Member) -> Said {
    let hidden = members.all.filter { $0 !== viewer && !mayHearAll(event, $0) }
    let names = hidden.sorted { $0.order < $1.order }.prefix(Said.mostHiddenFrom).map(\.player.name)
    return Said(place: place, player: player, text: text, hiddenFrom: names, hiddenCount: hidden.count)
  }

  /// Tells those who have not finished the puzzle of a day that is over, and those who have looked on, that it is, and
  /// what was said of it meanwhile. They may know it now, if they have a name.
  func tellDayOver(_ day: Day) {
    guard let game = plan.game?.info.id else { return }
    let scope = PuzzleScope.day(game: game, day)
    let left = members.all.filter { $0.session != nil && !hub.knowledge.hasFinished($0.player.id, scope) }
    let readers = left.filter { $0.session?.format == .text }
    let finished = Drawing.count(hub.knowledge.finishedCount(scope), "player has", "players have")
    for isGuest in [false, true] {
      let circle = readers.filter { $0.player.isGuest == isGuest }.compactMap(\.session)
      let over = "The puzzle of \(day.text) is over: \(finished) finished it."
      let how = "\(isGuest ? "/name NAME, then " : "")/opened \(day.text) tells what it was."
      if !circle.isEmpty { hub.send(Sentence("\(over) \(how)"), to: circle, after: hub.journal.ticket) }
    }
    guard history.hasHiddenTalk else { return }
    for member in left where hub.mayKnow(member.player, scope) { tellHiddenTalk(of: scope, to: member.player) }
  }

  /// Tells somebody who has just finished a puzzle what was said of it meanwhile.
  func tellHiddenTalk(of scope: PuzzleScope, to player: Player) {
    guard let member = members[player.id], history.lastHidden > member.cameAfter, let session = member.session
    else { return }
    var lines: [HiddenTalk.Line] = []
    var bytes = 0
    for event in history.talk(after: member.cameAfter, isHidden: true) {
      guard lines.count < Self.mostHiddenLines, bytes < Self.mostHiddenBytes else { break }
      guard case .said(let speaker, let id, let text, let hidden?) = event.content, hidden == scope, id != player.id,
        !hub.blocks(player.id, id)
      else { continue }
      lines.append(HiddenTalk.Line(seq: event.seq, player: speaker, text: text))
      bytes += text.utf8.count
    }
    guard !lines.isEmpty else { return }
    hub.send(HiddenTalk(room: name, lines: lines.reversed()), to: session, after: ticket)
  }
}
