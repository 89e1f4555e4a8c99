internal import ClientKit
internal import WireProtocol

/// Somebody to play with: challenges, and those whom a seek has found.
extension App {
  /// Shows how it stands, with the key that accepts, and leads to the room once it is open.
  mutating func take(_ pairing: PairingAnswer, _ text: String?) {
    if pairing.state == .asked {
      shell.suitor = pairing.player
    } else if shell.suitor == pairing.player {
      shell.suitor = nil
    }
    if pairing.state == .playing, let room = pairing.room, shell.rooms[room] != nil { shell.go(to: .room(room)) }
    let key = shell.suitor == pairing.player ? " · ^G accepts" : ""
    shell.tell((text ?? "") + key, for: pairing.expiresInSeconds ?? 8)
  }

  /// Accepts whoever has asked last.
  mutating func acceptSuitor() {
    guard let player = shell.suitor else { return shell.tell("Nobody asks to play with you.", for: 3) }
    shell.suitor = nil
    shell.ask("accept", ["player": player])
  }
}
