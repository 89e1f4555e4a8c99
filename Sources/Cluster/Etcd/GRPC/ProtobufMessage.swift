/// A malformed answer of etcd.
struct EtcdDecodingError: Error, Hashable {
  let phrase: String

  init(_ phrase: String) { self.phrase = phrase }
}

/// A Protocol Buffers message, split into its fields; unknown ones are ignored, as required.
///
/// A missing field, or one of another type than requested, reads as zero, false or empty.
struct ProtobufMessage {
  private enum Value {
    case number(UInt64)
    case bytes(ArraySlice<UInt8>)
  }

  private var fields: [(number: UInt64, value: Value)] = []

  init(_ bytes: ArraySlice<UInt8>) throws(EtcdDecodingError) {
    var rest = bytes
    while !rest.isEmpty {
      let tag = try Self.varint(&rest)
      switch tag & 7 {
      case 0: fields.append((tag >> 3, .number(try Self.varint(&rest))))
      case 1: _ = try Self.take(8, &rest)
      case 2: fields.append((tag >> 3, .bytes(try Self.take(try Self.varint(&rest), &rest))))
      case 5: _ = try Self.take(4, &rest)
      default: throw EtcdDecodingError("a field of wire type \(tag & 7)")
      }
    }
  }

  func uint64(_ number: UInt64) -> UInt64 {
    for field in fields.reversed() where field.number == number {
      if case .number(let value) = field.value { return value }
    }
    return 0
  }

  func int64(_ number: UInt64) -> Int64 { Int64(bitPattern: uint64(number)) }

  func flag(_ number: UInt64) -> Bool { uint64(number) != 0 }

  /// All values of a repeated field.
  func all(_ number: UInt64) -> [ArraySlice<UInt8>] {
    fields.compactMap { field in
      if field.number == number, case .bytes(let bytes) = field.value { bytes } else { nil }
    }
  }

  func bytes(_ number: UInt64) -> ArraySlice<UInt8> { all(number).last ?? [] }

  func text(_ number: UInt64) -> String { String(decoding: bytes(number), as: UTF8.self) }

  /// A nested message; `nil` if it is missing.
  func message(_ number: UInt64) throws(EtcdDecodingError) -> ProtobufMessage? {
    guard let bytes = all(number).last else { return nil }
    return try ProtobufMessage(bytes)
  }

  private static func varint(_ rest: inout ArraySlice<UInt8>) throws(EtcdDecodingError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while let byte = rest.popFirst() {
      guard shift < 63 || byte <= 1 else { throw EtcdDecodingError("a number of more than 64 bits") }
      value |= UInt64(byte & 127) << shift
      if byte < 128 { return value }
      shift += 7
    }
    throw EtcdDecodingError("a truncated message")
  }

  private static func take(_ count: UInt64, _ rest: inout ArraySlice<UInt8>) throws(EtcdDecodingError) -> ArraySlice<
    UInt8
  > {
    guard count <= UInt64(rest.count) else { throw EtcdDecodingError("a truncated message") }
    defer { rest = rest.dropFirst(Int(count)) }
    return rest.prefix(Int(count))
  }
}
