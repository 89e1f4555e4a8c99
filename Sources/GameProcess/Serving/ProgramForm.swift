internal import CSandbox
internal import GameKit
internal import WireProtocol

// GameKit's values in the form of Protocol/GAMES.md.

enum StandardOutput {
  /// Writes all bytes; returns early if the reader is gone.
  static func write(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
        return csandbox_write(1, rest.baseAddress, rest.count)
      }
      guard count > 0 else { return }
      sent += count
    }
  }
}

extension GameInfo {
  /// - Parameter defaults: the default settings, to be added to the schema.
  func hello(defaults: JSON?) -> JSON {
    var fields: JSONObject = [
      "id": .string(id), "title": .string(title), "summary": .string(summary), "rules": .array(rules.map(JSON.string)),
      "modes": .array(modes.map { .string($0.rawValue) }), "puzzle_noun": .string(puzzleNoun),
      "round_seconds": .int(roundSeconds), "move": moveSchema, "view": viewSchema,
    ]
    if !typing.isEmpty { fields["typing"] = .array(typing.map(JSON.string)) }
    if let lossTries { fields["loss_tries"] = .int(lossTries) }
    if let seats {
      fields["seats"] = [.int(seats.count.lowerBound), .int(seats.count.upperBound)]
      fields["open_late"] = .bool(seats.areOpenLate)
    }
    var properties = settingsSchema["properties"]?.objectValue ?? [:]
    for (name, schema) in properties.members {
      guard var property = schema.objectValue, let value = defaults?[name] else { continue }
      property["default"] = value
      if value.stringValue != nil {
        property["type"] = "string"
        if property["enum"] == nil, property["maxLength"] == nil { property["maxLength"] = 64 }
      }
      properties[name] = .object(property)
    }
    fields["settings"] = ["type": "object", "properties": .object(properties)]
    return .object(fields)
  }
}

extension Turn {
  var programForm: JSON {
    var fields: JSONObject = [
      "open": .object(open), "secret": .object(secret), "spent_try": .bool(spentTry), "remark": .string(remark),
      "open_remark": .string(openRemark), "quiet": .bool(isQuiet),
    ]
    if !hands.isEmpty {
      fields["hands"] = .array(
        hands.map { hand in
          ["players": .array(hand.players.map { .int(Int($0.number)) }), "fields": .object(hand.fields)]
        })
    }
    return .object(fields)
  }
}

extension Outcome {
  var programForm: JSON {
    var fields: JSONObject = [
      "headline": .string(grid.headline), "rows": .array(grid.rows.map(JSON.string)), "score": .int(score),
      "secret": .object(secret), "praise": .string(praise), "won": .bool(won),
    ]
    if let tries { fields["tries"] = .int(tries) }
    var open = open
    for key in Self.tableKeys {
      fields[key] = open[key]
      open[key] = nil
    }
    fields["open"] = .object(open)
    return .object(fields)
  }
}

extension MissedWord {
  var programForm: JSON {
    [
      "language": .string(language), "original": .string(word.original), "translation": .string(word.translation),
      "part": .string(word.part), "example": .string(word.example),
    ]
  }
}

extension Board {
  /// The form of the wire, with numbers for players.
  var programForm: JSON {
    var writer = JSONWriter()
    write(to: &writer)
    guard case .object(var fields)? = try? JSON(parsing: writer.bytes) else { return .null }
    if !seats.isEmpty { fields["seats"] = Self.numbered(fields["seats"], seats.map(\.number)) }
    if !parts.isEmpty { fields["parts"] = Self.numbered(fields["parts"], parts.map(\.owner)) }
    return .object(fields)
  }

  private static func numbered(_ list: JSON?, _ numbers: [Int64?]) -> JSON {
    .array(
      zip(list?.arrayValue ?? [], numbers).map { element, number in
        guard case .object(var fields) = element else { return element }
        fields["player"] = number.map { .int(Int($0)) }
        return .object(fields)
      })
  }
}
