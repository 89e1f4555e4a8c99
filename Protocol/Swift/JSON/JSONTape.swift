/// The kind of a value in a document.
public enum JSONKind: UInt8, Hashable, Sendable, CaseIterable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool
  /// An integer literal that fits `Int`.
  case int
  /// A number with a fraction or an exponent, or an integer literal that does not fit `Int`.
  case double
  /// A string.
  case string
  /// An array.
  case array
  /// An object.
  case object
}

/// One value or key on the tape: 16 bytes.
struct JSONNode {
  /// The index of the value's first byte.
  var start: UInt32
  /// The index after the value.
  var end: UInt32
  /// The index of the node after this value and its children; while a container is open, its parent.
  var next: UInt32
  var kind: JSONKind
  /// For a string: whether it holds an escape. For a bool: whether it is true.
  var flag: Bool

  /// The node of a view without a value.
  static let nothing = JSONNode(start: 0, end: 0, next: 0, kind: .null, flag: false)
}

/// The memory of a document: a copy of the text and the nodes that point into it, both reused for the next text.
///
/// A node's children follow it: an array's elements, or an object's keys and values alternately. The text is followed
/// by at least `padding` zero bytes, which no JSON token contains, so that a scanner may load a whole word at the end.
///
/// Only this type owns raw memory. `node(at:generation:)` and `text(of:)` check their bounds.
final class JSONTape {
  /// Zero bytes after the text.
  static let padding = 16

  /// The copy of the text.
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private(set) var byteCount = 0
  private var byteCapacity: Int
  /// The nodes, `nodeCount` of them valid.
  private(set) var nodes: UnsafeMutablePointer<JSONNode>
  /// The allocated number of nodes.
  private(set) var nodeCapacity: Int
  private(set) var nodeCount = 0
  /// Incremented by every text, so that a view of an earlier one reads `null` and never another text's bytes.
  private(set) var generation: UInt32 = 0

  init() {
    byteCapacity = 512
    nodeCapacity = 32
    bytes = .allocate(capacity: byteCapacity)
    nodes = .allocate(capacity: nodeCapacity)
    bytes.initialize(repeating: 0, count: byteCapacity)
  }

  deinit {
    bytes.deallocate()
    nodes.deallocate()
  }

  /// Replaces the text, and drops the nodes.
  ///
  /// The source may be inside this tape: outgrown memory is freed only after the copy.
  func load(_ source: UnsafeRawBufferPointer) {
    generation &+= 1
    nodeCount = 0
    let needed = source.count + JSONTape.padding
    if needed > byteCapacity {
      let capacity = max(needed, byteCapacity * 2)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      copy(source, to: larger)
      bytes.deallocate()
      bytes = larger
      byteCapacity = capacity
    } else {
      copy(source, to: bytes)
    }
    byteCount = source.count
  }

  /// Takes the nodes back from a parser, which may have reallocated them, and keeps the first `count`.
  func takeBack(nodes: UnsafeMutablePointer<JSONNode>, capacity: Int, keeping count: Int) {
    self.nodes = nodes
    nodeCapacity = capacity
    nodeCount = count
  }

  /// The node at an index, or `nothing` if there is none or the text was replaced.
  @inline(__always)
  func node(at index: UInt32, generation: UInt32) -> JSONNode {
    guard generation == self.generation, index < nodeCount else { return .nothing }
    return nodes[Int(index)]
  }

  /// The bytes of a node, quotes and brackets included.
  @inline(__always)
  func text(of node: JSONNode) -> UnsafeBufferPointer<UInt8> {
    guard node.start <= node.end, node.end <= byteCount else {
      return UnsafeBufferPointer(start: bytes, count: 0)
    }
    return UnsafeBufferPointer(start: bytes + Int(node.start), count: Int(node.end - node.start))
  }

  private func copy(_ source: UnsafeRawBufferPointer, to target: UnsafeMutablePointer<UInt8>) {
    let raw = UnsafeMutableRawPointer(target)
    if let base = source.baseAddress { raw.copyMemory(from: base, byteCount: source.count) }
    (target + source.count).initialize(repeating: 0, count: JSONTape.padding)
  }
}
