import GameKit
public import Kernel
import Names
import Passwords
public import WireProtocol

extension Password {
  /// A generated password: four groups of five unambiguous letters and digits, 98 bits.
  public static func madeUp(using generator: inout some RandomNumberGenerator) -> Password {
    let alphabet = Array("abcdefghjkmnpqrstuvwxyz23456789")
    let groups = (0..<4).map { _ in
      String((0..<5).compactMap { _ in alphabet.randomElement(using: &generator) })
    }
    return Password(groups.joined(separator: "-"))
  }
}

/// The operator's changes of accounts while no server runs.
extension StoredPlayer {
  /// The facts that give the player a new password. All tokens end, since somebody else may have them.
  ///
  /// - Throws: the rules for passwords.
  public func resetting(
    _ password: Password, _ limits: Limits, using generator: inout some RandomNumberGenerator
  ) throws(WireError) -> [DocumentLine] {
    let bytes = try PasswordRules.bytes(ofNew: password, limits)
    let verifier = PasswordVerifier(of: bytes, cost: limits.passwordScrypt, using: &generator).text
    return [PlayerFact.tokensEnded, .passwordSet(verifier)].map { PlayerDocument.line($0, of: id.number) }
  }
}

extension StoredState {
  /// The player with a name, ignoring case.
  public func player(named name: String) -> StoredPlayer? {
    let folded = PlayerName.fold(name)
    let named = players.filter { !$0.isGuest && $0.folded == folded }
    return named.first { !$0.isDamaged } ?? named.first
  }
}
