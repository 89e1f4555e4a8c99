extension JSON {
  /// Encodes a value as a tree.
  ///
  /// The members of every keyed container are sorted by their keys' UTF-8 bytes, so that equal values give equal bytes
  /// in every process, even if they contain a `Dictionary`. An array made from a `Set` has the set's order, which
  /// differs between processes: sort it first.
  ///
  /// - Throws: for NaN, infinities and integers beyond `Int`, and any error of the value.
  public init(encoding value: some Encodable) throws(JSONBridgeError) {
    let slot = JSONSlot()
    do {
      try JSONValueEncoder(slot: slot, path: .root).encode(value)
    } catch {
      throw JSONBridgeError(error)
    }
    self = slot.tree
  }
}

/// The target of an encoded value, shared by containers while they fill it.
final class JSONSlot {
  private enum Content {
    case empty
    case value(JSON)
    case array([JSONSlot])
    case object([JSONKey: JSONSlot])
  }

  private var content = Content.empty

  /// Sets a finished value, replacing the present one.
  func set(_ value: JSON) {
    content = .value(value)
  }

  /// Makes this an object, unless it is one.
  func beginObject() {
    if case .object = content { return }
    content = .object([:])
  }

  /// Makes this an array, unless it is one.
  func beginArray() {
    if case .array = content { return }
    content = .array([])
  }

  /// A new slot for a member; replaces one with the same key.
  func member(_ key: any CodingKey) -> JSONSlot {
    let slot = JSONSlot()
    guard case .object(var members) = content else {
      content = .object([JSONKey(key.stringValue): slot])
      return slot
    }
    content = .empty  // Leaves `members` the only owner, so that it is changed in place.
    members[JSONKey(key.stringValue)] = slot
    content = .object(members)
    return slot
  }

  /// A new slot for one more element.
  func element() -> JSONSlot {
    let slot = JSONSlot()
    guard case .array(var elements) = content else {
      content = .array([slot])
      return slot
    }
    content = .empty  // As above.
    elements.append(slot)
    content = .array(elements)
    return slot
  }

  var elementCount: Int { if case .array(let elements) = content { elements.count } else { 0 } }

  /// The encoded tree; an empty object if nothing was encoded.
  var tree: JSON {
    switch content {
    case .empty: return .object([:])
    case .value(let value): return value
    case .array(let elements): return .array(elements.map(\.tree))
    case .object(let members):
      var object = JSONObject()
      let ordered = members.sorted { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }
      for (key, slot) in ordered { object[key.text] = slot.tree }
      return .object(object)
    }
  }
}

/// An encoder, and a container of one value, that fills a slot.
struct JSONValueEncoder: Encoder, SingleValueEncodingContainer {
  let slot: JSONSlot
  let path: JSONPath

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.beginObject()
    return KeyedEncodingContainer(JSONKeyedEncoding<Key>(slot: slot, path: path))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.beginArray()
    return JSONUnkeyedEncoding(slot: slot, path: path)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { slot.set(.null) }
  func encode(_ value: Bool) { slot.set(.bool(value)) }
  func encode(_ value: String) { slot.set(.string(value)) }
  func encode(_ value: Int) { slot.set(.int(value)) }
  func encode(_ value: Int8) { slot.set(.int(Int(value))) }
  func encode(_ value: Int16) { slot.set(.int(Int(value))) }
  func encode(_ value: Int32) { slot.set(.int(Int(value))) }
  func encode(_ value: Int64) throws { try integer(value) }
  func encode(_ value: UInt) throws { try integer(value) }
  func encode(_ value: UInt8) { slot.set(.int(Int(value))) }
  func encode(_ value: UInt16) { slot.set(.int(Int(value))) }
  func encode(_ value: UInt32) throws { try integer(value) }
  func encode(_ value: UInt64) throws { try integer(value) }

  func encode(_ value: Double) throws {
    guard value.isFinite else { throw invalid(value, "JSON has no number for \(value)") }
    slot.set(.double(value))
  }

  func encode(_ value: Float) throws {
    guard value.isFinite else { throw invalid(value, "JSON has no number for \(value)") }
    // The double of the float's short decimal, 0.1 instead of 0.10000000149011612, if it converts back to the float.
    let short = Double(value.description) ?? Double(value)
    slot.set(.double(Float(short) == value ? short : Double(value)))
  }

  func encode<T: Encodable>(_ value: T) throws {
    if T.self == JSON.self, let tree = value as? JSON { return slot.set(tree.sorted) }
    try value.encode(to: self)
  }

  private func integer(_ value: some BinaryInteger) throws {
    guard let exact = Int(exactly: value) else { throw invalid(value, "the integer is too large") }
    slot.set(.int(exact))
  }

  private func invalid(_ value: Any, _ text: String) -> EncodingError {
    .invalidValue(value, EncodingError.Context(codingPath: codingPath, debugDescription: text))
  }
}
