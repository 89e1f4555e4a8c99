import GameKit
package import WireProtocol

/// Names of players and rooms: letters, digits, `-`, `_` and `.`; case-insensitive.
package struct PlayerName: Equatable {
  /// As its owner writes it, in NFC.
  package let text: String
  /// The case-folded name, by which names are looked up.
  package let folded: String

  /// The skeletons of the name (see ``LookAlikes``): of names that share one, only one can be taken.
  package let skeletons: Set<String>

  /// Whether the name could be mistaken for the server or its operators: also with accents, numbers and separators
  /// (`ádmin`, `server1`, `ad-min`), or as a part of it (`parlor-team`).
  package var isReserved: Bool {
    if Self.intersect(skeletons, Self.reserved) { return true }
    let parts = LookAlikes.withoutAccents(folded).split { Self.separators.contains($0) }.map(Self.withoutNumber)
    let whole = parts.joined()
    return whole != folded && Self.intersect(LookAlikes.skeletons(of: whole), Self.reserved)
      || parts.count > 1 && parts.contains { Self.intersect(LookAlikes.skeletons(of: String($0)), Self.authorities) }
  }

  private static func intersect(_ skeletons: Set<String>, _ names: Set<String>) -> Bool {
    !skeletons.isDisjoint(with: names)
  }

  private static func withoutNumber(_ part: Substring) -> Substring {
    part[..<(part.lastIndex { !$0.isNumber }.map(part.index(after:)) ?? part.startIndex)]
  }

  /// Whether the name could be mistaken for one that the server gives to guests.
  package var imitatesGuest: Bool {
    skeletons.contains { skeleton in
      Self.guest.contains { guest in
        skeleton.hasPrefix(guest) && skeleton.dropFirst(guest.count).first.map(Self.separators.contains) == true
      }
    }
  }

  private static let separators: Set<Character> = ["-", "_", "."]
  /// Reserved also as a part of a name.
  private static let authorities = skeletons(of: [
    "server", "admin", "administrator", "moderator", "operator", "system", "root", "sysadmin", "staff", "official",
    "console", "parlor", "админ",
  ])
  private static let reserved = authorities.union(
    skeletons(of: [
      "mod", "mods", "moderators", "op", "operators", "admins", "owner", "announcement", "support", "host", "guest",
      "everyone", "everybody", "somebody", "nobody", "all", "you", "me", "bot", "bots", "house", "help",
    ]))

  private static func skeletons(of names: [String]) -> Set<String> {
    names.reduce(into: []) { $0.formUnion(LookAlikes.skeletons(of: $1)) }
  }

  private static let guest = LookAlikes.skeletons(of: "guest")

  /// What a name is for, as the subject of error sentences.
  package enum Subject: String {
    case player = "A name"
    case nickname = "A nickname"
    /// It may begin with a digit (`5b`), but must not be a number: requests name a match or a share so.
    case room = "A room's name"
  }

  /// Checks a name that a client has chosen.
  ///
  /// - Parameters:
  ///   - isStored: whether it was accepted before, perhaps by rules that knew fewer scripts.
  package init(_ raw: String, as subject: Subject, maximum: Int, isStored: Bool = false) throws(WireError) {
    let what = subject.rawValue
    let text = try CleanText.line(raw, as: what, maximum: maximum)
    guard isStored || text.utf8.count <= KnownNames.mostBytes else {
      throw WireError(.badText, "\(what) may have at most \(KnownNames.mostBytes) bytes")
    }
    guard text.unicodeScalars.allSatisfy(Self.isAllowed), Self.beginsWell(text, subject) else {
      let beginning = subject == .room ? "a letter or digit" : "a letter"
      let rest = subject == .room ? "letters (at least one)" : "letters"
      throw WireError(.badText, "\(what) begins with \(beginning) and holds \(rest), digits, '-', '_' and '.'")
    }
    // In a sentence it would be another player's name.
    guard isStored || text.unicodeScalars.last != "." else {
      throw WireError(.badText, "\(what) must not end with '.'")
    }
    guard isStored || !LookAlikes.mixesScripts(text) else {
      throw WireError(.badText, "\(what) must not mix alphabets whose letters look alike")
    }
    self.text = text
    folded = Self.fold(text)
    skeletons = LookAlikes.skeletons(of: text)
  }

  /// The longest text that is looked up, in bytes, which bounds the work of folding it.
  private static let mostBytesLookedUp = 256

  /// The key by which a name is looked up; empty, which matches nobody, for a text that is too long.
  package static func fold(_ text: String) -> String {
    text.utf8.count <= mostBytesLookedUp ? text.lowercased().composed : ""
  }

  private static func beginsWell(_ text: String, _ subject: Subject) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    if first.properties.isAlphabetic { return true }
    return subject == .room && first.properties.numericType == .decimal
      && text.unicodeScalars.contains(where: \.properties.isAlphabetic)
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    // Fillers and selectors are letters and marks by category, but invisible.
    if scalar.properties.isDefaultIgnorableCodePoint || LookAlikes.isDisguise(scalar) { return false }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    case .decimalNumber, .nonspacingMark, .spacingMark: true
    default: scalar == "-" || scalar == "_" || scalar == "."
    }
  }
}
