/// Builds a Protocol Buffers message field by field. Zero, false and empty values may be omitted.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  mutating func field(_ number: Int, _ value: Int64) {
    varint(UInt64(number) << 3)
    varint(UInt64(bitPattern: value))
  }

  mutating func field(_ number: Int, _ flag: Bool) { field(number, flag ? 1 : 0) }

  mutating func field(_ number: Int, _ value: some Collection<UInt8>) {
    varint(UInt64(number) << 3 | 2)
    varint(UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  /// A nested message.
  mutating func field(_ number: Int, _ write: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    write(&inner)
    field(number, inner.bytes)
  }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 128 {
      bytes.append(UInt8(truncatingIfNeeded: rest & 127 | 128))
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}
