/// Finds slots of a table by a key that is in the table: eight bytes per entry, without a second copy of the keys.
///
/// Open addressing with linear probing. An entry has 32 bits of its key's hash: the caller compares slots with a
/// matching tag.
struct SlotIndex {
  private struct Entry {
    var tag: UInt32
    /// ``none`` for an empty place.
    var slot: UInt32

    static let none = UInt32.max
    static let empty = Entry(tag: 0, slot: none)
  }

  private var entries = [Entry](repeating: .empty, count: 16)
  private(set) var count = 0
  private var mask: Int { entries.count - 1 }

  /// Reserves capacity for further entries.
  mutating func reserve(_ more: Int) {
    var size = entries.count
    while (count + more) * 8 > size * 7 { size *= 2 }
    if size > entries.count { resize(to: size) }
  }

  /// Adds a slot under a key. Several may have the same key.
  mutating func insert(_ slot: Int, _ key: some Hashable) {
    reserve(1)
    place(Entry(tag: Self.tag(key), slot: UInt32(slot)))
    count += 1
  }

  /// Removes a slot under a key; ignored if it is not there.
  mutating func remove(_ slot: Int, _ key: some Hashable) {
    let tag = Self.tag(key)
    var hole = Int(tag) & mask
    while entries[hole].slot != Entry.none, entries[hole].tag != tag || entries[hole].slot != UInt32(slot) {
      hole = (hole + 1) & mask
    }
    guard entries[hole].slot != Entry.none else { return }
    count -= 1
    // Entries behind it move up, so that none is cut off from the start of its search.
    var next = hole
    while true {
      next = (next + 1) & mask
      let entry = entries[next]
      guard entry.slot != Entry.none else { break }
      let distance = (next - Int(entry.tag)) & mask
      if distance >= (next - hole) & mask { (entries[hole], hole) = (entry, next) }
    }
    entries[hole] = .empty
  }

  /// The first slot of a key.
  ///
  /// - Parameter isMeant: whether a slot really has the key.
  func first(_ key: some Hashable, where isMeant: (Int) -> Bool) -> Int? {
    let tag = Self.tag(key)
    var place = Int(tag) & mask
    while entries[place].slot != Entry.none {
      if entries[place].tag == tag, isMeant(Int(entries[place].slot)) { return Int(entries[place].slot) }
      place = (place + 1) & mask
    }
    return nil
  }

  /// Hashes contain a secret of the process, so that nobody can choose colliding names.
  private static func tag(_ key: some Hashable) -> UInt32 { UInt32(truncatingIfNeeded: key.hashValue) }

  private mutating func place(_ entry: Entry) {
    var place = Int(entry.tag) & mask
    while entries[place].slot != Entry.none { place = (place + 1) & mask }
    entries[place] = entry
  }

  private mutating func resize(to size: Int) {
    let old = entries
    entries = [Entry](repeating: .empty, count: size)
    for entry in old where entry.slot != Entry.none { place(entry) }
  }
}
