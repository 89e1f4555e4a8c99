internal import WireProtocol

/// The two parts of a line of the log. What is published or listed takes an ``OpenPart``, which holds no secret. The
/// sealed part, which passwords and tokens are checked against, is folded and never given out.
public struct LineParts: Sendable {
  public let open: OpenPart
  /// `nil` where the line has none.
  public let secret: SecretPart?
  /// Whether the line has a sealed part.
  public let isSealed: Bool

  /// The part of a line that everybody may see who may read the log.
  public struct OpenPart: Hashable, Sendable {
    /// A JSON object, its members byte for byte as they are stored.
    public let bytes: [UInt8]
  }

  /// The part of a line that only those may see who may know everything: letters, moves, puzzles.
  public struct SecretPart: Hashable, Sendable {
    /// A JSON object, byte for byte as it is stored.
    public let bytes: [UInt8]
  }

  /// Tells the parts of a line apart; `nil` for bytes that are no line.
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
