import WireProtocol

/// Stored data that cannot be used: it stays unchanged, is logged, and is counted.
struct Quarantine: Error {
  enum Kind: String {
    case room, match, player, events, document, row, file
  }

  /// The most that `status` names; the log names all.
  static let mostNamed = 64

  /// One sentence, or a part of one.
  let reason: String
}

extension JSON {
  /// A string without its quotes, anything else as JSON.
  fileprivate var shown: String { stringValue ?? text }
}

extension Hub {
  /// Quarantined data can be used after all.
  func release(_ kind: Quarantine.Kind, _ name: String) {
    figures.quarantined[kind.rawValue, default: 1] -= 1
    quarantined.removeAll { $0 == "\(kind.rawValue) \(name)" }
  }

  /// Quarantines something.
  ///
  /// - Parameter fields: its identification.
  func quarantine(_ kind: Quarantine.Kind, _ fields: JSONObject, why reason: String) {
    figures.quarantined[kind.rawValue, default: 0] += 1
    if quarantined.count < Quarantine.mostNamed {
      quarantined.append(([kind.rawValue] + fields.members.map(\.value.shown)).joined(separator: " "))
    }
    var fields = fields
    fields["why"] = .string(reason)
    log("\(kind.rawValue)_quarantined", fields)
  }
}
