/// Limits are set by their names in the table of the wire.
extension Limits {
  /// The characters of a typed line: the longest talk, and the command before it.
  var typedCharacters: Int { chatCharacters + 64 }

  /// A limit that cannot be set to a value.
  public struct Refusal: Error, Hashable, Sendable {
    /// One sentence.
    public let message: String
  }

  /// Sets one limit by its name.
  ///
  /// - Throws: ``Refusal`` for a name that does not exist or a value out of range.
  public mutating func set(_ name: String, to value: Int) throws(Refusal) {
    guard let entry = Self.entries.first(where: { $0.name == name }) else {
      throw Refusal(message: "there is no limit \"\(name)\"")
    }
    guard entry.range.contains(value) else {
      throw Refusal(
        message: "limit \(name) takes \(entry.range.lowerBound) to \(entry.range.upperBound), not \(value)")
    }
    self[keyPath: entry.value] = value
  }

  /// Lifts the limits for measurements.
  public mutating func liftForMeasurements() {
    for entry in Self.entries {
      if let value = entry.bench { self[keyPath: entry.value] = value }
    }
  }
}
