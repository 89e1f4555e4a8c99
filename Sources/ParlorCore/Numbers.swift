/// Numbers that are assigned once and never reused.
struct Numbers {
  /// The greatest number of a player, room, match or anything else that the core identifies by a number.
  private var last: Int64 = 0
  /// The greatest key of a document, by kind, for keys that are never reused.
  private var lastKeys: [UInt8: Int64] = [:]
  /// The greatest event number of any closed room. New rooms continue from there, so that a place in a room is never
  /// valid in another room of the same name.
  private(set) var lastSeq = 0
  /// The greatest number of a batch of queries or a password task. Their number depends on timing, and numbers that
  /// clients see must not.
  private var lastTask: Int64 = 0

  /// A new number.
  mutating func next() -> Int64 {
    last += 1
    return last
  }

  /// A new key for a document of a kind.
  mutating func nextKey(of kind: UInt8) -> Int64 {
    lastKeys[kind, default: 0] += 1
    return lastKey(of: kind)
  }

  /// The greatest key of any document of a kind.
  func lastKey(of kind: UInt8) -> Int64 { lastKeys[kind] ?? 0 }

  /// A new number for a batch of queries or a password task.
  mutating func nextTask() -> Int64 {
    lastTask += 1
    return lastTask
  }

  /// Marks numbers up to this one as used. An unreachably large one is damage, and ignored.
  mutating func raise(to number: Int64) { if number < 1 << 60 { last = max(last, number) } }

  /// Marks keys of a kind up to this one as used.
  mutating func raiseKey(of kind: UInt8, to key: Int64) { lastKeys[kind] = max(lastKeys[kind] ?? 0, key) }

  mutating func raiseSeq(to seq: Int) { lastSeq = max(lastSeq, min(seq, RoomLines.greatest)) }
}
