/// Passwords that wait, by address. Addresses take turns, and there are only so many in all. Where there are more, an
/// address gives one up that has more of them and of wrong ones of late than the one that comes, so that a flood from
/// some addresses keeps nobody else out.
struct PasswordLanes {
  private var lanes: [String: [PendingPassword]] = [:]
  /// The addresses that have somebody waiting, the next one first.
  private var turns: [String] = []
  /// How many wait.
  private(set) var count = 0
  /// Whether the next turn is that of the address with the fewest wrong passwords, and not simply the next one's.
  private var favoursFewest = true

  /// Lets somebody wait.
  ///
  /// - Parameter most: how many may wait.
  /// - Returns: who has to go for it, perhaps the one who came.
  mutating func append(_ pending: PendingPassword, most: Int) -> PendingPassword? {
    var displaced: PendingPassword?
    if count >= most {
      let heaviest = turns.map { (address: $0, weight: weight(of: $0)) }.max { $0.weight < $1.weight }
      let own = lanes[pending.address, default: []].count + 1 + pending.misses
      guard let heaviest, heaviest.weight > own else { return pending }
      displaced = lanes[heaviest.address]?.popLast()
      count -= 1
      if lanes[heaviest.address]?.isEmpty == true {
        lanes[heaviest.address] = nil
        turns.removeAll { $0 == heaviest.address }
      }
    }
    if lanes[pending.address] == nil { turns.append(pending.address) }
    lanes[pending.address, default: []].append(pending)
    count += 1
    return displaced
  }

  /// How much an address asks for: what waits, and what was wrong of late.
  private func weight(of address: String) -> Int {
    let lane = lanes[address, default: []]
    return lane.count + (lane.last?.misses ?? 0)
  }

  /// Takes out the next one. Every other turn is that of an address with the fewest wrong passwords, so that a flood
  /// from many does not keep others waiting either, and nobody waits for ever.
  mutating func popFirst() -> PendingPassword? {
    guard let place = nextTurn, var lane = lanes.removeValue(forKey: turns[place]), !lane.isEmpty else { return nil }
    favoursFewest.toggle()
    let address = turns.remove(at: place)
    let next = lane.removeFirst()
    count -= 1
    if !lane.isEmpty {
      lanes[address] = lane
      turns.append(address)
    }
    return next
  }

  private var nextTurn: Int? {
    guard favoursFewest else { return turns.indices.first }
    return turns.indices.min { misses(turns[$0]) < misses(turns[$1]) }
  }

  private func misses(_ address: String) -> Int { lanes[address]?.first?.misses ?? 0 }
}
