/// Pending passwords by address. Addresses take turns, and the total is limited. Beyond it an address with more pending
/// and recent wrong ones than the new one's gives one up, so that a flood from some addresses excludes nobody else.
struct PasswordLanes {
  private var lanes: [String: [PendingPassword]] = [:]
  /// The addresses with pending passwords, the next one first.
  private var turns: [String] = []
  /// The number of pending passwords.
  private(set) var count = 0
  /// Whether the next turn is for the address with the fewest wrong passwords instead of the next one.
  private var favoursFewest = true

  /// Adds a pending password.
  ///
  /// - Parameter most: the limit.
  /// - Returns: the displaced one, which may be the added one.
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

  /// The pending and recent wrong passwords of an address.
  private func weight(of address: String) -> Int {
    let lane = lanes[address, default: []]
    return lane.count + (lane.last?.misses ?? 0)
  }

  /// Removes the next one. Every other turn is for an address with the fewest wrong passwords, so that a flood from
  /// many delays others less, and everybody is served in the end.
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
