extension JSON: Codable {
  /// Reads any value, through any decoder.
  public init(from decoder: any Decoder) throws {
    if (try? decoder.container(keyedBy: JSONMemberKey.self)) != nil {
      self = .object(try JSONObject(from: decoder))
    } else if var array = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !array.isAtEnd { elements.append(try array.decode(JSON.self)) }
      self = .array(elements)
    } else {
      try self.init(scalarFrom: decoder.singleValueContainer())
    }
  }

  /// Writes the value, through any encoder.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let object):
      try object.encode(to: encoder)
    default:
      var container = encoder.singleValueContainer()
      try encodeScalar(to: &container)
    }
  }

  private init(scalarFrom container: any SingleValueDecodingContainer) throws {
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  private func encodeScalar(to container: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .null, .array, .object: try container.encodeNil()
    }
  }
}

extension JSONObject: Codable {
  /// Reads an object, through any decoder.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: JSONMemberKey.self)
    self.init()
    for key in container.allKeys { self[key.stringValue] = try container.decode(JSON.self, forKey: key) }
  }

  /// Writes the object, through any encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: JSONMemberKey.self)
    for (key, value) in members { try container.encode(value, forKey: JSONMemberKey(key)) }
  }
}

/// Any member's name as a coding key.
private struct JSONMemberKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) {
    stringValue = name
  }

  init?(stringValue: String) {
    self.init(stringValue)
  }

  init?(intValue: Int) {
    self.init(String(intValue))
  }
}
