/// Writes a key and its value in one call.
extension JSONWriter {
  /// Writes a member.
  public mutating func field(_ key: StaticString, _ value: String) {
    var value = value
    key.withUTF8Buffer { key in value.withUTF8 { append(key: key, string: $0) } }
  }

  /// Writes a member.
  public mutating func field(_ key: StaticString, _ value: StaticString) {
    key.withUTF8Buffer { key in value.withUTF8Buffer { append(key: key, string: $0) } }
  }

  /// Writes a member.
  public mutating func field(_ key: StaticString, _ value: Int) {
    key.withUTF8Buffer { append(key: $0, int: value) }
  }

  /// Writes a member.
  public mutating func field(_ key: StaticString, _ value: JSON) {
    self.key(key)
    self.value(value)
  }

  /// Writes a member unless there is no value.
  public mutating func field(_ key: StaticString, ifPresent value: String?) {
    if let value { field(key, value) }
  }

  /// Writes a member unless there is no value.
  public mutating func field(_ key: StaticString, ifPresent value: (some WireValue)?) {
    if let value { field(key, value) }
  }
}

extension JSONWriter {
  /// Writes an array of objects as a member; `write` writes the members of each.
  package mutating func list<Element>(
    _ key: StaticString, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    self.key(key)
    beginArray()
    for element in elements {
      beginObject()
      write(element, &self)
      endObject()
    }
    endArray()
  }
}

extension JSONWriter {
  /// Appends a member, both texts at once if they need no escape.
  private mutating func append(key: UnsafeBufferPointer<UInt8>, string value: UnsafeBufferPointer<UInt8>) {
    guard JSONEscaping.isPlain(key), JSONEscaping.isPlain(value) else {
      append(string: key)
      appendColon()
      return append(string: value)
    }
    let comma = needsComma
    extend(byAtMost: key.count &+ value.count &+ 6) { cursor in
      if comma { cursor.append(UInt8(ascii: ",")) }
      cursor.append(quoted: key)
      cursor.append(UInt8(ascii: ":"))
      cursor.append(quoted: value)
    }
  }

  private mutating func append(key: UnsafeBufferPointer<UInt8>, int value: Int) {
    guard JSONEscaping.isPlain(key) else {
      append(string: key)
      appendColon()
      return int(value)
    }
    let comma = needsComma
    extend(byAtMost: key.count &+ 4 &+ JSONCursor.longestInteger) { cursor in
      if comma { cursor.append(UInt8(ascii: ",")) }
      cursor.append(quoted: key)
      cursor.append(UInt8(ascii: ":"))
      cursor.append(decimal: value)
    }
  }
}

extension JSONWriter {
  /// Writes a value of a document: without white space, with this writer's escapes, and with numbers as written.
  public mutating func value(_ view: JSONView) {
    switch view.kind {
    case .null: null()
    case .bool: bool(view.bool ?? false)
    case .int, .double: view.withSourceBytes { raw($0) }
    case .string: string(view.string ?? "")
    case .array:
      beginArray()
      for element in view.elements { value(element) }
      endArray()
    case .object:
      beginObject()
      for (name, member) in view.members {
        key(name)
        value(member)
      }
      endObject()
    }
  }
}
