/// Cuts what comes on a link into frames: four bytes that say how long the rest is, then so many bytes.
///
/// It keeps at most one unfinished frame, and refuses one that is too long when it has read how long it is.
struct FrameSplitter {
  /// The most bytes of a frame behind its length.
  var limit: Int
  private var kept: [UInt8] = []

  init(limit: Int) { self.limit = limit }

  /// Bytes that came; `body` is given each frame that is whole now, and not called again once it has thrown.
  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(LinkFault) -> Int?
  ) throws(LinkFault) {
    guard !kept.isEmpty else {
      let used = try split(bytes, body)
      if used < bytes.count { kept.append(contentsOf: bytes[used...]) }
      return
    }
    // Taken out meanwhile, so that the frames are read where they stand.
    var all: [UInt8] = []
    swap(&all, &kept)
    all.append(contentsOf: bytes)
    let result = all.withUnsafeBytes { whole in Result { () throws(LinkFault) in try split(whole, body) } }
    let used = try result.get()
    if used > 0 { all.removeFirst(used) }
    kept = all
  }

  /// Answers how many bytes were whole frames. What `body` answers is the limit from then on.
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
