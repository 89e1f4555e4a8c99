/// Numbers that are given out once, and never again whatever becomes of what had them.
struct Numbers {
  /// The greatest number of a player, room, match or anything else that the core tells apart by a number.
  private var last: Int64 = 0
  /// The greatest key of a document, by its kind, for keys that are never given again.
  private var lastKeys: [UInt8: Int64] = [:]
  /// The greatest number of an event in any room that is gone. New rooms count on from there, so that a place in a
  /// room is never mistaken for one in another room of the same name.
  private(set) var lastSeq = 0
  /// The greatest number of a batch of queries or a password's task. How many of these there are depends on timing,
  /// which numbers that clients see must not.
  private var lastTask: Int64 = 0

  /// A number that this server has not given to anything yet.
  mutating func next() -> Int64 {
    last += 1
    return last
  }

  /// A key that no document of a kind has had.
  mutating func nextKey(of kind: UInt8) -> Int64 {
    lastKeys[kind, default: 0] += 1
    return lastKey(of: kind)
  }

  /// The greatest key that a document of a kind has had.
  func lastKey(of kind: UInt8) -> Int64 { lastKeys[kind] ?? 0 }

  /// A number that this core has not given to a batch of queries or a password's task yet.
  mutating func nextTask() -> Int64 {
    lastTask += 1
    return lastTask
  }

  /// Numbers up to this one are taken. One that no server reaches is damage: nothing could be counted on from it.
  mutating func raise(to number: Int64) { if number < 1 << 60 { last = max(last, number) } }

  /// Keys of a kind up to this one are taken.
  mutating func raiseKey(of kind: UInt8, to key: Int64) { lastKeys[kind] = max(lastKeys[kind] ?? 0, key) }

  mutating func raiseSeq(to seq: Int) { lastSeq = max(lastSeq, min(seq, RoomLines.greatest)) }
}
