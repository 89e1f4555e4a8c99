#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension UnsafeMutableRawBufferPointer {
  func contains(byte: UInt8) -> Bool { UnsafeRawBufferPointer(self).firstIndex(ofByte: byte, from: 0) != nil }
}

extension UnsafeRawBufferPointer {
  /// The first index at or after `start` that holds `byte`; uses the C library's vectorised search.
  func firstIndex(ofByte byte: UInt8, from start: Int) -> Int? {
    guard let base = baseAddress, start >= 0, start < count,
      let found = memchr(base + start, Int32(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Whether the bytes begin with an ASCII text.
  func starts(withASCII text: StaticString) -> Bool {
    guard count >= text.utf8CodeUnitCount, let base = baseAddress else { return false }
    return memcmp(base, text.utf8Start, text.utf8CodeUnitCount) == 0
  }
}
