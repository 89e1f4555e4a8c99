/// An object being encoded.
struct JSONKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: JSONSlot
  let path: JSONPath

  var codingPath: [any CodingKey] { path.keys }

  func encodeNil(forKey key: Key) { slot.member(key).set(.null) }
  func encode(_ value: Bool, forKey key: Key) { slot.member(key).set(.bool(value)) }
  func encode(_ value: String, forKey key: Key) { slot.member(key).set(.string(value)) }
  func encode(_ value: Int, forKey key: Key) { slot.member(key).set(.int(value)) }
  func encode(_ value: Int8, forKey key: Key) { encoder(key).encode(value) }
  func encode(_ value: Int16, forKey key: Key) { encoder(key).encode(value) }
  func encode(_ value: Int32, forKey key: Key) { encoder(key).encode(value) }
  func encode(_ value: Int64, forKey key: Key) throws { try encoder(key).encode(value) }
  func encode(_ value: UInt, forKey key: Key) throws { try encoder(key).encode(value) }
  func encode(_ value: UInt8, forKey key: Key) { encoder(key).encode(value) }
  func encode(_ value: UInt16, forKey key: Key) { encoder(key).encode(value) }
  func encode(_ value: UInt32, forKey key: Key) throws { try encoder(key).encode(value) }
  func encode(_ value: UInt64, forKey key: Key) throws { try encoder(key).encode(value) }
  func encode(_ value: Double, forKey key: Key) throws { try encoder(key).encode(value) }
  func encode(_ value: Float, forKey key: Key) throws { try encoder(key).encode(value) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try encoder(key).encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder(JSONPlace.parent) }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

  private func encoder(_ key: any CodingKey) -> JSONValueEncoder {
    JSONValueEncoder(slot: slot.member(key), path: path.appending(key))
  }
}

/// An array being encoded.
struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
  let slot: JSONSlot
  let path: JSONPath

  var codingPath: [any CodingKey] { path.keys }
  var count: Int { slot.elementCount }

  func encodeNil() { slot.element().set(.null) }
  func encode(_ value: Bool) { slot.element().set(.bool(value)) }
  func encode(_ value: String) { slot.element().set(.string(value)) }
  func encode(_ value: Int) { slot.element().set(.int(value)) }
  func encode(_ value: Int8) { encoder().encode(value) }
  func encode(_ value: Int16) { encoder().encode(value) }
  func encode(_ value: Int32) { encoder().encode(value) }
  func encode(_ value: Int64) throws { try encoder().encode(value) }
  func encode(_ value: UInt) throws { try encoder().encode(value) }
  func encode(_ value: UInt8) { encoder().encode(value) }
  func encode(_ value: UInt16) { encoder().encode(value) }
  func encode(_ value: UInt32) throws { try encoder().encode(value) }
  func encode(_ value: UInt64) throws { try encoder().encode(value) }
  func encode(_ value: Double) throws { try encoder().encode(value) }
  func encode(_ value: Float) throws { try encoder().encode(value) }
  func encode<T: Encodable>(_ value: T) throws { try encoder().encode(value) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder() }

  private func encoder() -> JSONValueEncoder {
    let index = slot.elementCount
    return JSONValueEncoder(slot: slot.element(), path: path.appending(JSONPlace(index: index)))
  }
}
