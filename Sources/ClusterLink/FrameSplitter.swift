/// Splits received bytes into frames: a length of four bytes, then that many bytes.
///
/// Keeps at most one incomplete frame, and rejects one that is too long as soon as its length is read.
struct FrameSplitter {
  /// The longest frame in bytes, without its length field.
  var limit: Int
  private var kept: [UInt8] = []

  init(limit: Int) { self.limit = limit }

  /// Handles received bytes; `body` gets each complete frame, and none after it has thrown.
  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(LinkFault) -> Int?
  ) throws(LinkFault) {
    guard !kept.isEmpty else {
      let used = try split(bytes, body)
      if used < bytes.count { kept.append(contentsOf: bytes[used...]) }
      return
    }
    // Moved out, so that frames are read in place.
    var all: [UInt8] = []
    swap(&all, &kept)
    all.append(contentsOf: bytes)
    let result = all.withUnsafeBytes { whole in Result { () throws(LinkFault) in try split(whole, body) } }
    let used = try result.get()
    if used > 0 { all.removeFirst(used) }
    kept = all
  }

  /// Returns the number of bytes in complete frames. The result of `body` is the new limit.
  private mutating func split(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(LinkFault) -> Int?
  ) throws(LinkFault) -> Int {
    var place = 0
    while bytes.count - place >= 4 {
      let count = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
      guard count > 0 else { throw .malformed }
      guard count <= limit else { throw .tooLong }
      guard bytes.count - place - 4 >= count else { break }
      place += 4 + count
      if let changed = try body(UnsafeRawBufferPointer(rebasing: bytes[place - count..<place])) { limit = changed }
    }
    return place
  }
}
