/// A parsed text: a flat tape of nodes over a copy of the bytes, reusable for the next line without allocation.
///
/// The parser accepts exactly RFC 8259: it validates UTF-8 and escapes, bounds depth, and never traps. Duplicate keys
/// are accepted, which the RFC permits; the last one wins.
///
/// Not `Sendable`: keep one per loop, or make one per message. Memory stays as large as the largest text so far.
///
/// ```swift
/// let document = JSONDocument()
/// try document.parse(line)
/// if document.root["type"]?.isString("ping") == true { … }
/// ```
public final class JSONDocument {
  /// The default depth limit: 64 nested arrays and objects.
  public static let defaultMaximumDepth = 64
  /// The largest depth limit: 512. It bounds the stack needed to walk a value.
  public static let greatestMaximumDepth = 512

  private let tape = JSONTape()

  /// An empty document.
  public init() {}

  /// Parses one JSON text, optionally surrounded by white space, and drops the previous one.
  ///
  /// - Parameters:
  ///   - bytes: the text; it is copied, so it need not outlive the call.
  ///   - maximumDepth: the most nested arrays and objects, from 0 (scalars only) to `greatestMaximumDepth`.
  /// - Throws: the error and its position. The document is then empty.
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

  /// Parses one JSON text from any bytes: an array, a slice, a string's `utf8`.
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

  /// The parsed value; `null` if there is none.
  public var root: JSONView { JSONView(tape: tape, index: 0, generation: tape.generation) }
}
