import WireProtocol

/// What is stored and cannot be used: it is left alone, named in the log, and counted.
struct Quarantine: Error {
  enum Kind: String {
    case room, match, player, events, document, row, file
  }

  /// One sentence, or a part of one.
  let reason: String
}

extension Hub {
  /// Names something that cannot be used.
  ///
  /// - Parameter fields: which it is.
  func quarantine(_ kind: Quarantine.Kind, _ fields: JSONObject, why reason: String) {
    figures.quarantined[kind.rawValue, default: 0] += 1
    var fields = fields
    fields["why"] = .string(reason)
    log("\(kind.rawValue)_quarantined", fields)
  }
}
