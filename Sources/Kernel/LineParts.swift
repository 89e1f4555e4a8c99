internal import WireProtocol

/// The open and secret part of a line of the log. Publishing and listing take an ``OpenPart``, which has no secret. The
/// sealed part, against which passwords and tokens are checked, is folded and never returned.
public struct LineParts: Sendable {
  public let open: OpenPart
  /// `nil` if the line has none.
  public let secret: SecretPart?
  /// Whether the line has a sealed part.
  public let isSealed: Bool

  /// The part of a line for everybody who may read the log.
  public struct OpenPart: Hashable, Sendable {
    /// A JSON object, byte for byte as stored.
    public let bytes: [UInt8]
  }

  /// The part of a line for those who may know everything: letters, moves, puzzles.
  public struct SecretPart: Hashable, Sendable {
    /// A JSON object, byte for byte as stored.
    public let bytes: [UInt8]
  }

  /// Splits a line into its parts; `nil` for bytes that are no line.
  public init?(_ line: some Collection<UInt8>) {
    let document = JSONDocument()
    guard (try? document.parse(line, maximumDepth: JSONDocument.greatestMaximumDepth)) != nil
    else { return nil }
    var open = JSONWriter(reserving: line.count)
    open.beginObject()
    for (key, view) in document.root.members where key != "secret" && key != "sealed" {
      open.key(key)
      view.withSourceBytes { open.raw($0) }
    }
    open.endObject()
    self.open = OpenPart(bytes: open.bytes)
    secret = document.root["secret"].map { SecretPart(bytes: $0.withSourceBytes { Array($0) }) }
    isSealed = document.root["sealed"] != nil
  }
}
