import GameKit
@_spi(_Unicode) import Swift

/// Detects names that look the same: only one of them can be taken.
///
/// After Unicode Technical Standard #39, *Unicode Security Mechanisms*: a name's skeleton replaces each letter by the
/// plainest one that looks like it (section 4), and a name that mixes scripts is refused (section 5.2). NOTICE.md names
/// the sources of the letters.
package enum LookAlikes {
  /// The skeletons of a name; names that share one look alike. A skeleton is lower case, decomposed, without marks that
  /// are easily overlooked, and with each letter replaced by its model. A name has one for its small letters and one
  /// for its capitals, which may look like others: `ана` is like `ana`, and as `АНА` like `aha`.
  package static func skeletons(of name: String) -> Set<String> {
    [skeleton(name.lowercased()), skeleton(name.uppercased())]
  }

  private static func skeleton(_ name: String) -> String {
    var plain: [UInt8] = []
    for byte in name.utf8 {
      // A shortcut for names in ASCII, each of whose letters has a model in ASCII.
      guard byte < 0x80 else { return longSkeleton(name) }
      plain.append(contentsOf: asciiSkeletons[Int(byte)])
    }
    return String(decoding: plain, as: UTF8.self)
  }

  private static let asciiSkeletons = (0..<0x80).map { Array(longSkeleton(String(Unicode.Scalar(UInt8($0)))).utf8) }

  private static func longSkeleton(_ name: String) -> String {
    var plain: [UInt8] = []
    for scalar in name._nfd where !isInconspicuous(scalar) {
      for letter in models[scalar] ?? scalar.properties.lowercaseMapping.unicodeScalars {
        switch letter {
        case "i", "1": plain.append(UInt8(ascii: "l"))
        case "0": plain.append(UInt8(ascii: "o"))
        case "m": plain.append(contentsOf: "rn".utf8)
        case "w": plain.append(contentsOf: "vv".utf8)
        default: plain.append(contentsOf: UTF8.encode(letter) ?? UTF8.encodedReplacementCharacter)
        }
      }
    }
    return String(decoding: plain, as: UTF8.self).composed
  }

  package static func withoutAccents(_ name: String) -> String {
    var letters = String.UnicodeScalarView()
    for scalar in name._nfd where !(0x300...0x36F).contains(scalar.value) { letters.append(scalar) }
    return String(letters)
  }

  /// Whether a mark is easily overlooked: dots, cedillas, strokes and others below or in a letter, unlike accents above
  /// it.
  private static func isInconspicuous(_ scalar: Unicode.Scalar) -> Bool {
    guard (0x300...0x36F).contains(scalar.value) else { return false }
    return scalar == "\u{307}" || scalar.properties.canonicalCombiningClass != .above
  }

  /// Whether a name mixes scripts, or digits of several kinds. Chinese, Japanese and Korean use several scripts, Latin
  /// included.
  package static func mixesScripts(_ name: String) -> Bool {
    var (scripts, zeros): (Set<Substring>, Set<UInt32>) = ([], [])
    for scalar in name.unicodeScalars {
      if let script = Scripts.script(of: scalar) { scripts.insert(script) }
      if scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue {
        zeros.insert(scalar.value &- UInt32(value))
      }
    }
    guard zeros.count <= 1 else { return true }
    return scripts.count > 1 && !Scripts.mixtures.contains { scripts.isSubset(of: $0) }
  }

  /// Stylised letters (bold, double-struck, full width, small capitals), which only imitate others.
  package static func isDisguise(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1D00...0x1DBF, 0x2071...0x209C, 0x2100...0x214F, 0x2C7C...0x2C7D, 0xA730...0xA7FF, 0xAB30...0xAB6F: true
    case 0xFB00...0xFB06, 0xFF10...0xFF5A, 0x1D400...0x1D7FF: true
    default: false
    }
  }

  private static let models: [Unicode.Scalar: String.UnicodeScalarView] = {
    var models: [Unicode.Scalar: String.UnicodeScalarView] = [:]
    for row in LookAlikeTable.rows.split(separator: "\n") {
      let parts = row.split(separator: " ")
      guard let head = parts.first else { continue }
      var model = String.UnicodeScalarView()
      for part in head.split(separator: "+") {
        if let scalar = Unicode.Scalar(hexadecimal: part) { model.append(scalar) }
      }
      for part in parts.dropFirst() { if let scalar = Unicode.Scalar(hexadecimal: part) { models[scalar] = model } }
    }
    return models
  }()
}

/// The script of a letter.
private enum Scripts {
  /// Scripts that are written together.
  static let mixtures: [Set<Substring>] = [
    ["Latin", "Han", "Hiragana", "Katakana"], ["Latin", "Han", "Bopomofo"], ["Latin", "Han", "Hangul"],
  ]

  /// The script of a letter, digit or mark; `nil` for one that belongs to several.
  static func script(of scalar: Unicode.Scalar) -> Substring? {
    let place = ranges.partitioningIndex { $0.last >= scalar.value }
    guard place < ranges.count, ranges[place].first <= scalar.value else { return nil }
    // Accents lie between the ranges of the letters that they combine with.
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? ranges[place].script : nil
  }

  private static let ranges: [(first: UInt32, last: UInt32, script: Substring)] = {
    var ranges: [(first: UInt32, last: UInt32, script: Substring)] = []
    for row in ScriptTable.rows.split(separator: "\n") {
      let parts = row.split(separator: " ")
      for part in parts.dropFirst() {
        let ends = part.split(separator: "-").compactMap { UInt32($0, radix: 16) }
        if ends.count == 2 { ranges.append((ends[0], ends[1], parts[0])) }
      }
    }
    return ranges.sorted { $0.first < $1.first }
  }()
}

extension Unicode.Scalar {
  fileprivate init?(hexadecimal digits: Substring) {
    guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else { return nil }
    self = scalar
  }
}
