extension FixedWidthInteger {
  /// The bytes of the number in network byte order.
  public var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
