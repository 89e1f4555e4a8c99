/// How much of a request is read before it is refused. Every part has a bound, so that a request costs bounded memory.
public struct HTTPLimits: Hashable, Sendable {
  /// The request line in bytes, its ending not counted; a longer one is answered 414.
  public var requestLineBytes = 4_096
  /// All header lines together in bytes, endings counted; more are answered 431. Trailers have an eighth of it.
  public var fieldBytes = 8_192
  /// How many header lines there may be; more are answered 431.
  public var fields = 64
  /// The body in bytes, whatever its framing; a longer one is answered 413.
  public var bodyBytes = 16_384
  /// All chunk extensions of a request together in bytes; more are answered 400.
  public var extensionBytes = 256

  /// The defaults, which suit small JSON documents.
  public init() {}

  /// Trailers are read only to be thrown away.
  var trailerBytes: Int { fieldBytes / 8 }
}
