/// A stored record of a player: a JSON object whose member `record` names its kind.
public struct StoredRecord: WireValue, Hashable {
  /// The object's text.
  public var bytes: [UInt8]

  /// Creates a record.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  public init(reading view: JSONView) throws(UnreadableMessage) { bytes = view.withSourceBytes { Array($0) } }

  public func write(to json: inout JSONWriter) { json.raw(bytes) }
}
