/// A parsed text: a flat tape of nodes over a copy of the bytes, reusable for the next line without allocating.
///
/// The reader accepts exactly RFC 8259: it validates UTF-8 and escapes, bounds depth, and never traps. Duplicate keys
/// are accepted, as the RFC leaves room for; the last one wins.
///
/// Not `Sendable`: keep one per loop, or make one per message. Memory stays as large as the largest text so far.
///
/// ```swift
/// let document = JSONDocument()
/// try document.parse(line)
/// if document.root["type"]?.isString("ping") == true { … }
/// ```
public final class JSONDocument {
  /// How many arrays and objects may be open at once if the caller does not say: 64.
  public static let defaultMaximumDepth = 64
  /// The largest depth that a caller can ask for: 512. It bounds the stack that walking a value takes.
  public static let greatestMaximumDepth = 512

  private let tape = JSONTape()

  /// An empty document.
  public init() {}

  /// Reads one JSON text, with white space around it allowed, and forgets the previous one.
  ///
  /// - Parameters:
  ///   - bytes: the text; it is copied, so it need not outlive the call.
  ///   - maximumDepth: how many arrays and objects may be open at once, from 0 (scalars only) to
  ///     `greatestMaximumDepth`.
  /// - Throws: what is wrong and where. The document is then empty.
  public func parse(
    _ bytes: UnsafeRawBufferPointer,
    maximumDepth: Int = defaultMaximumDepth
  ) throws(JSONSyntaxError) {
    guard bytes.count <= 1 << 31 else {
      tape.load(UnsafeRawBufferPointer(start: nil, count: 0))
      throw JSONSyntaxError(reason: .tooLarge, offset: 0)
    }
    tape.load(bytes)
    var parser = JSONParser(
      tape: tape, maximumDepth: min(max(maximumDepth, 0), JSONDocument.greatestMaximumDepth))
    var nodeCount = 0
    defer { tape.takeBack(nodes: parser.nodes, capacity: parser.capacity, keeping: nodeCount) }
    nodeCount = try parser.run()
  }

  /// Reads one JSON text from any bytes: an array, a slice, a string's `utf8`.
  public func parse(
    _ bytes: some Collection<UInt8>,
    maximumDepth: Int = defaultMaximumDepth
  ) throws(JSONSyntaxError) {
    let direct = bytes.withContiguousStorageIfAvailable { buffer in
      Result { () throws(JSONSyntaxError) in
        try parse(UnsafeRawBufferPointer(buffer), maximumDepth: maximumDepth)
      }
    }
    if let direct { return try direct.get() }
    let copied = Array(bytes).withUnsafeBytes { buffer in
      Result { () throws(JSONSyntaxError) in try parse(buffer, maximumDepth: maximumDepth) }
    }
    try copied.get()
  }

  /// The value that was read; `null` when nothing has been.
  public var root: JSONView { JSONView(tape: tape, index: 0, generation: tape.generation) }
}
