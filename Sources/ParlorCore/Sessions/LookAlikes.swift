import GameKit
@_spi(_Unicode) import Swift

/// Names that look the same are the same to whoever reads them, so only one of them can be taken.
///
/// The idea is that of Unicode Technical Standard #39, *Unicode Security Mechanisms*: a name's skeleton is what stays
/// when each letter is replaced by the plainest one that looks like it (section 4), and a name that mixes scripts
/// which imitate each other is refused altogether (section 5.2). The table is our own and small: what can stand in a
/// name here, in either case, at the size of a terminal's letters.
enum LookAlikes {
  /// What two names that look alike have in common: lower case, decomposed, each letter replaced by its model.
  static func skeleton(of name: String) -> String {
    var letters = String.UnicodeScalarView()
    for scalar in name.lowercased()._nfd {
      // A dot over an i is not a difference that anybody sees.
      if scalar == "\u{307}", letters.last == "l" || letters.last == "j" { continue }
      let model = models[scalar] ?? scalar
      if model == "n", letters.last == "r" {
        letters.removeLast()
        letters.append("m")
      } else {
        letters.append(model)
      }
    }
    return String(letters).composed
  }

  /// Whether a name mixes scripts that have letters of the same shape, or that run in different directions.
  static func mixesScripts(_ name: String) -> Bool {
    var first: Script?
    for scalar in name.unicodeScalars {
      guard let script = Script(scalar) else { continue }
      if let first, first != script { return true }
      first = script
    }
    return false
  }

  /// Letters in another dress (bold, double-struck, full width, small capitals), which only imitate others.
  static func isDisguise(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1D00...0x1DBF, 0x2071...0x209C, 0x2100...0x214F, 0x2C7C...0x2C7D, 0xA730...0xA7FF, 0xAB30...0xAB6F: true
    case 0xFB00...0xFB06, 0xFF10...0xFF5A, 0x1D400...0x1D7FF: true
    default: false
    }
  }

  private static let models: [Unicode.Scalar: Unicode.Scalar] = {
    var models: [Unicode.Scalar: Unicode.Scalar] = ["0": "o", "1": "l", "i": "l"]
    // Latin, Cyrillic (also as its capitals look), Greek, Armenian.
    let shapes: [(String, String)] = [
      ("ıɩɪǀ", "llll"), ("ɑɡſʋ", "agsv"),
      ("авекмнорстухіјѕһԁԛԝӏүґ", "abekmhopctyxljshdqwlyr"),
      ("αβεζικνορτυχϲϳ", "abezlkvoptuxcj"), ("օսհոցզյ", "ouhngqj"),
    ]
    for (from, to) in shapes {
      for (scalar, model) in zip(from.unicodeScalars, to.unicodeScalars) { models[scalar] = model }
    }
    return models
  }()

  /// The scripts that are told apart. All others may be mixed, as those who write them are used to.
  private enum Script {
    case latin, greek, cyrillic, armenian, rightToLeft, cherokee

    init?(_ scalar: Unicode.Scalar) {
      guard scalar.properties.isAlphabetic else { return nil }
      switch scalar.value {
      case 0x41...0x24F, 0x250...0x2AF, 0x1E00...0x1EFF, 0x2C60...0x2C7F: self = .latin
      case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
      case 0x400...0x52F, 0x1C80...0x1C8F, 0xA640...0xA69F: self = .cyrillic
      case 0x530...0x58F: self = .armenian
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF: self = .rightToLeft
      case 0x13A0...0x13FF, 0xAB70...0xABBF: self = .cherokee
      default: return nil
      }
    }
  }
}
