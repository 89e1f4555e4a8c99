/// What is stored of a player, as storage wrote it: a JSON object with a word in `record` that says what it is.
public struct StoredRecord: WireValue, Hashable {
  /// The object's text.
  public var bytes: [UInt8]

  /// What was written.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  public init(reading view: JSONView) throws(UnreadableMessage) { bytes = view.withSourceBytes { Array($0) } }

  public func write(to json: inout JSONWriter) { json.raw(bytes) }
}
