internal import ClientKit
internal import WireProtocol

/// Somebody to play with: challenges, those whom a seek has found, and opponents in an arena.
extension App {
  /// Shows how it stands, with the key that accepts, and leads to the room once it is open.
  mutating func take(_ pairing: PairingAnswer, _ text: String?) {
    let sentence = text ?? ""
    if pairing.state == .asked {
      shell.suitor = (pairing.player, sentence)
    } else if shell.suitor?.player == pairing.player {
      shell.suitor = nil
    }
    if pairing.state == .playing, let room = pairing.room, shell.rooms[room] != nil { shell.go(to: .room(room)) }
    let key = shell.suitor?.player == pairing.player ? " · ^G accepts" : ""
    shell.tell(sentence + key, for: pairing.expiresInSeconds ?? 8)
    refreshPage("seeks")
  }

  /// A game in an arena begins or is over, or the arena: tells of it, with the key that shows the standing.
  mutating func hear(ofArena code: Int?, room: String? = nil, _ text: String, for seconds: Int = 8) {
    guard let code else { return }
    shell.arena = (code, room ?? shell.arena?.room)
    let sentence = text.prefix { $0 != "\n" }
    let isShown = shell.place == .page && page.type == "arena"
    let key = isShown ? "" : " · ^G the standing"
    if !sentence.isEmpty { shell.tell(sentence + key, for: seconds) }
    refreshPage("arena")
  }

  /// Asks anew for a page that an event has changed.
  mutating func refreshPage(_ type: String) {
    if shell.place == .page, page.type == type { page.refresh(&shell) }
  }

  /// Goes where the last notice leads: accepts whoever has asked last, or shows the arena.
  mutating func followNotice() {
    shell.notice = nil
    if let suitor = shell.suitor { return shell.accept(suitor.player) }
    guard let arena = shell.arena else { return shell.tell("Nobody asks to play with you.", for: 3) }
    shell.open(.arena(arena.code))
  }
}
