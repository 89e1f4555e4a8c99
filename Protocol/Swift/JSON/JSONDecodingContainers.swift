/// An object as a keyed container.
struct JSONKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let view: JSONView
  private let path: JSONPath
  /// The positions of members, if there are so many that searching each key would take quadratic time.
  private let positions: [JSONKey: UInt32]?

  private static var searchLimit: Int { 16 }

  init(view: JSONView, path: JSONPath) {
    self.view = view
    self.path = path
    var positions: [JSONKey: UInt32]?
    if view.count > Self.searchLimit {
      var found: [JSONKey: UInt32] = [:]
      for (key, value) in view.members { found[JSONKey(key)] = value.index }
      positions = found
    }
    self.positions = positions
  }

  var codingPath: [any CodingKey] { path.keys }

  /// The keys in the order of the text, without duplicates.
  var allKeys: [Key] {
    var seen: Set<JSONKey> = []
    return view.members.compactMap { key, _ in
      seen.insert(JSONKey(key)).inserted ? Key(stringValue: key) : nil
    }
  }

  func contains(_ key: Key) -> Bool { member(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder(key).decode(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder(key).decode(type) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decoder(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoder(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decoder(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoder(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoder(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoder(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decoder(key).decode(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decoder(key).decode(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decoder(key).decode(type) }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder(key).decode(type) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let name = JSONPlace.parent
    // As in Foundation, a parent that wrote nothing reads null.
    guard let member = view[named: name.stringValue] else {
      return JSONValueDecoder(view: view.at(.max), path: path.appending(name))
    }
    return JSONValueDecoder(view: member, path: path.appending(name))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

  private func member(_ key: Key) -> JSONView? {
    guard let positions else { return view[named: key.stringValue] }
    return positions[JSONKey(key.stringValue)].map(view.at)
  }

  private func decoder(_ key: Key) throws -> JSONValueDecoder {
    guard let member = member(key) else {
      let context = DecodingError.Context(codingPath: codingPath, debugDescription: "is missing")
      throw DecodingError.keyNotFound(key, context)
    }
    return JSONValueDecoder(view: member, path: path.appending(key))
  }
}

/// An array as an unkeyed container.
struct JSONUnkeyedDecoding: UnkeyedDecodingContainer {
  private let path: JSONPath
  private let elements: [JSONView]
  private(set) var currentIndex = 0

  init(view: JSONView, path: JSONPath) {
    self.path = path
    elements = Array(view.elements)
  }

  var codingPath: [any CodingKey] { path.keys }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    let isNull = try decoder(Any?.self).decodeNil()
    if isNull { currentIndex += 1 }
    return isNull
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try take(type) }
  mutating func decode(_ type: String.Type) throws -> String { try take(type) }
  mutating func decode(_ type: Double.Type) throws -> Double { try take(type) }
  mutating func decode(_ type: Float.Type) throws -> Float { try take(type) }
  mutating func decode(_ type: Int.Type) throws -> Int { try take(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try take(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try take(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try take(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try take(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try take(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try take(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try take(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try take(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try take(type) }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try take(type) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try decoder(type).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try decoder([Any].self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try decoder((any Decoder).self)
    currentIndex += 1
    return decoder
  }

  /// Decodes the next element, and advances only on success.
  private mutating func take<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try decoder(type).decode(type)
    currentIndex += 1
    return value
  }

  private func decoder(_ type: Any.Type) throws -> JSONValueDecoder {
    let path = path.appending(JSONPlace(index: currentIndex))
    guard !isAtEnd else {
      let context = DecodingError.Context(codingPath: path.keys, debugDescription: "is missing")
      throw DecodingError.valueNotFound(type, context)
    }
    return JSONValueDecoder(view: elements[currentIndex], path: path)
  }
}
