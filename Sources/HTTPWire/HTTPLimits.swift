/// Limits of a request. Every part has one, so that a request costs bounded memory.
public struct HTTPLimits: Hashable, Sendable {
  /// The longest request line in bytes, without its ending; a longer one gets 414.
  public var requestLineBytes = 4_096
  /// All header lines together in bytes, endings included; more get 431. Trailers may have an eighth of it.
  public var fieldBytes = 8_192
  /// The most header lines; more get 431.
  public var fields = 64
  /// The longest body in bytes, whatever its framing; a longer one gets 413.
  public var bodyBytes = 16_384
  /// All chunk extensions of a request together in bytes; more get 400.
  public var extensionBytes = 256

  /// The defaults, which suit small JSON documents.
  public init() {}

  /// Trailers are read and discarded.
  var trailerBytes: Int { fieldBytes / 8 }
}
