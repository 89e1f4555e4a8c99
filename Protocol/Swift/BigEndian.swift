extension FixedWidthInteger {
  /// The bytes of the number, the most significant first, as networks and file formats write them.
  public var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
