/// Members in the order in which their keys were first set, without duplicates.
///
/// Keys are compared by their UTF-8 bytes, so that "é" composed and decomposed are two keys, as on the wire. Two
/// objects are equal if they have the same members in any order.
public struct JSONObject: Sendable {
  /// The members, in order.
  public private(set) var members: [(key: String, value: JSON)] = []
  /// The position of each key; kept only for objects where a linear search would cost more.
  private var positions: [JSONKey: Int] = [:]

  private static let searchLimit = 16

  /// No members.
  public init() {}

  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }

  /// The number of members.
  public var count: Int { members.count }

  /// Members as written; of several with one key, the last value at the first one's position.
  init(_ elements: [(String, JSON)]) {
    members.reserveCapacity(elements.count)
    for (key, value) in elements { self[key] = value }
  }

  /// The value of a key. Setting an existing key replaces its value in place; setting `nil` removes the member.
  public subscript(key: String) -> JSON? {
    get { position(of: key).map { members[$0].value } }
    set {
      switch (position(of: key), newValue) {
      case (let position?, let value?): members[position].value = value
      case (let position?, nil): remove(at: position)
      case (nil, let value?): append(key, value)
      case (nil, nil): break
      }
    }
  }

  /// Sets all members of another object, in its order.
  public mutating func merge(_ other: JSONObject) {
    members.reserveCapacity(members.count + other.members.count)
    for (key, value) in other.members { self[key] = value }
  }

  /// The members sorted by their keys' UTF-8 bytes, recursively.
  var sorted: JSONObject {
    var result = JSONObject()
    let ordered = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for (key, value) in ordered { result.append(key, value.sorted) }
    return result
  }

  private func position(of key: String) -> Int? {
    if members.count > JSONObject.searchLimit { return positions[JSONKey(key)] }
    return members.firstIndex { JSONKey($0.key) == JSONKey(key) }
  }

  private mutating func append(_ key: String, _ value: JSON) {
    members.append((key, value))
    if members.count == JSONObject.searchLimit + 1 {
      index()
    } else if members.count > JSONObject.searchLimit {
      positions[JSONKey(key)] = members.count - 1
    }
  }

  private mutating func remove(at position: Int) {
    members.remove(at: position)
    index()
  }

  private mutating func index() {
    positions.removeAll(keepingCapacity: true)
    guard members.count > JSONObject.searchLimit else { return }
    for (position, member) in members.enumerated() { positions[JSONKey(member.key)] = position }
  }
}

extension JSONObject: Hashable {
  /// Whether both have the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.key] == $0.value }
  }

  /// Hashes the members independently of their order.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for (key, value) in members {
      var member = Hasher()
      member.combine(JSONKey(key))
      member.combine(value)
      sum &+= member.finalize()
    }
    hasher.combine(count)
    hasher.combine(sum)
  }
}

extension JSONObject: Sequence, ExpressibleByDictionaryLiteral {
  /// Members as written; of several with one key, the last value at the first one's position.
  public init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }

  /// Iterates over the members in order.
  public func makeIterator() -> IndexingIterator<[(key: String, value: JSON)]> { members.makeIterator() }
}

/// A string compared by its UTF-8 bytes, not by canonical equivalence.
struct JSONKey: Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: JSONKey, right: JSONKey) -> Bool {
    left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8(0xFF))
  }
}
