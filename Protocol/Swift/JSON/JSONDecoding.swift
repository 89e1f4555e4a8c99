extension JSONView {
  /// Decodes a value.
  ///
  /// Unknown members are ignored. Numbers must fit their type exactly, except that floating point rounds; integers
  /// beyond `Int` are refused, also for `UInt64`. There is no conversion between strings, numbers and bools.
  public func decode<T: Decodable>(_ type: T.Type) throws(JSONBridgeError) -> T {
    do {
      return try JSONValueDecoder(view: self, path: .root).decode(type)
    } catch {
      throw JSONBridgeError(error)
    }
  }
}

extension JSON {
  /// Decodes a value by the rules of `JSONView.decode(_:)`.
  public func decode<T: Decodable>(_ type: T.Type) throws(JSONBridgeError) -> T {
    var writer = JSONWriter()
    write(to: &writer)
    let document = JSONDocument()
    do {
      try document.parse(writer.bytes, maximumDepth: JSONDocument.greatestMaximumDepth)
    } catch {
      throw JSONBridgeError(path: [], message: error.description)
    }
    return try document.root.decode(type)
  }
}

/// A decoder, and a container of one value, over a view.
struct JSONValueDecoder: Decoder, SingleValueDecodingContainer {
  let view: JSONView
  let path: JSONPath

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard view.kind == .object else { throw mismatch([String: Any].self, "an object") }
    return KeyedDecodingContainer(JSONKeyedDecoding<Key>(view: view, path: path))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard view.kind == .array else { throw mismatch([Any].self, "an array") }
    return JSONUnkeyedDecoding(view: view, path: path)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { view.isNull }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let value = view.bool else { throw mismatch(type, "true or false") }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    guard let value = view.string else { throw mismatch(type, "a string") }
    return value
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard view.kind == .int || view.kind == .double else { throw mismatch(type, "a number") }
    guard let value = view.double else { throw corrupted("the number is too large") }
    return value
  }

  func decode(_ type: Float.Type) throws -> Float {
    let value = Float(try decode(Double.self))
    guard value.isFinite else { throw corrupted("the number is too large") }
    return value
  }

  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    // A tree decodes itself through any decoder; this shortcut avoids that.
    if let tree = view.tree(as: type) { return tree }
    return try T(from: self)
  }

  private func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    guard let value = view.int else {
      switch view.kind {
      case .int, .double: throw corrupted("expected an integer of at most 64 bits")
      default: throw mismatch(type, "an integer")
      }
    }
    guard let exact = T(exactly: value) else {
      throw corrupted("expected an integer from \(T.min) to \(T.max), found \(value)")
    }
    return exact
  }

  private func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    let text = "expected \(expected), found \(view.kind.phrase)"
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: text)
    return view.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  private func corrupted(_ text: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: text))
  }
}

extension JSONView {
  fileprivate func tree<T>(as type: T.Type) -> T? { type == JSON.self ? value as? T : nil }
}

extension JSONKind {
  /// The kind with its article, for error messages.
  var phrase: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .int: "an integer"
    case .double: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
