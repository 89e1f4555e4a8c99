/// Adler-32 (RFC 1950, section 8.2). Sums over 5552 bytes fit into 32 bits.
package func adler32(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
  var (low, high): (UInt32, UInt32) = (1, 0)
  for start in stride(from: 0, to: bytes.count, by: 5552) {
    for index in start..<min(start + 5552, bytes.count) {
      low &+= UInt32(bytes[index])
      high &+= low
    }
    low %= 65_521
    high %= 65_521
  }
  return high << 16 | low
}

/// CRC-32 as PNG and gzip use it (ISO 3309), four bits at a time.
package func crc32(_ bytes: [UInt8]) -> UInt32 {
  let table: [UInt32] = (0..<16).map { nibble in
    (0..<4).reduce(UInt32(nibble)) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
  }
  var crc: UInt32 = .max
  for byte in bytes {
    crc ^= UInt32(byte)
    crc = table[Int(crc & 15)] ^ (crc >> 4)
    crc = table[Int(crc & 15)] ^ (crc >> 4)
  }
  return ~crc
}
