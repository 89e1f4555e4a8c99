/// One connection's unsent bytes, in order, some of them waiting for a commit.
///
/// The bytes up to the first segment whose ticket is not released may be sent; everything behind it waits, even bytes
/// that depend on nothing: a connection's output keeps its order, except for ``overtaking`` bytes.
final class OutputQueue {
  private struct Segment {
    var ticket: UInt64
    var count: Int
  }

  private var storage: UnsafeMutableRawBufferPointer
  /// The first unsent byte, the end of those that may be sent, and the end of all.
  private var start = 0
  private var ready = 0
  private var end = 0
  /// How many of the bytes before `ready` had to wait for a commit, and since when the first of them may be sent.
  private var delayedCount = 0
  private var delayedSince: UInt64 = 0
  /// The tickets of the bytes from `ready` to `end`.
  private var segments: [Segment] = []

  init(capacity: Int) {
    storage = .allocate(byteCount: max(capacity, 64), alignment: 16)
  }

  deinit { storage.deallocate() }

  /// All unsent bytes, held ones included.
  var count: Int { end - start }
  /// The bytes that may be sent now.
  var readyCount: Int { ready - start }
  /// Those of them that the peer has had time to read: bytes that a commit has delayed may all arrive at once, so they
  /// do not count for ``readingNanoseconds``.
  func unreadCount(at now: UInt64) -> Int {
    now &- delayedSince > Self.readingNanoseconds ? readyCount : readyCount - delayedCount
  }

  /// How long a peer has to read delayed output.
  static let readingNanoseconds: UInt64 = 2_000_000_000
  /// The bytes that wait for a commit, or behind such bytes.
  var heldCount: Int { end - ready }
  var capacity: Int { storage.count }
  var isHolding: Bool { ready < end }

  /// The bytes that may be sent now; valid until the queue changes.
  var readyBytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[start..<ready]) }

  /// The ticket of bytes that are independent of everything before: they wait for no commit and overtake bytes that do.
  static let overtaking = UInt64.max

  /// Adds bytes that may be sent once `ticket` is released; all tickets up to `released` are.
  func append(_ bytes: UnsafeRawBufferPointer, ticket: UInt64, released: UInt64) {
    guard !bytes.isEmpty else { return }
    let wasHolding = isHolding
    makeRoom(for: bytes.count)
    if ticket == Self.overtaking { return insert(bytes) }
    UnsafeMutableRawBufferPointer(rebasing: storage[end...]).copyMemory(from: bytes)
    end += bytes.count
    if !wasHolding && ticket <= released {
      ready = end
    } else if let last = segments.indices.last, segments[last].ticket == ticket {
      segments[last].count += bytes.count
    } else {
      segments.append(Segment(ticket: ticket, count: bytes.count))
    }
  }

  /// Inserts bytes before those that wait; there must be room.
  private func insert(_ bytes: UnsafeRawBufferPointer) {
    guard let base = storage.baseAddress, let first = bytes.baseAddress else { return }
    (base + ready + bytes.count).copyMemory(from: base + ready, byteCount: heldCount)
    (base + ready).copyMemory(from: first, byteCount: bytes.count)
    ready += bytes.count
    end += bytes.count
  }

  /// Removes the first `count` bytes, which have been sent.
  func consume(_ count: Int) {
    let count = min(max(count, 0), readyCount)
    start += count
    delayedCount -= min(delayedCount, count)
    if start == end { (start, ready, end) = (0, 0, 0) }
  }

  /// Releases bytes that depend on no ticket above this one.
  func release(through ticket: UInt64, at now: UInt64) {
    var freed = 0
    if delayedCount == 0 { delayedSince = now }
    while freed < segments.count, segments[freed].ticket <= ticket {
      ready += segments[freed].count
      delayedCount += segments[freed].count
      freed += 1
    }
    if freed > 0 { segments.removeFirst(freed) }
  }

  /// Drops the bytes that wait for a commit, and those behind them.
  func dropHeld() {
    end = ready
    segments = []
    if start == end { (start, ready, end) = (0, 0, 0) }
  }

  /// Empties the queue for another connection.
  func removeAll() {
    (start, ready, end, delayedCount) = (0, 0, 0, 0)
    segments.removeAll(keepingCapacity: true)
  }

  private func makeRoom(for count: Int) {
    guard storage.count - end < count, let base = storage.baseAddress else { return }
    let held = self.count
    // Moving costs at most as much as it frees, so appending is amortised linear.
    if start >= held && storage.count - held >= count {
      base.copyMemory(from: base + start, byteCount: held)
    } else {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(storage.count * 2, held + count), alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<end]))
      storage.deallocate()
      storage = larger
    }
    ready -= start
    end = held
    start = 0
  }
}
