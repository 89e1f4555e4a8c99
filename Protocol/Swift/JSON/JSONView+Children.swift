extension JSONView {
  /// An array's elements in order; none if the value is not an array.
  public var elements: JSONElements {
    let node = node
    return JSONElements(view: self, from: index &+ 1, to: node.kind == .array ? node.next : 0)
  }

  /// An object's members as written, with duplicates; none if the value is not an object.
  public var members: JSONMembers { JSONMembers(keyed: keyedValues) }

  /// As `members`, with keys as views, which creates no strings.
  public var keyedValues: JSONKeyedValues {
    let node = node
    return JSONKeyedValues(view: self, from: index &+ 1, to: node.kind == .object ? node.next : 0)
  }

  /// The number of elements or members, with duplicates; 0 if the value is not a container. Linear time.
  public var count: Int {
    kind == .object
      ? keyedValues.reduce(0) { count, _ in count &+ 1 } : elements.reduce(0) { count, _ in count &+ 1 }
  }
}

/// An array's elements, in order.
public struct JSONElements: Sequence, IteratorProtocol {
  private let view: JSONView
  private var at: UInt32
  private let end: UInt32

  init(view: JSONView, from start: UInt32, to end: UInt32) {
    self.view = view
    self.at = start
    self.end = end
  }

  /// The next element.
  public mutating func next() -> JSONView? {
    guard at < end else { return nil }
    let element = view.at(at)
    let following = element.node.next
    // A stale view's node is invalid: stops.
    at = following > at ? following : end
    return element
  }
}

/// An object's members, in order, keys as views.
public struct JSONKeyedValues: Sequence, IteratorProtocol {
  private var views: JSONElements

  init(view: JSONView, from start: UInt32, to end: UInt32) {
    views = JSONElements(view: view, from: start, to: end)
  }

  /// The next member.
  public mutating func next() -> (key: JSONView, value: JSONView)? {
    guard let key = views.next(), let value = views.next() else { return nil }
    return (key, value)
  }
}

/// An object's members, in order.
public struct JSONMembers: Sequence, IteratorProtocol {
  private var keyed: JSONKeyedValues

  init(keyed: JSONKeyedValues) {
    self.keyed = keyed
  }

  /// The next member.
  public mutating func next() -> (key: String, value: JSONView)? {
    guard let (key, value) = keyed.next() else { return nil }
    return (key.string ?? "", value)
  }
}
