import GameKit
public import Kernel
import Names
import Passwords
public import WireProtocol

extension Password {
  /// A new one: four groups of five letters and digits that cannot be taken for each other, 98 bits.
  public static func madeUp(using generator: inout some RandomNumberGenerator) -> Password {
    let alphabet = Array("abcdefghjkmnpqrstuvwxyz23456789")
    let groups = (0..<4).map { _ in
      String((0..<5).compactMap { _ in alphabet.randomElement(using: &generator) })
    }
    return Password(groups.joined(separator: "-"))
  }
}

/// What an operator does with accounts while no server runs.
extension StoredPlayer {
  /// What gives the player a new password. All tokens end, since somebody else may have them.
  ///
  /// - Throws: what a password may be.
  public func resetting(
    _ password: Password, _ limits: Limits, using generator: inout some RandomNumberGenerator
  ) throws(WireError) -> [DocumentLine] {
    let bytes = try PasswordRules.bytes(ofNew: password, limits)
    let verifier = PasswordVerifier(of: bytes, cost: limits.passwordScrypt, using: &generator).text
    return [PlayerFact.tokensEnded, .passwordSet(verifier)].map { PlayerDocument.line($0, of: id.number) }
  }
}

extension StoredState {
  /// The player who has a name, whatever its case.
  public func player(named name: String) -> StoredPlayer? {
    let folded = PlayerName.fold(name)
    let named = players.filter { !$0.isGuest && $0.folded == folded }
    return named.first { !$0.isDamaged } ?? named.first
  }
}
